"""What set-up knows already: the rule sets, who played before, and how."""

from tileye.companion_web.sessions.game_plans import GameSettings, game_settings_json, game_settings_of
from tileye.companion_web.storage.store import GameInfo, Store, StoreError
from tileye.rules.jsonlines import Json, parse_object
from tileye.rules.record import parse_header
from tileye.rules.rulesets import RULE_SETS, TILES, RuleSet
from tileye.rules.state import Player
from tileye.rules.tiles import SIDE

_MOST_GAMES = 10
_MOST_PLAYERS = 12
_USUAL: Json = {"rules": TILES.name, **game_settings_json(GameSettings())}


def rule_sets_json() -> Json:
    """Say what the page needs of each rule set to find out who starts."""
    return {rules.name: _rules_json(rules) for rules in RULE_SETS}


def choices(games: list[GameInfo], wished: Json) -> Json:
    """Say how the last game was played, but for what was wished when the program was started."""
    last = {"rules": games[0].rules, **game_settings_json(game_settings_of(games[0].plan))} if games else _USUAL
    return {**last, **{name: value for name, value in wished.items() if name in last}}


def known_players(store: Store, games: list[GameInfo]) -> list[Json]:
    """List who played lately, with what is known of each from their last game."""
    found: dict[str, Json] = {}
    for game in games[:_MOST_GAMES]:
        colours = game_settings_of(game.plan).colours
        for place, player in enumerate(_players(store, game.id)):
            colour = colours[place] if place < len(colours) else None
            found.setdefault(player.name, {"name": player.name, "born": player.born, "colour": colour})
    return list(found.values())[:_MOST_PLAYERS]


def _players(store: Store, game: str) -> tuple[Player, ...]:
    try:
        return parse_header(parse_object(store.lines(game)[0].encode("utf-8", "surrogateescape"))).players
    except (ValueError, StoreError):  # its record is damaged, which is told where it is opened
        return ()


def _rules_json(rules: RuleSet) -> Json:
    return {
        "kind": rules.kind,
        "hand": rules.hand,
        "pieces": rules.pieces,
        "most": SIDE,
        "least": rules.opening_at_least,
        "binds": rules.opening_binds,
        "tie": rules.tie_starter,
    }
