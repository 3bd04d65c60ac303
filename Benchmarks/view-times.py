"""How long a table that `fairy worker` keeps open takes to answer: view-times.py FILE COLUMN, rows of a table in Markdown.

COLUMN is the number of one with numbers, from 0; rows are sorted by it.
"""
import json
import random
import subprocess
import sys
import time

worker = subprocess.Popen(["fairy", "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def ask(**question):
    """The answer, and the milliseconds until it came."""
    begin = time.perf_counter()
    print(json.dumps({"view": 1, **question}), file=worker.stdin, flush=True)
    answer = json.loads(worker.stdout.readline())
    if "error" in answer:
        sys.exit(answer["error"]["message"])
    return answer, (time.perf_counter() - begin) * 1000


def until_complete(**question):
    begin = time.perf_counter()
    while True:
        answer, _ = ask(wait=10000, **question)
        if answer.get("complete") or "row" in answer:
            return answer, (time.perf_counter() - begin) * 1000


def anywhere(**question):
    times = sorted(ask(ask="rows", **{"from": random.randrange(count - 50)}, **question)[1] for _ in range(100))
    return f"median {times[50]:.1f} ms, p95 {times[95]:.1f} ms"


def row(title, figure, goal=""):
    print(f"| {title} | {figure} | none | | {goal} |", flush=True)


random.seed(1)
path, column = sys.argv[1], int(sys.argv[2])
opened, first = ask(input=path)
first += ask(ask="rows", count=50)[1]
row("a table kept open: its first 50 rows", f"{first:.0f} ms", "≤ 150 ms")
count = until_complete(ask="rows", **{"from": 10**12})[0]["rowCount"]
row(f"any 50 of its {count:,} rows", anywhere(), "≤ 300 ms")
name = opened["columns"][column]
row("all rows sorted by a number", f"{until_complete(ask='rows', sort=name)[1] / 1000:.1f} s")
row("any 50 of these", anywhere(sort=name), "≤ 300 ms")
row("a word that is nowhere", f"{until_complete(ask='find', text='no such word')[1] / 1000:.1f} s")
row("the column summed up", f"{until_complete(ask='column', column=column)[1] / 1000:.1f} s")
worker.stdin.close()
worker.wait()
