"""The command line of scripts/fuzz."""
import argparse
import signal
import subprocess

from . import corpus, places
from .build import Build
from .run import Run, Wish
from .table import Table

HELP = """\
Feeds our parsers mutated files, with AddressSanitizer watching Swift and C, and
UndefinedBehaviorSanitizer watching C.

An input that crashes, overreads, hangs or eats memory is kept under
fixtures/fuzz/PARSER/, where a test reads it ever after; correct what it shows and
commit both. Inputs that reach new code are kept under .build-fuzz/corpus/PARSER/,
and the next run goes on from there.

  scripts/fuzz                          each parser for a minute
  scripts/fuzz 600 hevc zip             these two for ten minutes each
  scripts/fuzz --all --minutes 30       each parser for half an hour at most; one
                                        whose coverage stands still ends earlier
  scripts/fuzz --minimise               the fewest inputs with the same coverage,
                                        as .build-fuzz/corpus.tar.xz
"""


def arguments(words):
    parser = argparse.ArgumentParser(
        prog="scripts/fuzz", description=HELP, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="[SECONDS] PARSER",
                        help="how long each parser runs (60), and which parsers (all)")
    parser.add_argument("--all", action="store_true",
                        help="ends a parser early whose coverage stands still for --still seconds, and writes a table")
    parser.add_argument("--minutes", type=float, metavar="N", help="the most minutes a parser; implies --all")
    parser.add_argument("--still", type=int, default=120, metavar="SECONDS",
                        help="how long coverage may stand still under --all (120)")
    parser.add_argument("--table", type=str, default=str(places.TABLE), metavar="FILE",
                        help="where the table goes (.build-fuzz/table.md)")
    parser.add_argument("--minimise", action="store_true", help="merges each corpus and packs all into one archive")
    parser.add_argument("--fetch", type=str, metavar="ARCHIVE", help="first adds the inputs of such an archive")
    parser.add_argument("--plain", action="store_true",
                        help="without sanitizers: faster, and blind to reads beyond an end")
    parser.add_argument("--no-build", action="store_true", help="takes the fuzzer that was built last")
    parser.add_argument("--list", action="store_true", help="prints the parsers")
    given = parser.parse_args(words)
    given.seconds = 60
    if given.words and given.words[0].isdigit():
        given.seconds = int(given.words.pop(0))
    if given.minutes is not None:
        given.all = True
        given.seconds = max(1, int(given.minutes * 60))
    return parser, given


def main(words):
    parser, given = arguments(words)
    build = Build(is_plain=given.plain)
    if not given.no_build:
        subprocess.run([places.ROOT / "scripts/setup"], check=True)
        build.make()
    known = build.parsers()
    if given.list:
        print("\n".join(known))
        return 0
    unknown = [name for name in given.words if name not in known]
    if unknown:
        parser.error(f"there is no parser \"{unknown[0]}\"; --list names them all")
    names = given.words or known
    if given.fetch:
        corpus.unpack(given.fetch)
    if given.minimise:
        corpus.minimise(build, names)
        return 0
    return run_all(build, names, given)


def run_all(build, names, given):
    """Runs one parser after the other; what was done until an interruption is told all the same."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    table = Table(given.table if given.all else None, build)
    wish = Wish(seconds=given.seconds, still=given.still if given.all else None)
    for name in names:
        run = Run(build, name, wish)
        was_interrupted = run.go()
        table.add(run)
        if was_interrupted:
            break
    print(table.text)
    return 1 if any(row.finds for row in table.rows) else 0
