"""The sheet of the tile game, sentence by sentence: each test quotes in its docstring what it holds the rules to."""
# ruff: noqa: E501, RUF002 - the sentences stand whole on one line and as printed, so that a search finds them

import pytest

from tests.rules.positions import GridBoard, grid, lay, told, with_move
from tileye.rules.board import Cell
from tileye.rules.judge import judge
from tileye.rules.moves import legal_moves
from tileye.rules.rulesets import TILES
from tileye.rules.tiles import COPIES, best_match, set_tiles

YELLOW_SIX = "1Y 2Y 3Y 4Y 5Y 6Y"
SEVEN = "1Y@0,0 1Y@6,0 2Y@1,0 3Y@2,0 4Y@3,0 5Y@4,0 6Y@5,0"


def points(board: str | GridBoard, move: str) -> list[int]:
    """The points of the lines of a legal move."""
    verdict = judge(TILES, grid(board) if isinstance(board, str) else board, lay(move))
    assert verdict.legal
    assert verdict.points == sum(line.points for line in verdict.lines)
    return sorted(line.points for line in verdict.lines)


def wrong(board: str | GridBoard, move: str, opening: int | None = None) -> list[str]:
    """The codes of all violations."""
    verdict = judge(TILES, grid(board) if isinstance(board, str) else board, lay(move), opening=opening)
    return sorted(fault.code for fault in verdict.violations)


# Inhalt, Spielziel, Spielvorbereitung


def test_108_steine_jeweils_dreimal() -> None:
    """108 Steine – die abgebildeten 36 Steine jeweils dreimal"""
    assert len(set_tiles(None)) == 36
    assert COPIES == 3
    assert TILES.pieces == 36 * 3 == 108
    assert wrong("1R . 1R . 2R", "1R@5,0") == []
    assert wrong("1R . 1R . 1R . 2R", "1R@7,0") == ["too_many_copies"]


def test_reihen_gleicher_farbe_oder_gleicher_form() -> None:
    """Die Spieler bilden und erweitern Reihen gleicher Farbe oder gleicher Form, um die meisten Punkte zu erzielen."""
    assert points("1R", "2R@1,0") == [2]
    assert points("1R 2R", "3R@2,0") == [3]
    assert points("1R", "1G@1,0") == [2]
    assert points("1R 1G", "1B@2,0") == [3]


def test_jeder_spieler_zieht_blind_6_steine() -> None:
    """Jeder Spieler zieht blind 6 Steine und stellt diese aufrecht vor sich hin, so dass die anderen Spieler die Vorderseite nicht sehen können."""
    assert TILES.hand == 6
    assert "too_many_tiles" in wrong("", " ".join(f"{x % 6 + 1}R@{x},0" for x in range(7)))
    assert wrong("", " ".join(f"{x % 6 + 1}R@{x},0" for x in range(6))) == []


def test_fuer_2_bis_4_spieler() -> None:
    """Ein fesselndes Kombinationsspiel von Susan McKinley Ross für 2 – 4 Spieler."""
    assert (TILES.players_min, TILES.players_max) == (2, 4)


# Start des Spiels


@pytest.mark.parametrize(
    ("hand", "declared"),
    [("1R 2R 3R 4G 5B 6O", 3), ("1R 1G 1B 1O 5B 6O", 4), ("1R 1R 2R 2R 3G 4O", 2), ("4O 4O 4O 4O 4O 4O", 1)],
)
def test_wie_viele_ihrer_steine_die_gleiche_farbe_oder_form_aufweisen(hand: str, declared: int) -> None:
    """Zunächst prüfen alle Spieler, wie viele ihrer Steine die gleiche Farbe oder die gleiche Form aufweisen (in Farbe und Form identische Steine zählen dabei nur einfach)."""
    assert best_match(hand.split()) == declared


def test_der_spieler_mit_den_meisten_uebereinstimmungen_legt_diese_steine() -> None:
    """Der Spieler mit den meisten Übereinstimmungen legt nun diese Steine in einer Reihe in der Tischmitte aus, um das Spiel zu beginnen (z. B. 3 rote Steine mit unterschiedlicher Form)."""
    assert wrong("", "1R@0,0 2R@1,0 3R@2,0", opening=3) == []
    assert wrong("", "1R@0,0 2R@1,0", opening=3) == ["opening_too_short"]
    assert wrong("", "1R@0,0 2R@1,0 3R@2,0 4R@3,0", opening=3) == ["opening_too_long"]
    assert wrong("", "1R@0,0 2R@1,0 3R@1,1", opening=3) == ["not_one_line"]
    hand = ["1R", "2R", "3R", "4G", "5B", "6O"]
    assert {len(move.tiles) for move in legal_moves(TILES, {}, hand, opening=best_match(hand))} == {3}


