"""Sixty files as they come about: half of them edited by people and tools in good faith, half of them damaged.

Each case is the file that silcrow knew and the bytes that it finds. ``MOVES`` make up the damaged ones with the check
that should find them.
"""

from msgspec import Struct

JOINT = "\n§\n"

UV = "Uses uv for everything, never pip or poetry."
OSLO = "Lives in Oslo, works in CET; meetings only after 10:00."
DEPLOY = (
    "Deploys with blue/green: staging first, then a 10 % canary\n- roll back with `make undo`\n- page on-call first"
)
FISH = "Prefers fish shell with starship"
TESTS = "Runs the whole suite before each push; flaky: test_login, test_upload"
LEASE = "Lease: see § 4 and §5(2) BGB"
PERSIAN = "نام کاربر آرش است و فارسی می‌نویسد"
TODAY = "Release day is Tuesday"

KNOWN = (UV, OSLO, DEPLOY, FISH, TESTS)


class Case(Struct, frozen=True):
    name: str
    before: tuple[str, ...]
    after: bytes
    check: str | None = None
    """What should find it; None for an honest file."""


def honest(name: str, *after: str, before: tuple[str, ...] = KNOWN) -> Case:
    return Case(name, before, JOINT.join(after).encode())


def raw(name: str, after: str | bytes, check: str | None = None, before: tuple[str, ...] = KNOWN) -> Case:
    return Case(name, before, after if isinstance(after, bytes) else after.encode(), check)


WHOLE = JOINT.join(KNOWN)

HONEST: tuple[Case, ...] = (
    honest("an entry more", *KNOWN, "Reviews on Fridays"),
    honest("an entry less", UV, OSLO, FISH, TESTS),
    honest("an entry at the front", "Name is Ines", *KNOWN),
    honest("all in another order", *reversed(KNOWN)),
    honest("a sentence more", UV + " Since 2024.", OSLO, DEPLOY, FISH, TESTS),
    honest("a clause more", UV, OSLO, DEPLOY, FISH + ", at least on the laptop", TESTS),
    honest("a word finished", UV, OSLO, DEPLOY, FISH + "s", TESTS),
    honest("a word finished and a clause more", UV, OSLO, DEPLOY, FISH + "'s prompt on all machines", TESTS),
    honest("a bracket more", UV, OSLO, DEPLOY, FISH + " (not on servers)", TESTS),
    honest("a line more", UV, OSLO, DEPLOY, FISH + "\nand zsh on servers", TESTS),
    honest("a list more", UV, OSLO, DEPLOY + "\n- tell the channel", FISH, TESTS),
    honest("a shorter entry", UV, "Lives in Oslo", DEPLOY, FISH, TESTS),
    honest("an entry in other words", UV, OSLO, DEPLOY, "Shell is nushell now", TESTS),
    honest("two merged into a sentence", UV, f"{OSLO} {FISH}", DEPLOY, TESTS),
    honest("two merged with a word", UV, DEPLOY, f"{FISH}; {TESTS}", OSLO),
    honest("words before an entry", "Note of June: " + UV, OSLO, DEPLOY, FISH, TESTS),
    honest("quotes around an entry", f"“{UV}”", OSLO, DEPLOY, FISH, TESTS),
    honest("a list mark before an entry", "- " + UV, OSLO, DEPLOY, FISH, TESTS),
    honest("a number grown", "Python 3.1", before=("Python 3.1", UV)),
    honest("another number", "Python 3.12 and newer", UV, before=("Python 3.1", UV)),
    honest("signs in sentences", *KNOWN, LEASE, "§ 12 applies to it"),
    honest("another script", *KNOWN, PERSIAN),
    honest("a fenced example of a merge", *KNOWN, "Resolve:\n```\n<<<<<<< a\n=======\n>>>>>>> b\n```"),
    honest("a shell script with headings in a fence", *KNOWN, "Setup:\n```sh\n# first\nuv sync\n# then\nuv run\n```"),
    raw("a formatter's blank lines", WHOLE.replace(JOINT, "\n\n§\n\n") + "\n"),
    raw("an editor of Windows", "\ufeff" + WHOLE.replace("\n", "\r\n") + "\r\n"),
    raw("blanks beside the delimiters", WHOLE.replace(JOINT, " \n§\t\n") + "\n\n\n"),
    raw("an entry doubled", WHOLE + JOINT + UV),
    raw("blank entries", JOINT + WHOLE + JOINT + JOINT),
    raw("cut at a delimiter", JOINT.join(KNOWN[:3])),
)

