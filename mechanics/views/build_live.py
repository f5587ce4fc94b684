"""Builds the browser code of the live chart: python -m mechanics.views.build_live writes `live.js` anew."""

from __future__ import annotations

from pathlib import Path

SOURCE = Path(__file__).parent / "live.src.js"
BUNDLE = Path(__file__).parent / "live.js"
VEGA_LITE = "6.4"


def bundle() -> str:
    """Return `live.src.js` with Vega, Vega-Lite and vega-embed in it, made with no network."""
    import vl_convert

    return vl_convert.javascript_bundle(SOURCE.read_text("utf-8"), vl_version=VEGA_LITE)


if __name__ == "__main__":
    BUNDLE.write_text(bundle(), "utf-8", newline="\n")
