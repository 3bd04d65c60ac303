"""Converts the files of a manifest on a Ray cluster: each actor keeps one warm `fairy worker`.

    python integrations/ray/convert.py MANIFEST RESULTS [--address auto] [--workers N] [--fairy PATH]
"""

import argparse
import collections
import json
import os
import subprocess
import sys

import ray


@ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=3)
class Worker:
    """One `fairy worker`, one request in flight. Ray restarts the actor, the actor its process."""

    def __init__(self, fairy):
        self.command = [fairy, "worker"]
        self.start()

    def start(self):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8")

    def convert(self, request):
        """The result of a request. When the process dies of it, a new one gets a second chance."""
        for _ in range(2):
            try:
                self.process.stdin.write(request + "\n")
                self.process.stdin.flush()
                answer = self.process.stdout.readline()
            except BrokenPipeError:
                answer = ""
            if answer.endswith("\n"):
                return answer.rstrip("\n")
            self.process.kill()
            status = self.process.wait()
            print(f"fairy worker ended with status {status}; a new one begins", file=sys.stderr)
            self.start()
        return failure(request, f"the worker ended twice at this file, last with status {status}")


def failure(request, message):
    request = json.loads(request)
    record = {"id": request["id"], "input": request.get("input"), "status": "failed"}
    return json.dumps(record | {"error": {"code": "internalError", "message": message}})


def requests(manifest):
    """The manifest's lines, each with an id; what exists is skipped, so that a retry is harmless."""
    for number, line in enumerate(filter(str.strip, manifest)):
        try:
            request = dict(json.loads(line))
        except (ValueError, TypeError):
            request = {"notJSON": line}  # The worker's answer to this is a failure of this line alone.
        request.setdefault("id", str(number))
        if isinstance(request.setdefault("options", {}), dict):
            request["options"].setdefault("onConflict", "skip")
        yield json.dumps(request)


def converted(requests, workers):
    """Results as they come. A worker has one request at work and one waiting, and never more."""
    places = collections.deque(workers * 2)
    waiting = {}

    def first():
        [reference], _ = ray.wait(list(waiting), num_returns=1)
        worker, request = waiting.pop(reference)
        places.append(worker)
        try:
            return ray.get(reference)
        except ray.exceptions.RayActorError as error:
            if error.actor_init_failed:
                raise
            return failure(request, "four actors in a row died at this file")

    for request in requests:
        if not places:
            yield first()
        worker = places.popleft()
        waiting[worker.convert.remote(request)] = worker, request
    while waiting:
        yield first()


def main():
    arguments = argparse.ArgumentParser(description="Converts the files of a manifest on a Ray cluster.")
    arguments.add_argument("manifest", help="requests, a line each")
    arguments.add_argument("results", help="a new file for the results, a line a file")
    arguments.add_argument("--address", default=os.environ.get("RAY_ADDRESS"), help="default: this machine")
    arguments.add_argument("--workers", type=int, help="default: a worker a core of the cluster")
    arguments.add_argument("--fairy", default="fairy", help="the program on the nodes")
    arguments = arguments.parse_args()

    with open(arguments.manifest, encoding="utf-8", errors="replace") as manifest:
        with open(arguments.results, "x", encoding="utf-8") as results:
            if arguments.address:
                ray.init(address=arguments.address)
            else:
                ray.init(num_cpus=arguments.workers, include_dashboard=False, _node_ip_address="127.0.0.1")
            count = arguments.workers or int(ray.cluster_resources()["CPU"])
            workers = [Worker.remote(arguments.fairy) for _ in range(count)]
            outcomes = collections.Counter()
            for line in converted(requests(manifest), workers):
                results.write(line + "\n")
                results.flush()
                record = json.loads(line)
                outcomes[record["status"], record.get("error", {}).get("code", "")] += 1
    for (status, code), number in sorted(outcomes.items()):
        print(f"{number:>10}  {status} {code}".rstrip())


main()