def test_startet_der_juengste_spieler() -> None:
    """Haben zwei oder mehr Spieler gleich viele Übereinstimmungen, startet von diesen der jüngste Spieler."""
    assert TILES.tie_starter == "youngest"


# Spielablauf


def test_er_legt_1_oder_mehr_steine_an_in_einer_reihe() -> None:
    """Entweder er legt 1 oder mehr Steine an bereits ausliegende Steine in einer Reihe an."""
    assert wrong("1R", "") == ["empty_move"]
    for number in range(1, 6):
        assert wrong("1R", " ".join(f"{x + 1}R@{x},0" for x in range(1, number + 1))) == []
    assert wrong("1R", "2R@1,0 3R@0,1") == ["not_one_line"]


def test_er_tauscht_1_bis_6_seiner_steine() -> None:
    """Er tauscht 1 bis 6 seiner Steine, um neue zu erhalten."""
    assert TILES.may_exchange


# 1. Anlegen


def test_2_oder_mehr_steine_hintereinander_bilden_eine_reihe() -> None:
    """2 oder mehr Steine hintereinander bilden eine **Reihe**."""
    assert points("1R", "2R@1,0") == [2]
    assert points("1R", "2R@0,1") == [2]
    assert points("1R 2R\n. 3R", "4R@1,2") == [3], "across, one tile alone is no line"


def test_alle_mit_der_gleichen_form_oder_alle_die_gleiche_farbe() -> None:
    """Eine Reihe besteht entweder aus Steinen, die **alle mit der gleichen Form** bedruckt sind, oder **alle die gleiche Farbe** aufweisen."""
    assert wrong("1R 1G", "1B@2,0") == []
    assert wrong("1R 2R", "3R@2,0") == []
    assert wrong("1R 1G", "2G@2,0") == ["mismatch"]
    assert wrong("1R 2R", "2G@2,0") == ["mismatch"]
    assert wrong("1R", "2G@1,0") == ["mismatch"]


def test_in_einer_reihe_der_gleichen_form_unterschiedliche_farben() -> None:
    """**In einer Reihe von Steinen der gleichen Form müssen alle Steine unterschiedliche Farben aufweisen.** Zum Beispiel darf eine Reihe von Quadraten nur ein blaues Quadrat enthalten."""
    assert wrong("4R 4B", "4Y@2,0") == []
    assert told(judge(TILES, grid("4R 4B"), lay("4B@2,0"))) == ["duplicate 4B@1,0 4B@2,0 4R@0,0"]


def test_in_einer_reihe_der_gleichen_farbe_unterschiedliche_formen() -> None:
    """**In einer Reihe von Steinen der gleichen Farbe müssen alle Steine unterschiedliche Formen aufweisen.** Beispielsweise darf eine Reihe von gelben Steinen nur einen gelben Kreis enthalten."""
    assert wrong("2Y 1Y", "3Y@2,0") == []
    assert told(judge(TILES, grid("2Y 1Y"), lay("1Y@2,0"))) == ["duplicate 1Y@1,0 1Y@2,0 2Y@0,0"]


def test_in_einer_reihe_maximal_6_steine() -> None:
    """In einer Reihe können somit maximal 6 Steine liegen."""
    assert wrong("1Y 2Y 3Y 4Y 5Y", "6Y@5,0") == []
    for tile in set_tiles(None):
        assert "too_long" in wrong(YELLOW_SIX, f"{tile}@6,0")
    assert "too_long" in wrong("1Y 2Y 3Y . 5Y 6Y 1Y", "4Y@3,0")


def test_immer_kontakt_zu_mindestens_einem_bereits_ausliegenden_stein() -> None:
    """Steine, die ausgespielt werden, müssen **immer Kontakt zu mindestens einem bereits ausliegenden Stein** haben."""
    assert wrong("1R", "1G@0,1") == []
    assert wrong("1R", "1G@0,1 1B@0,2 1O@0,3") == [], "one of them touches, the others through it"
    assert wrong("1R", "1G@1,1") == ["no_contact"], "a corner is no contact"
    assert wrong("1R", "1G@0,2") == ["no_contact"]
    assert wrong("1R", "1G@4,4 1B@5,4") == ["no_contact"]


