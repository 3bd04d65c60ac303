"""Measures how often fairy tells what a file is from its bytes alone, beside libmagic's `file`.

    python3 Benchmarks/detection .build/release/fairy      prints the rates and each file told wrongly
    python3 Benchmarks/detection FAIRY --keep DIR          leaves the files there, LABEL-NUMBER each
    python3 Benchmarks/detection FAIRY --only mail,eml     of these kinds alone
    python3 Benchmarks/detection FAIRY --seed 7            other words and numbers in the files

The files are made here, always the same for one seed: kinds that need a program or package which is not installed
are left out, and said to be. Ends with 1 below --least (97 %).
"""
import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import kinds
for name in ["tables", "markup", "mail", "prose", "settings", "pictures", "recordings", "containers", "data"]:
    __import__(name)


def samples(only, seed):
    """Each file: its kind, its number and note, what is right, its bytes. What is missing is said."""
    for label, types, media, make in kinds.KINDS:
        if only and label not in only:
            continue
        number = 0
        try:
            for note, data in make(random.Random(f"{seed} {label}")):
                number += 1
                yield label, number, note, types, media, data
        except kinds.Missing as missing:
            print(f"{label}: {'left out' if number == 0 else 'partly left out'}, there is no {missing}", file=sys.stderr)


def by_fairy(fairy, path):
    result = subprocess.run([fairy, "why", "--json", path], capture_output=True)
    try:
        answer = json.loads(result.stdout)
        return answer["type"], answer.get("confidence", 0)
    except (ValueError, KeyError):
        return f"status {result.returncode}", 0


def by_libmagic(path):
    if not shutil.which("file"):
        return None
    return subprocess.run(["file", "-b", "--mime-type", path], capture_output=True, text=True).stdout.strip()


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("fairy")
    words.add_argument("--keep")
    words.add_argument("--only", default="")
    words.add_argument("--seed", default="1")
    words.add_argument("--least", type=float, default=97)
    words.add_argument("--quiet", action="store_true", help="without the files that were told wrongly")
    options = words.parse_args()
    folder = options.keep or tempfile.mkdtemp()
    Path(folder).mkdir(parents=True, exist_ok=True)
    counts = defaultdict(lambda: [0, 0, 0])
    for label, number, note, types, media, data in samples(set(filter(None, options.only.split(","))), options.seed):
        path = Path(folder, f"{label}-{number}")
        path.write_bytes(data)
        told, confidence = by_fairy(options.fairy, path)
        magic = by_libmagic(path)
        count = counts[label]
        count[0] += 1
        count[1] += told in types
        count[2] += magic in media
        if told not in types and not options.quiet:
            print(f"{label} {number} ({note}): {told} at {confidence}, {magic}")
    if not options.keep:
        shutil.rmtree(folder)
    total, right, magic = (sum(column) for column in zip(*counts.values()))
    for label, (count, fine, other) in sorted(counts.items(), key=lambda item: item[1][1] / item[1][0]):
        if fine < count or other < count:
            print(f"{label:26} {count:4} files   fairy {fine:4}   libmagic {other:4}")
    print(f"{total} files of {len(counts)} kinds: fairy {100 * right / total:.1f} %, libmagic {100 * magic / total:.1f} %")
    return 0 if 100 * right / total >= options.least else 1


sys.exit(main())
