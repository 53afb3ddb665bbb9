from silcrow.pipeline.purposes import host_of, host_purpose


def test_a_host_is_known_by_its_name_and_nobody_else_is_taken_for_one() -> None:
    assert host_of(host_purpose("pi 0.74.2")) == "pi"
    assert host_of(host_purpose("my agent")) == "my"
    for other in ("", "workbench", "silcrow watch", "host", "host ", "hostile takeover"):
        assert host_of(other) is None
    assert len(host_of(host_purpose("x" * 500)) or "") == 24
