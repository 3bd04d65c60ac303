"""The batch script: its syntax, its directives, and its share of a manifest for each task of an array."""

import os
import pathlib
import re
import signal
import subprocess
import tempfile
import unittest

from material import FAIRY, REPOSITORY, Material, check, exit_status, inodes, records, second_try, whole
from processes import Engine

SCRIPT = REPOSITORY / "integrations/slurm/fairy.sbatch"

# What the script may ask of sbatch, and how sbatch wants it written.
DIRECTIVES = {
    "job-name": r"\S+",
    "array": r"\d+-\d+(:\d+)?(%\d+)?",
    "nodes": r"\d+(-\d+)?",
    "ntasks": r"\d+",
    "cpus-per-task": r"\d+",
    "mem-per-cpu": r"\d+[KMGT]?",
    "time": r"(\d+-)?\d\d?(:\d\d){1,2}",
    "requeue": "",
    "output": r"([^%\s]|%[Aajx])+",
}


class SlurmTests(unittest.TestCase):
    def directives(self):
        return dict(re.findall(r"(?m)^#SBATCH --([a-z-]+)(?:=(.*))?$", SCRIPT.read_text()))

    def test_syntax(self):
        subprocess.run(["bash", "-n", SCRIPT], check=True)
        lines = SCRIPT.read_text().splitlines()
        self.assertEqual(lines[0], "#!/usr/bin/env bash")
        last = max(index for index, line in enumerate(lines) if line.startswith("#SBATCH"))
        early = [line for line in lines[:last] if line and not line.startswith("#")]
        self.assertEqual(early, [], "sbatch ignores directives after the first command")

    def test_directives(self):
        count = sum(line.startswith("#SBATCH") for line in SCRIPT.read_text().splitlines())
        self.assertEqual(len(self.directives()), count)
        for name, value in self.directives().items():
            self.assertRegex(value, f"^{DIRECTIVES[name]}$", name)

    def variables(self, folder, index, indexes, restarts=0):
        """What Slurm says to a task of an array, with fairy on its path."""
        if not (folder / "bin").exists():
            (folder / "bin").mkdir()
            (folder / "bin/fairy").symlink_to(FAIRY)
        return {
            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
            "SLURM_ARRAY_JOB_ID": "4711",
            "SLURM_ARRAY_TASK_ID": str(index),
            "SLURM_ARRAY_TASK_MIN": str(indexes[0]),
            "SLURM_ARRAY_TASK_MAX": str(indexes[-1]),
            "SLURM_ARRAY_TASK_STEP": str(indexes.step),
            "SLURM_ARRAY_TASK_COUNT": str(len(indexes)),
            "SLURM_CPUS_PER_TASK": self.directives()["cpus-per-task"],
            **({"SLURM_RESTART_COUNT": str(restarts)} if restarts else {}),
        }

    def run_array(self, low, high, step):
        with tempfile.TemporaryDirectory(prefix="fairy-slurm-") as scratch:
            material = Material(scratch, count=75)
            manifest, outputs = material.manifest("shares")
            folder = pathlib.Path(scratch)
            indexes = range(low, high + 1, step)

            def task(index, restarts=0, options=()):
                results = folder / "results"
                environment = self.variables(folder, index, indexes, restarts)
                run = subprocess.run(
                    ["bash", SCRIPT, manifest, results, *options], capture_output=True, text=True,
                    env={**os.environ, **environment}, cwd=scratch,
                )  # fmt: skip
                found = records((results / f"{index}.4711-{restarts}.ndjson").read_text())
                self.assertEqual(run.returncode, exit_status(found), run.stderr)
                return found

            shares = {index: task(index) for index in indexes}
            self.assertTrue(all(shares.values()), "each task has something to do")
            together = [record for share in shares.values() for record in share]
            check(self, material, together, outputs)

            before = inodes(outputs)
            again = {record["id"] for record in task(low, restarts=1)}
            self.assertLessEqual(again, {record["id"] for record in shares[low]}, "the same share")
            self.assertEqual(inodes(outputs), before, "a second start does nothing again")
            for options, word in [((), self.assertIn), (["--retry-failed"], self.assertNotIn)]:
                for record in task(low, 2, options):
                    if record["status"] == "failed" and record["error"]["code"] == "damagedInput":
                        word("in an earlier run", record["error"]["message"])

    def test_shares(self):
        low, high = map(int, re.match(r"(\d+)-(\d+)", self.directives()["array"]).groups())
        self.run_array(low, high, 1)

    def test_shares_of_an_array_with_steps(self):
        self.run_array(1, 8, 3)

    def test_killed_task(self):
        """A task that is lost with its node, and started again by Slurm."""
        with tempfile.TemporaryDirectory(prefix="fairy-slurm-") as scratch:
            material = Material(scratch)
            manifest, outputs = material.manifest("killed")
            folder = pathlib.Path(scratch)
            indexes = range(2)

            def task(index, restarts=0):
                variables = self.variables(folder, index, indexes, restarts)
                return Engine(["bash", str(SCRIPT), str(manifest), "results"], folder, variables)

            def found(index, restarts=0):
                return whole((folder / f"results/{index}.4711-{restarts}.ndjson").read_text())

            with task(0) as lost:
                lost.wait(lambda: len(inodes(outputs)) >= 20, "20 files are converted")
                lost.kill_at_work(lost.process.pid, outputs)
                lost.kill(lost.process.pid)
                self.assertEqual(lost.end(), -signal.SIGKILL)
            before = inodes(outputs)
            self.assertLess(len(before), material.good / 2 - 25, "killed too late to tell anything")
            shares = []
            for index, restarts in [(0, 1), (1, 0)]:
                with task(index, restarts) as run:
                    status = run.end()
                share = records(found(index, restarts))
                self.assertEqual(status, exit_status(share), run.tail())
                shares.append(share)
            shares[0] = second_try(self, records(found(0)), shares[0])
            check(self, material, shares[0] + shares[1], outputs, before)


if __name__ == "__main__":
    unittest.main()
