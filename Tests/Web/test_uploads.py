"""Files that arrive in pieces: what is acknowledged stays, whatever is killed; limits; the list of them; the drop zone."""
import contextlib
import hashlib
import http.client
import json
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import tempfile
import time
import unittest

from playwright.sync_api import expect

from journey import Journey
from service import FIXTURES, Service, wait_until
from test_safety import patiently, resident, web


def create(service, name, size):
    return service.request("POST", "/api/uploads", json.dumps({"name": name, "size": size}).encode(),
                           headers={"Content-Type": "application/json"})


def add(service, upload, offset, content, complete=None, method="PATCH", headers=None):
    usual = {"Content-Type": "application/partial-upload", "Upload-Offset": str(offset)}
    if complete is not None:
        usual["Upload-Complete"] = "?1" if complete else "?0"
    return service.request(method, upload, content, headers=usual | (headers or {}))


def offset(service, upload):
    return int(service.request("HEAD", upload).headers["Upload-Offset"])


def own_memory(pid):
    """What is no file's: the share of programs and libraries grows where another service ends that has them, too."""
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss_Anon:")) << 10


class Pieces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service().__enter__()
        cls.service.enter()

    @classmethod
    def tearDownClass(cls):
        cls.service.__exit__()

    def test_a_file_arrives_in_pieces(self):
        content = random.Random(1).randbytes(300_000)
        answer = create(self.service, "holiday/beach/a.bin", len(content))
        self.assertEqual((answer.status, answer.headers["Upload-Offset"]), (201, "0"))
        upload = answer.headers["Location"]
        self.assertRegex(upload, r"^/api/uploads/[0-9a-f]{16}$")
        answer = add(self.service, upload, 0, content[:100_000], False)
        self.assertEqual((answer.status, answer.headers["Upload-Offset"], answer.headers["Upload-Complete"]), (200, "100000", "?0"))
        # A place where it does not go on is refused, and said.
        for wrong in (0, 99_999, 100_001, 300_000):
            answer = add(self.service, upload, wrong, b"x", False)
            self.assertEqual((answer.status, answer.headers["Upload-Offset"]), (409, "100000"), wrong)
            self.assertEqual(json.loads(answer.body)["offset"], 100_000)
        head = self.service.request("HEAD", upload)
        self.assertEqual((head.status, head.headers["Upload-Offset"], head.headers["Upload-Complete"], head.headers["Upload-Length"]),
                         (204, "100000", "?0", "300000"))
        self.assertEqual(head.headers["Cache-Control"], "no-store")
        # It is listed when all of it is there.
        self.assertNotIn("holiday", self.service.get("/uploads").text)
        answer = add(self.service, upload, 100_000, content[100_000:], True)
        file = json.loads(answer.body)
        self.assertEqual((answer.status, file["complete"], file["name"]), (200, True, "holiday/beach/a.bin"))
        self.assertEqual(self.service.get(file["href"] + "/download").body, content)
        self.assertIn("holiday/beach/a.bin", self.service.get("/uploads").text)
        head = self.service.request("HEAD", upload)
        self.assertEqual((head.headers["Upload-Offset"], head.headers["Upload-Complete"]), ("300000", "?1"))
        self.assertEqual(add(self.service, upload, 300_000, b"", True).status, 409)
        self.assertIn({"id": upload.rsplit("/", 1)[1], "name": "holiday/beach/a.bin"},
                      [{key: known[key] for key in ("id", "name")} for known in json.loads(self.service.get("/api/uploads").body)])

    def test_one_request_is_enough(self):
        upload = create(self.service, "whole.csv", 4).headers["Location"]
        answer = self.service.request("PUT", upload, b"a\n1\n", headers={"Content-Type": "application/octet-stream"})
        self.assertTrue(json.loads(answer.body)["complete"])
        empty = create(self.service, "empty.csv", 0).headers["Location"]
        self.assertTrue(json.loads(add(self.service, empty, 0, b"", True).body)["complete"])

    def test_what_makes_no_sense_is_refused(self):
        for body in (b"", b"{", b"[]", b"{}", b'{"name":"a"}', b'{"name":1,"size":1}', b'{"name":"a","size":-1}', b'{"name":"a","size":1.5}',
                     b'{"name":"a","size":1,"path":"/etc/passwd"}', b'{"name":"a","size":"1"}', b'{"name":"a","size":1e400}'):
            answer = self.service.request("POST", "/api/uploads", body, headers={"Content-Type": "application/json"})
            self.assertEqual((answer.status, answer.headers["Content-Type"]), (400, "application/problem+json"), body)
        self.assertEqual(self.service.request("POST", "/api/uploads", b'{"name":"a","size":1}').status, 400)
        for name in ("..", "0" * 15, "0" * 16, "0" * 17, "A" * 16, "%2e%2e", "..%2f..%2fnames.key", "g" * 16):
            for method in ("HEAD", "PATCH", "PUT", "DELETE"):
                headers = {"Upload-Offset": "0"}
                answer = self.service.request(method, f"/api/uploads/{name}", b"" if method[0] == "P" else None, headers=headers)
                self.assertEqual(answer.status, 404, (method, name))
        upload = create(self.service, "a.bin", 10).headers["Location"]
        for headers in ({"Upload-Offset": None}, {"Upload-Offset": "-1"}, {"Upload-Offset": "x"}, {"Upload-Offset": "9" * 30},
                        {"Upload-Complete": "true"}):
            self.assertEqual(add(self.service, upload, 0, b"12345", headers=headers).status, 400, headers)
        self.assertEqual(add(self.service, upload, 0, b"12345", headers={"Content-Type": "text/html"}).status, 415)
        # Its end is not where it was announced.
        self.assertEqual(add(self.service, upload, 0, b"12345", True).status, 400)
        self.assertEqual(add(self.service, upload, 5, b"123456").status, 413)
        self.assertEqual(self.service.request("DELETE", upload).status, 204)
        self.assertEqual(self.service.request("HEAD", upload).status, 404)

    def test_other_origins_and_strangers_send_nothing(self):
        upload = create(self.service, "a.bin", 10).headers["Location"]
        for headers in ({"Origin": "http://evil.example"}, {"Origin": None}, {"Sec-Fetch-Site": "same-site"}):
            self.assertEqual(add(self.service, upload, 0, b"1", headers=headers).status, 403)
        for method in ("HEAD", "PATCH", "DELETE", "GET"):
            self.assertEqual(self.service.request(method, upload, b"" if method == "PATCH" else None, headers={"Cookie": None}).status, 401)
        self.assertEqual(offset(self.service, upload), 0)

    def test_names_leave_no_folder(self):
        uploads = self.service.folder / "cache/fairy/serve/uploads"
        for name in ("../../evil.csv", "/etc/evil.csv", "..\\..\\evil.csv", ".hidden/.evil.csv", "..", "/", "", "a/" * 100 + "evil.csv",
                     "x" * 1000 + "/evil.csv", "a\0b.csv", "a\nb.csv", ".part", ".upload", "a/.part"):
            upload = create(self.service, name, 1)
            self.assertEqual(upload.status, 201, name)
            self.assertTrue(json.loads(add(self.service, upload.headers["Location"], 0, b"x", True).body)["complete"], name)
        for path in self.service.folder.rglob("*evil.csv"):
            self.assertTrue(path.is_relative_to(uploads), path)
        for path in uploads.rglob("*"):
            self.assertEqual(path.stat().st_mode & 0o077, 0, path)

    def test_a_second_request_goes_on_where_a_lost_connection_stopped(self):
        content = random.Random(2).randbytes(200_000)
        upload = create(self.service, "lost.bin", len(content)).headers["Location"]
        lost = socket.create_connection(("127.0.0.1", self.service.port))
        lost.sendall(
            f"PATCH {upload} HTTP/1.1\r\nHost: {self.service.authority}\r\nOrigin: {self.service.origin}\r\n"
            f"Cookie: __Host-fairy={self.service.cookie}\r\nUpload-Offset: 0\r\nContent-Type: application/partial-upload\r\n"
            f"Content-Length: {len(content)}\r\n\r\n".encode() + content[:120_000])
        there = wait_until(lambda: offset(self.service, upload))
        # The first is still connected; what it sends now is not taken.
        with contextlib.suppress(OSError):
            lost.sendall(b"z" * 1000)
        answer = add(self.service, upload, there, content[there:], True)
        lost.close()
        self.assertEqual(answer.status, 200)
        self.assertEqual(self.service.get(json.loads(answer.body)["href"] + "/download").body, content)


