"""Mutated requests, the same ones each time; fuzz.py sends others."""
import pathlib
import unittest

from fuzz import FINDINGS, Fuzzing
from service import Service
from test_safety import resident, web


class Mutations(unittest.TestCase):
    def test_no_request_ends_or_hangs_the_service(self):
        with Service() as service:
            service.enter()
            fuzzing = Fuzzing(service, web)
            before = resident(fuzzing.process)
            for seed in range(4):
                fuzzing.run(seed, count=700)
            self.assertEqual([finding[:2] for finding in fuzzing.findings], [])
            self.assertEqual(service.get("/").status, 200)
            self.assertLess(resident(fuzzing.process) - before, 64 << 20)

    def test_what_was_found_stays_right(self):
        with Service() as service:
            service.enter()
            fuzzing = Fuzzing(service, web)
            for path in sorted(pathlib.Path(FINDINGS).glob("*.http")):
                request = path.read_bytes().replace(b"COOKIE", service.cookie.encode()).replace(b"AUTHORITY", service.authority.encode())
                with self.subTest(path.name):
                    self.assertIsNone(fuzzing.send(request))


if __name__ == "__main__":
    unittest.main()
