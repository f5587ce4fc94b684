"""Every notebook runs from top to bottom on a fresh kernel, and is committed folded, short, clean and small."""

from __future__ import annotations

import ast
import json
import shutil
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
GAMES = [path for path in NOTEBOOKS if path.stem[0] in "1234"]
ids = [path.stem for path in NOTEBOOKS]
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=ids)


def read(path: Path) -> Any:
    """A notebook as it is committed."""
    return json.loads(path.read_text(encoding="utf-8"))


def code(path: Path) -> list[tuple[str, str]]:
    """The code cells of a notebook: id and text."""
    return [(c["id"], "".join(c["source"])) for c in read(path)["cells"] if c["cell_type"] == "code"]


def test_there_are_notebooks_and_the_start_page_is_the_first() -> None:
    assert ids[0] == "0_start" and "1_turin_market" in ids


@each_notebook
def test_a_notebook_runs_from_top_to_bottom_on_a_fresh_kernel(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MECHANICS_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    copy = tmp_path / "work" / path.name
    copy.parent.mkdir()
    shutil.copyfile(path, copy)
    notebook = nbformat.read(copy, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(copy.parent)}})
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    assert outputs and all(output.output_type in ("execute_result", "display_data") for output in outputs), outputs
    assert [file.name for file in copy.parent.iterdir()] == [path.name]


@each_notebook
def test_a_notebook_is_valid_and_its_cells_have_names_of_their_own(path: Path) -> None:
    nbformat.validate(nbformat.read(path, as_version=4))
    notebook = read(path)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) >= (4, 5)
    names = [cell["id"] for cell in notebook["cells"]]
    assert all(names) and len(set(names)) == len(names)


@each_notebook
def test_nothing_that_was_run_is_committed(path: Path) -> None:
    notebook = read(path)
    assert "widgets" not in notebook["metadata"]
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None, cell["id"]


@each_notebook
def test_a_notebook_names_the_kernel_that_everybody_has_and_is_small(path: Path) -> None:
    assert read(path)["metadata"]["kernelspec"]["name"] == "python3"
    assert path.stat().st_size < 100_000


@each_notebook
def test_all_code_but_the_readers_own_is_folded_short_and_never_stands_still(path: Path) -> None:
    assert code(path)
    for cell in read(path)["cells"]:
        if cell["cell_type"] == "code":
            is_for_the_reader = "yours" in cell["metadata"].get("tags", ())
            assert cell["metadata"]["jupyter"]["source_hidden"] is not is_for_the_reader, cell["id"]
    for name, text in code(path):
        assert len(text.splitlines()) <= 12, name
        assert "input(" not in text and "time.sleep" not in text, name


@each_notebook
def test_no_function_in_a_notebook_is_longer_than_five_lines(path: Path) -> None:
    for name, text in code(path):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                assert node.end_lineno is not None and node.end_lineno - node.lineno < 5, f"{name}: {node.name}"


@pytest.mark.parametrize("path", GAMES, ids=[path.stem for path in GAMES])
def test_the_notebook_of_a_game_ends_with_a_tournament_and_a_whole_game_with_its_coach(path: Path) -> None:
    cells = ["".join(cell["source"]) for cell in read(path)["cells"]]
    (contest,) = [i for i, text in enumerate(cells) if "contest.tournament(" in text]
    (coach,) = [i for i, text in enumerate(cells) if "*Ask the coach*" in text]
    (last,) = [i for i, text in enumerate(cells) if "Questions" in text.split("\n")[0]]
    whole = [i for i, text in enumerate(cells) if "\nplay(" in f"\n{text}" and "slot=" in text]
    assert len(cells) // 2 < contest < coach and coach + 1 in whole and max(whole) < last


@each_notebook
def test_a_notebook_begins_with_something_to_play_and_has_a_fold_for_the_teacher(path: Path) -> None:
    cells = read(path)["cells"]
    assert "code" in [cell["cell_type"] for cell in cells[:2]]
    prose = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    assert "<details>" in prose and "Time needed" in prose and prose.count("<details>") == prose.count("</details>")


@each_notebook
def test_links_between_notebooks_lead_somewhere(path: Path) -> None:
    prose = "".join("".join(cell["source"]) for cell in read(path)["cells"] if cell["cell_type"] == "markdown")
    for part in prose.split("](")[1:]:
        target = part.partition(")")[0]
        assert target.startswith("http") or (path.parent / target).exists(), target
