#!/usr/bin/env python3
"""search-times.py WORDS COMMAND…: runs each command for each word of a file, in turn, and prints a row of the table: the
median and the 95th percentile of the times of whole processes, in milliseconds."""
import shlex
import statistics
import subprocess
import sys
import time

words = [line.strip() for line in open(sys.argv[1], encoding="utf-8") if line.strip()]
commands = sys.argv[2:]
times = {command: [] for command in commands}
for word in [*words, "everywhere"]:
    for command in commands:
        start = time.perf_counter()
        subprocess.run([*shlex.split(command), word], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times[command].append(1000 * (time.perf_counter() - start))


def figures(command):
    all_times = sorted(times[command])
    return f"median {statistics.median(all_times):.1f} ms, p95 {all_times[int(0.95 * len(all_times))]:.1f} ms"


peers = "; ".join(f"{command.split()[0]} {figures(command)}" for command in commands[1:])
print(f"| a word searched in them, {len(words) + 1} words | {figures(commands[0])} | {peers} | | p95 ≤ 50 ms |")
