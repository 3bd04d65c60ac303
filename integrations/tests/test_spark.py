"""Spark in local-cluster mode: two executors, each a process of its own as on a cluster."""

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from material import FAIRY, REPOSITORY, Material, check, inodes, records
from processes import Engine, below, words

PARTITIONS = 6


def missing():
    """What Spark lacks here, if anything."""
    if not importlib.util.find_spec("pyspark"):
        return "PySpark is not installed"
    java = os.path.join(os.environ["JAVA_HOME"], "bin/java") if "JAVA_HOME" in os.environ else "java"
    if not shutil.which(java):
        return "there is no Java"
    answer = subprocess.run([java, "-version"], capture_output=True, text=True).stderr
    version = re.search(r'version "(\d+)', answer)
    if not version or int(version[1]) < 17:
        return "Spark needs Java 17 or newer"


@unittest.skipIf(missing(), missing())
class SparkTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="fairy-spark-")
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.material = Material(cls.scratch.name)

    def spark(self, name):
        """Starts the job on Spark; gives the engine, the folder of outputs and that of results."""
        folder = pathlib.Path(self.scratch.name, f"{name}-spark")
        # Executors work in a folder below SPARK_HOME, which shall not be the installed one.
        home = folder / "home"
        home.mkdir(parents=True)
        for entry in pathlib.Path(importlib.util.find_spec("pyspark").origin).parent.iterdir():
            (home / entry.name).symlink_to(entry)
        manifest, outputs = self.material.manifest(name)
        with open(manifest, "a", encoding="utf-8") as file:
            file.write("\nthis is no JSON\n[1, 2]\n")
        results = folder / "results"
        settings = {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.local.dir": str(folder),
            "spark.ui.enabled": "false",
        }
        command = [str(home / "bin/spark-submit"), "--master", "local-cluster[2,1,1024]"]
        command += [word for pair in settings.items() for word in ("--conf", "=".join(pair))]
        command += [str(REPOSITORY / "integrations/spark/convert.py"), manifest.as_uri(), results.as_uri()]
        command += ["--fairy", FAIRY, "--partitions", str(PARTITIONS)]
        environment = {
            # Most of such a short run is Java warming up; less optimising halves it.
            "JAVA_TOOL_OPTIONS": f"-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.io.tmpdir={folder}",
            "SPARK_HOME": str(home),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_LOCAL_HOSTNAME": "localhost",
            "PYSPARK_PYTHON": sys.executable,
            "PYSPARK_DRIVER_PYTHON": sys.executable,
        }
        return Engine(command, folder, environment), outputs, results

    def test_killed_worker_and_executor(self):
        engine, outputs, results = self.spark("killed")
        with engine:
            # So few that neither of the two partitions at work can be near its end.
            engine.wait(lambda: len(inodes(outputs)) >= 20, "20 files are converted")
            worker = engine.wait(lambda: next(iter(engine.workers()), None), "a worker runs")
            # A sealed worker's death is its supervisor's business, and fails no task.
            engine.kill_at_work(worker, outputs)
            self.assertIn(worker, engine.workers())
            engine.kill(worker)
            engine.wait(lambda: len(inodes(outputs)) >= 100, "100 files are converted")
            engine.kill(engine.wait(lambda: self.executor(engine), "an executor has a worker"))
            before = inodes(outputs)
            self.assertLess(len(before), self.material.good - 50, "killed too late to tell anything")
            printed = engine.finish()
        log = engine.log.read_text(errors="replace")
        self.assertRegex(log, "fairy'? worker.* exited with error code -9")
        self.assertRegex(log, "Lost executor.* exited with code 137")

        output = "".join(part.read_text() for part in results.glob("part-*"))
        found = records(output)
        total = len(self.material.requests)
        extra = [record for record in found if record["id"] in (str(total), str(total + 1))]
        self.assertEqual([record["error"]["code"] for record in extra], ["usage", "usage"])
        self.assertEqual(output.count("\n"), total + 2, "nothing but results")
        check(self, self.material, [record for record in found if record not in extra], outputs, before)
        self.assertEqual(sum(int(line.split()[0]) for line in printed.splitlines()), total + 2)
        self.assertRegex(printed, r"(?m)^ +8  failed damagedInput$")

    @staticmethod
    def executor(engine):
        """An executor's process with a `fairy worker` below it."""
        workers = set(engine.workers())
        for process in engine.running():
            if any(word.endswith("CoarseGrainedExecutorBackend") for word in words(process)):
                if below(process) & workers:
                    return process
        return None


if __name__ == "__main__":
    unittest.main()