class Limits(unittest.TestCase):
    def test_too_much_is_refused(self):
        with Service() as service:
            service.enter()
            for size in (100_000_000_001, 2 ** 62, 2 ** 63 - 1):
                self.assertEqual(create(service, "a.bin", size).status, 413, size)

    @unittest.skipUnless(os.geteuid() == 0, "a small disk is mounted by root alone")
    def test_a_disk_is_never_filled(self):
        with Service() as service:
            service.stop()
            cache = service.folder / "cache"
            mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m,mode=700", "tmpfs", cache], capture_output=True)
            if mounted.returncode:
                self.skipTest("no small disk can be mounted here")
            try:
                service.start()
                service.enter()
                answer = create(service, "large.bin", 63 << 20)
                self.assertEqual((answer.status, json.loads(answer.body)["code"]), (507, "diskFull"))
                first = create(service, "a.bin", 40 << 20)
                self.assertEqual(first.status, 201)
                # What was promised to one is not promised to another.
                self.assertEqual(create(service, "b.bin", 40 << 20).status, 507)
                # Another program fills the disk: the file stops before the floor.
                (cache / "other").write_bytes(bytes(30 << 20))
                answer = add(service, first.headers["Location"], 0, bytes(40 << 20), True)
                self.assertEqual(answer.status, 507)
                self.assertGreater(os.statvfs(cache).f_bavail * os.statvfs(cache).f_frsize, 1 << 20)
                # It goes on when there is room.
                (cache / "other").unlink()
                there = offset(service, first.headers["Location"])
                self.assertGreater(there, 0)
                self.assertEqual(add(service, first.headers["Location"], there, bytes((40 << 20) - there), True).status, 200)
                # So does a form.
                self.assertEqual(service.upload("c.bin", bytes(30 << 20)).status, 507)
            finally:
                service.stop()
                subprocess.run(["umount", "-l", cache], check=True)

    def test_gigabytes_take_little_memory(self):
        with Service() as service:
            service.enter()
            pids = [service.process.pid, web(service)]
            before = sum(map(own_memory, pids))
            total, piece = 1 << 30, bytes(8 << 20)
            upload, most = create(service, "large.bin", total).headers["Location"], 0
            for start in range(0, total, len(piece)):
                self.assertEqual(add(service, upload, start, piece).status, 200)
                if start % (64 << 20) == 0:
                    most = max(most, sum(map(own_memory, pids)))
            print(f"\n1 GB in pieces: {before / 1e6:.1f} MB before, at most {most / 1e6:.1f} MB (PSS of both processes, without files)")
            self.assertLess(most - before, 8_000_000)

    def test_a_million_parts_are_too_many(self):
        with Service() as service:
            service.enter()
            part = b'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'
            before = resident(web(service))
            answer = service.request("POST", "/uploads", part * 200_000 + b"--b--\r\n",
                                     headers={"Content-Type": "multipart/form-data; boundary=b"})
            self.assertEqual(answer.status, 413)
            self.assertLess(resident(web(service)) - before, 16 << 20)
            self.assertEqual(service.get("/").status, 200)


