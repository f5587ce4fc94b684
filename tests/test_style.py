"""What the linter and the type checker say about the project: nothing."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def said_by(*command: str) -> str:
    """What a tool says about the project; an empty string when it finds nothing."""
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def test_the_linter_finds_nothing() -> None:
    assert said_by("ruff", "check", "--quiet", ".") == ""


def test_the_type_checker_finds_nothing() -> None:
    assert said_by("mypy") == ""
