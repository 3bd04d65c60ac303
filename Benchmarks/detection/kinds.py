"""The registry of kinds of file: each is a label, what counts as right, and a function that makes samples."""
import shutil
import subprocess
import tempfile
from pathlib import Path

KINDS = []


class Missing(Exception):
    """A program or package that a kind is made with is not installed."""


def kind(types, media):
    """Registers a generator of samples, `(note, bytes)` each.

    types: identifiers of fairy's that are right, separated by blanks.
    media: media types of libmagic's that are right. Where libmagic has no word for a kind, its word for the
           more general kind counts.
    """

    def register(make):
        KINDS.append((make.__name__.rstrip("_"), set(types.split()), set(media.split()), make))
        return make

    return register


def run(*command, stdin=None, cwd=None):
    if not shutil.which(command[0]):
        raise Missing(command[0])
    result = subprocess.run(command, input=stdin, cwd=cwd, capture_output=True)
    if result.returncode:
        raise Missing(f"{command[0]}: {result.stderr.decode(errors='replace').strip()[-200:]}")
    return result.stdout


def through(suffix, command, source=b"", source_suffix=".in"):
    """What a program writes to a file: `IN` and `OUT` in the command stand for files."""
    with tempfile.TemporaryDirectory() as folder:
        given, result = Path(folder, "given" + source_suffix), Path(folder, "result" + suffix)
        given.write_bytes(source)
        run(*[{"IN": str(given), "OUT": str(result)}.get(word, word) for word in command])
        return result.read_bytes()


def module(name):
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError:
        raise Missing(f"Python's {name}")


WORDS = (
    "time year people way day man thing woman life child world school state family student group country "
    "problem hand part place case week company system program question work government number night point "
    "home water room mother area money story fact month lot right study book eye job word business issue side"
).split()


def sentence(rng, count=12):
    words = [rng.choice(WORDS) for _ in range(count)]
    if count > 6 and rng.random() < 0.6:
        words[count // 2] += ","
    return (" ".join(words)).capitalize() + "."


def prose(rng, paragraphs=4):
    return "\n\n".join(
        "\n".join(sentence(rng, rng.randint(7, 16)) for _ in range(rng.randint(2, 6)))
        for _ in range(paragraphs)
    ) + "\n"


def crlf(text):
    return text.replace("\n", "\r\n")


def encodings(text, latin=True):
    """A text in the ways that it is met with."""
    yield "UTF-8", text.encode()
    yield "with a byte order mark", b"\xef\xbb\xbf" + text.encode()
    yield "CR LF", crlf(text).encode()
    yield "UTF-16 LE with a mark", b"\xff\xfe" + crlf(text).encode("utf-16-le")
    yield "UTF-16 BE with a mark", b"\xfe\xff" + text.encode("utf-16-be")
    if latin:
        yield "Latin-1", text.encode("latin-1", "replace")
