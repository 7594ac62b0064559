"""A watched game finds its way again by itself where later looks tell what lay there."""

from tests.vision.card_referee.performed import CardErrors, perform_cards
from tests.vision.card_referee.scripted import CardTable, Laid, cards_of, named, names
from tests.vision.card_referee.test_card_films import film, standing
from tests.vision.card_referee.test_card_tables import begun

REDS = "1R 2R 3R"


def overlook(table: CardTable, name: str, *places: int) -> None:
    """Some cards of a set are not found where they lie."""
    laid = table.sets[name]
    for number, place in enumerate(range(len(laid.cards))):
        if place not in places:
            table.sets[f"{name} part {number}"] = Laid([laid.cards[place]], laid.x + place * laid.step, laid.y)
    del table.sets[name]


def find(table: CardTable, name: str, cards: str) -> None:
    """All cards of a set are found where they lie."""
    for part in [one for one in table.sets if one.startswith(f"{name} part")]:
        del table.sets[part]
    table.put(name, cards)


def test_a_first_set_that_is_read_whole_late_is_turn_one() -> None:
    table = CardTable()
    table.hand()
    table.put("a", REDS)
    overlook(table, "a", 1)
    table.still(1.5)
    assert "turn" not in names(table.say("done"))
    find(table, "a", REDS)
    assert names(table.still(2)) == ["turn"]
    table.play(b="1G 2G 3G")
    table.say("done")
    assert table.turns() == [(0, ["1R", "2R", "3R"]), (1, ["1G", "2G", "3G"])]


def test_a_first_set_that_is_read_whole_after_the_next_turn_came_is_turn_one() -> None:
    table = CardTable()
    table.hand()
    table.put("a", REDS)
    overlook(table, "a", 1)
    table.still(1.5)
    table.say("done")
    table.play(b="1G 2G 3G")
    assert table.turns() == []
    find(table, "a", REDS)
    assert names(table.still(3) + table.say("done")) == ["turn", "turn"]
    assert table.turns() == [(0, ["1R", "2R", "3R"]), (1, ["1G", "2G", "3G"])]


def test_a_card_at_an_end_that_is_found_after_the_next_turn_lay_there_where_only_that_explains_all() -> None:
    table = begun()
    table.play(c="4B 5B 6B", d="4Y 5Y 6Y", e="2P 5P")
    assert names(table.say("done")) == ["violation"]
    table.play(f="6R 6O 6G")
    table.say("done")
    assert len(table.turns()) == 2
    # Both hands were there since; the blue card may be of either player, and was seen in no earlier table.
    find_at_ends(table, c="4B 5B 6B 1B", e="2P 5P 6P")
    assert names(table.still(3)) == ["turn", "turn"]
    assert [(player, len(played)) for player, played in table.turns()[2:]] == [(0, 9), (1, 4)]


def find_at_ends(table: CardTable, **sets: str) -> None:
    """Cards are found that nobody saw before."""
    for name, cards in sets.items():
        table.put(name, cards)


def test_a_card_that_is_found_with_no_hand_since_belongs_to_the_turn_before() -> None:
    table = begun()
    table.hand()
    table.put("a", "1R 2R 3R 4R 5R")
    table.sets["a"] = Laid(cards_of("1R 2R 3R 4R"), table.sets["a"].x, table.sets["a"].y)
    table.still(1.0)
    table.say("done")
    assert table.turns()[-1] == (0, ["4R"])
    table.put("a", "1R 2R 3R 4R 5R")
    (told,) = named(table.still(4), "corrected")
    assert (told["number"], told["player"], told["added"]) == (3, 0, ["4R", "5R"])
    assert not named(table.rest(25), "turn")


def test_a_card_that_is_laid_after_the_turn_is_the_next_players() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    assert not named(table.play(a="1R 2R 3R 4R 5R", wait=4) + table.say("done"), "corrected")
    assert table.turns()[-2:] == [(0, ["4R"]), (1, ["5R"])]


def test_a_card_that_is_read_otherwise_for_long_is_corrected_if_no_hand_was_there() -> None:
    table = begun()
    table.play(b="1G 2G 3G 5G")
    table.say("done")
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    # Another light shows the card that was read surely as another one.
    table.put("b", "1G 2G 3G 6G")
    (told, _) = named(table.still(6), "corrected")
    assert (told["number"], told["added"]) == (3, ["6G"])
    assert table.turns()[2:] == [(0, ["6G"]), (1, ["4R"])]


def test_what_is_read_otherwise_for_a_moment_is_not_corrected() -> None:
    table = begun()
    table.play(b="1G 2G 3G 5G")
    table.say("done")
    table.put("b", "1G 2G 3G 6G")
    told = table.still(0.2)
    table.put("b", "1G 2G 3G 5G")
    assert names(told + table.still(6)) == []


