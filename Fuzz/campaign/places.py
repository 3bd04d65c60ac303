"""Where things are."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "fixtures"
FINDINGS = FIXTURES / "fuzz"
BUILD = ROOT / ".build-fuzz"
CORPUS = BUILD / "corpus"
SEEDS = BUILD / "seeds"
LOGS = BUILD / "logs"
TABLE = BUILD / "table.md"
ARCHIVE = BUILD / "corpus.tar.xz"
SUPPRESSIONS = ROOT / "Fuzz/suppressions"
