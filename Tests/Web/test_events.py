"""The stream of events, and the jobs that programs begin."""
import json
import random
import re
import socket
import subprocess
import time
import unittest

from playwright.sync_api import expect

from journey import Journey
from service import FAIRY, PATIENCE, Service
from test_safety import resident, wait, web


class Stream:
    """A reader of server-sent events over a connection of its own."""

    def __init__(self, service, last=None, room=None):
        self.connection = socket.socket()
        if room:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.connection.connect(("127.0.0.1", service.port))
        self.connection.settimeout(PATIENCE)
        lines = [f"GET /api/events HTTP/1.1", f"Host: {service.authority}", f"Cookie: __Host-fairy={service.cookie}", "Sec-Fetch-Site: same-origin"]
        if last is not None:
            lines.append(f"Last-Event-ID: {last}")
        self.connection.sendall("\r\n".join(lines + ["", ""]).encode())
        self.rest = b""
        head = self.until(b"\r\n\r\n").decode()
        self.status = int(head.split()[1])
        self.head = head.lower()

    def until(self, end):
        while end not in self.rest:
            more = self.connection.recv(65536)
            if not more:
                raise EOFError
            self.rest += more
        found, self.rest = self.rest.split(end, 1)
        return found

    def event(self):
        """The next one, as its kind, what it says, and its number if it has one."""
        # A line that keeps the stream open comes more often.
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.until(b"\r\n")
            text = self.until(b"\r\n").decode()
            fields = dict(re.findall(r"^(\w+): (.*)$", text, re.M))
            if "event" in fields:
                return fields["event"], json.loads(fields["data"]), fields.get("id")
        raise TimeoutError

    def until_event(self, kind, **values):
        end = time.monotonic() + 2 * PATIENCE
        while time.monotonic() < end:
            found = self.event()
            if found[0] == kind and all(found[1].get(key) == value for key, value in values.items()):
                return found
        raise TimeoutError

    def close(self):
        self.connection.close()


def begin(service, **members):
    return service.request("POST", "/api/jobs", json.dumps(members).encode(), headers={"Content-Type": "application/json"})


