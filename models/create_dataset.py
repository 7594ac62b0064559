"""Make the pictures and labels that a variant trains on: `python -m tileye.models.create_dataset --variant NAME`.

Pictures come from `tileye.datasets.create`. What is there already is kept; without --variant, all variants get
their labels.
"""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tileye.datasets.create import set_folder
from tileye.datasets.folders import drawing_key
from tileye.datasets.splits import cache_folder, load_splits
from tileye.models.recipe import Variant, load_variants
from tileye.models.training import card_patches, patches, tile_crops
from tileye.models.training.close_ups import PARTS, close_ups_recipe, write_close_ups

_DONE = "done.json"


def create_dataset(variant: Variant) -> Path:
    """Make or find a variant's labels; the folder with `data.yaml`, or with what a net of our own learns from."""
    sets = {split: _make_sets(variant, split) for split in ("train", "val")}
    train, val = ([*folders.values()] for folders in sets.values())
    out = cache_folder() / "labels" / f"{variant.form}-{variant.classes}-{_labels_key(variant, *train, *val)}"
    if (out / _DONE).exists():
        return out
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    parts = (("train", train), ("val", val))
    if variant.form == "card":
        for part, folders in parts:
            card_patches.write_card_patches(folders, out, part)
    elif variant.form == "fit":
        for part, folders in parts:
            patches.write_patches(folders, out, part, variant)
    elif variant.form == "cls":
        for part, folders in parts:
            tile_crops.write_tile_crops(folders, out, part, variant)
    else:
        _run("tileye.datasets.labels", set=train, val=val, form=variant.form, classes=variant.classes, out=out)
        for part, folders_of in sets.items():
            for theme, folder in folders_of.items():
                if PARTS.keys() & variant.pictures[theme]:
                    write_close_ups(folder, out, part, variant.classes, variant.size, variant.pictures[theme])
    told = {part: [str(folder) for folder in folders] for part, folders in parts}
    (out / _DONE).write_text(json.dumps(told) + "\n", encoding="utf-8")
    return out


def _make_sets(variant: Variant, split: str) -> dict[str, Path]:
    """The pictures of each theme."""
    wanted = {theme: counts[split] for theme, counts in variant.pictures.items()}
    return {theme: _make_set(theme, split, count) for theme, count in wanted.items() if count}


def _make_set(theme: str, split: str, count: int) -> Path:
    """Compose a set, or the first pictures of it in a folder of their own."""
    one = next(one for one in load_splits(theme=theme) if one.split == split)
    folder = set_folder(one, render=False)
    if count < one.count:
        folder = folder.with_name(f"{folder.name}-first-{count}")
    _run("tileye.datasets.create", theme=theme, split=split, count=min(count, one.count), out=folder)
    return folder


def _run(module: str, **options: object) -> None:
    """Run a command of the scene generator; what it says on the way goes to stderr."""
    words = [
        word
        for name, value in options.items()
        for word in (f"--{name}", *map(str, value if isinstance(value, list) else [value]))
    ]
    done = subprocess.run([sys.executable, "-m", module, *words], stdout=sys.stderr, check=False)
    if done.returncode:
        raise SystemExit(f"{module} failed (see above): mend that and start again, what is made is kept")


def _labels_key(variant: Variant, *folders: Path) -> str:
    """A hash of what the labels depend on: other pictures, versions or crops give another folder."""
    digest = hashlib.sha256(drawing_key("labels").encode())
    for folder in folders:
        for file in sorted(folder.iterdir()):
            digest.update(f"{folder.name} {file.name} {file.stat().st_size}".encode())
    if variant.form == "fit":
        digest.update(patches.recipe())
    if variant.form == "card":
        digest.update(card_patches.recipe())
    if any(PARTS.keys() & counts for counts in variant.pictures.values()):
        digest.update(close_ups_recipe() + json.dumps(variant.pictures).encode())
    if variant.form in ("cls", "fit"):
        digest.update(f"{variant.size} {json.dumps(variant.crops)} {variant.seed}".encode())
    return digest.hexdigest()[:12]


def smoke(variant: Variant, count: int | None) -> Variant:
    """The same variant on few pictures, for a quick trial."""
    if count is None:
        return variant
    return replace(
        variant,
        pictures={
            theme: {**own, "train": count, "val": max(4, count // 10)} for theme, own in variant.pictures.items()
        },
    )


def main(words: Sequence[str] | None = None) -> int:
    """Make the data of one variant or of all."""
    variants = load_variants()
    parser = argparse.ArgumentParser(prog="python -m tileye.models.create_dataset", description=__doc__)
    parser.add_argument("--variant", choices=tuple(variants), help="only this one of models/recipe.json")
    parser.add_argument("--pictures", type=int, metavar="N", help="only the first N pictures, for a trial")
    wanted = parser.parse_args(words)
    for name in [wanted.variant] if wanted.variant else list(variants):
        sys.stdout.write(f"{name}: {create_dataset(smoke(variants[name], wanted.pictures))}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
