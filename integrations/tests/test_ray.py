"""Ray on this machine with two workers, each an actor in a process of its own."""

import importlib.util
import pathlib
import shutil
import sys
import tempfile
import unittest

from material import FAIRY, REPOSITORY, Material, check, inodes, records
from processes import Engine


@unittest.skipUnless(importlib.util.find_spec("ray"), "Ray is not installed")
class RayTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="fairy-ray-")
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.material = Material(cls.scratch.name)

    def run_and_kill(self, name, kill):
        """Runs the job, lets `kill` strike one of its workers in mid-run, and checks all that came of it."""
        folder = pathlib.Path(self.scratch.name, f"{name}-ray")
        folder.mkdir()
        manifest, outputs = self.material.manifest(name)
        with open(manifest, "a", encoding="utf-8") as file:
            file.write("\nthis is no JSON\n[1, 2]\n")
        results = folder / "results.ndjson"
        script = str(REPOSITORY / "integrations/ray/convert.py")
        command = [sys.executable, script, str(manifest), str(results), "--workers", "2", "--fairy", FAIRY]
        # Ray's sockets lie in this folder, and the path of a socket has at most 107 bytes.
        sockets = tempfile.mkdtemp(prefix="ray-")
        self.addCleanup(shutil.rmtree, sockets, ignore_errors=True)
        environment = {"RAY_TMPDIR": sockets, "RAY_USAGE_STATS_ENABLED": "0", "RAY_ADDRESS": ""}
        with Engine(command, folder, environment) as engine:
            engine.gather(2)
            engine.wait(lambda: len(inodes(outputs)) >= 20, "20 files are converted")
            workers = engine.workers()
            worker, actor = next(iter(workers.items()))
            # A sealed worker's death is its supervisor's business, and goes unnoticed by Ray.
            engine.kill_at_work(worker, outputs)
            self.assertEqual(engine.workers(), workers)
            kill(engine, worker, actor)
            before = inodes(outputs)
            self.assertLess(len(before), self.material.good - 50, "killed too late to tell anything")
            again = lambda: len(engine.workers()) == 2 and engine.workers().keys() - workers.keys()
            engine.wait(again, "a new worker has taken the place of the killed one")
            printed = engine.finish()
        output = results.read_text()
        found = records(output)
        total = len(self.material.requests)
        extra = [record for record in found if record["id"] in (str(total), str(total + 1))]
        self.assertEqual([record["error"]["code"] for record in extra], ["usage", "usage"])
        self.assertEqual(output.count("\n"), total + 2, "nothing but results")
        check(self, self.material, [record for record in found if record not in extra], outputs, before)
        self.assertRegex(printed, r"(?m)^ +8  failed damagedInput$")
        return engine.log.read_text(errors="replace") + printed

    def test_killed_worker(self):
        self.run_and_kill("worker", lambda engine, worker, actor: engine.kill(worker))

    def test_killed_actor(self):
        def kill(engine, worker, actor):
            # Its worker ends the file at hand, and nobody hears of it: the worst moment to be killed.
            engine.stop(actor)
            engine.kill(actor)

        self.run_and_kill("actor", kill)


if __name__ == "__main__":
    unittest.main()
