"""Export trained weights for players: `python -m tileye.models.export obb-tile-640`.

Writes VARIANT.onnx and VARIANT.pt, for later trainings to start from, and describes them in weights.json once ONNX
Runtime and OpenVINO answer like torch. --half stores weights in 16 bits; --int8 also writes nets that compute with
8 bits, VARIANT-int8.onnx for ONNX Runtime and VARIANT-int8.xml for OpenVINO, which errs on such ONNX files.
"""

import argparse
import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.labels import NAMES
from tileye.datasets.splits import cache_folder
from tileye.models import weights_folder
from tileye.models.create_dataset import create_dataset, smoke
from tileye.models.recipe import TASKS, Variant, load_variants
from tileye.models.train import run_folder, shipped_start
from tileye.models.training.torch_engine import HALF_TOLERANCE, OWN_NETS, TOLERANCE, TorchEngine, difference
from tileye.models.training.torch_setup import Foreign, make_ready
from tileye.vision.detection.runtime import import_onnxruntime, import_openvino

Array = NDArray[np.float32]

_CALIBRATION = 200
_LARGE = 256
"""Fewer weights than that stay as they are."""


_NAMED = {"fit": ["tile"], "cls": list(NAMES["all"]), "card": list(NAMES["all"])}


def export(variant: Variant, weights: Path, out: Path, data: Path, *, half: bool, int8: bool) -> dict[str, Any]:
    """Export, compare and describe."""
    out.mkdir(parents=True, exist_ok=True)
    kept, file = out / f"{variant.name}.pt", out / f"{variant.name}.onnx"
    shutil.copyfile(weights, kept)
    names = _to_onnx(variant, kept, file)
    pictures = list(_pictures(variant, data))
    # The nets in 8 bits come first: the quantizer stumbles over halved weights.
    small = {"int8": _in_8_bits(variant, kept, file, pictures)} if int8 else {}
    if half:
        _halve(file)
    entry = {
        "variant": variant.name,
        "form": variant.answers,
        "names": names,
        "size": variant.size,
        "input": "1 picture, red green blue, 0 to 1, sides multiples of 32",
        "output": _output(file),
        **_described(file),
        "agreement": _agreement(variant, kept, file, pictures[0]),
        **small,
    }
    if variant.form in OWN_NETS:
        entry["input"] = f"crops of {variant.size} x {variant.size} pixels, red green blue, 0 to 1"
    worst, allowed = max(entry["agreement"].values()), HALF_TOLERANCE if half else TOLERANCE
    if worst > allowed:
        raise SystemExit(f"{file} answers differently from {kept}: by {worst:.5f}, at most {allowed} is allowed")
    _describe(out / "weights.json", variant.name, entry)
    return entry


def _to_onnx(variant: Variant, weights: Path, out: Path) -> list[str]:
    """Write the net as ONNX; the names of its classes."""
    import onnx
    import onnxslim

    model, names = (
        _own_net_as_onnx(variant, weights) if variant.form in OWN_NETS else _library_net_as_onnx(variant, weights)
    )
    if variant.form in OWN_NETS:
        # Crops come in any number, but all of one size.
        for number, length in ((2, variant.size), (3, variant.size)):
            model.graph.input[0].type.tensor_type.shape.dim[number].dim_value = length
    else:
        model.graph.input[0].type.tensor_type.shape.dim[0].dim_value = 1
        model.graph.output[0].type.tensor_type.shape.dim[0].dim_value = 1
    del model.metadata_props[:]
    slim = onnxslim.slim(model)
    # Notes on shapes, of which there are more or fewer each time.
    del slim.graph.value_info[:]
    onnx.save(slim, out)
    return names


def _library_net_as_onnx(variant: Variant, weights: Path) -> tuple[Foreign, list[str]]:
    import onnx
    from ultralytics import YOLO

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / weights.name
        shutil.copyfile(weights, copy)
        net = YOLO(copy, task=TASKS[variant.form])
        model = onnx.load(net.export(format="onnx", imgsz=variant.size, dynamic=True, simplify=True, device="cpu"))
    return model, [net.names[number] for number in range(len(net.names))]


def _own_net_as_onnx(variant: Variant, weights: Path) -> tuple[Foreign, list[str]]:
    import onnx
    import torch

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "net.onnx"
        example = torch.rand(2, 3, variant.size, variant.size)
        shapes = {"images": {0: "batch"}, "output0": {0: "batch"}}
        torch.onnx.export(
            OWN_NETS[variant.form](variant, weights),
            (example,),
            str(file),
            input_names=["images"],
            output_names=["output0"],
            dynamic_axes=shapes,
            dynamo=False,
        )
        return onnx.load(file), _NAMED[variant.form]


