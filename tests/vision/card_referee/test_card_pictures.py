"""Folders of pictures of cards: each is the table after one turn."""

from tests.vision.card_referee.scripted import CardPictures, named, names
from tests.vision.card_referee.test_card_tables import REDS
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.referee.events import event_json
from tileye.vision.referee.inputs import parse_input


def test_each_picture_is_a_turn() -> None:
    folder = CardPictures()
    told = folder.show(a=REDS) + folder.show(b="1G 2G 3G") + folder.show(a="1R 2R 3R 4R 5R 6R")
    assert names(told) == ["turn", "turn", "violation"]
    assert [event["player"] for event in named(told, "turn")] == [0, 1]


def test_the_same_table_once_more_is_nothing() -> None:
    folder = CardPictures()
    folder.show(a=REDS)
    assert folder.show() == []


def test_an_illegal_table_that_still_lies_there_was_let_stand() -> None:
    folder = CardPictures()
    folder.show(a=REDS)
    assert names(folder.show(a="1R 2R 3R 4G")) == ["violation"]
    told = folder.show(b="1G 2G 3G")
    assert [(one["event"], one.get("overruled")) for one in told] == [("turn", True), ("violation", None)]
    told = folder.show(a=REDS, b="1G 2G 3G 4G")
    assert [(one["event"], one["player"], one["added"]) for one in named(told, "turn")] == [
        ("turn", 0, ["1G", "2G", "3G"])
    ]


def test_an_illegal_table_that_was_mended_was_none() -> None:
    folder = CardPictures()
    folder.show(a=REDS)
    folder.show(a="1R 2R 3R 4G")
    (turn,) = named(folder.show(a="1R 2R 3R 4R"), "turn")
    assert (turn["number"], turn["player"], turn["added"]) == (2, 1, ["4R"])


def test_pictures_that_are_missing_may_hide_a_turn() -> None:
    folder = CardPictures()
    folder.show(a=REDS)
    told = folder.show(skipped=True, b="1G 2G 3G")
    assert [one["perhaps"] for one in told] == ["two_turns", "two_turns"]
    more = folder.show(c="1B 2B 3B 4B 5B", d="1Y 2Y 3Y 4Y 5Y")
    assert [(one["event"], one["perhaps"]) for one in more] == [("violation", "two_turns")]


def test_a_table_that_lies_there_at_the_start() -> None:
    folder = CardPictures()
    (told,) = folder.show(a=REDS, b="1G 2G 3G")
    assert told["event"] == "board"
    assert names(folder.show(a="1R 2R 3R 4R")) == ["turn"]
    as_turn = CardPictures(begin="turn")
    assert names(as_turn.show(a=REDS, b="1G 2G 3G")) == ["turn"]


def doubted() -> CardPictures:
    """Photos that people take; the second shows a card in doubt."""
    photos = CardPictures(settings=CardSettings(names_first=True))
    photos.show(a=REDS)
    assert names(photos.show(b=["1G", "2G", "3G", {"4G": 0.55, "5G": 0.45}])) == ["unsure"]
    assert photos.referee.view.held
    return photos


def test_a_photo_with_a_card_in_doubt_is_a_turn_as_soon_as_it_is_named() -> None:
    photos = doubted()
    px = list(photos.referee.view.asked[0].px)
    events = photos.referee.tell(parse_input({"at": photos.table.at, "input": "card", "px": px, "tile": "5G"})).events
    (told,) = named([event_json(event) for event in events], "turn")
    assert (told["player"], told["added"]) == (1, ["1G", "2G", "3G", "5G"])
    shown = photos.show(a="1R 2R 3R 4R")
    assert [(one["event"], one["added"]) for one in named(shown, "turn", "corrected")] == [("turn", ["4R"])]


def test_the_next_photo_takes_the_likeliest_names() -> None:
    told = named(doubted().show(a="1R 2R 3R 4R"), "turn")
    assert [(one["player"], one["added"]) for one in told] == [(1, ["1G", "2G", "3G", "4G"]), (0, ["4R"])]
