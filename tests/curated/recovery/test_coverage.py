"""Whatever was done to a file, each of its lines is in exactly one piece, and none is lost unseen."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from silcrow.curated.entry_format import is_delimiter_line, strip
from silcrow.curated.recovery.cutting import GRAINS
from silcrow.curated.recovery.line_forms import bare
from silcrow.curated.recovery.outcome import result_of
from silcrow.curated.recovery.plan import RecoveryPlan
from silcrow.curated.recovery.proof import proof
from tests.curated.recovery.making import keep_all, plan_for

_LINES = st.sampled_from(
    [
        "Uses uv, never pip.", "Run make check before saying done", "- bullet one", "  - nested", "- bullet two",
        "1. first", "2) second", "## Heading", "# Top", "Title", "=====", "---", "***", "> quoted", "```", "~~~toml",
        "    indented", "\ttabbed", "", " ", "§", " § ", "\\§", "**§**", "Â§", "\ufffd", "§Glued word", "glued end§",
        "see § 4", "<<<<<<< mine", "=======", ">>>>>>> theirs", "\0\0", "\u200b", "x", "long " * 30, "é ü §",
        "[ ] task", "Deploys on Tuesdays", "Deploys on Tuesdays and Thursdays only",
    ]
)  # fmt: skip
_texts = st.lists(_LINES, max_size=24).map("\n".join)
_damage = st.sampled_from([b"", b"\xe9", b"\xc2", b"\xa7", b"\r\n", b"\r", b"\xff\xfe", b"\xef\xbb\xbf", b"\x81"])


@st.composite
def damaged_files(draw: st.DrawFn) -> bytes:
    """A file of likely lines, edited at random places."""
    content = bytearray(draw(_texts).encode())
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(content)))
        end = min(len(content), place + draw(st.integers(0, 6)))
        content[place:end] = draw(_damage | _LINES.map(str.encode))
    return bytes(content)


def lines_that_hold_something(plan: RecoveryPlan) -> list[tuple[int, int]]:
    offset = 0
    found: list[tuple[int, int]] = []
    for line in plan.text.split("\n"):
        if strip(line) and not is_delimiter_line(line):
            start = offset + len(line) - len(line.lstrip())
            found.append((start, start + len(strip(line))))
        offset += len(line) + 1
    return found


def assert_tiles(plan: RecoveryPlan) -> None:
    covered = [0] * (len(plan.text) + 1)
    for piece in plan.pieces:
        for place in range(piece.start, piece.end):
            covered[place] += 1
    assert max(covered) <= 1
    for start, end in lines_that_hold_something(plan):
        text = plan.text[start:end]
        assert all(covered[start + index] == 1 for index, char in enumerate(text) if strip(char)), text


@given(damaged_files(), st.sampled_from(GRAINS), st.none() | _texts, st.none() | _texts)
@settings(max_examples=150, deadline=None)
def test_each_line_that_holds_something_is_in_exactly_one_piece(content, grain, live, last) -> None:
    plan = plan_for(content, live, last=last, limit=120, grain=grain)
    assert_tiles(plan)
    assert len({piece.id for piece in plan.pieces}) == len(plan.pieces)


@given(damaged_files(), st.sampled_from(GRAINS), st.none() | _texts, st.none() | _texts)
@settings(max_examples=150, deadline=None)
def test_with_all_kept_no_line_is_lost(content, grain, live, last) -> None:
    plan = keep_all(plan_for(content, live, last=last, limit=5_000, grain=grain))
    placed = proof(plan)
    assert not placed.nowhere
    there = {bare(line) for text in result_of(plan).texts for line in text.split("\n")}
    out = {line.text for line in (*placed.undecided, *placed.discarded)}
    for piece in plan.pieces:
        if piece.decision is not None and piece.decision.kind != "discarded":
            assert {bare(line) for line in plan.source_of(piece.id).split("\n")} <= {*there, ""}
    stopped = [piece for piece in plan.pieces if plan.why_not_keep(piece.id) is not None]
    assert out <= {strip(line) for piece in stopped for line in plan.source_of(piece.id).split("\n")}


@given(damaged_files(), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 200)), max_size=5))
@settings(max_examples=150, deadline=None)
def test_splitting_and_joining_keep_every_line_in_one_piece(content, steps) -> None:
    plan = plan_for(content, limit=120)
    for which, place in steps:
        if not plan.pieces:
            return
        piece = plan.pieces[which % len(plan.pieces)]
        if place % 2 and plan.can_join(piece.id):
            plan = plan.join(piece.id)
            continue
        at = piece.start + place % max(1, piece.end - piece.start)
        if strip(plan.text[piece.start : at]) and strip(plan.text[at : piece.end]):
            plan = plan.split(piece.id, at)
    assert_tiles(plan)
    assert len({piece.id for piece in plan.pieces}) == len(plan.pieces)


@given(damaged_files(), st.integers(0, 40), st.integers(1, 300))
@settings(max_examples=150, deadline=None)
def test_joining_undoes_a_split(content, which, place) -> None:
    plan = plan_for(content, limit=120)
    assume(plan.pieces)
    piece = plan.pieces[which % len(plan.pieces)]
    at = piece.start + place % max(1, piece.end - piece.start)
    halves = plan.text[piece.start : at], plan.text[at : piece.end]
    assume(all(strip(half) and not is_delimiter_line(half) for half in halves))
    assert plan.split(piece.id, at).join(piece.id) == plan


@given(damaged_files(), st.integers(0, 40))
@settings(max_examples=150, deadline=None)
def test_splitting_undoes_a_join(content, which) -> None:
    plan = plan_for(content, limit=120)
    assume(len(plan.pieces) > 1)
    place = which % (len(plan.pieces) - 1)
    first, second = plan.pieces[place : place + 2]
    assume(plan.can_join(first.id))
    again = plan.join(first.id).split(first.id, second.start)
    assert [(p.id, p.start, p.end, p.text) for p in again.pieces] == [
        (p.id, p.start, p.end, p.text) for p in plan.pieces
    ]
