"""The inputs that fuzzing starts from, and those that it has found."""
import shutil
import subprocess
import sys
import tarfile

from . import places


def prepare(parser):
    """Makes the folders of a parser, and the inputs to start from."""
    for folder in (places.CORPUS, places.FINDINGS):
        (folder / parser).mkdir(parents=True, exist_ok=True)
    make_seeds(parser)


def make_seeds(parser):
    """Makes the first inputs, unless those that there are were made by the programs as they are."""
    target = places.SEEDS / parser
    stamp = target / ".made"
    programs = [*(places.ROOT / "Fuzz/seeds").rglob("*.py")]
    newest = max(program.stat().st_mtime for program in programs)
    if stamp.exists() and stamp.stat().st_mtime >= newest:
        return
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    from seeds import make
    count = make(parser, target)
    print(f"   {parser} starts from {count} inputs", file=sys.stderr)
    stamp.touch()


def minimise(build, parsers):
    """Keeps of each corpus what its coverage needs, and packs all of it."""
    for parser in parsers:
        prepare(parser)
        work, merged = places.CORPUS / parser, places.CORPUS / f"{parser}.merged"
        shutil.rmtree(merged, ignore_errors=True)
        merged.mkdir()
        before = sum(1 for _ in work.iterdir())
        subprocess.run(
            [build.program, "-merge=1", merged, work, places.SEEDS / parser, *build.limits],
            check=True, cwd=places.ROOT, env=build.environment(parser), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        shutil.rmtree(work)
        merged.rename(work)
        print(f"{parser}: {before} → {sum(1 for _ in work.iterdir())}", file=sys.stderr)
    with tarfile.open(places.ARCHIVE, "w:xz") as archive:
        for path in sorted(places.CORPUS.rglob("*")):
            archive.add(path, path.relative_to(places.CORPUS), recursive=False, filter=anonymous)
    print(f"{places.ARCHIVE.relative_to(places.ROOT)}: {places.ARCHIVE.stat().st_size:,} bytes", file=sys.stderr)


def anonymous(entry):
    """The same entry for all machines and times."""
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o755 if entry.isdir() else 0o644
    return entry


def unpack(archive):
    """Adds the inputs of an archive that ``minimise`` made."""
    places.CORPUS.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as packed:
        packed.extractall(places.CORPUS, filter="data")
