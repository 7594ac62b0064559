"""Measuring."""

import pytest

from tileye.datasets.measure import main


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--film", "-1"), "--film takes 0 or more, not -1"),
        (("--count", "0"), "take 1 or more"),
        (("--renders", "0"), "take 1 or more"),
    ],
)
def test_wrong_numbers_get_one_sentence(
    words: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["measure", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    assert message in capsys.readouterr().err.splitlines()[-1]
