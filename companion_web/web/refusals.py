"""What people are refused most, in their language.

The rules, the tables and the store say why in one English sentence, which is part of what programs get of them. What a
family meets at the table is told in its own words here; whatever no pattern knows stays as it is.
"""

import re
from collections.abc import Mapping

from tileye.companion_web.languages import Words

_PATTERNS: Mapping[str, re.Pattern[str]] = {
    key: re.compile(pattern)
    for key, pattern in {
        "nothing_to_undo": r"^there is nothing to undo$|^no event \d+ stands$",
        "nothing_to_redo": r"^there is nothing to redo$|^event \d+ is not undone$",
        "turn_impossible": r"could then not be, as turn (?P<n>\d+): (?P<reason>.+)",
        "then_impossible": r"could then not be",
        "not_your_turn": r"^it is the turn of (?P<name>.+)$",
        "said_just_now": r"^somebody said this just now",
        "meanwhile": r"^another turn was recorded meanwhile",
        "too_many_first": r"^(?P<n>\d+) tiles are no first turn",
        "who_started": r"^nobody has said who laid the first turn",
        "over": r"^the game is over$",
        "illegal": r"^this turn is illegal ",
        "legal": r"^this turn is legal: ",
        "begins_with_turn": r"^the game begins with a turn",
        "no_exchange": r"know no exchange$",
        "empty_bag": r"^the bag is empty",
        "exchange_count": r"^(?P<n>\d+) pieces cannot be exchanged: .* 1 to (?P<most>\d+)$",
        "new_cards_first": r"^who cannot play shows the hand",
        "no_deck": r"^there are no cards to draw|^without cards in hand",
        "no_pass": r"^passing is not possible while the bag holds (?P<n>\d+)",
        "empty_turn": r"^a turn without tiles|^a turn in which no card moved",
        "occupied": r"^a tile in a cell that is taken",
        "both_colours": r"^purple and white tiles together",
        "no_player": r"^there is no player \d+",
        "no_such_turn": r"is no turn that stands",
        "same_name": r"^another player is called (?P<name>.+): give each|^two players have the same name",
        "no_name": r"is no name: 1 to \d+ printable|^a game needs a name",
        "too_many_pieces": r"^with what lies open that makes (?P<n>\d+) pieces: there are (?P<most>\d+)",
        "start_stays": r"^what lay there at the start cannot be taken back",
        "start_late": r"^what lay there already can only be told before|^the game has begun: what lies there",
        "start_first": r"^tiles lie there already: say first",
        "decided": r"^the game has begun: who starts is decided",
        "not_starter": r"^(?P<name>.+) does not start: ",
        "nobody_declared": r"^nobody declared anything",
        "in_bin": r"is in the bin: restore it|^this game is in the bin",
        "in_use": r"^that camera or film shows the game (?P<name>.+): close that game first$",
        "goes_on": r"^this game goes on: a rematch",
        "no_source": r"^there is no such (camera|source)",
        "camera": r"^camera (?P<n>\d+) (cannot be opened|gives no picture)",
        "film": r"no film that can be read|is empty: copy or record",
        "no_pictures": r"holds no pictures",
        "stream": r"^nothing that can be shown answers at|^no picture comes from|^an address has to look like",
        "no_live": r"^at .+ there is a film, nothing live",
        "source_gone": r"cannot be opened: |is no file: name a film|is a picture, not a film|^there is no .+: name",
        "unheard": r"^nobody has heard this yet",
        "unsaved": r"^the last turns are not saved yet",
        "opened": r"^this game is open: close it",
        "how_many_players": r"is for (?P<least>\d+) to (?P<most>\d+) players, not (?P<n>\d+)",
        "tied": r"^(?P<names>.+) declared the same number: say who",
        "deal_again": r"^nobody declared (?P<n>\d+): shuffle",
        "no_cards": r"^no camera reads cards yet",
        "no_camera": r"^no camera watches this game$",
        "closed": r"^this game is closed",
        "stumbled": r"^something went wrong while looking",
        "record": r"^this is no record of a game that can be read",
        "no_game": r"^no game has the id ",
        "full_disk": r"disk is full|no room",
        "many_in_hand": r"(?P<n>\d+) pieces are more than the (?P<most>\d+) of a hand",
        "none_left": r"^(?P<tile>[1-6][ROYGBPW]) lies open so often",
    }.items()
}


def in_words(sentence: str, chosen: Words) -> str:
    """Say a refusal in a language, where it is one that is known."""
    for key, pattern in _PATTERNS.items():
        found = pattern.search(sentence)
        if found:
            return chosen.say(f"web.refused.{key}", **_fields(found, chosen))
    return sentence


def _fields(found: re.Match[str], chosen: Words) -> dict[str, str]:
    given = {name: (value or "").strip("'\"") for name, value in found.groupdict().items()}
    if "reason" in given:
        return {**given, "reason": in_words(given["reason"], chosen)}
    return {**given, "tile": chosen[f"tiles.{given['tile']}"]} if "tile" in given else given
