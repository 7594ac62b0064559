"""What was measured, kept as JSON with its pictures; tables put into documents."""

import hashlib
import json
from collections import Counter
from pathlib import Path

from tileye.models.evaluation.card import CONFUSION, CURVES
from tileye.models.evaluation.card_results import CARD_NETS
from tileye.models.evaluation.charts import confusion_picture, curves_svg
from tileye.models.evaluation.summary import Figures
from tileye.vision.annotate import save_picture

BEGIN, END = "<!-- evaluation: begin -->", "<!-- evaluation: end -->"
FIGURES = "evaluation.json"
_PURPOSES = {
    CONFUSION: "which tiles were taken for which",
    CURVES: "accuracy as one thing is changed step by step",
    FIGURES: "all figures",
    "cards.json": "what `python -m tileye.models.evaluate_cards` measured",
    "screening.json": "what `python -m tileye.models.screen` measured",
}
_README = "# results\n\nWhat `make evaluate` measured with the shipped weights.\n\n| file | purpose |\n|---|---|\n"
_OF_A_TRAINING = ("minutes", "steps", "pictures", "starts")


def known_results(folder: Path, weights: Figures) -> Figures:
    """What was measured earlier with the same nets for tiles, and how those nets were trained that are the same."""
    file = folder / FIGURES
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    before = kept.pop("weights", {})
    trained = {name: run for name, run in kept.pop("training", {}).items() if before.get(name) == weights.get(name)}
    figures = kept if _of_tiles(before) == _of_tiles(weights) else {}
    return {"weights": weights, **({"training": trained} if trained else {}), **figures}


def _of_tiles(weights: Figures) -> Figures:
    return {name: one for name, one in weights.items() if name not in CARD_NETS}


def write_results(folder: Path, results: Figures) -> None:
    """Keep the figures, draw them, and list the files."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FIGURES).write_text(json.dumps(results) + "\n", encoding="utf-8")
    # Pictures of earlier weights go where there are no new figures.
    for name in (CONFUSION, CURVES):
        (folder / name).unlink(missing_ok=True)
    if results.get("sets"):
        save_picture(folder / CONFUSION, confusion_picture(_confusion(results["sets"])))
    if results.get("curves"):
        (folder / CURVES).write_text(curves_svg(results["curves"]), encoding="utf-8")
    rows = (f"| `{name}` | {purpose} |\n" for name, purpose in _PURPOSES.items() if (folder / name).exists())
    (folder / "README.md").write_text(_README + "".join(rows), encoding="utf-8")


def _confusion(sets: Figures) -> list[tuple[str, str, int]]:
    """Which tiles were taken for which, over all sets."""
    counts: Counter[tuple[str, str]] = Counter()
    for figures in sets.values():
        counts.update({(true, read): count for true, read, count in figures["confusion"]})
    return [(true, read, count) for (true, read), count in counts.items()]


def training_of(weights: Figures, folder: Path, ended: Path) -> Figures:
    """The trainings that the weights come from, as far as this machine knows them."""
    if not ended.is_file():
        return {}
    runs = {run["sha256"]: run for run in map(json.loads, ended.read_text(encoding="utf-8").splitlines())}
    files = {name: folder / f"{name}.pt" for name in weights}
    hashes = {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in files.items() if file.exists()}
    return {
        name: {part: runs[digest][part] for part in _OF_A_TRAINING} for name, digest in hashes.items() if digest in runs
    }


def put_between(text: str, tables: str) -> str:
    """Put tables between their marks in a text, or with marks at its end."""
    block = f"{BEGIN}\n\n{tables}\n\n{END}"
    if BEGIN not in text or END not in text:
        return f"{text}\n\n{block}\n".lstrip()
    return f"{text.split(BEGIN, 1)[0]}{block}{text.split(END, 1)[1]}"
