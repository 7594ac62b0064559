"""The sets of pictures and films: which belong to train, val, dev and test, as numbers in `splits.json`.

`python -m tileye.datasets.splits` checks that scenes and films are still the ones described there; `--write` describes
them anew.
"""

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import platformdirs

from tileye.datasets.card_film.card_story import CARD_DEV_SEEDS, CARD_TEST_SEEDS, tell_cards
from tileye.datasets.film.story import DEV_SEEDS, TEST_SEEDS, tell
from tileye.datasets.film.timeline import FilmSplit
from tileye.datasets.folders import canonical_text
from tileye.datasets.scene.kinds import TILE
from tileye.datasets.scene.scenes import Split
from tileye.datasets.themes import THEMES, TILES

FilmedGame = Literal["tiles", "cards"]

FILM_SEEDS: dict[FilmedGame, dict[FilmSplit, Sequence[int]]] = {
    "tiles": {"dev": DEV_SEEDS, "test": TEST_SEEDS},
    "cards": {"dev": CARD_DEV_SEEDS, "test": CARD_TEST_SEEDS},
}

_FILE = Path(__file__).with_name("splits.json")
_FILMS: dict[FilmedGame, str] = {"tiles": "films", "cards": "card films"}
"""Under which names the films of a game are described."""
_SPLITS: tuple[Split, ...] = get_args(Split)


@dataclass(frozen=True, slots=True)
class SplitSet:
    """One set: how many scenes it has from number 0 on, and the hash of their descriptions."""

    split: Split
    count: int
    scenes: str
    theme: str = TILES.name


def load_splits(path: Path = _FILE, theme: str = TILES.name) -> tuple[SplitSet, ...]:
    """Read the description of all sets of a theme."""
    described = _of_theme(json.loads(path.read_text(encoding="utf-8")), theme)
    return tuple(SplitSet(split, described[split]["count"], described[split]["scenes"], theme) for split in _SPLITS)


def scenes_hash(split: Split, count: int, theme: str = TILES.name) -> str:
    """Hash the descriptions of the scenes: whoever has the same hash makes the same pictures."""
    digest = hashlib.sha256()
    for number in range(count):
        digest.update(canonical_text(THEMES[theme].draw(split, number, TILE)).encode())
    return digest.hexdigest()


def films_hash(split: FilmSplit, seeds: Sequence[int], game: FilmedGame = "tiles") -> str:
    """Hash films as they are told: whoever has the same hash makes the same films."""
    digest = hashlib.sha256()
    for seed in seeds:
        told = tell_cards(split, seed) if game == "cards" else tell(split, seed)
        digest.update(canonical_text(told).encode())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where rendered and composed pictures are kept: `$TILEYE_CACHE`, else the user's cache folder."""
    named = os.environ.get("TILEYE_CACHE")
    return Path(named) if named else platformdirs.user_cache_path("tileye", appauthor=False)


def main() -> int:
    """Check or write the hashes."""
    parser = argparse.ArgumentParser(prog="python -m tileye.datasets.splits", description=__doc__)
    parser.add_argument("--write", action="store_true", help="describe the scenes as they are drawn now")
    wanted = parser.parse_args()
    found = _described()
    if wanted.write:
        _FILE.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    wrong = _differences(json.loads(_FILE.read_text(encoding="utf-8")), found)
    sys.stdout.write(f"changed: {', '.join(wrong)}\n" if wrong else "all scenes and films are as described\n")
    return 1 if wrong else 0


def _of_theme(described: dict[str, Any], theme: str) -> dict[str, Any]:
    """The description of the sets of a theme; those of tiles stand first."""
    found = described if theme == TILES.name else described.get("themes", {}).get(theme, {})
    if not set(_SPLITS) <= set(found):
        raise ValueError(
            f"splits.json does not say how many scenes of the theme {theme} there are: add its counts there"
        )
    return found


def _described() -> dict[str, Any]:
    """Describe sets and films as they are drawn now."""
    themes = {theme: _sets_of(theme) for theme in THEMES}
    films = {_FILMS[game]: _films_of(game) for game in FILM_SEEDS}
    return {**themes.pop(TILES.name), "themes": themes, **films}


def _films_of(game: FilmedGame) -> dict[str, Any]:
    return {
        split: {"seeds": list(seeds), "films": films_hash(split, seeds, game)}
        for split, seeds in FILM_SEEDS[game].items()
    }


def _sets_of(theme: str) -> dict[str, Any]:
    return {
        one.split: {"count": one.count, "scenes": scenes_hash(one.split, one.count, theme)}
        for one in load_splits(theme=theme)
    }


def _differences(kept: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Name the sets and the films that are not as they were."""
    sets: list[str] = [split for split in _SPLITS if kept[split] != found[split]]
    for theme, described in found["themes"].items():
        before = kept.get("themes", {}).get(theme, {})
        sets += [f"{theme} of {split}" for split, told in described.items() if before.get(split) != told]
    for name in _FILMS.values():
        films = kept.get(name, {})
        sets += [f"{name} of {split}" for split, told in found.get(name, {}).items() if films.get(split) != told]
    return sets


if __name__ == "__main__":
    sys.exit(main())
