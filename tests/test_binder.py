"""What Binder builds from: three small files that repeat nothing of pyproject.toml and agree with it."""

import os
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BINDER = ROOT / "binder"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def lines(path: Path) -> list[str]:
    """The lines of a file that say something."""
    return [line.strip() for line in path.read_text("utf-8").splitlines() if line.strip() and line.strip()[0] != "#"]


def plain(name: str) -> str:
    """The one spelling of a package name that all others mean."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned() -> dict[str, tuple[int, ...]]:
    """The versions in constraints.txt by name."""
    pairs = [line.split("==") for line in lines(ROOT / "constraints.txt")]
    return {plain(name): tuple(map(int, re.findall(r"\d+", version))) for name, version in pairs}


def test_binder_installs_the_project_itself_with_the_tested_versions() -> None:
    said = lines(BINDER / "requirements.txt")
    pins = [line.split()[1] for line in said if line.startswith("-c ")]
    # pip reads "-c" from where the file lies, and "-e" from where it runs, which is the top of the repository
    assert [(BINDER / pin).resolve() for pin in pins] == [ROOT / "constraints.txt"]
    assert [line for line in said if not line.startswith("-c ")] == ["-e ."]


def test_binder_names_a_python_that_the_project_accepts() -> None:
    (named,) = lines(BINDER / "runtime.txt")
    version = re.fullmatch(r"python-3\.(\d+)", named)
    oldest = re.fullmatch(r">=3\.(\d+)", PROJECT["requires-python"])
    assert version and oldest
    assert int(oldest[1]) <= int(version[1]) <= 14


def test_binder_holds_nothing_that_repeats_or_overrides_the_project() -> None:
    assert {path.name for path in BINDER.iterdir()} == {"requirements.txt", "runtime.txt", "postBuild"}
    texts = " ".join(path.read_text("utf-8") for path in BINDER.iterdir())
    for requirement in PROJECT["dependencies"]:
        name = re.match(r"[\w-]+", requirement)
        assert name and f"{name[0]}=" not in texts and f"{name[0]}>" not in texts


def test_the_step_after_the_build_can_run() -> None:
    step = BINDER / "postBuild"
    assert step.read_text("utf-8").startswith("#!/usr/bin/env bash\n")
    assert os.access(step, os.X_OK)
    assert "set -e" in step.read_text("utf-8")


def test_the_constraints_are_names_and_versions_only() -> None:
    for line in lines(ROOT / "constraints.txt"):
        assert re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][0-9A-Za-z.]*", line), line


def test_every_dependency_is_pinned_to_a_version_that_it_allows() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    for requirement in PROJECT["dependencies"] + groups["dev"]:
        name, bounds = re.fullmatch(r"([\w-]+)(.*)", requirement).groups()  # type: ignore[union-attr]
        have = pinned()[plain(name)]
        for sign, bound in re.findall(r"(>=|<)([\d.]+)", bounds):
            limit = tuple(map(int, bound.split(".")))
            assert have >= limit if sign == ">=" else have < limit, requirement
