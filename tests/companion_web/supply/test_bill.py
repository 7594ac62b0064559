"""The bill of materials names all that is installed with tileye."""

import hashlib
import json
from importlib import metadata
from pathlib import Path

from tileye.companion_web.supply.bill import bill, main
from tileye.models import weights_folder


def test_all_that_is_brought_is_listed_with_its_version() -> None:
    made = bill()
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.6")
    assert made["metadata"]["component"]["purl"] == f"pkg:pypi/tileye@{metadata.version('tileye')}"
    named = {part["name"]: part for part in made["components"]}
    assert {"numpy", "flask", "markupsafe", "onnxruntime", "pillow"} <= named.keys()
    assert not {"pytest", "ruff", "openvino", "tileye"} & named.keys()
    assert named["numpy"]["version"] == metadata.version("numpy")
    assert [part["name"] for part in made["components"] if not part.get("licenses")] == []


def test_each_reference_leads_to_a_part_that_is_listed() -> None:
    made = bill()
    parts = {part["bom-ref"] for part in (made["metadata"]["component"], *made["components"])}
    assert {ref for line in made["dependencies"] for ref in (line["ref"], *line["dependsOn"])} <= parts
    flask = next(line for line in made["dependencies"] if "/flask@" in line["ref"])
    assert any("/werkzeug@" in ref for ref in flask["dependsOn"])


def test_the_nets_are_listed_by_their_hashes() -> None:
    nets = {part["name"]: part for part in bill()["components"] if part["type"] == "machine-learning-model"}
    for path in weights_folder().glob("*.onnx"):
        assert nets[path.name]["hashes"][0]["content"] == hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_same_environment_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.json", "other.json"):
        assert main(["--out", str(tmp_path / "new" / name)]) == 0
    one, other = (tmp_path / "new" / name for name in ("one.json", "other.json"))
    assert one.read_bytes() == other.read_bytes()
    assert json.loads(one.read_text())["components"]
