"""The score sheet as a page."""

import re
from html.parser import HTMLParser

from tests.companion_web.played import CARD_GAME, ENGLISH, TILE_GAME, game_of, played, renamed, sheet_of, whole_games
from tileye.companion_web.languages import words
from tileye.companion_web.shapes import OUTLINES
from tileye.companion_web.sheets import html
from tileye.companion_web.sheets.layout import lay_out
from tileye.rules.rulesets import TILES


class Page(HTMLParser):
    """What a test wants to know of a page; it fails on tags that are not closed in order."""

    VOID = ("meta", "rect", "circle", "polygon", "use")

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.used: list[str] = []
        self.labels: list[str] = []
        self.language: str | None = None
        self.tags: list[str] = []
        self.feed(source)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.used += [given["href"] or ""] if "href" in given else []
        self.language = given.get("lang") or self.language
        if given.get("role") == "img":
            self.labels.append(given["aria-label"] or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@whole_games
def test_pages_are_whole_and_refer_to_nothing_outside(rules: str, count: int) -> None:
    source = html.render(sheet_of(played(rules, count)), words("fr"))
    page = Page(source)
    assert page.language == "fr"
    assert len(set(page.ids)) == len(page.ids)
    assert {href.removeprefix("#") for href in page.used} <= set(page.ids)
    assert [page.ids.count(f"s{shape}") for shape in OUTLINES] == [1] * 6
    assert "script" not in page.tags
    assert not re.search(r"https?:|//|url\(|@import", source)


def test_tiles_have_names_for_those_who_do_not_see_them() -> None:
    page = Page(html.render(sheet_of(TILE_GAME), words("de")))
    laid_tiles = ["1R", "2R", "3R", "4R", "5R", "6R", "1G", "2G", "4Y"]
    concerned = ["4R", "1R", "2R", "3R", "5R", "6R", "4Y"]
    lying = ["4R", "1R", "2R", "3R", "5R", "6R", "4Y", "1G", "2G"]
    assert page.labels == [words("de")[f"tiles.{tile}"] for tile in (*laid_tiles, *lying, *concerned)]


def test_the_final_board_is_drawn_and_the_game_has_its_name() -> None:
    sheet = lay_out(TILE_GAME.state, TILE_GAME.log, "Sunday <at> Ada's")
    source = html.render(sheet, ENGLISH)
    assert "Sunday &lt;at&gt; Ada&#x27;s" in source.partition("<h1")[2].partition("</h1>")[0]
    assert source.partition("<title>")[2].startswith("Sunday &lt;at&gt;")
    drawn = source.partition('<figure class="lying">')[2].partition("</figure>")[0]
    assert ENGLISH["sheet.tiles_at_end"] in drawn
    assert drawn.count('href="#body"') == len(TILE_GAME.state.board)
    assert html.render(sheet_of(game_of(TILES, [])), ENGLISH).count("<figure") == 0


def test_the_sets_of_the_card_game_are_drawn() -> None:
    drawn = html.render(sheet_of(CARD_GAME), ENGLISH).partition('<figure class="lying">')[2].partition("</figure>")[0]
    assert drawn.count('href="#body"') == sum(map(len, CARD_GAME.state.table))


def test_names_are_escaped() -> None:
    wicked = ["<script>alert(1)</script>", '"><img src=x onerror=y>']
    source = html.render(sheet_of(renamed(TILE_GAME, wicked)), ENGLISH)
    page = Page(source)
    assert not {"script", "img"} & set(page.tags)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in source


def test_a_page_serves_light_dark_and_paper() -> None:
    source = html.render(sheet_of(TILE_GAME), ENGLISH)
    assert "prefers-color-scheme: dark" in source
    assert "@media print" in source
    assert "size: A4" in source
