"""The pages, as the server writes them."""

import json
import re
import tomllib
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask

from tests.companion_web.web.conftest import CODES
from tests.companion_web.web.visitors import FIRST, NETWORK, PHONE, PORT, Visitor
from tileye.companion_web.languages import LANGUAGE_NAMES, LANGUAGES, words
from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
from tileye.companion_web.sessions.source_choices import Shipped, Sources
from tileye.companion_web.storage import open_store
from tileye.companion_web.web.app import create_app
from tileye.companion_web.web.options import Options
from tileye.rules.jsonlines import Json

ROOT = Path(__file__).parents[3]
PAGES = ("/", "/setup", "/games", "/join", "/help")


def within(page: str, name: str) -> Json:
    """What a page carries for its scripts."""
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.S)
    assert found
    return dict(json.loads(found[1]))


class Balanced(HTMLParser):
    """Counts what is opened and closed."""

    VOID = ("meta", "link", "input", "img", "br", "hr", "source")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_comes_in_every_language(ada: Visitor, language: str) -> None:
    game = ada.begin(name="Ada <b> & Ben")
    ada.lay(game, 0, FIRST)
    for path in (*PAGES, f"/game/{game}", f"/game/{game}/sheet"):
        answer = ada.get(f"{path}?lang={language}")
        assert answer.status_code == 200, path
        assert answer.content_type == "text/html; charset=utf-8"
        assert f'<html lang="{language}"' in answer.text
        assert "<b> & Ben" not in answer.text
        parser = Balanced()
        parser.feed(answer.text)
        assert parser.open == [], path


def test_the_chosen_language_is_kept(ada: Visitor) -> None:
    assert '<html lang="en"' in ada.get("/help").text
    ada.get("/help?lang=fr")
    assert '<html lang="fr"' in ada.get("/help").text
    ada.get("/help?lang=xx")
    assert '<html lang="fr"' in ada.get("/help").text


@pytest.mark.parametrize(
    ("wished", "language"),
    [("de-CH,de;q=0.9,en;q=0.8", "de"), ("rm,it;q=0.9", "it"), ("xx", "en"), ("", "en"), ("fr;q=0,de;q=0.1", "de")],
)
def test_the_browser_says_which_language_is_wished(ada: Visitor, wished: str, language: str) -> None:
    assert f'<html lang="{language}"' in ada.get("/help", {"Accept-Language": wished}).text


