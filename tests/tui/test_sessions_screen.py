from msgspec.structs import replace

from silcrow.workspace.place import Answer
from silcrow_tui.screens.sessions import SessionsScreen
from tests.scenes import ScenePlace, scene
from tests.scenes.memory import SESSION_PATH, sessions
from tests.tui.stage import NOTHING, Stage, until, words_of


def picker(place: ScenePlace | None = None) -> tuple[SessionsScreen, Stage]:
    screen = SessionsScreen(place or scene("busy"))
    return screen, Stage(screen)


async def test_sessions_of_all_folders_are_listed_newest_first_with_the_open_one_named():
    screen, app = picker()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "6 sessions of 6 · all folders" in words_of(screen))
        rows = words_of(screen).splitlines()[2:8]
        assert "feed limits" in rows[0]
        assert rows[0].endswith("4f0b  open here")
        assert [row.split()[-1] for row in rows[1:]] == [row.id[:4] for row in sessions()[1:]]


async def test_enter_opens_the_session_and_closes_the_list():
    screen, app = picker()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "gap filling" in words_of(screen))
        await pilot.press("j", "enter")
        await until(pilot, lambda: app.answer is None, "closed")
    assert app.scene_place.asked == [("open_session", sessions()[1].path)]


async def test_a_session_that_can_not_be_opened_leaves_the_list_open():
    place = scene("busy")
    place.answer = Answer(False, "The file is gone.", "missing")
    screen, app = picker(place)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "gap filling" in words_of(screen))
        await pilot.press("j", "enter")
        await until(pilot, lambda: [answer.words for answer in app.answers] == ["The file is gone."])
        assert app.answer is NOTHING


async def test_the_filter_looks_in_folder_name_and_id():
    for typed, found in (("harbour-map", "tile sizes"), ("reading", "reading list"), ("d41d", "without a name")):
        screen, app = picker()
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda screen=screen: "6 sessions" in words_of(screen))
            await pilot.press("slash", *typed, "enter")
            await until(
                pilot,
                lambda screen=screen, found=found: "1 session of 6" in words_of(screen) and found in words_of(screen),
            )


async def test_full_stop_shows_this_folder_only():
    screen, app = picker()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "6 sessions" in words_of(screen))
        await pilot.press("full_stop")
        await until(pilot, lambda: "3 sessions of 6 · this folder: ~/code/tidewatch" in words_of(screen))
        await pilot.press("full_stop")
        await until(pilot, lambda: "6 sessions of 6" in words_of(screen))


async def test_s_sorts_by_folder_then_size_and_the_cursor_stays_on_its_session():
    screen, app = picker()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "6 sessions" in words_of(screen))
        await pilot.press("j", "k", "s")
        await until(pilot, lambda: "sort: by folder" in words_of(screen))
        assert screen.rows.current is not None
        assert screen.rows.current.path == SESSION_PATH
        await pilot.press("s")
        await until(pilot, lambda: "sort: largest first" in words_of(screen))
        assert "gap filling" in words_of(screen).splitlines()[2]


async def test_a_session_that_grows_while_it_is_listed_moves_no_cursor():
    place = scene("busy")
    screen, app = picker(place)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "6 sessions" in words_of(screen))
        await pilot.press("j", "j")
        before = screen.rows.current
        newer = replace(sessions()[4], mtime=place.state.taken_at, size=9_999)
        place.catalogue = (newer, *sessions()[:4], sessions()[5])
        place.set_state(replace(place.state, taken_at=place.state.taken_at + 1))
        await until(pilot, lambda: "10.0 kB" in words_of(screen))
        assert screen.rows.current == before


async def test_without_sessions_it_says_how_one_comes_to_be():
    place = scene("first_run")
    place.catalogue = ()
    screen, app = picker(place)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "pi has recorded no sessions yet" in words_of(screen))
        await pilot.press("enter")
        await until(pilot, lambda: "There is no session to open." in words_of(screen))
