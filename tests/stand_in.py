"""A stand-in clone: the real commands around a project so small that a first run takes seconds and needs no network.

Its "jupyterlab" and "pytest" are tiny wheels of version 900 that write down how they were started.
"""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = ("__init__", "__main__", "launch", "setup_env", "pip_run", "copies")
PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
[project]
name = "stand-in"
version = "1"
dependencies = ["jupyterlab>=900,<901"]
[dependency-groups]
dev = ["pytest>=900"]
"""
BACKEND = '''
import os, pathlib, time, zipfile

def build_editable(folder, config_settings=None, metadata_directory=None):
    """Build the editable wheel, or stand still for a test that kills the set-up at this point."""
    if os.environ.get("STAND_STILL"):
        pathlib.Path(os.environ["STAND_STILL"]).write_text("here")
        time.sleep(600)
    name, info = "stand_in-1-py3-none-any.whl", "stand_in-1.dist-info"
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w") as wheel:
        wheel.writestr("stand_in.pth", str(pathlib.Path.cwd()) + "\\n")
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\\nName: stand-in\\nVersion: 1\\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(f"{info}/RECORD", "")
    return name
'''
STARTED = """
import json, os, pathlib, sys
import mechanics
said = {"argv": sys.argv[1:], "cwd": os.getcwd(), "python": sys.executable, "mechanics": mechanics.__file__}
pathlib.Path(os.environ["SAID"]).write_text(json.dumps(said))
"""


def tiny_wheel(folder: Path, name: str, version: str) -> None:
    """A wheel with one package that writes down how it was started."""
    folder.mkdir(parents=True, exist_ok=True)
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}/__init__.py", "")
        wheel.writestr(f"{name}/__main__.py", STARTED)
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")


def stand_in(folder: Path) -> Path:
    """Lay out a stand-in clone and, beside it, the wheels of its index; the clone's folder."""
    clone = folder / "a clone"  # with a space, as on many people's machines
    (clone / "mechanics").mkdir(parents=True)
    for name in COMMANDS:
        shutil.copy(ROOT / "mechanics" / f"{name}.py", clone / "mechanics")
    (clone / "pyproject.toml").write_text(PYPROJECT)
    (clone / "backend.py").write_text(BACKEND)
    (clone / "constraints.txt").write_text("jupyterlab==900.1\npytest==900.1\n")
    (clone / "notebooks").mkdir()
    for name in ("0_start", "1_turin_market"):
        (clone / "notebooks" / f"{name}.ipynb").write_text('{"cells": []}')
    for name in ("jupyterlab", "pytest"):
        tiny_wheel(folder / "index", name, "900.1")
        tiny_wheel(folder / "index", name, "900.2")
    return clone


def variables(folder: Path, **more: str) -> dict[str, str]:
    """Environment variables of a person who has nothing but Python: no network, an own home, no wheels named."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MECHANICS_", "PIP_", "PYTHON"))}
    home = {"HOME": str(folder / "home"), "USERPROFILE": str(folder / "home"), "SAID": str(folder / "said.json")}
    return {**kept, **home, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **more}


def command(clone: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m mechanics ...` in a stand-in clone, as a person would."""
    (clone.parent / "said.json").unlink(missing_ok=True)
    return subprocess.run(
        [sys.executable, "-m", "mechanics", *words], cwd=clone, env=variables(clone.parent, **more),
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
