import pytest

from silcrow.workers.extractive.weighing import specificity, telling


@pytest.mark.parametrize(
    ("sentence", "token", "form"),
    [
        ("The p95 went to 2.8 s last week.", "2.8", "number"),
        ("It takes 4,312.50 EUR in total.", "4,312.50", "number"),
        ("Das Mittel sinkt auf 26,4 µA.", "26,4", "number"),
        ("It grew to ~380MiB on each node.", "~380mib", "number"),
        ("The loop is in app/payments/capture.py now.", "app/payments/capture.py", "identifier"),
        ("Migration dropped ix_addresses_tenant again.", "ix_addresses_tenant", "identifier"),
        ("Pass --bwlimit to it.", "--bwlimit", "identifier"),
        ("It calls selectInLoad twice.", "selectinload", "identifier"),
        ("They answer with HTTP only.", "http", "identifier"),
        ("The fix is b81e3d4 on main.", "b81e3d4", "identifier"),
        ("She asked Henrike about it.", "henrike", "name"),
        ("Le chef est Étienne depuis hier.", "étienne", "name"),
    ],
)
def test_numbers_identifiers_and_names_are_told_by_their_form(sentence, token, form):
    assert telling(sentence)[token] == form


@pytest.mark.parametrize("sentence", ["Nothing here is special.", "We like it. Then it ends.", "User: Then it ends."])
def test_a_capital_at_the_start_of_a_sentence_makes_no_name(sentence):
    assert telling(sentence) == {}


def test_a_sentence_with_numbers_weighs_more_than_one_without():
    assert specificity("The average of the last ten runs is 41.2 ms.") > specificity(
        "The average of the last runs is quite high."
    )


def test_what_is_known_already_weighs_little():
    sentence = "The limit of the proxy is 256 kB for each body."
    assert specificity(sentence, known={"256"}) < specificity(sentence)


def test_a_list_of_numbers_does_not_weigh_without_bound():
    assert specificity(" ".join(map(str, range(500)))) < 5


@pytest.mark.parametrize("sentence", ["", "ok", "yes please", "§", "…"])
def test_what_says_nothing_weighs_nothing(sentence):
    assert specificity(sentence) == 0