class Life(unittest.TestCase):
    def test_what_does_not_go_on_is_given_up_after_a_day(self):
        with Service() as service:
            service.enter()
            uploads = service.folder / "cache/fairy/serve/uploads"
            paths = {}
            for name, hours in (("young.bin", 23), ("old.bin", 25)):
                upload = create(service, name, 10).headers["Location"]
                add(service, upload, 0, b"12345")
                paths[name] = upload
                when = time.time() - hours * 3600
                os.utime(uploads / upload.rsplit("/", 1)[1] / ".part", (when, when))
            cookie = service.cookie
            service.stop()
            service.start()
            service.cookie = cookie
            self.assertEqual(offset(service, paths["young.bin"]), 5)
            self.assertEqual(service.request("HEAD", paths["old.bin"]).status, 404)
            self.assertFalse((uploads / paths["old.bin"].rsplit("/", 1)[1]).exists())

    def test_added_files_are_deleted_one_by_one_and_all(self):
        with Service() as service:
            service.enter()
            uploads = service.folder / "cache/fairy/serve/uploads"
            for name in ("a.csv", "b.csv", "c.csv"):
                address = service.upload(name, b"a\n1\n").headers["Location"]
            ids = {path.iterdir().__next__().name: path.name for path in uploads.iterdir()}
            self.assertIn("3 files · 12", service.get("/uploads").text.replace("\u00a0", " "))
            self.assertEqual(service.post("/uploads/delete", {"upload": ids["b.csv"]}).status, 303)
            self.assertEqual({path.name for path in uploads.iterdir()}, {ids["a.csv"], ids["c.csv"]})
            self.assertEqual(service.post("/uploads/delete", {"upload": ids["b.csv"]}).status, 404)
            for wrong in ("..", "../../../data", "x" * 16):
                self.assertEqual(service.post("/uploads/delete", {"upload": wrong}).status, 404)
            self.assertEqual(service.post("/uploads/delete", {"all": "1"}).status, 303)
            self.assertEqual(list(uploads.iterdir()), [])
            self.assertEqual(service.get(address).status, 404)

    def test_pictures_that_were_not_used_for_longest_go_first(self):
        with Service() as service:
            service.enter()
            folder = service.link("/", "Pictures")
            thumb = re.search(r'src="(/files/[^"]+/thumbnail/[^"]+)"', service.get(folder).text)[1]
            service.get(thumb)
            pictures = service.folder / "cache/fairy/serve/pictures"
            own = next(pictures.iterdir())
            cookie = service.cookie
            service.stop()
            # Older ones, of 700 MB together as far as their sizes say.
            for number in range(70):
                path = pictures / f"{number:032x}.jpg"
                with open(path, "wb") as file:
                    file.truncate(10_000_000)
                os.utime(path, (1_000_000 + number, 1_000_000 + number))
            service.start()
            service.cookie = cookie
            self.assertEqual(service.get(thumb).status, 200)
            wait_until(lambda: len(list(pictures.iterdir())) < 60)
            left = {path.name for path in pictures.iterdir()}
            self.assertIn(own.name, left)
            self.assertLess(sum(path.stat().st_size for path in pictures.iterdir()), 512 << 20)
            # The newest of the old ones are still there, the oldest are not.
            self.assertIn(f"{69:032x}.jpg", left)
            self.assertNotIn(f"{0:032x}.jpg", left)


