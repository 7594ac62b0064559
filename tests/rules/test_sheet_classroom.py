"""The classroom's sheet, sentence by sentence: each test quotes in its docstring what it holds the rules to."""
# ruff: noqa: E501 - the sentences stand whole on one line and as printed, so that a search finds them

import pytest

from tests.rules.positions import grid, lay
from tileye.rules.judge import judge
from tileye.rules.moves import legal_moves
from tileye.rules.rulesets import CLASSROOM, TILES
from tileye.rules.tiles import best_match


def points(board: str, move: str) -> int:
    """The points of a legal move."""
    verdict = judge(CLASSROOM, grid(board), lay(move))
    assert verdict.legal
    return verdict.points


def wrong(board: str, move: str, opening: int | None = None) -> list[str]:
    """The codes of all violations."""
    return sorted(fault.code for fault in judge(CLASSROOM, grid(board), lay(move), opening=opening).violations)


# 1. Steine legen


def test_legt_einen_oder_mehrere_steine_aus_der_hand() -> None:
    """Die Spielerin/ der Spieler legt einen oder mehrere Steine aus ihrer/ seiner Hand so an, dass sie eine gültige Reihe bilden."""
    assert wrong("1R", "") == ["empty_move"]
    assert wrong("1R", "2R@1,0") == []
    assert wrong("1R", "2R@1,0 3R@2,0 4R@3,0") == []
    assert wrong("1R", "2G@1,0") == ["mismatch"]
    assert wrong("1R", "2R@2,0") == ["no_contact"]
    assert wrong("1R", "2R@1,0 4R@3,0") == ["gap", "no_contact"]
    assert [fault.code for fault in judge(CLASSROOM, grid("1R"), lay("2R@1,0 3R@2,0"), hand=1).violations] == [
        "too_many_tiles"
    ]


@pytest.mark.parametrize(("hand", "longest"), [("1R 2R 3R 4G 5B 6O", 3), ("1R 1R 1G 1G 2B 3B", 2)])
def test_wer_die_laengste_reihe_legen_kann_faengt_an(hand: str, longest: int) -> None:
    """Wer die längste Reihe legen kann, fängt an."""
    assert best_match(hand.split()) == longest
    assert max(len(move.tiles) for move in legal_moves(CLASSROOM, {}, hand.split())) == longest
    assert wrong("", "1R@0,0 2R@1,0", opening=3) == [], "the sheet does not say that it must be laid"


def test_beginnt_die_oder_der_juengste() -> None:
    """Wenn zwei Spielerinnen/ Spieler gleich viele Steine legen können, beginnt die/ der jeweils Jüngste!"""
    assert CLASSROOM.tie_starter == "youngest"


def test_die_gleiche_farbe_und_unterschiedliche_formen() -> None:
    """die gleiche Farbe und unterschiedliche Formen haben (z. B. rotes Quadrat, roter Kreis)"""
    assert wrong("4R", "1R@1,0") == []
    assert wrong("4R", "1R@1,0 4R@2,0") == ["duplicate"]


def test_die_gleiche_form_und_unterschiedliche_farben() -> None:
    """die gleiche Form und unterschiedliche Farben haben (z. B. blaues Quadrat, gelbes Quadrat)."""
    assert wrong("4B", "4Y@1,0") == []
    assert wrong("4B", "4Y@1,0 4B@2,0") == ["duplicate"]


def test_hoechstens_6_steine_jede_farbe_oder_form_nur_einmal() -> None:
    """Eine Reihe darf höchstens 6 Steine enthalten (jede Farbe/Form nur einmal)."""
    assert wrong("1R 2R 3R 4R 5R", "6R@5,0") == []
    assert wrong("1R 2R 3R 4R 5R 6R", "1R@6,0") == ["duplicate", "too_long"]
    assert wrong("1R 2R", "2R@2,0") == ["duplicate"]


@pytest.mark.parametrize("row", ["1R 2R 3R 4R 5R 6R", "1R 1O 1Y 1G 1B 1P"])
def test_alle_symbole_in_einer_farbe_oder_ein_symbol_in_allen_farben(row: str) -> None:
    """Alle Symbole in einer Farbe, oder ein Symbol in allen Farben!"""
    move = " ".join(f"{tile}@{x},0" for x, tile in enumerate(row.split()))
    assert [line.qwirkle for line in judge(CLASSROOM, {}, lay(move)).lines] == [True]


# 2. Anlegen