def test_a_card_in_the_place_of_another_is_not_taken_for_it_where_a_hand_was() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    # Somebody has taken the 4R into the hand and has laid a 5R in its place.
    told = table.play(a="1R 2R 3R 5R", b="1G 2G 3G 4G") + table.rest(12) + table.say("done") + table.rest(5)
    assert names(told) == ["violation"]
    assert [one["code"] for one in told[0]["violations"]] == ["card_missing"]
    assert table.turns()[-1] == (0, ["4R"])


def test_a_turn_that_was_misread_when_it_ended_is_recorded_with_the_next_one() -> None:
    table = begun()
    table.play(c="4Y 4B 5G")
    assert names(table.say("done")) == ["violation"]
    # The next player's arm has passed, and the last card is read as what it is.
    table.play(c="4Y 4B 4G", a="1R 2R 3R 4R")
    told = table.still(3) + table.say("done")
    assert names(told) == ["turn", "turn"]
    assert table.turns()[2:] == [(0, ["4B", "4G", "4Y"]), (1, ["4R"])]


def test_a_misread_turn_that_is_read_right_after_a_hand_is_its_players() -> None:
    table = begun()
    table.play(c="4Y 4B 5G")
    table.say("done")
    assert names(table.play(c="4Y 4B 4G", wait=3)) == ["turn"]
    assert table.turns()[2:] == [(0, ["4B", "4G", "4Y"])]


def test_a_fault_that_is_mended_after_done_stays_one_turn() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4G", c="5Y 5B 5O")
    assert names(table.say("done")) == ["violation"]
    table.play(a=REDS, b="1G 2G 3G 4G", wait=3)
    assert names(table.say("done")) == ["turn"]
    assert table.turns()[2:] == [(0, ["4G", "5B", "5O", "5Y"])]


def test_a_wrong_name_in_the_record_is_found_when_the_turns_after_it_cannot_be_explained() -> None:
    table = begun()
    table.play(b="1G 2G 3G 5G")
    table.say("done")
    table.play(d="5Y 5B 5P")
    table.say("done")
    # The card was a 6G: with the set of the next player that is seen, and that it is gone where it lay.
    table.play(b="1G 2G 3G", c="6G 6B 6O")
    assert names(table.say("done") + table.still(4)) == ["violation"]
    told = table.play(a="1R 2R 3R 4R", wait=4)
    # Of the turn in between it is told anew how the table was.
    assert names(told) == ["corrected", "corrected", "turn"]
    table.say("done")
    assert table.turns()[2:] == [(0, ["6G"]), (1, ["5B", "5P", "5Y"]), (0, ["6B", "6O"]), (1, ["4R"])]


def test_a_doubtful_card_is_what_fits_also_when_a_qwirkle_is_taken_and_others_are_in_doubt() -> None:
    table = begun()
    doubts = [{"1B": 0.6, "1Y": 0.4}, {"2B": 0.6, "2Y": 0.4}, {"3B": 0.6, "3O": 0.4}]
    table.play(a="1R 2R 3R 4R 5R", c=doubts)
    table.say("done")
    table.play(d="4Y 5Y 6Y")
    table.say("done")
    told = table.play(a="", d=["4Y", "5Y", {"6P": 0.6, "6Y": 0.4}, "3Y"]) + table.say("done")
    (turn,) = named(told, "turn")
    assert (turn["points"], turn["added"]) == (1, ["3Y", "6R"])


def test_what_people_corrected_is_not_corrected_back() -> None:
    table = begun()
    table.play(b="1G 2G 3G 5G")
    table.say("done")
    row = table.referee.game.state.rows[-1].id
    after = [["1R", "2R", "3R"], ["1G", "2G", "3G", "6G"]]
    table.say("correct", of=row, to={"event": "turn", "player": 0, "after": after, "taken": []})
    assert not named(table.still(8), "corrected")
    assert table.turns()[-1] == (0, ["6G"])


def test_a_hand_that_is_laid_open_for_all_to_see_is_never_a_turn() -> None:
    table = begun()
    table.say("cannot_play", player=0)
    table.hand()
    table.apart("shown", "1B 3Y 4P 5O 6G 2B 4Y 6B 5P", step=30.0)
    told = table.still(2) + table.rest(30)
    table.hand()
    del table.sets["shown"]
    told += table.still(2)
    assert named(told, "turn", "corrected", "takeback", "violation") == []
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    assert table.turns()[-1] == (0, ["4R"])


def test_a_film_in_which_cards_are_misread_for_long() -> None:
    timeline = film("test", 3)
    assert standing(perform_cards(timeline, CardErrors(misread=0.03, lasting=30))) == standing(timeline.truth)