def test_scripts_get_their_words_and_what_they_draw(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    page = ada.get(f"/game/{game}?lang=de").text
    texts, data = within(page, "texts"), within(page, "data")
    assert texts["tiles.4O"] == "orange Quadrat"
    assert data["state"]["board"][0]["tile"] == "1R"
    assert data["state"]["id"]
    assert [told["kind"] for told in data["told"]] == ["turn"]
    assert data["role"] == "referee"


@pytest.mark.parametrize("path", ["/setup", "/games", "/"])
def test_scripts_have_all_words_that_they_say(ada: Visitor, path: str) -> None:
    texts = within(ada.get(path).text, "texts")
    named = {f"languages.{one}": name for one, name in LANGUAGE_NAMES.items()}
    assert named.items() <= texts.items()
    assert all(words("en")[key] == text for key, text in texts.items() if key not in named)


def test_set_up_knows_who_played_before_and_how(ada: Visitor) -> None:
    fresh = within(ada.get("/setup").text, "data")
    assert fresh["known"] == []
    assert fresh["rules"]["cards-en"] == {
        "kind": "cards",
        "hand": 9,
        "pieces": 108,
        "most": 6,
        "least": 3,
        "binds": False,
        "tie": "oldest",
    }
    ada.begin(rules="classroom", declared=None)
    page = ada.get("/setup").text
    assert within(page, "data")["known"][0] == {"name": "Ada", "born": "2014", "colour": "#2f6fde"}
    assert re.search('value="classroom" checked', page)


def test_set_up_is_filled_in_with_what_the_command_line_wished(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        prefill: Json = {"rules": "cards-de", "players": ["Zoe", "Yann"]}
        ada = Visitor(
            create_app(GameManager(store, Sources(finder=list), ManagerSettings(prefill=prefill)), Options(PORT))
        )
        page = ada.get("/setup").text
    assert within(page, "data")["seated"] == ["Zoe", "Yann"]
    assert re.search('value="cards-de" checked', page)


def test_a_closed_game_is_shown_as_it_stands(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    ada.post(f"/api/games/{game}/close")
    assert len(within(ada.get(f"/game/{game}").text, "data")["state"]["board"]) == 3
    assert "Ada" in ada.get(f"/game/{game}/sheet").text


def test_games_that_do_not_exist_have_a_page_that_says_so(ada: Visitor) -> None:
    for path in ("/game/nothing7", "/game/nothing7/sheet"):
        answer = ada.get(path)
        assert answer.status_code == 404
        assert answer.mimetype == "text/html"


def test_names_of_people_cannot_break_out_of_the_page(ada: Visitor) -> None:
    evil = "</script><img src=x>"
    game = ada.begin(name=evil, players=[{"name": evil}, {"name": "Ben"}], declared=None)
    for path in ("/", "/games", "/setup", f"/game/{game}", f"/game/{game}/sheet"):
        assert "<img src=x>" not in ada.get(path).text, path


def test_set_up_says_how_a_phone_comes_to_take_photos(host: Visitor, ada: Visitor) -> None:
    chosen = words("en")
    way, alone = f"<p>{chosen['setup.photos.way']}</p>", f"<p>{chosen['setup.photos.alone']} <code"
    inside, outside = host.get("/setup").text, ada.get("/setup").text
    assert way in inside
    assert alone not in inside
    assert alone in outside
    assert way not in outside


def test_the_help_names_everything_that_tileye_is_built_with(ada: Visitor) -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    page = ada.get("/help").text.lower().replace(" ", "-")
    called = {"onnxruntime": "onnx-runtime", "opencv-python-headless": "opencv"}
    brought = {"jinja2", "pillow", "protobuf"}
    names = {re.split(r"[><=;\[ ]", one)[0] for one in asked}
    assert [name for name in sorted(names - brought) if called.get(name, name) not in page] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_has_one_name_in_each_language(language: str) -> None:
    called = {"en": "phone", "de": "Handy", "fr": "téléphone", "it": "telefono"}
    others = re.compile(r"\btelefon(?!o|i)|smartphone|\bportable|\bcellulare|\bmobile", re.IGNORECASE)
    texts = words(language).texts
    assert called[language] in texts["setup.see.phone"]
    assert [key for key, text in texts.items() if others.search(text)] == []


def test_the_first_page_says_how_phones_come_in(host: Visitor, lan: Flask, ada: Visitor) -> None:
    page = host.get("/").text
    assert CODES.viewer in page
    assert "http://192.168.1.5:8080/" in page
    assert "<svg" in page
    assert "--lan" in ada.get("/").text
    guest = Visitor(lan, PHONE, NETWORK)
    guest.join(CODES.viewer)
    assert CODES.referee not in guest.get("/").text


def test_players_have_their_colours_everywhere(ada: Visitor) -> None:
    game = ada.begin(players=[{"name": "Ada"}, {"name": "Ben"}])
    colours = [player["colour"] for player in ada.state(game)["players"]]
    for path in ("/", "/games", f"/game/{game}/sheet"):
        page = ada.get(path).text
        assert [colour in page for colour in colours] == [True, True], path


def test_the_film_that_comes_along_is_offered_where_it_is_there(ada: Visitor, tmp_path: Path) -> None:
    assert 'id="demo"' not in ada.get("/").text
    shipped = Shipped(tmp_path / "film.mp4", (), "tiles", ("Ada", "Dora"))
    with closing(open_store(tmp_path)) as store:
        visitor = Visitor(create_app(GameManager(store, Sources(finder=list, shipped=shipped)), Options(PORT)))
        page = visitor.get("/?lang=de").text
        assert 'id="demo"' in page
        begun = within(page, "data")["demo"]
        assert (begun["source"], begun["name"]) == ("demo", "Vorführung")
        assert "demo" not in [source["key"] for source in visitor.get("/api/sources").json["sources"]]  # type: ignore[index]


def test_a_tie_that_is_played_again_has_no_trophy_in_the_lists(ada: Visitor) -> None:
    game = ada.begin(rules="cards-en", declared=[3, 3], starter=0)
    for player, six in enumerate((["1R", "2R", "3R", "4R", "5R", "6R"], ["1R", "1O", "1Y", "1G", "1B", "1P"])):
        assert ada.tell(game, "turn", player=player, after=[], taken=[six]).status_code == 200
    assert ada.tell(game, "end").status_code == 200
    for page in ("/", "/games"):
        assert 'class="won"' not in ada.get(page).text
    info = ada.get(f"/api/games/{game}").json
    assert info
    assert (info["points"], info["winners"]) == ([1, 1], [])


def test_who_plays_in_the_film_is_not_offered_for_ones_own_games(ada: Visitor, manager: GameManager) -> None:
    demo = ada.begin(players=[{"name": "Dora of the film"}, {"name": "Ben"}])
    info = manager.info(demo)
    assert "Dora of the film" in ada.get("/setup").text
    manager.store.set_plan(demo, {**info.plan, "source": "demo"})
    assert "Dora of the film" not in ada.get("/setup").text


def test_an_imported_game_keeps_its_name_and_the_players_their_colours(ada: Visitor) -> None:
    game = ada.begin(name="Rainy Sunday")
    ada.lay(game, 0, FIRST)
    export = ada.get(f"/api/games/{game}/record")
    name = export.headers["Content-Disposition"].split("filename=")[1].strip('"')
    copy = str(ada.upload("/api/games/import", export.data, name).json["id"])  # type: ignore[index]
    original, imported = (ada.get(f"/api/games/{one}").json for one in (game, copy))
    assert original
    assert imported
    assert imported["name"] == original["name"] == "Rainy Sunday"
    assert imported["plan"]["colours"] == original["plan"]["colours"]
    assert len(imported["plan"]["colours"]) == 2
