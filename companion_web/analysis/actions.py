"""What a player did in a turn, in words that follow a name, or with it."""

from tileye.companion_web.analysis.lines import tiles_text
from tileye.companion_web.languages import Words
from tileye.companion_web.sheets.phrases import action_text
from tileye.rules.state import Row


def action(row: Row, words: Words) -> str:
    """Say what was done: lays 2 tiles (red circle and red star)."""
    if row.kind != "turn":
        return action_text(row, words)
    if row.placed:
        return _pieces("told.lays", tuple(tile for tile, _ in row.placed), words)
    plays = [_pieces("told.plays", row.played, words)] if row.played else []
    takes = [words.count("told.takes", len(row.taken))] if row.taken else []
    return words.listed(plays + takes) or words["told.rearranges"]


def does(row: Row, player: str, words: Words) -> str:
    """Say what a player did: Ada passes."""
    return words.say("told.does", player=player, action=action(row, words))


def _pieces(key: str, pieces: tuple[str, ...], words: Words) -> str:
    return words.say("told.pieces", action=words.count(key, len(pieces)), names=tiles_text(pieces, words))
