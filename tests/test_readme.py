"""What the README shows runs, and what it points at is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.S)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_a_python_block_of_the_readme_runs(number: int) -> None:
    exec(compile(BLOCKS[number], f"README block {number}", "exec"), {})


@pytest.mark.parametrize("path", re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README))
def test_a_picture_of_the_readme_is_there_and_small(path: str) -> None:
    assert 1_000 < (ROOT / path).stat().st_size < 300_000


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:mechanics|notebooks|binder)/[^`{}]*)`", README))))
def test_a_place_that_the_readme_names_is_there(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_house_in_the_readme_has_every_floor_of_the_package() -> None:
    named = set(re.findall(r"[a-z_]+", README[README.index("floor 5") : README.index("floor 0") + 300]))
    rooms = {path.stem for path in (ROOT / "mechanics").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms <= named
