"""A manifest over a few hundred pictures, what must come of each, and a plain run to compare with."""

import collections
import contextlib
import json
import os
import pathlib
import shutil
import subprocess

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
FAIRY = os.environ.get("FAIRY") or str(REPOSITORY / ".build/release/fairy")

GOOD = [
    "camera.jpg", "rgb.png", "photo.heic", "cmyk.jpg", "gray-alpha.png", "photo.avif",
    "turned.jpg", "rgb-16bit.png", "alpha.heic", "progressive.jpg", "indexed.png", "interlaced.png",
]  # fmt: skip
BAD = {
    "bad/truncated.heic": "damagedInput",
    "bad/truncated.jpg": "damagedInput",
    "bad/truncated.png": "damagedInput",
    "bad/empty.jpg": "damagedInput",
    "bad/random.jpg": "unknownType",
    "bad/huge.png": "limitExceeded",
}
# Names that a line-based pipe, a shell or a careless encoding would break.
NAMES = [
    "two words", "line\nbreak", "separator\u2028inside", 'quote"and\\slash', "Grüße 🧚", "'; $(false)",
]  # fmt: skip


class Material:
    """Copies of the fixtures under many names in a folder, and the requests for them."""

    def __init__(self, folder, count=300):
        self.folder = pathlib.Path(folder)
        self.requests = []
        self.expected = {}
        (self.folder / "in").mkdir()
        bad = list(BAD.items())
        for index in range(count):
            number = f"{index:03}"
            if index % 25 == 24:
                fixture, code = bad[index // 25 % len(bad)]
            else:
                fixture, code = GOOD[index % len(GOOD)], None
            name = NAMES[index // 7 % len(NAMES)] if index % 7 == 3 else "picture"
            self.add(number, f"{number} {name}", fixture, code)
        self.add("missing", "missing", None, "inputNotFound")
        self.add("typo", "typo", "rgb.png", "usage", options={"qualty": 0.8})

    def add(self, id, name, fixture, code, options=None):
        source = self.folder / "in" / name
        size = None
        if fixture:
            shutil.copy(REPOSITORY / "fixtures" / fixture, source)
            size = source.stat().st_size
        target = "png" if len(self.requests) % 3 == 0 else "jpeg"
        # Making them larger makes small files some work, so that a run lasts long enough to be killed.
        options = options or {"resize": "1200x", "enlarge": True}
        self.requests.append(
            {"id": id, "input": str(source), "output": f"{name}.{target}", "to": target, "options": options}
            | ({"bytes": size} if size else {})
        )
        self.expected[id] = ("failed", code) if code else ("done", None)

    @property
    def good(self):
        return sum(status == "done" for status, _ in self.expected.values())

    def manifest(self, run):
        """A manifest whose outputs go to a folder of their own; its path and that folder."""
        outputs = self.folder / run
        outputs.mkdir()
        path = self.folder / f"{run}.ndjson"
        with open(path, "w", encoding="utf-8") as file:
            for request in self.requests:
                placed = request | {"output": str(outputs / request["output"])}
                # Not escaped: U+2028 ends no line of NDJSON, whatever a reader of lines may think.
                file.write(json.dumps(placed, ensure_ascii=False) + "\n")
        return path, outputs

    def plain(self):
        """Results and outputs of `fairy convert --manifest` on its own, made once."""
        if not hasattr(self, "_plain"):
            manifest, outputs = self.manifest("plain")
            run = fairy("convert", "--manifest", manifest, "--json")
            results = records(run.stdout)
            if run.returncode != exit_status(results) or len(results) != len(self.requests):
                raise AssertionError(f"the plain run ended with {run.returncode}: {run.stderr}")
            self._plain = results, outputs
        return self._plain


def fairy(*words, **environment):
    """Runs fairy to its end, whatever its exit status."""
    return subprocess.run(
        [FAIRY, *map(str, words)], env={**os.environ, **environment}, capture_output=True, text=True
    )


def records(output):
    """The results among the lines of an output. A line ends at a line feed alone, not at U+2028."""
    *lines, torn = output.split("\n")
    if torn:
        raise AssertionError(f"the last line is not whole: {torn}")
    lines = map(json.loads, filter(None, lines))
    return [line for line in lines if "status" in line]


def whole(output):
    """The lines of an output but the one that a killed process may have left torn."""
    return output[: output.rfind("\n") + 1]


def second_try(test, first, second):
    """The results of the second try at a share, of which the first was ended early and did some."""
    finished = {record["id"] for record in first if record["status"] == "done"}
    test.assertTrue(finished, "ended too early to tell anything")
    for record in second:
        if record["id"] in finished:
            test.assertEqual((record["status"], record["why"]), ("skipped", "was done before"), record)
        elif record["status"] == "failed":
            error = record["error"]
            error["message"] = error["message"].removesuffix(
                " (in an earlier run; --retry-failed tries again)"
            )
    return second


def inodes(folder):
    """The inode of each finished output: a file written anew has another."""
    found = {}
    for entry in os.scandir(folder):
        with contextlib.suppress(FileNotFoundError):
            if not entry.name.startswith("."):
                found[entry.name] = entry.stat().st_ino
    return found


EXIT = {"usage": 64, "damagedInput": 65, "inputNotFound": 66, "unknownType": 69, "limitExceeded": 75}


def exit_status(results):
    """The exit status of `fairy convert` that goes with these results."""
    codes = {record["error"]["code"] for record in results if record["status"] == "failed"}
    return 0 if not codes else EXIT[codes.pop()] if len(codes) == 1 else 1


def check(test, material, results, outputs, before=None):
    """Nothing lost, nothing done twice, failures as records, outputs as those of a plain run."""
    ids = collections.Counter(record["id"] for record in results)
    test.assertEqual(dict(ids), {id: 1 for id in material.expected}, "each request has exactly one result")
    for record in results:
        status, code = material.expected[record["id"]]
        test.assertEqual(record.get("error", {}).get("code"), code, record)
        test.assertIn(record["status"], {"done": ["done", "skipped"]}.get(status, [status]), record)

    plain, plain_outputs = material.plain()
    messages = {record["id"]: record.get("error", {}).get("message") for record in plain}
    for record in results:
        test.assertEqual(record.get("error", {}).get("message"), messages[record["id"]], record["id"])

    after = inodes(outputs)
    test.assertEqual(set(after), set(inodes(plain_outputs)))
    test.assertEqual(len(after), material.good)
    for name in after:
        same = (outputs / name).read_bytes() == (plain_outputs / name).read_bytes()
        test.assertTrue(same, f"{name!r} is not what a plain run makes of it")
    for name, inode in (before or {}).items():
        test.assertEqual(after[name], inode, f"{name!r} was written twice")
