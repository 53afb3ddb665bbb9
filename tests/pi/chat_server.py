"""A loopback chat-completions server, so that real pi runs without a model, a key or the network.

It speaks the streaming wire format that pi uses and answers from a script: a text, a call of a tool, a refusal, or not
at all.
"""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from msgspec import Struct


class Say(Struct, frozen=True):
    text: str


class Call(Struct, frozen=True):
    tool: str
    arguments: dict[str, Any]


class Refuse(Struct, frozen=True):
    status: int
    words: str


class Hang(Struct, frozen=True):
    """No answer, until the server ends."""


Reply = Say | Call | Refuse | Hang


@contextmanager
def chat_server(script: Sequence[Reply], requests: list[dict[str, Any]] | None = None) -> Iterator[str]:
    """Serve the script, one reply a request, and give the base URL. After its end every answer is ``done``.

    What is asked is added to ``requests``, in its order.
    """
    replies = iter(script)
    guard = threading.Lock()
    ending = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            asked = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            with guard:
                if requests is not None:
                    requests.append(json.loads(asked))
                reply = next(replies, Say("done"))
            if isinstance(reply, Hang):
                ending.wait()
                self.close_connection = True
            elif isinstance(reply, Refuse):
                self._send(reply.status, "application/json", json.dumps({"error": {"message": reply.words}}))
            else:
                body = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks(reply)) + "data: [DONE]\n\n"
                self._send(200, "text/event-stream", body)

        def _send(self, status: int, kind: str, body: str) -> None:
            payload = body.encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        ending.set()
        server.shutdown()
        server.server_close()
        thread.join()


def chunks(reply: Say | Call) -> Iterator[dict[str, Any]]:
    """The events of one streamed answer, with usage at its end."""
    envelope = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0, "model": "scripted"}
    if isinstance(reply, Say):
        delta: dict[str, Any] = {"role": "assistant", "content": reply.text}
        reason = "stop"
    else:
        function = {"name": reply.tool, "arguments": json.dumps(reply.arguments)}
        delta = {
            "role": "assistant",
            "tool_calls": [{"index": 0, "id": "call_1", "type": "function", "function": function}],
        }
        reason = "tool_calls"
    yield {**envelope, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    usage = {"prompt_tokens": 120, "completion_tokens": 20, "total_tokens": 140}
    yield {**envelope, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}], "usage": usage}
