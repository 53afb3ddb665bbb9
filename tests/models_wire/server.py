"""A loopback server that speaks as providers of models do; what it says is in ``scenarios``."""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.models_wire.formats import FORMATS, GenerateContent
from tests.models_wire.scenarios import answer_to

KEY = "sk-loopback-0123456789"


class Request:
    """One request as it came in."""

    def __init__(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> None:
        self.path = path
        self.headers = headers
        self.body = body


class ModelsServer:
    """Where it is, and what it was asked."""

    def __init__(self, port: int, arrived: threading.Condition) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.requests: list[Request] = []
        self._arrived = arrived

    @property
    def base_url(self) -> str:
        """Of the formats of OpenAI."""
        return f"{self.address}/v1"

    def wait_for(self, count: int, seconds: float = 60.0) -> bool:
        """Whether so many requests came within the time."""
        with self._arrived:
            return self._arrived.wait_for(lambda: len(self.requests) >= count, seconds)


@contextmanager
def models_server() -> Iterator[ModelsServer]:
    """Serve until the end of the block; whatever hangs is let go then."""
    ending = threading.Event()
    counts: Counter[str] = Counter()
    arrived = threading.Condition()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", "0"))))
            path = self.path.partition("?")[0]
            form = next(form for form in FORMATS if path.endswith(form.path))
            if path.endswith(GenerateContent.path):
                body["model"] = path.rpartition("/")[2].removesuffix(GenerateContent.path)
            headers = {name.lower(): value for name, value in self.headers.items()}
            with arrived:
                server.requests.append(Request(self.path, headers, body))
                asked = form.asked(body, counts[body["model"]])
                counts[body["model"]] += 1
                arrived.notify_all()
            answer = answer_to(asked)
            if answer.fault == "hang":
                ending.wait()
                self.close_connection = True
            elif answer.fault == "broken":
                self._send(200, '{"id": "chatcmpl-1", "choices": [{"inde', {})
            elif answer.status != 200:
                self._send(answer.status, json.dumps(form.refusal(answer)), dict(answer.headers))
            else:
                self._send(200, json.dumps(form.reply(asked, answer)), dict(answer.headers))

        def _send(self, status: int, body: str, headers: dict[str, str]) -> None:
            payload = body.encode()
            self.send_response(status)
            for name, value in {**headers, "Content-Type": "application/json"}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        def log_message(self, *_: Any) -> None:
            pass

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = ModelsServer(listening.server_port, arrived)
    thread = threading.Thread(target=listening.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        ending.set()
        listening.shutdown()
        listening.server_close()
        thread.join()