def _pictures(variant: Variant, data: Path) -> Iterator[Array]:
    """Training pictures or crops as the net takes them, for calibration; the first also for the comparison."""
    if variant.form in OWN_NETS:
        patches = np.load(data / f"train-{'crops' if variant.form == 'cls' else 'patches'}.npy", mmap_mode="r")
        start = (patches.shape[1] - variant.size) // 2
        inner = slice(start, start + variant.size)
        for patch in patches[:: max(1, len(patches) // _CALIBRATION), inner, inner]:
            yield np.ascontiguousarray(patch.transpose(2, 0, 1)[None], np.float32) / np.float32(255)
        return
    files = sorted(data.glob("images/train/*.jpg"), key=lambda file: hashlib.sha256(file.name.encode()).digest())
    for file in files[:_CALIBRATION]:
        picture = np.asarray(cv2.imread(str(file)), np.uint8)
        height, width = picture.shape[:2]
        scale = variant.size / max(height, width)
        wide, high = (max(32, round(side * scale / 32) * 32) for side in (width, height))
        picture = np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
        yield np.ascontiguousarray(picture[..., ::-1].transpose(2, 0, 1)[None], np.float32) / np.float32(255)


def _agreement(variant: Variant, weights: Path, file: Path, picture: Array) -> dict[str, float]:
    """By how much each runtime's best answers differ from torch's."""
    wanted = TorchEngine(variant, weights).run(picture)
    answers = {"onnxruntime": _by_onnxruntime(file, picture), "openvino": _by_openvino(file, picture)}
    return {name: round(difference(wanted, answer), 6) for name, answer in answers.items()}


def _by_onnxruntime(file: Path, picture: Array) -> Array:
    onnxruntime = import_onnxruntime()
    session = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, {session.get_inputs()[0].name: picture})[0], np.float32)


def _by_openvino(file: Path, picture: Array) -> Array:
    openvino = import_openvino()
    compiled = openvino.Core().compile_model(str(file), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    return np.asarray(compiled(picture)[0], np.float32)


def _halve(file: Path) -> None:
    """Store large weights in 16 bits; runtimes turn them back when they load the net."""
    import onnx

    model = onnx.load(file)
    graph = model.graph
    for weights in list(graph.initializer):
        values = onnx.numpy_helper.to_array(weights)
        if values.dtype != np.float32 or values.size < _LARGE:
            continue
        name, small = weights.name, f"{weights.name}_half"
        weights.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), small))
        graph.node.insert(0, onnx.helper.make_node("Cast", [small], [name], to=onnx.TensorProto.FLOAT))
    onnx.save(model, file)


def _in_8_bits(variant: Variant, kept: Path, file: Path, pictures: list[Array]) -> dict[str, Any]:
    """Write the net in 8 bits for each runtime, and describe both."""
    openvino = import_openvino()
    import nncf
    import onnx

    model = onnx.load(file)
    settings = {
        "preset": nncf.QuantizationPreset.MIXED,
        "subset_size": len(pictures),
        # Boxes are worked out from distances at the end: that needs every digit.
        "ignored_scope": nncf.IgnoredScope(
            patterns=[] if variant.form in OWN_NETS else [f".*{_last_module(model)}/(Add|Sub|Mul|Div|dfl/|Concat).*"],
            validate=False,
        ),
    }
    wanted = TorchEngine(variant, kept).run(pictures[0])
    small = file.with_name(f"{variant.name}-int8.onnx")
    given = nncf.Dataset([{model.graph.input[0].name: picture} for picture in pictures])
    onnx.save(nncf.quantize(model, given, **settings), small)
    layers = small.with_suffix(".xml")
    openvino.save_model(nncf.quantize(openvino.Core().read_model(file), nncf.Dataset(pictures), **settings), layers)
    return {
        "onnxruntime": {
            **_described(small),
            "agreement": round(difference(wanted, _by_onnxruntime(small, pictures[0])), 6),
        },
        "openvino": {
            **_described(layers),
            "weights": _described(layers.with_suffix(".bin")),
            "agreement": round(difference(wanted, _by_openvino(layers, pictures[0])), 6),
        },
    }


def _last_module(model: Foreign) -> str:
    """The name of the net's last module, such as `model.23`."""
    names: list[str] = [node.name.split("/")[1] for node in model.graph.node if node.name.startswith("/model.")]
    return max(names, key=lambda name: int(name.split(".")[1]))


def _output(file: Path) -> list[int | str]:
    import onnx

    dims = onnx.load(file).graph.output[0].type.tensor_type.shape.dim
    return [dim.dim_value or dim.dim_param for dim in dims]


def _described(file: Path) -> dict[str, Any]:
    data = file.read_bytes()
    return {"file": file.name, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}


def _describe(path: Path, name: str, entry: dict[str, Any]) -> None:
    """Put an entry into weights.json."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known[name] = entry
    path.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def main(words: Sequence[str] | None = None) -> int:
    """Export one variant and print its description."""
    variants = load_variants()
    parser = argparse.ArgumentParser(prog="python -m tileye.models.export", description=__doc__)
    parser.add_argument("variant", choices=tuple(variants), metavar="VARIANT", help=f"one of {', '.join(variants)}")
    parser.add_argument("--weights", type=Path, metavar="FILE", help="other weights than those of its training")
    parser.add_argument("--half", action="store_true", help="store the weights in 16 bits")
    parser.add_argument("--int8", action="store_true", help="also write nets that compute with 8 bits")
    parser.add_argument("--out", type=Path, default=weights_folder(), metavar="DIR", help="default: models/weights")
    parser.add_argument("--pictures", type=int, metavar="N", help="of a training with only the first N pictures")
    wanted = parser.parse_args(words)
    variant = smoke(variants[wanted.variant], wanted.pictures)
    data = create_dataset(variant)
    weights = wanted.weights or run_folder(variant, data, shipped_start(variant)) / "weights.pt"
    if not weights.is_file():
        parser.error(f"{weights} is not there: train it with python -m tileye.models.train {wanted.variant}")
    make_ready(cache_folder())
    entry = export(variant, weights, wanted.out, data, half=wanted.half, int8=wanted.int8)
    sys.stdout.write(json.dumps(entry, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
