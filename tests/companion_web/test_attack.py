"""The attack as a command: it attacks a program of its own, and tells how that went."""

from pathlib import Path

import pytest

from tileye.companion_web.benchmarks import attack
from tileye.companion_web.benchmarks.attacks import ATTACKS, AttackResult


def test_a_short_attack_leaves_the_program_as_it_was(tmp_path: Path) -> None:
    text, _ = attack.campaign(tmp_path, 0.3, [ATTACKS[0], ATTACKS[-1]])
    assert text.count("| half a request") == 2
    for kept in ("the program went on", "the game was as before", "it wrote no traceback"):
        assert any(line.startswith(f"| {kept}") and line.endswith("| yes |") for line in text.splitlines())


def test_who_was_kept_out_did_not_hold() -> None:
    assert AttackResult("x", answered=3, slowest_s=0.5).held
    assert not AttackResult("x", answered=3, failed=1).held
    assert not AttackResult("x", answered=3, slowest_s=9.0).held
    assert not AttackResult("x").held


def test_all_attacks_together_take_less_than_five_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    lasted: list[float] = []

    def measured(folder: Path, seconds: float) -> tuple[str, bool]:
        lasted.append(seconds)
        return "", True

    monkeypatch.setattr(attack, "campaign", measured)
    assert attack.main(["--seconds", "1000"]) == 0
    assert lasted[0] * len(ATTACKS) < attack.MOST_SECONDS
