"""The pages."""

from urllib.parse import quote

from flask import Blueprint, Flask, Response, g, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from tileye.companion_web.analysis.display import player_colours
from tileye.companion_web.languages import LANGUAGE_NAMES, LANGUAGES
from tileye.companion_web.sessions.source_choices import DEMO
from tileye.companion_web.sheets import html, phrases
from tileye.companion_web.web import prefill
from tileye.companion_web.web.addresses import qr_svg
from tileye.companion_web.web.api.files import may_see_pictures, sheet_of
from tileye.companion_web.web.api.games import games_json, info_json
from tileye.companion_web.web.api.shown import game_of, info_of, state_json, told_json
from tileye.companion_web.web.api.sources import offers_json
from tileye.companion_web.web.context import LANGUAGE_COOKIE, Role, language, role, services, texts
from tileye.companion_web.web.looks import LOOKS, THEMES
from tileye.companion_web.web.roles import is_here, write_token
from tileye.companion_web.web.security import require
from tileye.companion_web.web.tiles import sprite
from tileye.rules.jsonlines import Json
from tileye.rules.rulesets import RULE_SETS

_GAME_PARTS = ("play", "tiles", "shapes", "colours", "units", "lists", "rules", "sheet", "cells", "beginning", "phone")
_PARTS = {
    "setup": ("setup", "lists", "beginning", "play", "phone"),
    "play": _GAME_PARTS,
    "games": ("games", "lists"),
    "guide": ("pages", "doctor"),
}
"""Which parts of the catalogue the scripts of a page speak with, besides `dialogs`; else `pages`."""
_YEAR = 365 * 86_400
_pages = Blueprint("pages", __name__)


def add_pages(app: Flask) -> None:
    """Put the pages into an application."""
    app.register_blueprint(_pages)
    app.context_processor(_everywhere)


@_pages.before_request
def _let_in() -> AnyResponse | None:
    if g.role is Role.VISITOR and request.endpoint not in ("pages.join", "pages.guide"):
        return redirect(f"/join?next={quote(request.full_path.rstrip('?'))}")
    return None


@_pages.after_request
def _keep_language(answer: Response) -> Response:
    chosen = request.args.get("lang")
    if chosen in LANGUAGES and chosen != request.cookies.get(LANGUAGE_COOKIE):
        answer.set_cookie(LANGUAGE_COOKIE, chosen, max_age=_YEAR, httponly=True, samesite="Strict")
    return answer


@_pages.get("/")
def home() -> str:
    """Go on, begin anew, look at earlier games."""
    demo = _demo()
    games = games_json()["games"]
    data = {"demo": demo}
    return render_template("home.html", games=games, running=_running(), phones=_phones(), demo=demo, data=data)


@_pages.get("/setup")
def setup() -> str:
    """Agree on a new game."""
    require(Role.REFEREE)
    # Who plays in the film that comes with the program is nobody's family.
    games = [info for info in services().manager.games() if info.plan.get("source") != DEMO and not info.damaged]
    wished = services().manager.settings.prefill or {}
    data = {
        **offers_json(),
        "seated": wished.get("players", []),
        "known": prefill.known_players(services().manager.store, games),
        "rules": prefill.rule_sets_json(),
        "lan": bool(services().options.urls),
        "cards": services().manager.settings.reads_cards(),
    }
    return render_template("setup.html", rule_sets=RULE_SETS, choices=prefill.choices(games, wished), data=data)


@_pages.get("/game/<game>")
def play(game: str) -> str:
    """Show a game, one that nobody plays now as it stands."""
    info, state = info_json(info_of(game)), state_json(game)
    g.kind = state["game"]["kind"]
    data = {
        "game": info,
        "state": state,
        "told": told_json(game),
        "role": role().name.lower(),
        "pictures": may_see_pictures(),
        "here": is_here(),
        "lan": bool(services().options.urls),
    }
    return render_template("game.html", game=info, data=data)


@_pages.get("/game/<game>/sheet")
def sheet(game: str) -> str:
    """Show the final sheet of a game, or how it stands."""
    laid_out = sheet_of(game)
    return render_template(
        "sheet.html",
        game=info_json(info_of(game)),
        sheet=laid_out,
        subtitle=phrases.subtitle(laid_out, texts()),
        outcome=phrases.outcome(laid_out, texts()),
        contents=html.contents(laid_out, texts()),
        nameless=game_of(game).nameless,
        data={},
    )


@_pages.get("/games")
def games() -> str:
    """List all games, for referees the bin, too."""
    thrown = games_json(deleted=True)["games"] if role() is Role.REFEREE else []
    return render_template("games.html", games=games_json()["games"], bin=thrown, running=_running(), data={})


@_pages.get("/join")
def join() -> str:
    """Enter a code."""
    return render_template("join.html", data={})


@_pages.get("/help")
def guide() -> str:
    """Say how everything works."""
    return render_template("help.html", at_home=role() is Role.REFEREE and is_here(), data={})


def _everywhere() -> Json:
    return {
        "t": texts(),
        "lang": language(),
        "languages": LANGUAGE_NAMES,
        "token": write_token(),
        "role": role().name.lower(),
        "manager": services().manager,
        "colours_of": lambda game: player_colours(game["plan"].get("colours", ())),
        "sprite": sprite,
        "looks": LOOKS,
        "themes": THEMES,
        "texts": _script_texts(),
    }


def _script_texts() -> dict[str, str]:
    parts = _PARTS.get((request.endpoint or "").removeprefix("pages."), ("pages",))
    # On the page of a game pieces are called as on the sheet of that game.
    known = texts().of(g.get("kind", "tiles")).texts
    shown = {key: text for key, text in known.items() if key.partition(".")[0] in (*parts, "dialogs")}
    return shown | {f"languages.{one}": name for one, name in LANGUAGE_NAMES.items()}


def _running() -> list[str]:
    return [session.id for session in services().manager.sessions]


def _demo() -> Json | None:
    """How the game of the film begins that comes with the program."""
    shipped = services().manager.sources.shipped
    going = (session for session in services().manager.sessions if not session.game.state.ended)
    playing = any(session.info.plan.get("source") == DEMO for session in going)
    if role() is not Role.REFEREE or shipped is None or playing:
        return None
    return {
        "name": texts()["pages.home.demo_name"],
        "rules": shipped.rules,
        "players": [{"name": name} for name in shipped.players],
        "source": DEMO,
        "language": language(),
    }


def _phones() -> Json | None:
    options = services().options
    if role() is not Role.REFEREE or not options.urls:
        return None
    return {
        "address": options.urls[0],
        "qr": qr_svg(options.join_url),
        "code": options.codes.viewer,
        "referee_code": options.codes.referee,
    }
