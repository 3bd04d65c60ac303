#!/usr/bin/env python3
"""parallel.py [sample]: runs every class of tests in a process of its own, some at the same time, and prints a line for each.

A class that has failed prints all that it said, and all is ended that hangs. What failed beside others is run once more alone, where a
browser has the machine to itself; it counts as failed if it fails again. `sample` runs those of `SAMPLE` alone."""
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
# In seconds; the longest take a minute or two, and several times as long where other programs keep the machine busy.
PATIENCE = 1200
# Those that take longest begin first: how long in seconds, for order alone.
LONG = {"test_uploads.Kills": 40, "test_appearance.EveryPage": 60, "test_firefox.InTheLight": 50, "test_firefox.InTheDark": 49, "test_attacks.Connections": 40,
        "test_fuzz.Mutations": 30, "test_uploads.Limits": 30}

# What a change breaks first: attacks, each part of what people do in Chromium, and the types of scripts.
SAMPLE = ("test_safety", "test_scripts", "test_journeys", "test_appearance.Languages", "test_events.Events", "test_firefox.ByMouse",
          "test_home.Tour", "test_library.OneDocument", "test_looking.Tables", "test_phone.Attacks", "test_scan.Attacks",
          "test_triage.Attacks", "test_uploads.Pieces")


def classes(is_sample):
    def leaves(suite):
        for test in suite:
            yield from leaves(test) if isinstance(test, unittest.TestSuite) else [test]
    loader = unittest.TestLoader()
    found = {f"{type(test).__module__}.{type(test).__qualname__}" for test in leaves(loader.discover(str(HERE)))}
    faults = [name for name in found if name.startswith("unittest.")]
    if faults or loader.errors:
        sys.exit("\n".join(loader.errors))
    if is_sample:
        found = {name for name in found if name in SAMPLE or name.split(".")[0] in SAMPLE}
    return sorted(found, key=lambda name: (-LONG.get(name, 0), name))


def run(name):
    begun = time.monotonic()
    try:
        done = subprocess.run([sys.executable, "-m", "unittest", name], cwd=HERE, capture_output=True, text=True, timeout=PATIENCE)
        said, failed = done.stdout + done.stderr, done.returncode != 0
    except subprocess.TimeoutExpired as error:
        said, failed = "".join(part.decode() for part in (error.stdout, error.stderr) if part) + f"\nnot over after {PATIENCE} s", True
    return name, failed, said, time.monotonic() - begun


def main():
    processes = min(4, (os.cpu_count() or 1) + 1)
    names, failures, begun = classes("sample" in sys.argv[1:]), [], time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(processes) as pool:
        for name, failed, said, seconds in pool.map(run, names):
            notes = "".join(f"\n  {line}" for line in said.splitlines() if "skipped" in line or "(PSS" in line)
            print(f"{'✘' if failed else '✔'} {name} {seconds:.0f} s{notes}", flush=True)
            if failed:
                failures.append(name)
                print(said, flush=True)
    for name in failures[:]:
        _, failed, said, seconds = run(name)
        print(f"{'✘' if failed else '✔'} {name} {seconds:.0f} s, once more alone\n{said if failed else ''}", flush=True)
        if not failed:
            failures.remove(name)
    print(f"{len(names)} classes of tests in {time.monotonic() - begun:.0f} s" + (f"; failed: {', '.join(failures)}" if failures else ""))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
