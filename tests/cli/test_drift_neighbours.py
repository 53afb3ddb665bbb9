from tests.cli.conftest import Desk


def test_drift_list_says_which_other_program_would_refuse_to_write(desk: Desk):
    desk.memory_file.write_text("one\n\n§\ntwo")
    document = desk("drift", "list", "--json").document
    assert [(each["program"], each["wouldRefuse"]) for each in document["neighbours"]["memory"]] == [
        ("hermes", True),
        ("pi-memory", True),
    ]
    assert all("beside a §" in each["reason"] for each in document["neighbours"]["memory"])
    assert [each["reason"] for each in document["neighbours"]["user"]] == [None, None]
    assert "  pi-memory: it refuses to write:" in desk("drift", "list").out
