"""What a player's install takes on the disk: `python -m tileye.companion_web.benchmarks.installed`.

This checkout is installed into a fresh environment without pip, and all its files are counted.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

BUDGET_MB = 430
_ROOT = Path(__file__).parents[2]
_BLOCK = 512
_SHOWN_MB = 1.0


def sizes_mb(folder: Path) -> dict[str, float]:
    """The megabytes on the disk of each package in an environment, by its folders, the largest first."""
    counted: Counter[str] = Counter()
    for path, place in _files(folder):
        counted[place] += _on_disk(path)
    return {name: size / 1e6 for name, size in counted.most_common()}


def installed(folder: Path, extras: str = "") -> None:
    """Make an environment without pip and install this checkout into it, as a player does."""
    venv.create(folder, with_pip=False, symlinks=sys.platform != "win32")
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    left = _ROOT / "build"
    was_there = left.exists()
    subprocess.run([*pip, f"{_ROOT}{extras}"], check=True)
    if not was_there:
        shutil.rmtree(left, ignore_errors=True)


def table(sizes: dict[str, float]) -> str:
    """Draw the sizes for the documentation."""
    large = {name: size for name, size in sizes.items() if size >= _SHOWN_MB}
    small = {f"{len(sizes) - len(large)} smaller ones": sum(sizes.values()) - sum(large.values())}
    rows = [f"| {name} | {size:.1f} |" for name, size in {**large, **small, "all": sum(sizes.values())}.items()]
    return "\n".join(["| package | MB |", "|---|---|", *rows])


def main(words: Sequence[str] | None = None) -> int:
    """Install, count and print; status 1 where it is more than the budget."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--extras", default="", metavar="[NAME]", help="install these extras, too, as in [openvino]")
    extras = parser.parse_args(words).extras
    with tempfile.TemporaryDirectory() as folder:
        installed(Path(folder) / "env", extras)
        sizes = sizes_mb(Path(folder) / "env")
    whole = sum(sizes.values())
    sys.stdout.write(f"{table(sizes)}\n\n{whole:.0f} MB on the disk, budget {BUDGET_MB} MB\n")
    return int(not extras and whole > BUDGET_MB)


def _files(folder: Path) -> Iterator[tuple[Path, str]]:
    """All files of an environment, links to elsewhere apart, each with the package that it belongs to."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            parts = path.relative_to(folder).parts
            inside = parts[parts.index("site-packages") + 1 :] if "site-packages" in parts else ()
            yield path, _package(inside[0]) if len(inside) > 1 else "the environment"


def _package(name: str) -> str:
    """The package of a folder: libraries and descriptions lie beside what they belong to."""
    return name.partition("-")[0].removesuffix(".libs").lower()


def _on_disk(path: Path) -> int:
    about = path.stat()
    blocks: int | None = getattr(about, "st_blocks", None)
    return about.st_size if blocks is None else blocks * _BLOCK


if __name__ == "__main__":
    sys.exit(main())