def test_so_viele_steine_wie_sie_moechte() -> None:
    """Die Spielerin/ der Spieler darf so viele Steine anlegen, wie sie/ er möchte."""
    laid = {len(move.tiles) for move in legal_moves(CLASSROOM, grid("1R"), ["2R", "3R", "4R", "5R", "6R"])}
    assert laid == {1, 2, 3, 4, 5}


def test_nur_eine_reihe_anlegen() -> None:
    """Aber: Der Spieler darf nur eine Reihe anlegen!!!"""
    assert wrong("1R", "2R@1,0 1G@0,1") == ["mixed_move", "not_one_line"]
    assert wrong("1R 2R 3R", "1G@0,1 3G@2,-1") == ["not_one_line"]
    assert wrong("1R 2R 3R", "1G@0,1 3G@2,1") == ["gap"]


def test_waagrecht_oder_senkrecht() -> None:
    """Man kann nun waagrecht dazu legen, oder senkrecht, beides wäre möglich!"""
    assert wrong("1R 2R 3R", "4R@3,0 5R@4,0") == []
    assert wrong("1R 2R 3R", "4R@-1,0 5R@3,0") == []
    assert wrong("1R 2R 3R", "2G@1,1 2B@1,2") == []
    assert wrong("1R 2R 3R", "2G@1,1 2B@1,-1") == []


def test_die_steine_muessen_immer_zu_allen_reihen_passen() -> None:
    """WICHTIG!!! Die angelegten Steine müssen **IMMER** zu **ALLEN** REIHEN passen!"""
    assert wrong("1R 1G\n2B .", "3B@1,1") == ["mismatch"]
    assert wrong("1R 1G\n2B .", "2G@1,1") == []
    assert wrong("1R 2R 3R", "1G@0,1 3G@1,1") == ["mismatch"]
    assert wrong("1R 2R 3R", "1G@0,1 2G@1,1") == []


# 3. Punkte zählen


def test_1_punkt_fuer_jeden_gelegten_und_jeden_ausliegenden_stein() -> None:
    """Die Spielerin/ der Spieler erhält für jeden gelegten Stein **1 Punkt** und für jeden bereits ausliegenden Stein in der verlängerten Reihe **ebenfalls 1 Punkt**."""
    assert points("", "1R@0,0 2R@1,0 3R@2,0") == 3
    assert points("1R 2R 3R", "4R@3,0") == 1 + 3
    assert points("1R 2R 3R", "4R@3,0 5R@-1,0") == 2 + 3
    assert points("1R 2R . 4R", "3R@2,0") == 1 + 3
    assert points("1R 1G\n2R .", "2G@1,1") == 1 + 1 + 1, "laid into two lines it counts once"
    assert points("1R 2R 3R", "1G@0,1 2G@1,1 3G@2,1") == 3 + 3
    verdict = judge(CLASSROOM, grid("1R 2R 3R"), lay("1G@0,1 2G@1,1 3G@2,1"))
    assert (sum(line.points for line in verdict.lines), verdict.counted_once) == (9, 3)
    assert judge(TILES, grid("1R 2R 3R"), lay("1G@0,1 2G@1,1 3G@2,1")).points == 9


def test_zusaetzlich_6_bonuspunkte() -> None:
    """Wird eine Reihe vervollständigt (6 Steine), erhält die Spielerin/ der Spieler zusätzlich **6 Bonuspunkte!**"""
    assert points("1R 2R 3R 4R 5R", "6R@5,0") == 1 + 5 + 6
    assert points("1R 2R 3R 4R", "6R@4,0") == 1 + 4
    two_at_once = "1R 1O 1Y 1G 1B .\n. . . . . 2P\n. . . . . 3P\n. . . . . 4P\n. . . . . 5P\n. . . . . 6P"
    assert points(two_at_once, "1P@5,0") == 1 + 5 + 5 + 6 + 6


# 4. Steine nachziehen


def test_bis_sie_wieder_6_auf_der_hand_hat() -> None:
    """Nach dem Zug zieht die Spielerin/ der Spieler so viele neue Steine, bis sie/ er wieder **6** auf der Hand hat."""
    assert CLASSROOM.hand == 6


# Spielende


def test_kein_bonus_fuer_das_ablegen_aller_steine() -> None:
    """Das Spiel endet, wenn keine Steine mehr im Vorrat sind und eine Spielerin/ ein Spieler alle Steine abgelegt hat."""
    assert judge(CLASSROOM, grid("1R"), lay("2R@1,0"), left_in_hand=0, bag_empty=True).bonus == 0