def test_alle_ausgespielten_steine_die_gleiche_farbe_oder_die_gleiche_form() -> None:
    """**Alle ausgespielten Steine müssen dabei entweder die gleiche Farbe oder die gleiche Form aufweisen.**"""
    assert wrong("1R", "1G@1,0 1B@2,0") == []
    assert wrong("1R", "2R@1,0 3R@2,0") == []
    assert wrong("1R", "1G@1,0 2R@2,0") == ["mismatch", "mixed_move"]
    assert wrong("1R 2R 3R", "1G@0,1 3B@2,1") == ["gap", "mixed_move"]


def test_steine_muessen_in_ihrer_eigenschaft_zu_den_ausliegenden_passen() -> None:
    """Steine, die an eine bereits existierende Reihe angelegt werden, müssen in ihrer Eigenschaft zu den bereits ausliegenden Steinen passen."""
    assert wrong("1R 2R 3R", "4R@3,0") == []
    assert wrong("1R 2R 3R", "3G@3,0") == ["mismatch"]
    assert wrong("1R 2R 3R", "3G@3,0 3B@4,0") == ["mismatch"]
    assert wrong("1R 1G\n2B .", "3B@1,1") == ["mismatch"], "the line across, too"


# Die Steine passen aus folgenden Gründen nicht

PICTURE = f"""
{YELLOW_SIX}
.  .  .  4P .  .
.  .  .  4R .  .
.  .  .  4G 2G .
"""


def picture_faults(tile: str, cell: Cell) -> list[str]:
    """What is wrong with one more stone on the board of the picture."""
    return told(judge(TILES, grid(PICTURE), ((tile, cell),)))


def test_falscher_stein_1_der_siebte_in_der_gelben_reihe() -> None:
    """1 Der 7. Stein in der gelben Reihe (zweite Kreis)"""
    assert picture_faults("1Y", (6, 0)) == [f"duplicate {SEVEN}", f"too_long {SEVEN}"]


@pytest.mark.parametrize(
    ("tile", "cell", "line"),
    [
        ("4R", (3, 4), "4G@3,3 4P@3,1 4R@3,2 4R@3,4 4Y@3,0"),
        ("2G", (5, 3), "2G@4,3 2G@5,3 4G@3,3"),
    ],
    ids=["2", "3"],
)
def test_falsche_steine_2_und_3_symbol_bereits_in_der_reihe(tile: str, cell: Cell, line: str) -> None:
    """2 + 3 Dieses Symbol gibt es in der Reihe bereits"""
    assert picture_faults(tile, cell) == [f"duplicate {line}"]


def test_falscher_stein_4_kein_kontakt() -> None:
    """4 Der Stein hat keinen Kontakt zu anderen Steinen"""
    assert picture_faults("4B", (1, 2)) == ["no_contact 4B@1,2"]


def test_falscher_stein_5_passt_zum_quadrat_nicht_zur_gelben_reihe() -> None:
    """5 Der lila Kreis würde zwar zum lila Quadrat passen. Zur gelben Reihe passt er aber nicht."""
    assert picture_faults("1P", (4, 1)) == ["mismatch 1P@4,1 5Y@4,0"], "4P 1P go together, 5Y 1P do not"
    at_the_end = grid("1Y 2Y 3Y 4Y .\n. . . . 4P")
    assert told(judge(TILES, at_the_end, lay("1P@4,0"))) == ["mismatch 1P@4,0 1Y@0,0 2Y@1,0 3Y@2,0 4Y@3,0"]
    assert points("4P", "1P@0,-1") == [2]


def test_stein_vorne_und_gleichzeitig_hinten() -> None:
    """Das heißt, dass ein Stein vorne in einer Reihe und gleichzeitig ein Stein hinten in derselben Reihe angelegt werden kann."""
    assert points("2R 3R", "1R@-1,0 4R@2,0") == [4]
    assert points("2R\n3R", "1R@0,-1 4R@0,2") == [4]
    assert frozenset(lay("1R@-1,0 4R@2,0")) in {
        frozenset(move.placed) for move in legal_moves(TILES, grid("2R 3R"), ["1R", "4R"])
    }


def test_muessen_nicht_in_direkter_verbindung_zueinander_stehen() -> None:
    """Werden mehrere Steine in einer Reihe angelegt, so müssen sie nicht in direkter Verbindung zueinander stehen."""
    assert points("2R . 4R . 6R", "3R@1,0 5R@3,0") == [5]
    assert points("2R . 4R . 6R", "1R@-1,0 3R@1,0 5R@3,0") == [12]


def test_beispiel_steffi_legt_links_zwei_und_rechts_einen_stein_an() -> None:
    """*Steffi legt die drei roten Steine an die rote Reihe an. Dabei legt sie links zwei und rechts einen Stein an.*"""
    assert points("3R 4R", "1R@-2,0 2R@-1,0 5R@2,0") == [5]