class Kills(unittest.TestCase):
    def test_a_hundred_lose_nothing_that_was_acknowledged(self):
        lot = random.Random(7)
        content = lot.randbytes(24 << 20)
        with Service() as service:
            service.enter()
            cookie = service.cookie
            upload = create(service, "killed.bin", len(content)).headers["Location"]
            acknowledged, killed, restarts = 0, 0, 0
            while True:
                there = int(patiently(lambda: service.request("HEAD", upload), 204).headers["Upload-Offset"])
                self.assertGreaterEqual(there, acknowledged)
                self.assertLessEqual(there, len(content))
                if there == len(content):
                    break
                piece = content[there:there + 230_000]
                if killed < 100:
                    # The web process is started again five times in a row; then all is.
                    if killed % 5 == 4:
                        service.process.kill() if killed % 10 == 9 else service.process.send_signal(signal.SIGTERM)
                        service.process.wait(timeout=20)
                        service.process.stdout.close()
                        service.start()
                        service.cookie = cookie
                        restarts += 1
                    else:
                        self.kill_during(service, upload, there, piece, lot)
                    killed += 1
                with contextlib.suppress(OSError, http.client.HTTPException):
                    answer = add(service, upload, there, piece, there + len(piece) == len(content))
                    if answer.status == 200:
                        acknowledged = int(answer.headers["Upload-Offset"])
            self.assertEqual(killed, 100)
            head = service.request("HEAD", upload)
            if head.headers["Upload-Complete"] != "?1":
                add(service, upload, len(content), b"", True)
            file = json.loads(service.get(upload).body)
            self.assertEqual(hashlib.sha256(service.get(file["href"] + "/download").body).digest(), hashlib.sha256(content).digest())

    @staticmethod
    def kill_during(service, upload, there, piece, lot):
        """The web process ends at a random moment of a request."""
        pid = web(service)
        connection = socket.create_connection(("127.0.0.1", service.port))
        head = (f"PATCH {upload} HTTP/1.1\r\nHost: {service.authority}\r\nOrigin: {service.origin}\r\n"
                f"Cookie: __Host-fairy={service.cookie}\r\nUpload-Offset: {there}\r\nContent-Type: application/partial-upload\r\n"
                f"Content-Length: {len(piece)}\r\n\r\n").encode()
        cut = lot.randrange(len(piece))
        with contextlib.suppress(OSError):
            connection.sendall(head + piece[:cut])
            time.sleep(lot.random() * 0.01)
            os.kill(pid, signal.SIGKILL)
        connection.close()


