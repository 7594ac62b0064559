"""What a wheel holds: what players need, and nothing that only training and rendering do."""

from pathlib import Path

from setuptools.command.build_py import build_py

_LEFT_OUT = ("tileye.datasets", "tileye.models.training", "tileye.models.evaluation", "tileye.packaging")
_OF_MODELS = ("__init__",)
"""Of the models players get the weights and what says where they lie."""


class BuildPy(build_py):
    """Leaves out of wheels what runs from an editable install only."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """List the modules of a package as (package, module, file)."""
        found: list[tuple[str, str, str]] = super().find_package_modules(package, package_dir)
        if self.editable_mode:
            return found
        return [one for one in found if _is_shipped(*one)]


def _is_shipped(package: str, module: str, _: str | Path) -> bool:
    if package == "tileye.models":
        return module in _OF_MODELS
    return not f"{package}.{module}".startswith(_LEFT_OUT)
