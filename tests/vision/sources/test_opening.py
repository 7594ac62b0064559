"""Which text means which kind of source."""

from pathlib import Path

import pytest

from tests.vision.sources.test_files import film
from tileye.vision.annotate import save_picture
from tileye.vision.sources import opening
from tileye.vision.sources.frames import Frame, Source
from tileye.vision.sources.kinds import SourceKind, SourceRequest
from tileye.vision.sources.opening import SOURCE_KINDS, kind_of, open_source
from tileye.vision.sources.pushed import PushedSource


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("0", "camera"),
        (" 12 ", "camera"),
        ("http://there/video", "stream"),
        ("rtsp://ada:secret@there", "stream"),
        ("game.mp4", "film"),
        ("12.mp4", "film"),
        ("no/such/folder/", "film"),
        ("nul\0byte", "film"),
        ("x" * 5000, "film"),
    ],
)
def test_each_text_means_one_kind(text: str, name: str) -> None:
    assert kind_of(text).name == name


def test_a_folder_that_is_there_means_a_folder(tmp_path: Path) -> None:
    assert kind_of(str(tmp_path)).name == "folder"
    assert kind_of(str(tmp_path / "missing")).name == "film"


def test_kinds_have_names_of_their_own_and_the_last_one_claims_the_rest() -> None:
    assert len({kind.name for kind in SOURCE_KINDS}) == len(SOURCE_KINDS)
    assert SOURCE_KINDS[-1].claims("whatever this is")


def test_kinds_say_of_sources_what_the_sources_say(tmp_path: Path) -> None:
    path = film(tmp_path / "film.mp4")
    with open_source(str(path)) as source:
        frames = [item for item in source if isinstance(item, Frame)]
        assert told(source) == told(kind_of(str(path)))
    (tmp_path / "turns").mkdir()
    save_picture(tmp_path / "turns" / "1.png", frames[0].picture)
    with open_source(str(tmp_path / "turns")) as source:
        assert told(source) == told(kind_of(str(tmp_path / "turns")))


def told(one: Source | SourceKind) -> tuple[bool, bool]:
    return one.live, one.turn_by_turn


def test_a_kind_that_is_listed_opens_what_it_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[SourceRequest] = []

    def opened(request: SourceRequest) -> Source:
        asked.append(request)
        return PushedSource(request.now)

    other = SourceKind("pushed", lambda text: text.startswith("pushed:"), opened, live=True)
    monkeypatch.setattr(opening, "SOURCE_KINDS", (other, *SOURCE_KINDS))
    with open_source(" pushed:one ", start=3.0) as source:
        assert isinstance(source, PushedSource)
    assert [(request.text, request.start) for request in asked] == [("pushed:one", 3.0)]
    assert kind_of("0").name == "camera"
