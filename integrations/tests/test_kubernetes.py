"""The Indexed Job: its fields, and its share of a manifest for each index; the image's libraries."""

import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from material import FAIRY, REPOSITORY, Material, check, exit_status, records

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
            (folder / "bin").mkdir()
            (folder / "bin/fairy").symlink_to(FAIRY)
            together = []
            final = self.job["spec"]["podFailurePolicy"]["rules"][0]["onExitCodes"]["values"]
            for index in range(self.job["spec"]["completions"]):
                environment = {
                    "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
                    "MANIFEST": str(manifest),
                    "RESULTS": str(folder / "results"),
                    "SHARDS": self.variables["SHARDS"],
                    "POD": f"fairy-{index}-abcde",
                    "JOB_COMPLETION_INDEX": str(index),
                }
                self.assertLessEqual(self.variables.keys(), environment.keys())
                run = subprocess.run(
                    self.container["command"] + self.container["args"], capture_output=True, text=True,
                    env={**os.environ, **environment}, cwd=scratch,
                )  # fmt: skip
                share = records((folder / f"results/fairy-{index}-abcde.ndjson").read_text())
                self.assertTrue(share, "each index has something to do")
                self.assertEqual(run.returncode, exit_status(share), run.stderr)
                self.assertIn(run.returncode, [0, *final], "recorded failures are not tried again")
                together += share
            check(self, material, together, outputs)


@unittest.skipUnless(shutil.which("dpkg-query"), "this is not a Debian system")
class ImageTests(unittest.TestCase):
    def test_libraries(self):
        """Every library that fairy links or opens comes with a package that the image installs."""
        with open(FAIRY, "rb") as file:
            if file.read(4) != b"\x7fELF":
                self.skipTest("FAIRY is no binary")
        linked = subprocess.run(["ldd", FAIRY], capture_output=True, text=True, check=True).stdout
        libraries = set(re.findall(r"^\t(\S+) => ", linked, re.M))
        opened = re.compile(rb"lib[a-z0-9_+-]+\.so\.\d+")
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
