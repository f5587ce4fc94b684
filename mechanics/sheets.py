"""Files for spreadsheets (CSV): cells that no spreadsheet computes, and files as spreadsheets save them again."""

from __future__ import annotations

import csv
import io
import re

FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")


def guarded(text: str) -> str:
    """Return the text with an apostrophe before it where a spreadsheet would take it for a formula."""
    return f"'{text}" if FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """Return what `guarded` was given."""
    return text[1:] if text.startswith("'") and FORMULA.match(text) else text


def decoded(content: bytes | str) -> str:
    """Return the text of a file in UTF-8, its mark left out; raises ValueError with a sentence for another code."""
    if isinstance(content, str):
        return content.removeprefix("\ufeff")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("This file is not in UTF-8; save it as “CSV UTF-8” and load it again.") from None


def cells(text: str) -> list[list[str]]:
    """Return the rows of a file whose cells are parted by commas, semicolons or tabs; none where it cannot be read."""
    first = text.partition("\n")[0]
    mark = max(",;\t", key=first.count)
    try:
        return list(csv.reader(io.StringIO(text), delimiter=mark))
    except csv.Error:
        return []
