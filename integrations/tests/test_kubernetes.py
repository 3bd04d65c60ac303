"""The Indexed Job: its fields, and its share of a manifest for each index; the image's libraries."""

import importlib.util
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

from material import EXIT, FAIRY, REPOSITORY, Material, check, exit_status, inodes, records
from material import second_try, whole
from processes import Engine

FOLDER = REPOSITORY / "integrations/kubernetes"


@unittest.skipUnless(importlib.util.find_spec("kubernetes"), "the Kubernetes client is not installed")
class KubernetesTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import yaml

        cls.job = yaml.safe_load((FOLDER / "job.yaml").read_text())
        cls.pod = cls.job["spec"]["template"]["spec"]
        [cls.container] = cls.pod["containers"]
        cls.variables = {variable["name"]: variable.get("value") for variable in cls.container["env"]}

    def test_fields(self):
        """A field that the API does not know, or of another type, would not come back from its model."""
        import kubernetes

        client = kubernetes.client.ApiClient()
        model = client.deserialize(json.dumps(self.job), "V1Job", "application/json")
        self.assertEqual(client.sanitize_for_serialization(model), self.job)
        self.assertEqual((self.job["apiVersion"], self.job["kind"]), ("batch/v1", "Job"))

    def test_what_the_fields_must_agree_on(self):
        spec = self.job["spec"]
        self.assertEqual(spec["completionMode"], "Indexed")
        self.assertEqual(str(spec["completions"]), self.variables["SHARDS"])
        self.assertLessEqual(spec["parallelism"], spec["completions"])
        # A pod failure policy is allowed with this alone, FailIndex with a limit for each index alone.
        self.assertEqual(self.pod["restartPolicy"], "Never")
        self.assertIn("backoffLimitPerIndex", spec)
        for rule in spec["podFailurePolicy"]["rules"]:
            if "onExitCodes" in rule:
                self.assertEqual(rule["onExitCodes"]["containerName"], self.container["name"])
        mounted = {mount["name"] for mount in self.container["volumeMounts"]}
        self.assertEqual(mounted, {volume["name"] for volume in self.pod["volumes"]})
        self.assertIn(f"--jobs {self.container['resources']['requests']['cpu']} ", self.container["args"][0])
        self.assertTrue(self.container["securityContext"]["readOnlyRootFilesystem"])

    def test_shares(self):
        with tempfile.TemporaryDirectory(prefix="fairy-kubernetes-") as scratch:
            material = Material(scratch, count=75)
            manifest, outputs = material.manifest("shares")
            folder = pathlib.Path(scratch)
            together = []
            for index in range(self.job["spec"]["completions"]):
                run = self.pod_of(folder, manifest, index, "abcde")
                with run:
                    status = run.end()
                share = records((folder / f"results/fairy-{index}-abcde.ndjson").read_text())
                self.assertTrue(share, "each index has something to do")
                self.assertEqual(status, exit_status(share), run.tail())
                together += share
            check(self, material, together, outputs)

    def pod_of(self, folder, manifest, index, name, **more):
        """Starts the container's command with its variables."""
        if not (folder / "bin").exists():
            (folder / "bin").mkdir()
            (folder / "bin/fairy").symlink_to(FAIRY)
        environment = {
            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
            "MANIFEST": str(manifest),
            "RESULTS": str(folder / "results"),
            "SHARDS": self.variables["SHARDS"],
            "POD": f"fairy-{index}-{name}",
            "JOB_COMPLETION_INDEX": str(index),
        }
        self.assertLessEqual(self.variables.keys(), environment.keys())
        return Engine(self.container["command"] + self.container["args"], folder, environment | more)

    def test_ended_pods(self):
        """A pod that is told to go, then one that is killed; the third finds what both have done."""
        final = self.job["spec"]["podFailurePolicy"]["rules"][0]["onExitCodes"]["values"]
        # Every code of a recorded failure but that of the command line, which a journal in use has, too.
        self.assertEqual(set(final), {1, *EXIT.values(), *[70, 73, 77]} - {64})
        with tempfile.TemporaryDirectory(prefix="fairy-kubernetes-") as scratch:
            material = Material(scratch)
            manifest, outputs = material.manifest("ended")
            folder = pathlib.Path(scratch)

            def pod(name, index=0):
                return self.pod_of(folder, manifest, index, name, SHARDS="2")

            def found(name, index=0):
                return whole((folder / f"results/fairy-{index}-{name}.ndjson").read_text())

            with pod("told") as run:
                run.wait(lambda: len(inodes(outputs)) >= 20, "20 files are converted")
                run.process.terminate()
                self.assertEqual(run.end(), 130)
            self.assertNotIn(130, final)
            told = records(found("told"))
            first = inodes(outputs)
            with pod("killed") as run:
                run.wait(lambda: len(inodes(outputs)) >= len(first) + 20, "20 more files are converted")
                run.kill_at_work(run.process.pid, outputs)
                with pod("early") as early:
                    self.assertEqual(early.end(), 64, "the journal is in use")
                    self.assertIn("is the journal of a run that is going on", early.tail())
                run.kill(run.process.pid)
                self.assertEqual(run.end(), -signal.SIGKILL)
            before = inodes(outputs)
            self.assertLess(len(before), material.good / 2 - 25, "killed too late to tell anything")
            self.assertEqual(before, before | first, "nothing is written twice")
            killed = second_try(self, told, records(found("killed")))
            shares = []
            for index in range(2):
                with pod("last", index) as run:
                    status = run.end()
                shares.append(records(found("last", index)))
                self.assertEqual(status, exit_status(shares[-1]), run.tail())
            shares[0] = second_try(self, told + killed, shares[0])
            check(self, material, shares[0] + shares[1], outputs, before)


@unittest.skipUnless(shutil.which("dpkg-query"), "this is not a Debian system")
class ImageTests(unittest.TestCase):
    def test_libraries(self):
        """Every library that fairy links or opens comes with a package that the image installs."""
        with open(FAIRY, "rb") as file:
            if file.read(4) != b"\x7fELF":
                self.skipTest("FAIRY is no binary")
        linked = subprocess.run(["ldd", FAIRY], capture_output=True, text=True, check=True).stdout
        libraries = set(re.findall(r"^\t(\S+) => ", linked, re.M))
        opened = re.compile(rb"lib[a-z0-9_+-]+\.so(?:\.\d+)+")
        libraries |= {match.decode() for match in opened.findall(pathlib.Path(FAIRY).read_bytes())}
        dockerfile = (FOLDER / "Dockerfile").read_text()
        installed = set(re.findall(r"^ {4}(\S+) \\$", dockerfile, re.M)) | {"libc6", "libgcc-s1"}
        for library in sorted(libraries):
            found = subprocess.run(["dpkg-query", "-S", f"*/{library}"], capture_output=True, text=True)
            owners = {line.split(":")[0] for line in found.stdout.splitlines()}
            with self.subTest(library):
                self.assertTrue(owners & installed, f"{library} of {owners or 'no package here'} is missing")


if __name__ == "__main__":
    unittest.main()