def test_nicht_im_selben_zug_in_unterschiedlichen_reihen() -> None:
    """Im selben Zug Steine in unterschiedlichen Reihen anzulegen, ist nicht möglich."""
    assert wrong("1R 2R 3R", "1G@0,1 3G@2,-1") == ["not_one_line"]
    assert wrong("1R 2R 3R", "1G@0,1 3G@2,1") == ["gap"]


def test_angelegt_wird_immer_nur_an_einen_stein_oder_eine_reihe() -> None:
    """Das heißt, angelegt wird immer nur an einen bereits ausliegenden Stein bzw. Reihe."""
    assert wrong("1R . . . 5R", "2R@1,0 4R@3,0") == ["gap"]
    assert wrong("1R . . . 5R", "2R@1,0 3R@2,0 4R@3,0") == []
    assert wrong("1R", "1G@0,1 1B@1,0") == ["not_one_line"], "two lines at the same stone"


def test_durch_eine_luecke_getrennt() -> None:
    """Steine oder Reihen, die durch eine Lücke von bereits liegenden Reihen getrennt sind, gehören zu unterschiedlichen Reihen."""
    assert points("1R . 2R 3R", "4R@4,0") == [3]
    assert points("1R . 1G\n2R . .", "1B@2,1") == [2]


def test_die_drei_raute_steine_und_die_gruene_reihe() -> None:
    """In vorhergehendem Beispiel würde beim Anlegen der drei Raute-Steine der grüne Raute-Stein nicht mit den drei grünen Steinen eine Reihe bilden und dementsprechend auch keine Punkte für eine grüne Reihe bringen."""
    board = grid("1R 2R 3R 4R .  3O\n4G .  .  .  .  .\n5G .  .  .  .  .\n6G 1G 2G .  .  .")
    assert points(board, "3Y@5,1 3B@5,2 3G@5,3") == [4]
    # Without the gap the green one would join the green line.
    assert points(with_move(board, lay("4G@3,3 5G@4,3")), "3Y@5,1 3B@5,2 3G@5,3") == [4, 12]


# 2. Steine eintauschen


def test_kann_ein_spieler_keine_steine_anlegen() -> None:
    """Kann ein Spieler bei seinem Spielzug keine Steine anlegen, so **muss** er Steine eintauschen."""
    assert legal_moves(TILES, grid("1R 2R 3R"), ["4G", "5B", "6O"]) == []
    assert legal_moves(TILES, grid("1R 2R 3R"), ["4G", "5B", "6R"]) != []


# Wertung


def test_einen_punkt_fuer_jeden_stein_in_dieser_reihe() -> None:
    """Wer eine Reihe bildet oder ergänzt, erhält **einen Punkt für jeden Stein in dieser Reihe**, also auch einschließlich der Steine, die vorher bereits in der Reihe auslagen."""
    assert points("1R", "2R@1,0") == [2]
    assert points("1R 2R 3R", "4R@3,0 5R@4,0") == [5]
    assert points("1R 2R . 4R", "3R@2,0") == [4]


def test_ein_stein_kann_2_punkte_erzielen() -> None:
    """Ein Stein kann 2 Punkte erzielen, wenn er Teil zweier Reihen ist."""
    assert points("1R 2R 3R", "1G@0,1 2G@1,1") == [2, 2, 2]
    assert points("1R 2R 3R\n1G .  3G\n1B 2B .", "3B@2,2") == [3, 3]


def test_beispiel_antje_legt_den_gelben_kreis() -> None:
    """*Antje legt den gelben Kreis an. Sie erhält 4 Punkte (2 für die gelbe Reihe und 2 Punkte für die Reihe aus Kreisen).*"""
    assert points("1R 2R\n.  4Y", "1Y@0,1") == [2, 2]


def test_zusaetzlich_6_sonderpunkte() -> None:
    """Wer es schafft, eine Reihe von 6 Steinen zu vervollständigen, bildet einen **Qwirkle** und erhält für diese Reihe zusätzlich 6 Sonderpunkte."""
    verdict = judge(TILES, grid("1R 2R 3R 4R 5R"), lay("6R@5,0"))
    assert [(line.points, line.qwirkle) for line in verdict.lines] == [(6 + 6, True)]
    assert not judge(TILES, grid("1R 2R 3R 4R"), lay("5R@4,0")).lines[0].qwirkle