DAMAGED: tuple[Case, ...] = (
    raw("a shell append of a sentence", WHOLE + "Uses zoxide to jump around\n", "glued"),
    raw("a shell append in lower case", WHOLE + "remember to rotate the keys\n", "glued"),
    raw("a shell append of a list", WHOLE + "- buy milk\n- call Ada\n", "glued"),
    raw("a shell append of a heading", WHOLE + "# Notes of May\ntext\n", "glued"),
    raw("a shell append of a dated line", WHOLE + "2026-05-01 moved to Bergen\n", "glued"),
    raw("a shell append behind a full stop", f"{FISH}{JOINT}{UV}prefers ruff", "glued", before=(FISH, UV)),
    raw("two files in a row", WHOLE + JOINT.join(("Name is Ines", "Speaks Portuguese", LEASE)), "glued"),
    raw("two files in a row, small letters", WHOLE + JOINT.join(("name: ines", "speaks portuguese")), "glued"),
    raw("another file before ours", JOINT.join(("Name is Ines", "Speaks Portuguese at home")) + WHOLE, "glued"),
    raw("a sign turned into a question mark", WHOLE.replace(JOINT, "\n?\n", 1), "lost_delimiter"),
    raw("all signs turned into question marks", WHOLE.replace("§", "?"), "lost_delimiter"),
    raw("a sign turned into dashes", WHOLE.replace(JOINT, "\n---\n", 2), "lost_delimiter"),
    raw("a sign deleted", WHOLE.replace(JOINT, "\n\n", 1), "lost_delimiter"),
    raw("a delimiter deleted", WHOLE.replace(JOINT, "", 1), "lost_delimiter"),
    raw("lines joined", WHOLE.replace(JOINT, "\n", 3), "lost_delimiter"),
    raw("cut inside an entry", WHOLE[: len(UV) + len(JOINT) + 20], "truncated"),
    raw("cut inside the last word", WHOLE[:-3], "truncated"),
    raw("no bytes", b"", "emptied"),
    raw("only blanks", b"\n\n \n", "emptied"),
    raw("a zeroed tail", WHOLE[:60].encode() + bytes(40), "encoding"),
    raw("half a sign at the end", JOINT.join(KNOWN[:2]).encode() + b"\n\xc2", "unreadable"),
    raw("Latin-1", WHOLE.encode("latin-1"), "unreadable"),
    raw("UTF-16", WHOLE.encode("utf-16"), "unreadable"),
    raw("encoded twice", WHOLE.encode().decode("latin-1"), "encoding"),
    raw("signs replaced by a decoder", WHOLE.replace("§", "\ufffd"), "encoding"),
    raw("a sign glued to an entry", WHOLE.replace(JOINT, "§\n", 1), "delimiter"),
    raw("signs escaped by a formatter", WHOLE.replace("§", "\\§"), "delimiter"),
    raw("an unfinished merge", f"{UV}{JOINT}<<<<<<< HEAD\n{OSLO}\n=======\nLives in Rome\n>>>>>>> main", "conflict"),
    raw("notes of a time before delimiters", "# Notes\n" + UV + "\n\n## Shell\n" + FISH, "unsplit"),
    raw("the file appended to itself", WHOLE + WHOLE, "joined"),
)
