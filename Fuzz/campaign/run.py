"""One parser's run."""
import dataclasses
import re
import signal
import subprocess
import sys
import threading
import time

from . import corpus, places


@dataclasses.dataclass
class Wish:
    seconds: int
    # How long coverage may stand still before the run ends; None: for ever.
    still: int | None


class Run:
    STATUS = re.compile(r"^#\d+\s+(\S+)\s.*?cov: (\d+) ft: (\d+) corp: (\d+)/")
    STATISTIC = re.compile(r"^stat::(\w+):\s+(\d+)")

    def __init__(self, build, parser, wish):
        self.build, self.parser, self.wish = build, parser, wish
        self.first_edges = self.edges = self.features = self.inputs = 0
        self.statistics = {}
        self.finds = []
        self.has_ended_still = False
        self.seconds = 0
        self._last_gain = time.monotonic()

    def go(self):
        """Runs until time is up. Returns whether the user ended it."""
        corpus.prepare(self.parser)
        kept = places.FINDINGS / self.parser
        before = set(kept.iterdir())
        print(f"== {self.parser}, {self.wish.seconds} s at most", file=sys.stderr)
        began = time.monotonic()
        self._last_gain = began
        process = subprocess.Popen(
            self._command(kept), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, errors="replace",
            cwd=places.ROOT, env=self.build.environment(self.parser), start_new_session=True)
        reader = threading.Thread(target=self._read, args=[process.stderr])
        reader.start()
        was_interrupted = self._wait(process)
        reader.join()
        self.seconds = time.monotonic() - began
        self.finds = sorted(set(kept.iterdir()) - before)
        if not any(kept.iterdir()):
            kept.rmdir()
        print(f"   {self.summary}", file=sys.stderr)
        return was_interrupted

    def _command(self, kept):
        work = places.CORPUS / self.parser
        return [
            self.build.program, work, kept, places.SEEDS / self.parser, f"-max_total_time={self.wish.seconds}",
            f"-artifact_prefix={kept}/", "-print_final_stats=1", "-reload=0", *self.build.limits]

    def _wait(self, process):
        was_interrupted = False
        while True:
            try:
                process.wait(timeout=1)
                return was_interrupted
            except subprocess.TimeoutExpired:
                is_still = self.wish.still and time.monotonic() - self._last_gain > self.wish.still
                if is_still and not self.has_ended_still:
                    self.has_ended_still = True
                    process.send_signal(signal.SIGINT)
            except KeyboardInterrupt:
                was_interrupted = True
                process.send_signal(signal.SIGINT)

    def _read(self, lines):
        places.LOGS.mkdir(parents=True, exist_ok=True)
        with open(places.LOGS / f"{self.parser}.log", "w") as log:
            for line in lines:
                log.write(line)
                if found := self.STATUS.match(line):
                    self._note(found)
                elif found := self.STATISTIC.match(line):
                    self.statistics[found[1]] = int(found[2])

    def _note(self, found):
        edges, features, inputs = (int(found[index]) for index in (2, 3, 4))
        if found[1] == "INITED":
            self.first_edges = edges
            self._last_gain = time.monotonic()
        elif edges > self.edges:
            self._last_gain = time.monotonic()
        self.edges, self.features, self.inputs = max(self.edges, edges), max(self.features, features), inputs

    @property
    def summary(self):
        end = "stood still" if self.has_ended_still else "ended"
        return (f"{end} after {self.seconds:.0f} s: {self.statistics.get('number_of_executed_units', 0)} runs, "
                f"{self.first_edges} → {self.edges} edges, "
                f"{', '.join(str(find.relative_to(places.ROOT)) for find in self.finds) or 'nothing found'}")