def test_ein_qwirkle_bringt_immer_12_punkte() -> None:
    """Ein Qwirkle bringt immer 12 Punkte – 6 Punkte für die 6 einzelnen Steine und die 6 Sonderpunkte für das Vervollständigen der Reihe."""
    for laid in range(1, 7):
        lying = {(x, 0): f"{x + 1}R" for x in range(6 - laid)}
        assert points(lying, " ".join(f"{x + 1}R@{x},0" for x in range(6 - laid, 6))) == [12]
    assert points("1R 2R . 4R 5R 6R", "3R@2,0") == [12]


def test_derselben_farbe_oder_derselben_form() -> None:
    """Die 6 Steine müssen entweder 6 Steine derselben Farbe mit unterschiedlichen Formen sein ODER 6 Steine derselben Form in unterschiedlichen Farben."""
    assert points("1R 2R 3R 4R 5R", "6R@5,0") == [12]
    assert points("1R 1O 1Y 1G 1B", "1P@5,0") == [12]
    for no_six in ("5R", "6G", "1G"):
        verdict = judge(TILES, grid("1R 2R 3R 4R 5R"), lay(f"{no_six}@5,0"))
        assert not verdict.legal
        assert [(line.points, line.qwirkle) for line in verdict.lines] == [(6, False)]


def test_beispiel_7_dann_6_dann_17_punkte() -> None:
    """*Steffi legt zunächst die blau umrandeten Steine an. Sie bekommt 7 Punkte (4 für die Sternreihe und 3 für die rote Reihe, die zu dem Zeitpunkt aus drei Steinen besteht). Jörg legt die rot umrandeten Steine an. Er schafft damit 6 Punkte (4 für die gelbe Reihe und 2 für die beiden Rausteine). Antje legt nun die gelb umrandeten Steine an. Dafür bekommt sie 17 Punkte (3 für die Reihe der Rauten, 2 für die Sternreihe und 12 für den Qwirkle, den sie in der roten Reihe geschafft hat).*"""
    board = grid(".  .  6O 5O 3O\n.  .  6B .  .\n.  .  6G .  .", y=1)
    steffi, joerg, antje = "1R@0,0 2R@1,0 6R@2,0", "3Y@4,2 1Y@5,2 2Y@6,2 4Y@7,2", "5R@3,0 3R@4,0 4R@5,0"
    assert points(board, steffi) == [3, 4]
    board = with_move(board, lay(steffi))
    assert points(board, joerg) == [2, 4]
    board = with_move(board, lay(joerg))
    assert points(board, antje) == [2, 3, 12]


# Spielende


def test_bonus_von_6_punkten_fuer_das_beenden() -> None:
    """**Der Spieler erhält zusätzlich einen Bonus von 6 Punkten für das Beenden des Spieles.**"""
    board, move = grid("1R"), lay("2R@1,0")
    out = judge(TILES, board, move, left_in_hand=0, bag_empty=True)
    assert (out.points, out.bonus) == (2, 6)
    assert judge(TILES, board, move, left_in_hand=1, bag_empty=True).bonus == 0
    assert judge(TILES, board, move, left_in_hand=0, bag_empty=False).bonus == 0


# Strategische Tipps


def test_mehr_punkte_wenn_die_steine_zu_mehreren_reihen_passen() -> None:
    """Es werden mehr Punkte erzielt, wenn bei einem Zug die Steine zu mehreren Reihen passen bzw. diese bilden."""
    beside = sum(points("1R 2R 3R", "1G@0,1 2G@1,1 3G@2,1"))
    below = sum(points("1R 2R 3R", "3G@2,1 3B@2,2 3Y@2,3"))
    assert beside == 9 > below == 4


def test_vorsicht_beim_bilden_von_reihen_mit_5_steinen() -> None:
    """Vorsicht beim Bilden von Reihen mit 5 Steinen: Für die Mitspieler entsteht sonst die Möglichkeit einen Qwirkle zu bilden."""
    assert legal_moves(TILES, grid("1R 2R 3R 4R 5R"), ["6R"])[0].points == 12
    assert legal_moves(TILES, grid("1R 2R 3R 4R"), ["6R"])[0].points == 5


def test_wenn_alle_3_roten_kreise_ausliegen() -> None:
    """Wenn z.B. alle 3 roten Kreise ausliegen, kann ein Spieler auch gefahrlos einen fünften roten Stein in eine Reihe legen, **in der zur Vervollständigung noch ein roter Kreis fehlen würde**, da in der Reihe dann ja kein Qwirkle mehr erzielt werden kann."""
    rest = "2R 3R 4R 5R 6R . 1R . 1R . {}"
    assert legal_moves(TILES, grid(rest.format(".")), ["1R"])[0].points == 12
    assert legal_moves(TILES, grid(rest.format("1R")), ["1R"]) == []
