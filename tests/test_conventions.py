"""Conventions: folder tables are true, docs name every command and option, packages keep their borders."""

import argparse
import ast
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

import pytest

from tests.code_figures import measure
from tests.types import FOLDERS
from tileye.companion_web.cli import build_parser
from tileye.rules.judge import Code

ROOT = Path(__file__).parents[1]
PACKAGES = ("tileye", *FOLDERS, "tests", "examples")
GENERATED = {"__pycache__", "build", "dist"}
MOST_LINES = 400


def _folders() -> Iterator[Path]:
    """Every folder with files of ours."""
    yield ROOT
    for top in (*PACKAGES, "docs"):
        yield from (
            folder
            for folder in (ROOT / top, *(ROOT / top).rglob("*"))
            if folder.is_dir()
            and not GENERATED & set(folder.relative_to(ROOT).parts)
            # Alike in every language: the table of all languages says what they hold.
            and folder.parent.name != "languages"
        )


def _contents(folder: Path) -> set[str]:
    hidden = {*GENERATED, "README.md"}
    entries = [e for e in folder.iterdir() if e.name not in hidden and not e.name.startswith(".")]
    return {f"{e.name}/" if e.is_dir() else e.name for e in entries if e.suffix not in (".egg-info", ".pyc")}


@pytest.mark.parametrize("folder", list(_folders()), ids=lambda folder: str(folder.relative_to(ROOT)))
def test_each_folder_has_a_table_of_its_files(folder: Path) -> None:
    text = (folder / "README.md").read_text(encoding="utf-8")
    assert "| file | purpose |" in text
    rows = re.findall(r"^\| `([^`]+)` \| (.+) \|$", text.split("| file | purpose |")[1].split("\n\n")[0], re.MULTILINE)
    assert {name for name, _ in rows} == _contents(folder)
    assert len(rows) == len({name for name, _ in rows})


def _documents() -> str:
    paths = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def test_the_commands_list_every_code_of_a_violation() -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    listed = text.split("Codes of violations: ")[1].split("\n\n")[0]
    assert set(re.findall(r"`(\w+)`", listed)) == set(get_args(Code))


