"""Converts the files of a manifest on a Spark cluster: each partition goes through one `fairy worker`.

    spark-submit integrations/spark/convert.py MANIFEST RESULTS [--fairy PATH] [--partitions N]
"""

import argparse
import json
import shlex
import sys

from pyspark import TaskContext
from pyspark.sql import SparkSession


def request(numbered):
    """The manifest's line as a request with an id; what exists is skipped, so that a retry is harmless."""
    line, number = numbered
    try:
        request = dict(json.loads(line))
    except (ValueError, TypeError):
        request = {"notJSON": line}  # The worker's answer to this is a failure of this line alone.
    request.setdefault("id", str(number))
    if isinstance(request.setdefault("options", {}), dict):
        request["options"].setdefault("onConflict", "skip")
    return number, json.dumps(request)


def results(lines):
    """The worker's results, held to its last line: {"done": N} tells a whole answer from a torn one."""
    count, done = 0, None
    for line in lines:
        record = json.loads(line)
        if "done" in record:
            done = record["done"]
        else:
            count += 1
            yield line
    if done != count:
        partition = TaskContext.get().partitionId()
        raise RuntimeError(f"partition {partition}: {count} results came, and then {{'done': {done}}}")


def better(one, other):
    """Of two results for one id the more telling: what was done, then what was there, then a failure."""
    return min(one, other, key=lambda record: ["done", "skipped", "failed"].index(record["status"]))


def main():
    arguments = argparse.ArgumentParser(description="Converts the files of a manifest on a Spark cluster.")
    arguments.add_argument("manifest", help="requests, a line each, where all executors can read it")
    arguments.add_argument("results", help="a new folder for the results, a line a file")
    arguments.add_argument("--fairy", default="fairy", help="the program on the executors")
    arguments.add_argument("--partitions", type=int, help="default: 250 files each, at least 4 a core")
    arguments = arguments.parse_args()
    context = SparkSession.builder.appName("fairy").getOrCreate().sparkContext

    requests = context.textFile(arguments.manifest).filter(str.strip).zipWithIndex().map(request)
    total = requests.count()
    command = f"{shlex.quote(arguments.fairy)} worker"
    partitions = arguments.partitions or max(total // 250, context.defaultParallelism * 4)
    (
        requests.partitionBy(partitions, lambda number: number)  # dealt out: big neighbours part
        .values()
        # RDD.pipe feeds its child from a thread. Were a lost shuffle block to fail in there, the child
        # and the task would wait for ever; so a partition is whole before the pipe begins.
        .mapPartitions(list)
        # The pipe's environment is empty unless given.
        .pipe(command, {"PATH": "/usr/local/bin:/usr/bin:/bin"}, checkCode=True)
        .mapPartitions(results)
        # Written before anything is counted: a second look at a piped RDD would run it again.
        .saveAsTextFile(arguments.results)
    )

    records = context.textFile(arguments.results).map(json.loads)
    best = records.keyBy(lambda record: record["id"]).reduceByKey(better).values()
    outcome = best.map(lambda record: (record["status"], record.get("error", {}).get("code", "")))
    counts = outcome.countByValue()
    for (status, code), count in sorted(counts.items()):
        print(f"{count:>10}  {status} {code}".rstrip())
    if sum(counts.values()) != total:
        sys.exit(f"The manifest has {total} requests, the results have {sum(counts.values())} ids.")


main()