class Events(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service().__enter__()
        cls.service.enter()
        cls.file = cls.service.file("camera.jpg").removeprefix("/files/")

    @classmethod
    def tearDownClass(cls):
        cls.service.__exit__()

    def test_jobs_and_uploads_are_told_in_their_order(self):
        stream = Stream(self.service)
        self.assertEqual(stream.status, 200)
        self.assertIn("content-type: text/event-stream", stream.head)
        self.assertEqual(stream.event()[:2], ("hello", {}))
        number = json.loads(begin(self.service, input=self.file, to="png").body)["number"]
        self.assertEqual(stream.until_event("job", number=number)[1]["state"], "running")
        self.assertEqual(stream.until_event("job", number=number, state="done")[1]["name"], "camera.png")
        self.service.upload("told.csv", b"a\n1\n")
        self.assertEqual(stream.until_event("upload")[1]["name"], "told.csv")
        stream.close()

    def test_whoever_comes_back_gets_what_was_missed(self):
        stream = Stream(self.service)
        first = stream.event()[2]
        stream.close()
        self.service.upload("missed.csv", b"a\n1\n")
        stream = Stream(self.service, first)
        kind, data, last = stream.event()
        self.assertEqual((kind, data["name"]), ("upload", "missed.csv"))
        stream.close()
        # Nothing was missed since then.
        stream = Stream(self.service, last)
        self.service.upload("next.csv", b"a\n1\n")
        self.assertEqual(stream.event()[1]["name"], "next.csv")
        stream.close()

    def test_what_is_not_known_any_more_is_loaded_anew(self):
        for last in ("", "x", "0-1", "000000000000-1", "-", "99999999999999999999999-5", "a" * 1000, "\u00e9"):
            stream = Stream(self.service, last)
            self.assertEqual(stream.event()[0], "reload", last)
            stream.close()
        stream = Stream(self.service)
        epoch, number = stream.event()[2].split("-")
        stream.close()
        for wrong in (int(number) + 1, -1, 10 ** 30):
            stream = Stream(self.service, f"{epoch}-{wrong}")
            self.assertEqual(stream.event()[0], "reload", wrong)
            stream.close()
        # More has happened than is kept.
        for place in range(300):
            self.service.upload("many.csv", b"a\n")
        stream = Stream(self.service, f"{epoch}-{number}")
        self.assertEqual(stream.event()[0], "reload")
        stream.close()
        self.service.post("/uploads/delete", {"all": "1"})

    def test_one_session_has_a_few_streams(self):
        streams = [Stream(self.service) for _ in range(9)]
        for stream in streams[1:]:
            self.assertEqual(stream.event()[0], "hello")
        # The first ended for the last.
        with self.assertRaises((EOFError, ConnectionError)):
            streams[0].event()
            streams[0].event()
        for stream in streams:
            stream.close()

    def test_a_slow_reader_is_cut_off(self):
        before = resident(web(self.service))
        slow = Stream(self.service, room=4096)
        fast = Stream(self.service)
        number, ended = 0, False
        # A long name makes events long.
        for number in range(3000):
            answer = self.service.request("POST", "/api/uploads", json.dumps({"name": "/".join(["x" * 200] * 15), "size": 0}).encode(),
                                          headers={"Content-Type": "application/json"})
            upload = answer.headers["Location"]
            self.service.request("PUT", upload, b"")
            fast.until_event("upload", state="arrived")
            self.service.request("DELETE", upload)
            fast.until_event("upload", state="deleted")
            if number % 50 == 0 and self.is_closed(slow):
                ended = True
                break
        self.assertTrue(ended, "a reader that reads nothing is still connected")
        self.assertLess(resident(web(self.service)) - before, 24 << 20)
        fast.close()
        slow.close()

    @staticmethod
    def is_closed(stream):
        """Whether the service has closed a connection, which its end of it in /proc tells without reading."""
        port = stream.connection.getsockname()[1]
        for line in open("/proc/net/tcp").read().splitlines()[1:]:
            fields = line.split()
            if int(fields[2].split(":")[1], 16) == port and fields[3] == "01":
                return False
        return True

    def test_a_session_that_ended_hears_nothing(self):
        with Service() as service:
            service.enter()
            stream = Stream(service)
            stream.event()
            digest = re.search(r'name="session" value="([0-9a-f]{64})"', service.get("/sessions").text)[1]
            service.post("/sessions", {"session": digest})
            with self.assertRaises((EOFError, ConnectionError)):
                stream.event()
            self.assertEqual(Stream(service).status, 401)

    def test_the_library_is_watched(self):
        stream = Stream(self.service)
        stream.event()
        page = self.service.folder / "page.ppm"
        page.write_bytes(b"P6 60 80 255\n" + bytes([255]) * (60 * 80 * 3))
        time.sleep(2.5)
        subprocess.run([FAIRY, "library", "new", page], env=self.service.environment, capture_output=True, check=True)
        self.assertEqual(stream.until_event("library")[1], {})
        stream.close()

    def test_others_hear_nothing(self):
        for headers in ({"Cookie": None}, {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "cross-site"}):
            self.assertIn(self.service.get("/api/events", headers=headers).status, (401, 403))


class JobsOfPrograms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service().__enter__()
        cls.service.enter()
        cls.file = cls.service.file("camera.jpg").removeprefix("/files/")

    @classmethod
    def tearDownClass(cls):
        cls.service.__exit__()

    def done(self, number):
        wait(self.service, f"/jobs/{number}")
        return json.loads(self.service.get(f"/api/jobs/{number}").body)

    def test_a_request_of_a_worker_with_identifiers_for_paths(self):
        answer = begin(self.service, input=self.file, to="webp", options={"quality": 0.5, "resize": "50x50", "metadata": "none"}, priority=3)
        self.assertEqual(answer.status, 201, answer.body)
        job = json.loads(answer.body)
        self.assertEqual(answer.headers["Location"], f"/api/jobs/{job['number']}")
        job = self.done(job["number"])
        self.assertEqual((job["state"], job["result"]["status"], job["result"]["to"]), ("done", "done", "org.webmproject.webp"))
        self.assertEqual([output["name"] for output in job["outputs"]], ["camera.webp"])
        self.assertEqual(self.service.get(job["outputs"][0]["href"] + "/download").body[8:12], b"WEBP")
        # Nothing tells where files are.
        self.assertNotRegex(json.dumps(job), r"Pictures/|\.work")

    def test_all_verbs(self):
        more = [{"input": self.file}]
        for members, name in (({"verb": "compress"}, "camera.jpg"), ({"verb": "merge", "more": more, "to": "pdf"}, "Joined.pdf"),
                              ({"verb": "pack", "more": more, "to": "zip"}, "Files.zip"), ({"to": "public.png", "name": "other.png"}, "other.png")):
            job = self.done(json.loads(begin(self.service, input=self.file, **members).body)["number"])
            self.assertEqual([output["name"] for output in job["outputs"]], [name], job)

    def test_words_that_do_not_exist_are_refused(self):
        for members in ({"to": "png", "quality": 1}, {"to": "png", "output": "/etc/x"}, {"to": "png", "inputHex": "00"}, {"to": "png", "id": 1},
                        {"to": "png", "options": {"qualty": 1}}, {"to": "png", "options": {"quality": 200}}, {"to": "nothing"}, {"to": 1}, {},
                        {"verb": "destroy", "to": "png"}, {"to": "png", "priority": 10}, {"to": "png", "priority": -1},
                        {"to": "png", "name": "../x.png"}, {"to": "png", "name": "a/b.png"}, {"to": "png", "name": ""},
                        {"verb": "merge", "to": "pdf", "more": [{"input": self.file, "inputHex": "00"}]}):
            answer = begin(self.service, input=self.file, **members)
            self.assertIn(answer.status, (400, 422), members)
            self.assertEqual(answer.headers["Content-Type"], "application/problem+json")
        for wrong in ("Pictures/camera.jpg", "/etc/passwd", "", "x", self.file[:-1]):
            answer = begin(self.service, input=wrong, to="png")
            self.assertEqual(answer.status, 404, wrong)
            self.assertNotIn("Pictures", answer.text)
        for wrong in (None, 1, [], {}):
            self.assertEqual(begin(self.service, input=wrong, to="png").status, 400, wrong)

    def test_a_job_is_cancelled_and_then_forgotten(self):
        large = self.service.pictures / "large.ppm"
        large.write_bytes(b"P6 6000 4000 255\n" + bytes(6000 * 4000 * 3))
        file = self.service.file("large.ppm").removeprefix("/files/")
        number = json.loads(begin(self.service, input=file, to="jxl", options={"set": {"effort": "9"}}).body)["number"]
        self.assertEqual(self.service.request("DELETE", f"/api/jobs/{number}").status, 202)
        job = self.done(number)
        self.assertEqual((job["state"], job["result"]["error"]["code"]), ("cancelled", "interrupted"))
        self.assertNotIn("file", job["result"]["error"])
        self.assertEqual(self.service.request("DELETE", f"/api/jobs/{number}").status, 204)
        self.assertEqual(self.service.get(f"/api/jobs/{number}").status, 404)
        self.assertFalse((self.service.folder / f"cache/fairy/serve/results/{number}").exists())

    def test_the_list(self):
        numbers = [json.loads(begin(self.service, input=self.file, to="png").body)["number"] for _ in range(3)]
        for number in numbers:
            self.done(number)
        listed = json.loads(self.service.get("/api/jobs?count=2").body)
        self.assertEqual([job["number"] for job in listed], numbers[:0:-1])
        self.assertEqual(json.loads(self.service.get("/api/jobs?from=1&count=1").body)[0]["number"], numbers[1])

    def test_other_origins_begin_nothing(self):
        for headers in ({"Origin": "http://evil.example"}, {"Origin": None}, {"Sec-Fetch-Site": "same-site"}):
            answer = self.service.request("POST", "/api/jobs", json.dumps({"input": self.file, "to": "png"}).encode(),
                                          headers={"Content-Type": "application/json"} | headers)
            self.assertEqual(answer.status, 403)
        self.assertEqual(self.service.request("POST", "/api/jobs", json.dumps({"input": self.file, "to": "png"}).encode(),
                                              headers={"Content-Type": "text/plain"}).status, 400)


class Following(Journey):
    def long_job(self):
        large = self.service.pictures / "long.ppm"
        if not large.exists():
            large.write_bytes(b"P6 2400 1600 255\n" + random.Random(1).randbytes(2400 * 1600 * 3))
        return json.loads(begin(self.service, input=self.service.file("long.ppm").removeprefix("/files/"), to="jxl",
                                options={"set": {"effort": "7"}}).body)["number"]

    def test_one_stream_serves_all_pages(self):
        with self.page() as page:
            asked = []
            page.context.on("request", lambda request: asked.append(request.url))
            others = [page.context.new_page() for _ in range(5)]
            number = self.long_job()
            for other in (page, *others):
                other.goto("/jobs")
            expect(others[-1].locator(f"#job-{number} .running")).to_be_visible()
            for other in others:
                expect(other.locator(f"#job-{number} .state.done")).to_be_visible(timeout=2000 * PATIENCE)
            self.assertEqual(sum(url.endswith("/api/events") for url in asked), 1)
            # Nothing is asked again and again.
            self.assertLessEqual(sum(url.endswith("/jobs/state") for url in asked), 3 * 6)
            # Another goes on when the page that listened is closed.
            page.goto("/sessions")
            page.close()
            number = json.loads(begin(self.service, input=self.service.file("camera.jpg").removeprefix("/files/"), to="png").body)["number"]
            others[0].goto("/jobs")
            expect(others[0].locator(f"#job-{number} .state.done")).to_be_visible()
            for other in others:
                other.close()

    def test_the_page_of_a_job_ends_with_the_receipt(self):
        with self.page() as page:
            number = self.long_job()
            page.goto(f"/jobs/{number}")
            expect(page.get_by_role("progressbar")).to_be_visible()
            self.shot(page, "job-running")
            expect(page.get_by_role("heading", name="Receipt")).to_be_visible(timeout=2000 * PATIENCE)
            page.get_by_role("button", name="Delete this result").click()
            expect(page.get_by_role("heading", name="Results")).to_be_visible()
            self.assertEqual(page.locator(f"#job-{number}").count(), 0)

    def test_pages_ask_where_there_is_no_stream(self):
        with self.page(allow=("429",)) as page:
            page.route("**/api/events", lambda route: route.fulfill(status=429))
            number = self.long_job()
            page.goto(f"/jobs/{number}")
            expect(page.get_by_role("heading", name="Receipt")).to_be_visible(timeout=2000 * PATIENCE)

    def test_a_job_is_cancelled_in_the_list_by_the_keys(self):
        with self.page() as page:
            number = self.long_job()
            page.goto("/jobs")
            page.locator(f"#job-{number}").get_by_role("button").focus()
            page.keyboard.press("Enter")
            expect(page.get_by_role("heading", name="long.ppm")).to_be_visible()
            expect(page.get_by_text("This was cancelled. Nothing was written.")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