def _commands() -> dict[str, argparse.ArgumentParser]:
    parser = build_parser()
    choices = next(a.choices for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    return dict(choices)


def _options(parser: argparse.ArgumentParser) -> set[str]:
    return {option for action in parser._actions for option in action.option_strings if option.startswith("--")}


def test_docs_name_every_command_and_no_other() -> None:
    named = re.findall(r"(?<!name )(?:`|^ {4}.*?|\| )tileye ([a-z]+)", _documents(), re.MULTILINE)
    assert set(named) == set(_commands())


def test_docs_name_every_option_and_no_other() -> None:
    exist = set().union(*(_options(parser) for parser in (build_parser(), *_commands().values())))
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", _documents()))
    assert exist - {"--help"} <= named
    assert named <= exist | _options_of_modules()


def _options_of_modules() -> set[str]:
    """The options of what is run with `python -m` from the checkout."""
    folders = ("datasets", "models", "companion_web/benchmarks")
    files = (file for folder in folders for file in (ROOT / folder).glob("*.py"))
    return {found for file in files for found in re.findall(r"\"(--[a-z-]+)\"", file.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("name", _commands())
def test_each_command_documents_exactly_its_options(name: str) -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    section = re.search(rf"^## `tileye {name}\b.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert section
    rows = set(re.findall(r"^\| `(--[a-z-]+)", section[0], re.MULTILINE))
    assert rows == _options(_commands()[name]) - {"--help"}


@pytest.mark.parametrize("name", _commands())
def test_each_help_text_has_an_example(name: str) -> None:
    shown = _commands()[name].format_help()
    assert f"tileye {name}" in shown.split("example:")[1]


def _examples() -> list[str]:
    """The command lines of the README that start with our command, but for what takes long or hangs on the machine."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^ {4}(tileye .*|echo .*\| tileye .*)$", text, re.MULTILINE)
    return [line for line in lines if not re.match("tileye (bench|demo|doctor|play)", line)]


@pytest.mark.parametrize("line", _examples())
def test_examples_of_the_readme_work(line: str, tmp_path: Path) -> None:
    echoed, _, command = line.rpartition("| ")
    words = [re.sub("^(docs|vision)/", rf"{ROOT.as_posix()}/\1/", word) for word in shlex.split(command)[1:]]
    text = shlex.split(echoed)[1] if echoed else ""
    done = subprocess.run(
        [sys.executable, "-m", "tileye", *words],
        input=text,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout or list(tmp_path.iterdir())


def _names(body: Sequence[ast.stmt]) -> dict[str, Sequence[ast.stmt]]:
    """What a module or a class defines, each with what stands in it."""
    found: dict[str, Sequence[ast.stmt]] = {}
    for one in body:
        if isinstance(one, ast.ClassDef | ast.FunctionDef):
            found[one.name] = one.body
        elif isinstance(one, ast.Assign | ast.AnnAssign):
            targets = one.targets if isinstance(one, ast.Assign) else [one.target]
            found |= {node.id: () for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
    return found


def _defines(file: str, name: str) -> bool:
    """Tell whether a module defines a name, such as `Settings.grace`, or another file has it as a word."""
    text = (ROOT / file).read_text(encoding="utf-8")
    if not file.endswith(".py"):
        return re.search(rf"\b{re.escape(name)}\b", text) is not None
    body: Sequence[ast.stmt] = ast.parse(text).body
    for part in name.split("."):
        known = _names(body)
        if part not in known:
            return False
        body = known[part]
    return True


def test_the_way_of_a_frame_is_as_it_is_described() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [\w ]+ \| `([\w/.]+)` \| `([\w.]+)` \|", text, re.MULTILINE)
    assert len(rows) > 10
    assert [row for row in rows if not _defines(*row)] == []


def test_what_can_be_changed_is_where_it_is_said_to_be() -> None:
    text = (ROOT / "docs" / "where.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in text.splitlines() if re.match(r"\| (?!what \|)[^-|]", line)]
    assert len(rows) >= 25
    for what, where, follows in rows:
        for place in where.split("; "):
            files = re.findall(r"`([\w/.]+/[\w/.]+)`", place)
            assert len(files) == 1, what
            assert (ROOT / files[0]).is_file(), what
            for name in re.findall(r"`([\w.]+)`", place.partition(": ")[2]):
                assert _defines(files[0], name), f"{what}: {name}"
        for file in re.findall(r"`((?:rules|vision|companion_web|datasets|models|tests|docs)/[\w/.]*)`", follows):
            assert (ROOT / file).exists(), f"{what}: {file}"


def test_how_to_add_something_names_files_that_exist() -> None:
    for page in (ROOT / "docs").glob("adding-*.md"):
        files = re.findall(r"`((?:rules|vision|companion_web|datasets|models|tests)/[\w/.]*)`", page.read_text("utf-8"))
        assert [file for file in files if not (ROOT / file).exists() and "NAME" not in file] == [], page.name


def test_the_glossary_names_files_that_exist() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    files = re.findall(r"`((?:rules|vision|companion_web|datasets|models)/[\w/.]*)`", text)
    assert len(files) > 40
    assert [file for file in files if not (ROOT / file).exists()] == []


def _sources(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))


def _imports(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.removeprefix("tileye.").split(".")[0] for name in names}


def test_rules_import_the_standard_library_only() -> None:
    for path in _sources("rules"):
        assert _imports(path) <= {*sys.stdlib_module_names, "rules"}, path


@pytest.mark.parametrize(
    ("package", "barred"),
    [
        ("vision", {"companion_web", "datasets", "flask", "ultralytics", "torch"}),
        ("companion_web", {"datasets", "cv2", "ultralytics", "torch", "openvino"}),
        ("models", {"companion_web", "flask"}),
        ("datasets", {"vision", "companion_web", "models"}),
    ],
)
def test_packages_keep_their_borders(package: str, barred: set[str]) -> None:
    for path in _sources(package):
        assert not _imports(path) & barred, path


@pytest.mark.parametrize("folder", ["referee", "card_referee"])
def test_the_referees_know_no_pictures(folder: str) -> None:
    own = ("tileye.rules.", "tileye.vision.referee.", f"tileye.vision.{folder}.")
    for path in _sources(f"vision/{folder}"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        ours = {name for name in modules if name.startswith("tileye.")}
        assert all(f"{name}.".startswith(own) for name in ours), path
        assert {name.split(".")[0] for name in modules - ours} <= set(sys.stdlib_module_names), path
        assert _imports(path) - {"rules", "vision"} <= set(sys.stdlib_module_names), path


def test_public_classes_have_names_of_their_own() -> None:
    found = Counter(
        node.name
        for path in _sources("tileye", *FOLDERS)
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    # The interface for other programs gives the game of the rules in a form of its own.
    assert {name for name, count in found.items() if count > 1} == {"Game"}


@pytest.mark.parametrize("path", _sources(*PACKAGES), ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_stay_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES + 50


def test_functions_stay_short_typed_and_documented() -> None:
    figures = measure(_sources("tileye", *FOLDERS))
    assert figures.median_function <= 6
    assert figures.p95_function <= 20
    assert figures.typed == 100
    assert figures.documented >= 99


def test_nothing_that_only_posix_has() -> None:
    posix = {"fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "syslog", "posix"}
    for path in _sources("rules", "vision", "companion_web", "models"):
        assert not _imports(path) & posix, path


def test_the_command_runs_as_installed_and_as_a_module() -> None:
    for words in ([str(Path(sys.executable).with_name("tileye"))], [sys.executable, "-m", "tileye"]):
        done = subprocess.run([*words, "--version"], capture_output=True, text=True, check=True)
        assert re.fullmatch(r"tileye \d+\.\d+\.\d+\n", done.stdout)