class DropZone(Journey):
    def test_files_are_sent_with_progress_and_can_be_cancelled(self):
        with self.page() as page:
            # A slow line.
            page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", {
                "offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 20 << 20})
            paths = [self.service.folder / name for name in ("one.bin", "two.bin")]
            for path in paths:
                path.write_bytes(bytes(20 << 20))
            page.set_input_files("#files", paths)
            expect(page.get_by_role("progressbar", name="one.bin")).to_be_visible()
            self.shot(page, "arriving")
            page.get_by_role("button", name="Cancel: two.bin").click()
            page.wait_for_url("**/files/**")
            expect(page.get_by_role("heading", name="one.bin")).to_be_visible()
            uploads = page.goto("/uploads")
            self.assertNotIn("two.bin", uploads.text())

    def test_a_lost_connection_goes_on(self):
        with self.page(allow=("Failed to load resource",)) as page:
            lost = []
            page.route("**/api/uploads/*", lambda route: (lost.append(route.request.method), route.abort()), times=3)
            content = random.Random(3).randbytes(10 << 20)
            path = self.service.folder / "lost.bin"
            path.write_bytes(content)
            page.set_input_files("#files", path)
            page.wait_for_url("**/files/**")
            self.assertEqual(len(lost), 3)
            address = page.url.replace(self.service.origin, "")
            self.assertEqual(self.service.get(address + "/download").body, content)

    def test_a_folder_keeps_its_structure(self):
        with tempfile.TemporaryDirectory() as folder, self.page() as page:
            for name in ("a.csv", "deep/b.csv"):
                path = pathlib.Path(folder) / "Trip" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("a\n1\n")
            page.set_input_files("#folder", pathlib.Path(folder) / "Trip")
            page.wait_for_url("**/uploads")
            for name in ("Trip/a.csv", "Trip/deep/b.csv"):
                expect(page.get_by_role("link", name=name)).to_be_visible()

    def test_what_is_refused_says_why(self):
        with self.page(allow=("507",)) as page:
            page.route("**/api/uploads", lambda route: route.fulfill(status=507, content_type="application/problem+json",
                                                                     body=json.dumps({"title": "The disk is nearly full"})))
            page.set_input_files("#files", {"name": "a.bin", "mimeType": "x/y", "buffer": b"1"})
            expect(page.get_by_text("The disk is nearly full", exact=True)).to_be_visible()

    def test_the_form_is_enough_without_javascript(self):
        with self.page(java_script_enabled=False) as page:
            page.set_input_files("#files", [FIXTURES / "camera.jpg", FIXTURES / "camera.jpg"])
            page.get_by_role("button", name="Add files").click()
            expect(page.get_by_role("heading", name="Added files")).to_be_visible()
            before = page.get_by_role("listitem").count()
            page.get_by_role("button", name="Delete camera.jpg").first.click()
            self.assertEqual(page.get_by_role("listitem").count(), before - 1)

    def test_by_the_keys_alone(self):
        self.service.upload("keys.csv", b"a\n1\n")
        with self.page() as page:
            page.goto("/uploads")
            page.get_by_role("button", name="Delete keys.csv").focus()
            page.keyboard.press("Enter")
            expect(page.get_by_role("link", name="keys.csv")).to_have_count(0)


if __name__ == "__main__":
    unittest.main()
