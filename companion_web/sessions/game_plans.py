"""What set-up asks for, checked."""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tileye.companion_web.languages import LANGUAGES, words
from tileye.companion_web.sessions import Refused
from tileye.companion_web.sessions.source_choices import HAND
from tileye.rules.events import Opening, parse_event
from tileye.rules.game import Game, Setup
from tileye.rules.jsonlines import Json
from tileye.rules.record import VERSION, parse_header
from tileye.rules.tiles import shown
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.referee.inputs import Begin, begin_json, parse_begin
from tileye.vision.referee.settings import Settings

_REFEREE, _CARD_REFEREE = Settings(), CardSettings()
_MOST_GRACE, _LEAST_PAUSE, _MOST_PAUSE = 60.0, 1.0, 120.0
_MOST_COLOURS = 4


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What can be changed while a game is played."""

    colours: tuple[str, ...] = ()
    automatic: bool = _REFEREE.automatic
    grace: float = _REFEREE.grace
    pause: float = _CARD_REFEREE.pause
    """In the card game: how long a legal table rests before it is a turn."""
    language: str = "en"
    evidence: bool = True

    def waits(self, kind: str) -> float:
        """For how many seconds a turn is only proposed in a game with tiles or with cards."""
        return self.grace if kind == "tiles" else self.pause


@dataclass(frozen=True, slots=True)
class GamePlan:
    """A game that is about to begin."""

    setup: Setup
    name: str
    source: str = HAND
    game_settings: GameSettings = field(default_factory=GameSettings)
    opening: Opening | None = None
    begin: Json | None = None
    """What somebody says of the pieces that lie there already, as `begin_of` reads it."""


def parse_plan(value: Json, language: str = "en", *, reads_cards: bool = False) -> GamePlan:
    """Read what set-up sends; raise Refused with a sentence, also where nothing here reads what is played with."""
    try:
        setup = parse_header(
            {"tileye": VERSION, **_given(value, ("rules", "players", "pieces", "set")), "asks_starter": True}
        )
        Game(setup)
        game_settings = changed(GameSettings(language=language), {**_given(value, _CHECKS), **_colours(value)})
        opening = _opening(value, setup)
        begin = _begin(value, len(setup.players))
        if begin and value.get("source") in (None, HAND):
            raise ValueError("begin: no camera watches this game, so nobody sees what lies there")
    except ValueError as error:
        raise Refused.because(error) from None
    source = value.get("source") or HAND
    if source != HAND and setup.rules.kind == "cards" and not reads_cards:
        raise Refused("no_cards")
    name, told = _name(value, setup, game_settings.language), begin_json(begin) if begin else None
    return GamePlan(setup, name, str(source), game_settings, opening, told)


def rematch_of(played: Game, game_settings: GameSettings, source: str) -> Json:
    """What set-up would send for another game of the same players, in which the next one starts, if that is known."""
    state = played.state
    seats = zip(state.players, game_settings.colours or (None,) * len(state.players), strict=False)
    players = [{"name": player.name, "born": player.born, "colour": colour} for player, colour in seats]
    first = state.rows[0].player if state.rows else state.whose_turn or 0
    # Stock may have told of lost pieces: the next game is dealt from what there is.
    pieces = max(state.pieces, state.rules.hand * len(players))
    agreed = {name: wish for name, wish in game_settings_json(game_settings).items() if name != "colours"}
    return {
        **agreed,
        "rules": state.rules.name,
        "players": players,
        "pieces": pieces,
        "source": source,
        "starter": None if played.starter_open else (first + 1) % len(players),
    }


def changed(game_settings: GameSettings, value: Json) -> GameSettings:
    """Take over what somebody changes; raise Refused where that cannot be."""
    for name, wish in value.items():
        if name not in _CHECKS or not _CHECKS[name](wish):
            raise Refused("cannot_set", name=name, value=shown(wish))
    told: dict[str, Any] = {name: tuple(wish) if name == "colours" else wish for name, wish in value.items()}
    return replace(game_settings, **told)


def game_settings_of(plan: Json) -> GameSettings:
    """What a kept game is played with; what makes no sense is left out."""
    return changed(
        GameSettings(), {name: plan[name] for name, fits in _CHECKS.items() if name in plan and fits(plan[name])}
    )


def game_settings_json(game_settings: GameSettings) -> Json:
    """Write settings down; `game_settings_of` is the inverse."""
    return {**asdict(game_settings), "colours": list(game_settings.colours)}


def begin_of(plan: Json, players: int) -> Begin | None:
    """What set-up said of the tiles that lie there already; what makes no sense is left out."""
    try:
        return _begin(plan, players)
    except ValueError:
        return None


def _begin(value: Json, players: int) -> Begin | None:
    told = value.get("begin")
    begin = parse_begin(told) if isinstance(told, dict) else None
    wrong = begin.fault(players) if begin else None
    if wrong:
        raise wrong
    return begin


def _given(value: Json, names: Mapping[str, object] | tuple[str, ...]) -> Json:
    return {name: value[name] for name in names if value.get(name) is not None}


def _colours(value: Json) -> Json:
    """The colours that all players have chosen."""
    chosen = [player.get("colour") for player in value["players"]]
    return {"colours": chosen} if all(chosen) else {}


def _name(value: Json, setup: Setup, language: str) -> str:
    name = value.get("name")
    players = [player.name for player in setup.players]
    return name if isinstance(name, str) and name.strip() else words(language).listed(players)


def _opening(value: Json, setup: Setup) -> Opening | None:
    """What was declared, if it can be told; `starter` says who starts where ages do not."""
    given = _given(value, ("declared", "starter"))
    if not given:
        return None
    declared = given.get("declared", [None] * len(setup.players))
    opening = parse_event({"event": "opening", "declared": declared, "player": given.get("starter")})
    assert isinstance(opening, Opening)
    Game(setup).append(opening)
    return opening


def _are_colours(value: object) -> bool:
    if not isinstance(value, list | tuple) or len(value) > _MOST_COLOURS:
        return False
    return all(isinstance(one, str) and re.fullmatch("#[0-9a-fA-F]{6}", one) for one in value)


def _is_grace(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _MOST_GRACE


def _is_pause(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and _LEAST_PAUSE <= value <= _MOST_PAUSE


def _is_yes_or_no(value: object) -> bool:
    return isinstance(value, bool)


_CHECKS: dict[str, Callable[[object], bool]] = {
    "colours": _are_colours,
    "automatic": _is_yes_or_no,
    "grace": _is_grace,
    "pause": _is_pause,
    "language": LANGUAGES.__contains__,
    "evidence": _is_yes_or_no,
}
