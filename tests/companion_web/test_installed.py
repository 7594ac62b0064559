"""How the disk space of an install is counted."""

from pathlib import Path

from tileye.companion_web.benchmarks.installed import sizes_mb, table


def test_libraries_and_descriptions_count_with_their_package(tmp_path: Path) -> None:
    packages = tmp_path / "lib" / "python3" / "site-packages"
    for name in ("numpy/core.so", "numpy.libs/blas.so", "numpy-2.4.dist-info/RECORD", "six.py", "../../../bin/tool"):
        file = packages / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(bytes(400_000))
    (tmp_path / "bin" / "link").symlink_to(packages / "six.py")
    sizes = sizes_mb(tmp_path)
    assert {name: round(size, 1) for name, size in sizes.items()} == {"numpy": 1.2, "the environment": 0.8}
    assert table(sizes).splitlines()[2:] == ["| numpy | 1.2 |", "| 1 smaller ones | 0.8 |", "| all | 2.0 |"]
