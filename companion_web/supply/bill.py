"""The bill of materials of a player's install: `python -m tileye.companion_web.supply.bill --out FILE`.

It lists tileye, every package that it brings in this environment, and the nets, in CycloneDX's JSON; the same
environment always gives the same bytes.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from tileye.models import weights_folder

_ROOT = "tileye"
_LICENCE = "License :: OSI Approved :: "

Part = dict[str, Any]


def bill(extras: Sequence[str] = ()) -> Part:
    """Describe all that is installed with tileye and these extras."""
    needs = _needs(extras)
    parts = {name: _package(name) for name in sorted(needs)}
    whole = parts.pop(_ROOT)
    depends = [{"ref": _ref(name), "dependsOn": sorted(map(_ref, needs[name]))} for name in sorted(needs)]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**whole, "type": "application"}},
        "components": [*parts.values(), *_nets()],
        "dependencies": depends,
    }


def main(words: Sequence[str] | None = None) -> int:
    """Write the bill."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it to this file")
    parser.add_argument("--extras", nargs="*", default=(), metavar="NAME", help="with these extras, as in openvino")
    arguments = parser.parse_args(words)
    text = json.dumps(bill(arguments.extras), indent=1, ensure_ascii=False) + "\n"
    if arguments.out:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        arguments.out.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


def _needs(extras: Sequence[str]) -> dict[str, set[str]]:
    """What each package needs, from tileye on, as far as it concerns this system."""
    needs: dict[str, set[str]] = {}
    waiting = [(_ROOT, tuple(extras))]
    while waiting:
        name, chosen = waiting.pop()
        if name in needs:
            continue
        wanted = [Requirement(text) for text in metadata.requires(name) or ()]
        here = [one for one in wanted if _holds(one, chosen)]
        needs[name] = {_same(one.name) for one in here}
        waiting += [(_same(one.name), tuple(one.extras)) for one in here]
    return needs


def _holds(wanted: Requirement, extras: Sequence[str]) -> bool:
    return wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in ("", *extras))


def _package(name: str) -> Part:
    about = metadata.metadata(name)
    licences = _licences(about)
    return {
        "type": "library",
        "bom-ref": _ref(name),
        "name": name,
        "version": about["Version"],
        **({"licenses": licences} if licences else {}),
        "purl": _ref(name),
    }


def _licences(about: metadata.PackageMetadata) -> list[Part]:
    """What a package says of its licence: an expression, else the names of its classes, else a short text."""
    for expression in about.get_all("License-Expression") or ():
        return [{"expression": expression}]
    classes = [value for value in about.get_all("Classifier") or () if value.startswith(_LICENCE)]
    texts = [text.strip() for text in about.get_all("License") or () if "\n" not in text.strip()]
    return [{"license": {"name": value.removeprefix(_LICENCE)}} for value in classes or texts]


def _nets() -> Iterator[Part]:
    """The nets that come with tileye, by their hashes."""
    for path in sorted(weights_folder().glob("*.onnx")):
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        yield {
            "type": "machine-learning-model",
            "bom-ref": f"net:{path.name}",
            "name": path.name,
            "hashes": [{"alg": "SHA-256", "content": found}],
            "licenses": [{"license": {"id": "AGPL-3.0-or-later"}}],
        }


def _ref(name: str) -> str:
    return f"pkg:pypi/{name}@{metadata.version(name)}"


def _same(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


if __name__ == "__main__":
    sys.exit(main())
