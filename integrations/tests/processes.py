"""The processes below one that a test started: found through /proc, waited for, and killed one at a time."""

import contextlib
import os
import pathlib
import signal
import subprocess
import time


def table():
    """Parent and start time by process id. The start time tells a process from a later one of the same id."""
    processes = {}
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
            if fields[0] != "Z":
                processes[int(entry.name)] = int(fields[1]), int(fields[19])
    return processes


def below(root):
    """All processes that descend from one."""
    processes = table()
    found, new = set(), {root}
    while new:
        new = {process for process, (parent, _) in processes.items() if parent in new}
        found |= new
    return found


def words(process):
    """The command line of a process, empty when it has ended."""
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="replace").split("\0")[:-1]
    return []


def is_fairy_worker(process):
    """Whether a process is a public `fairy worker`, not one of the sealed ones that it starts."""
    command = words(process)
    pairs = zip(command, command[1:])
    return "--sealed" not in command and any(
        os.path.basename(program) == "fairy" and verb == "worker" for program, verb in pairs
    )


def sealed(supervisor):
    """The workers that a supervisor has started to read files."""
    return {
        process
        for process, (parent, _) in table().items()
        if parent == supervisor and "--sealed" in words(process)
    }


def hold(process):
    """Stops a process, and returns when it stands still."""
    os.kill(process, signal.SIGSTOP)
    while True:
        state = pathlib.Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2].split()[0]
        if state in "TtZX":
            return
        time.sleep(0.001)


def is_writing(process, folder):
    """Whether a process has an output open in a folder, which has no name of its own yet."""
    for entry in pathlib.Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(OSError):
            target = os.readlink(entry)
            if target.startswith(f"{folder}/") and target.endswith((" (deleted)", ".partial")):
                return True
    return False


def identities(processes):
    """Pairs of process id and start time."""
    starts = table()
    return {(process, starts[process][1]) for process in processes if process in starts}


def alive(those):
    """Those of some pairs of process id and start time that still run."""
    return those & identities({process for process, _ in those})


class Engine:
    """A run of an engine, with all that it starts; leaving the block ends what is left of it."""

    def __init__(self, command, folder, environment):
        self.log = pathlib.Path(folder) / "engine.log"
        self.out = pathlib.Path(folder) / "engine.out"
        self.orphans = set()
        with open(self.log, "wb") as log, open(self.out, "wb") as out:
            self.process = subprocess.Popen(
                command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=log,
                env={**os.environ, **environment}, start_new_session=True,
            )  # fmt: skip

    def __enter__(self):
        return self

    def __exit__(self, *_):
        mine = self.below() | self.orphans
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        until = time.monotonic() + 10
        while (left := alive(mine)) and time.monotonic() < until:
            time.sleep(0.05)
        for process, _ in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def below(self):
        """What descends from the engine now, as pairs of process id and start time."""
        return identities(self.running())

    def kill(self, process):
        """Kills one process below the engine at once, and remembers what it leaves without a parent."""
        self.orphans |= identities(below(process))
        os.kill(process, signal.SIGKILL)

    def kill_at_work(self, supervisor, folder):
        """Kills a sealed worker in the middle of a file, and waits until another takes its place."""
        before = sealed(supervisor)

        def strike():
            for process in sealed(supervisor):
                with contextlib.suppress(OSError):
                    hold(process)
                    hit = is_writing(process, folder)
                    os.kill(process, signal.SIGKILL if hit else signal.SIGCONT)
                    if hit:
                        return True

        self.wait(strike, "a sealed worker is at work")
        self.wait(lambda: sealed(supervisor) - before, "another sealed worker takes its place")

    def gather(self, count):
        """Waits until so many workers run, and has the first ones wait for the last."""
        held = set()

        def all_there():
            for process in self.workers().keys() - held:
                hold(process)
                held.add(process)
            return len(held) == count

        self.wait(all_there, f"there are {count} workers")
        for process in held:
            os.kill(process, signal.SIGCONT)

    def stop(self, process):
        """Stops one process, and waits until those below it have no more to do."""
        os.kill(process, signal.SIGSTOP)

        def used():
            spent = []
            for child in below(process):
                with contextlib.suppress(OSError):
                    fields = pathlib.Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
                    spent.append((child, *fields[11:15]))
            return sorted(spent)

        before = used()
        time.sleep(0.3)
        while before != (before := used()):
            time.sleep(0.3)

    def workers(self):
        """The `fairy worker` processes at work, each with its parent."""
        processes = table()
        parents = {process: processes[process][0] for process in self.running() if process in processes}
        return {
            process: parent
            for process, parent in parents.items()
            if is_fairy_worker(process) and not is_fairy_worker(parent)
        }

    def running(self):
        """The processes below the engine."""
        return below(self.process.pid)

    def wait(self, condition, what, seconds=150):
        """Polls until a condition is true, and returns what it returned."""
        until = time.monotonic() + seconds
        while not (answer := condition()):
            if self.process.poll() is not None:
                raise AssertionError(f"it ended with {self.process.returncode} before {what}\n{self.tail()}")
            if time.monotonic() > until:
                raise AssertionError(f"after {seconds} seconds still waiting until {what}\n{self.tail()}")
            time.sleep(0.005)
        return answer

    def finish(self):
        """What the engine printed, once it has ended well."""
        if status := self.end():
            raise AssertionError(f"it ended with {status}\n{self.tail()}")
        return self.out.read_text()

    def end(self, seconds=150):
        """The exit status of the engine, once it and all that was killed below it has ended."""
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it still runs after {seconds} seconds\n{self.tail()}") from None
        until = time.monotonic() + 10
        while left := alive(self.orphans):
            if time.monotonic() > until:
                raise AssertionError(f"left behind: {[words(process) for process, _ in left]}")
            time.sleep(0.05)
        return status

    def tail(self):
        """The end of what the engine logged."""
        lines = self.log.read_text(errors="replace").splitlines()
        return "\n".join(line[:300] for line in lines[-60:])
