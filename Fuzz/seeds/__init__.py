"""Small inputs to start fuzzing from, varied enough to reach most of a parser; made by script, so none is kept.

Each module has functions that are made known by ``seeds("parser", …)`` and give pairs of a name and bytes. Programs that
are not installed make none. A parser that has no function gets the files of the extension that is its name.
"""
import functools
import hashlib
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "fixtures"
LARGEST = 1 << 16

_makers = {}


def seeds(*parsers):
    """Makes a function known that gives inputs for parsers."""
    def register(maker):
        for parser in parsers:
            _makers.setdefault(parser, []).append(maker)
        return maker
    return register


def make(parser, folder):
    """Writes all inputs for a parser. Returns how many there are."""
    from . import archives, documents, mail, messages, metadata, pictures, scans, tables, texts, words  # noqa: F401
    names = set()
    for maker in _makers.get(parser) or [functools.partial(of_extension, parser, pictures.small)]:
        for name, content in maker():
            if not 0 < len(content) <= LARGEST:
                continue
            digest = hashlib.sha1(content).hexdigest()[:8]
            (folder / f"{name}-{digest}").write_bytes(content)
            names.add(digest)
    return len(names)


def of_extension(extension, pictures):
    """The fixtures of an extension, and what fairy makes of small pictures: for a parser without functions of its own."""
    yield from fixtures(f"*.{extension}")
    yield from converted(pictures(), extension)


def fixtures(*patterns):
    """The fixtures of these names."""
    for pattern in patterns:
        for path in sorted(FIXTURES.glob(pattern)):
            if path.is_file():
                yield path.name, path.read_bytes()


def prefixed(pairs, *starts):
    """The same with bytes before them that choose what a parser does."""
    for name, content in pairs:
        for index, start in enumerate(starts):
            yield f"{name}.{index}", bytes(start) + content


@functools.cache
def fairy():
    """fairy as it was built last; built now where it never was."""
    built = [ROOT / ".build" / kind / "fairy" for kind in ("release", "debug")]
    return next((path for path in built if path.exists()), ROOT / "scripts/fairy")


def converted(pairs, target, *options):
    """What fairy makes of files; each option is a list of words of its own."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, content in pairs:
            source = folder / name
            source.write_bytes(content)
            for index, words in enumerate(options or [[]]):
                output = folder / f"out.{index}.{target}"
                command = [fairy(), "convert", source, "--to", target, "-o", output, *words]
                done = run(command)
                if done and output.is_file():
                    yield f"{name}.{index}.{target}", output.read_bytes()
                    output.unlink()


def run(command, folder=None, text=None):
    """Whether a program ended well; not so where it is not installed."""
    try:
        done = subprocess.run(
            command, cwd=folder, input=text, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120,
            env=dict(os.environ, LC_ALL="C.UTF-8"))
    except (FileNotFoundError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def files(folder):
    """All files of a folder, by their names."""
    for path in sorted(pathlib.Path(folder).iterdir()):
        if path.is_file():
            yield path.name, path.read_bytes()
