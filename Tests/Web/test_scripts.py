"""The types of the scripts of pages, as their comments say them."""
import pathlib
import subprocess
import tempfile
import unittest

from service import ROOT

OPTIONS = [
    "--allowJs", "--checkJs", "--noEmit", "--strict", "--moduleDetection", "force", "--target", "es2022", "--module", "es2022",
    "--moduleResolution", "node", "--lib", "es2022,dom,dom.iterable"]


def check(paths):
    return subprocess.run(["tsc", *OPTIONS, *map(str, paths)], capture_output=True, text=True).stdout


class Types(unittest.TestCase):
    def test_of_all_scripts(self):
        scripts = sorted((ROOT / "Sources/Web/Resources").glob("*.js"))
        self.assertGreater(len(scripts), 20)
        self.assertEqual(check(scripts), "")

    def test_a_mistake_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            wrong = pathlib.Path(folder) / "wrong.js"
            wrong.write_text('/** @param {number} count */\nexport const twice = (count) => 2 * count;\ntwice("2");\n')
            self.assertIn("TS2345", check([wrong]))


if __name__ == "__main__":
    unittest.main()
