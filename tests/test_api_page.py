from tests.api_page import PAGE, page


def test_the_page_of_the_library_is_current() -> None:
    assert PAGE.read_text() == page(), "run: python -m tests.api_page"
