"""``python3 -m mechanics``: starts the notebooks; ``python3 -m mechanics --help`` says what else there is.

Standard library only, and readable by Python 3.8, so that an older Python gets a sentence and not a syntax error.
"""

import shutil
import sys
from typing import List, Optional, Sequence

NEEDED = (3, 11)
TOO_OLD = "Market Mechanics needs Python {}.{} or newer, and this is Python {}.{}; {}."


def newer_pythons() -> List[str]:
    """The commands on this machine that start a Python that is new enough, newest first."""
    names = ["python3." + str(minor) for minor in range(19, NEEDED[1] - 1, -1)]
    return [name for name in names if shutil.which(name)]


def refusal(version: Sequence[int]) -> Optional[str]:
    """One sentence if a Python of this version is too old, else None."""
    if tuple(version[:2]) >= NEEDED:
        return None
    newer = newer_pythons()
    advice = "run: " + newer[0] + " -m mechanics" if newer else "install a newer one and run the same command with it"
    return TOO_OLD.format(NEEDED[0], NEEDED[1], version[0], version[1], advice)


def main() -> int:
    """Check the Python, then hand over to the launcher."""
    sentence = refusal(sys.version_info[:2])
    if sentence:
        print(sentence, file=sys.stderr)
        return 1
    from mechanics.launch import main as launch

    return launch(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
