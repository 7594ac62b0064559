"""A wheel holds what players need and can be imported there; no module is ever loaded under two names."""

import json
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.types import FOLDERS

ROOT = Path(__file__).parents[1]
SITE = sysconfig.get_path("purelib")
LOAD = """
import importlib, json, sys
from pathlib import Path
names, barred, *paths = json.loads(sys.stdin.read())
sys.path[:0] = paths
class Barred:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in barred:
            raise ModuleNotFoundError(f"no module named {name}")
sys.meta_path.insert(0, Barred())
for name in names:
    importlib.import_module(name)
files = {}
for name, module in sys.modules.items():
    if getattr(module, "__file__", None):
        files.setdefault(str(Path(module.__file__).resolve()), []).append(name)
print(json.dumps(files))
"""
ABSENT = (
    "babel",
    "pytest",
    "hypothesis",
    "playwright",
    "mypy",
    "setuptools",
    "torch",
    "ultralytics",
    "bpy",
    "packaging",
    "pypdf",
)
"""What only developers have."""


def loaded(names: list[str], *paths: Path, barred: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """Load modules in a Python of their own; the files that were loaded and their modules."""
    asked = json.dumps([names, barred, *map(str, paths), SITE])
    words = [sys.executable, "-I", "-S", "-c", LOAD] if paths else [sys.executable, "-c", LOAD]
    done = subprocess.run(words, input=asked, capture_output=True, text=True, check=False, cwd=ROOT)
    assert not done.returncode, done.stderr
    return dict(json.loads(done.stdout))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The content of the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    source, content = folder / "source", folder / "content"
    for name in ("tileye", *FOLDERS):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.zip", "results"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    words = [
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "--wheel-dir",
        folder,
        ".",
    ]
    subprocess.run([sys.executable, *map(str, words)], cwd=source, check=True, capture_output=True)
    (file,) = folder.glob("tileye-*.whl")
    with ZipFile(file) as archive:
        archive.extractall(content)
    return content


def modules_of(folder: Path) -> list[str]:
    files = (file.relative_to(folder).with_suffix("") for file in sorted(folder.rglob("*.py")))
    return [".".join(file.parts).removesuffix(".__init__") for file in files]


def test_a_wheel_has_one_package_and_all_that_players_need(wheel: Path) -> None:
    tops = {path.name for path in wheel.iterdir() if path.suffix != ".dist-info"}
    assert tops == {"tileye"}
    package = wheel / "tileye"
    for name in (
        "py.typed",
        "companion_web/film/film.mp4",
        "companion_web/film_cards/film.mp4",
        "companion_web/film_cards/inputs.jsonl",
        "companion_web/film_cards/truth.jsonl",
        "companion_web/languages/cldr.json",
        "models/weights/weights.json",
        "vision/benchmarks/benchmark.jpg",
        "vision/benchmarks/benchmark_cards.jpg",
    ):
        assert (package / name).is_file(), name
    assert not (package / "datasets").exists()
    assert [file.name for file in (package / "models").glob("*.py")] == ["__init__.py"]
    for folder in ("rules", "vision"):
        here = {file.relative_to(ROOT / folder) for file in (ROOT / folder).rglob("*.py")}
        assert {file.relative_to(package / folder) for file in (package / folder).rglob("*.py")} == here


def test_all_of_a_wheel_can_be_imported_by_players(wheel: Path) -> None:
    names = [name for name in modules_of(wheel) if not name.endswith("__main__")]
    files = loaded(names, wheel, barred=ABSENT)
    ours = [file for file, found in files.items() if any(name.startswith("tileye") for name in found)]
    assert len(ours) >= len(names)
    assert all(Path(file).is_relative_to(wheel.resolve()) for file in ours)


def test_no_module_is_loaded_under_two_names() -> None:
    names = [f"tileye.{name}" for folder in ("rules", "vision", "companion_web") for name in _modules(folder)]
    files = loaded([*names, "tileye.models", "tileye.datasets.films"])
    ours = {file: found for file, found in files.items() if Path(file).is_relative_to(ROOT) and "/.venv" not in file}
    assert len(ours) > len(names)
    assert all(found == [name for name in found if name.startswith("tileye")][:1] for found in ours.values())


def _modules(folder: str) -> list[str]:
    files = (ROOT / folder).rglob("*.py")
    names = (".".join(file.relative_to(ROOT).with_suffix("").parts) for file in sorted(files))
    dev = (f"{folder}.benchmarks", f"{folder}.supply")
    return [name.removesuffix(".__init__") for name in names if not name.startswith(dev)]
