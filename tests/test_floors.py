"""The floors of the house: what a module may import, read from the source without importing anything."""

import ast
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "mechanics"
LAUNCH = {"__init__", "__main__", "launch", "setup_env", "pip_run", "copies"}
FLOORS = {
    0: {"auctions", "sealed", "one_round", "columns", "chances", "sums", "majorities", "wheels", "markets", "ledger"}
    | {"frozen"},
    1: {"boxes", "choices", "draws", "options", "refusals", "selections", "sight", "steps", "story", "table"},
    2: {"games"},
    3: {"chairs", "reel", "session", "saving", "shelf", "bots", "expected", "worths", "equilibria", "theory"}
    | {"envelopes", "simulate", "coach", "class_data", "sheets", "market_values", "market_play", "stalls", "lots"},
    4: {"charts"},
    5: {"views", "classroom"},
}
FLOOR = {room: floor for floor, rooms in FLOORS.items() for room in rooms}
HEAVY = {"pandas", "altair", "scipy"}
FOR_CHARTS = {"altair", "pandas"} | sys.stdlib_module_names
SCREEN = {"ipywidgets", "anywidget", "IPython"}


def name_of(path: Path, package: Path) -> str:
    """The dotted name of a source file: "mechanics.games.turin.box"."""
    parts = ("mechanics", *path.relative_to(package).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


def room(module: str) -> str:
    """The part of the house a module belongs to: "mechanics.games.turin.box" is in "games"."""
    return module.split(".")[1] if "." in module else "__init__"


def imports(tree: ast.AST, modules: set[str], kinds: tuple[type[ast.AST], ...] = ()) -> Iterator[str]:
    """The modules that a piece of source imports, without looking inside nodes of the given kinds."""
    for node in ast.iter_child_nodes(tree):
        if kinds and isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue    # read by the type checker alone
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            longer = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in modules else str(node.module) for name in longer)
        elif not isinstance(node, kinds):
            yield from imports(node, modules, kinds)


def complaints(package: Path) -> list[str]:
    """Every import that breaks a rule of the house, one sentence each."""
    trees = {name_of(path, package): ast.parse(path.read_text("utf-8")) for path in sorted(package.rglob("*.py"))}
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = []
    for module, tree in trees.items():
        if room(module) not in FLOOR and room(module) not in LAUNCH:
            found.append(f"{module} stands on no floor: give it one in FLOORS")
            continue
        at_once = set(imports(tree, set(trees), functions))
        for imported in set(imports(tree, set(trees))):
            against = objections(module, imported, imported in at_once)
            found += [f"{module} imports {imported}: {why}" for why in against]
    return sorted(found) + circles(trees, functions)


def objections(module: str, imported: str, at_once: bool) -> Iterator[str]:
    """What speaks against one import."""
    here, there, library = room(module), room(imported), imported.split(".")[0]
    own = library == "mechanics"
    floor = FLOOR.get(here, -1)
    if here in LAUNCH and not (there in LAUNCH if own else library in sys.stdlib_module_names):
        yield "this runs before anything is installed"
    if here not in LAUNCH and own and imported != "mechanics" and FLOOR.get(there, 9) > floor:
        yield "that is a higher floor"
    if here == there == "games" and module.count(".") >= 2 and imported.split(".")[:3] != module.split(".")[:3]:
        yield "games do not know each other"
    if here == "charts" and not (there == "charts" if own else library in FOR_CHARTS):
        yield "charts know altair and pandas only"
    if library in HEAVY and at_once and floor < 4:
        yield "below floor 4 this is imported inside the function that needs it"
    if library in SCREEN and floor < 5:
        yield "only views and the class room know that there is a screen"


def circles(trees: dict[str, ast.Module], functions: tuple[type[ast.AST], ...]) -> list[str]:
    """The first circle among the imports that happen at once, as a sentence."""
    modules = set(trees)
    graph = {module: set(imports(tree, modules, functions)) & modules - {module} for module, tree in trees.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return ["these import each other in a circle: " + " -> ".join(error.args[1])]
    return []


def test_every_import_goes_down_or_stays_on_its_floor_without_circles() -> None:
    assert complaints(PACKAGE) == []


@pytest.mark.parametrize(
    ("file", "line", "why"),
    [
        ("ledger.py", "from mechanics.table import Ask", "higher floor"),
        ("ledger.py", "def f():\n    from mechanics import table", "higher floor"),
        ("session.py", "from mechanics import charts", "higher floor"),
        ("games/turin/box.py", "from mechanics.games import fagin", "do not know each other"),
        ("games/turin.py", "import mechanics.games.fagin", "do not know each other"),
        ("charts/bids.py", "import numpy as np", "altair and pandas only"),
        ("charts.py", "from mechanics import ledger", "altair and pandas only"),
        ("expected.py", "import pandas as pd", "inside the function"),
        ("expected.py", "if True:\n    from scipy.special import comb", "inside the function"),
        ("bots.py", "def f():\n    import ipywidgets", "there is a screen"),
        ("launch.py", "import numpy", "before anything is installed"),
        ("launch.py", "from mechanics import ledger", "before anything is installed"),
        ("helpers.py", "x = 1", "stands on no floor"),
        ("table.py", "import mechanics.choices", "in a circle"),
    ],
)
def test_a_forbidden_import_is_named(tmp_path: Path, file: str, line: str, why: str) -> None:
    for name in ("table.py", "charts.py", "ledger.py", "choices.py", "games/turin/__init__.py", "games/fagin.py", file):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("from mechanics.table import Ask" if name == "choices.py" else "")
    assert complaints(tmp_path) == [] or file == "helpers.py"
    (tmp_path / file).write_text(line)
    assert any(why in said for said in complaints(tmp_path))


def test_what_the_house_allows_is_not_complained_of(tmp_path: Path) -> None:
    allowed = {
        "ledger.py": "if TYPE_CHECKING:\n    import pandas as pd\ndef frame():\n    import pandas as pd",
        "table.py": "from mechanics.choices import Amount",
        "choices.py": "import numpy as np",
        "charts.py": "import altair as alt\nimport json",
        "views.py": "import ipywidgets\nfrom mechanics import charts, table",
        "launch.py": "import os\nfrom mechanics.copies import refresh",
        "copies.py": "",
    }
    for name, text in allowed.items():
        (tmp_path / name).write_text(text)
    assert complaints(tmp_path) == []
