"""What others on this machine, other sites and hostile files try, and must not get."""
import contextlib
import http.client
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time
import unittest

from service import FAIRY, FIXTURES, PATIENCE, Service, wait_until


class Entry(unittest.TestCase):
    def test_the_token_lets_one_browser_in(self):
        with Service() as service:
            self.assertEqual(service.get("/").status, 401)
            self.assertEqual(service.post("/session", {"token": "0" * 64}).status, 403)
            answer = service.enter()
            cookie = answer.headers["Set-Cookie"]
            for word in ("HttpOnly", "Secure", "SameSite=Strict", "Path=/"):
                self.assertIn(word.lower(), cookie.lower())
            self.assertNotIn("domain", cookie.lower())
            self.assertEqual(service.get("/").status, 200)
            # It works once.
            self.assertEqual(service.post("/session", {"token": service.token}).status, 403)

    def test_tokens_cannot_be_guessed_for_long(self):
        with Service() as service:
            for number in range(25):
                self.assertEqual(service.post("/session", {"token": f"{number:064}"}).status, 403)
            self.assertEqual(service.post("/session", {"token": service.token}).status, 403)

    def test_a_browser_stays_in_when_the_service_is_started_again(self):
        with Service() as service:
            service.enter()
            cookie, authority = service.cookie, service.authority
            self.assertEqual(service.stop(), 0)
            service.start()
            self.assertEqual(service.authority, authority)
            service.cookie = cookie
            self.assertEqual(service.get("/").status, 200)

    def test_no_command_line_has_the_token(self):
        with Service() as service:
            words = subprocess.run(["ps", "axww", "-o", "args"], capture_output=True, text=True).stdout
            self.assertNotIn(service.token, words)

    def test_what_is_kept_is_for_this_user_alone(self):
        with Service() as service:
            service.enter()
            for folder in ("cache", "state"):
                for path in (service.folder / folder).rglob("*"):
                    if path.is_file():
                        self.assertEqual(path.stat().st_mode & 0o077, 0, path)
            self.assertNotIn(service.cookie, (service.folder / "cache/fairy/serve/sessions.json").read_text())


    def test_a_browser_can_be_shut_out(self):
        with Service() as service:
            service.enter()
            page = service.get("/sessions").text
            digest = re.search(r'name="session" value="([0-9a-f]{64})"', page)[1]
            self.assertNotIn(service.cookie, page)
            self.assertEqual(service.post("/sessions", {"session": digest}).status, 303)
            self.assertEqual(service.get("/").status, 401)


class Ends(unittest.TestCase):
    def test_during_a_look(self):
        with Service() as service:
            service.enter()
            address = service.file("towns.csv")
            with contextlib.suppress(OSError, http.client.HTTPException):
                threads = [threading.Thread(target=lambda: silently(service, address)) for _ in range(20)]
                for thread in threads:
                    thread.start()
                time.sleep(0.05)
                self.assertEqual(service.stop(), 0)
                for thread in threads:
                    thread.join()

    def test_a_second_service_says_that_there_is_one(self):
        with Service() as service:
            second = subprocess.run([FAIRY, "serve", "--no-open"], env=service.environment, capture_output=True, text=True, timeout=60)
            self.assertEqual(second.returncode, 64)
            self.assertIn("another fairy serve", second.stderr)
            service.enter()


class Kills(unittest.TestCase):
    """A killed process loses nothing that was acknowledged."""

    def test_of_the_web_process(self):
        with Service() as service:
            service.enter()
            for number in range(3):
                address = service.upload(f"{number}.csv", b"a\n1\n").headers["Location"]
                os.kill(web(service), signal.SIGKILL)
                self.assertEqual(patiently(lambda: service.get(address)).status, 200)
                self.assertEqual(service.get(address + "/download").body, b"a\n1\n")

    def test_of_the_broker(self):
        with Service() as service:
            service.enter()
            cookie, pid = service.cookie, web(service)
            address = service.upload("a.csv", b"a\n1\n").headers["Location"]
            service.process.kill()
            service.process.wait()
            service.process.stdout.close()
            # The web process does not outlive it.
            wait_until(lambda: not pathlib.Path(f"/proc/{pid}").exists())
            service.start()
            service.cookie = cookie
            self.assertEqual(service.get(address + "/download").body, b"a\n1\n")

    def test_of_a_worker_that_has_a_file_open(self):
        with Service() as service:
            service.enter()
            address = service.file("towns.csv")
            self.assertIn("Basel", service.get(address).text)
            for pid in descendants(service.process.pid) - {web(service)}:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self.assertIn("Basel", patiently(lambda: service.get(address)).text)


class Origins(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service().__enter__()
        cls.service.enter()

    @classmethod
    def tearDownClass(cls):
        cls.service.__exit__()

    def test_other_names_of_the_host_lead_nowhere(self):
        port = self.service.port
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", "evil.example", f"evil.example:{port}",
                     self.service.authority.split(":")[0], f"x.{self.service.authority}", self.service.authority + "0"):
            self.assertEqual(self.service.get("/", host=host).status, 421, host)
        self.assertEqual(self.service.get("/", headers={"Host": None}).status, 421)

    def test_other_origins_change_nothing(self):
        fields = {"file": "x", "to": "public.jpeg"}
        for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": None},
                        {"Origin": f"http://127.0.0.1:{self.service.port}"},
                        {"Origin": f"http://localhost:{self.service.port}"},
                        {"Origin": self.service.origin[:-1]}, {"Origin": self.service.origin + ".evil.example"},
                        {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "none"}):
            for path in ("/jobs", "/uploads", "/session", "/jobs/1/cancel"):
                self.assertEqual(self.service.post(path, fields, headers=headers).status, 403, (path, headers))

    def test_other_sites_load_no_part_of_a_page(self):
        for site in ("cross-site", "same-site"):
            for mode, destination in (("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe"), ("no-cors", "script")):
                headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination}
                self.assertEqual(self.service.get("/", headers=headers).status, 403, headers)
        link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
        self.assertEqual(self.service.get("/", headers=link).status, 200)

    def test_every_answer_is_marked(self):
        for path in ("/", "/nowhere", "/jobs", "/assets/x", "/files/x"):
            headers = self.service.get(path).headers
            policy = headers["Content-Security-Policy"]
            self.assertIn("default-src 'none'", policy)
            self.assertNotIn("unsafe", policy)
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertIn("require-trusted-types-for 'script'", policy)
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Referrer-Policy"], "same-origin")
            self.assertEqual(headers["Cross-Origin-Opener-Policy"], "same-origin")
            self.assertEqual(headers["Cross-Origin-Resource-Policy"], "same-origin")
            self.assertNotIn("Access-Control-Allow-Origin", headers)

    def test_nothing_is_seen_without_a_session(self):
        pages = ["/", "/jobs", "/library", "/search?q=a", self.service.file("camera.jpg")]
        pages += [pages[-1] + end for end in ("/download", "/thumbnail/x", "/rows")]
        for page in pages:
            for cookie in (None, "__Host-fairy=" + "0" * 64, "fairy=" + self.service.cookie):
                answer = self.service.get(page, headers={"Cookie": cookie})
                self.assertEqual(answer.status, 401, (page, cookie))
                self.assertNotIn("camera", answer.text)


class Paths(unittest.TestCase):
    def test_addresses_that_were_not_given_out_lead_nowhere(self):
        with Service() as service:
            service.enter()
            real = service.file("camera.jpg").removeprefix("/files/")
            for name in ("..", "%2e%2e", "..%2f..%2fetc%2fpasswd", "L2V0Yy9wYXNzd2Q", real[:-1] + "A", real + "A", real[1:], "%00"):
                for path in (f"/files/{name}", f"/files/{name}/download", f"/folders/{name}"):
                    self.assertIn(service.get(path).status, (400, 404), path)

    def test_links_do_not_lead_out_of_a_folder(self):
        with Service() as service:
            secret = service.folder / "secret.txt"
            secret.write_text("nobody may read this")
            (service.pictures / "inner").mkdir()
            (service.pictures / "inner" / "b.csv").write_text("a\n1\n")
            (service.pictures / "within.csv").symlink_to("inner/b.csv")
            service.enter()
            folder = service.link("/", "Pictures")
            # One that leads out is not listed; one within is.
            (service.pictures / "out.txt").symlink_to(secret)
            (service.pictures / "up").symlink_to("..")
            names = re.findall(r'<span class="name"><bdi>([^<]+)', service.get(folder).text)
            self.assertIn("within.csv", names)
            self.assertNotIn("out.txt", names)
            self.assertNotIn("up", names)
            # That is said.
            self.assertIn("2 items are not shown", service.get(folder).text)
            # Nor is a file read that was replaced by a link since it was listed.
            address = service.file("towns.csv")
            (service.pictures / "towns.csv").unlink()
            (service.pictures / "towns.csv").symlink_to(secret)
            answer = service.get(address + "/download")
            self.assertNotEqual(answer.status, 200)
            self.assertNotIn("nobody", service.get(address).text)

    def test_results_are_put_only_where_that_was_allowed(self):
        with Service() as service:
            service.enter()
            answer = service.post("/jobs", {"file": service.file("camera.jpg").removeprefix("/files/"), "to": "public.png"})
            job = answer.headers["Location"]
            wait(service, job)
            for folder in ("Pictures", "..", "/etc", ".library", "Results/..", "Results/../Pictures"):
                self.assertNotEqual(service.post(job + "/place", {"folder": folder}).status, 303, folder)
            self.assertEqual(service.post(job + "/place", {"folder": "Results"}).status, 303)
            self.assertEqual(service.post(job + "/place", {"folder": "Results"}).status, 303)
            self.assertEqual(sorted(path.name for path in service.results.iterdir()), ["camera-2.png", "camera.png"])
            self.assertEqual(sorted(path.name for path in service.pictures.iterdir()), ["a.json", "camera.jpg", "pack.zip", "towns.csv"])


class Options(unittest.TestCase):
    def test_none_is_ignored_in_silence(self):
        """What does not apply to a verb is told in the receipt, or refused."""
        with Service() as service:
            service.enter()
            file = service.file("camera.jpg").removeprefix("/files/")
            for verb in ("compress", "merge", "pack"):
                job = service.post("/jobs", {"file": file, "verb": verb, "resize": "50x50"}).headers["Location"]
                wait(service, job)
                self.assertIn("resize", service.get(job).text, verb)


class Floods(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service().__enter__()
        cls.service.enter()

    @classmethod
    def tearDownClass(cls):
        cls.service.__exit__()

    def still_serves(self):
        self.assertEqual(self.service.get("/").status, 200)

    def test_long_heads_are_refused(self):
        with socket.create_connection(("127.0.0.1", self.service.port), timeout=PATIENCE) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * (1 << 20))
            self.assertNotIn(b" 200 ", connection.recv(4096))
        self.still_serves()

    def test_many_headers_are_refused(self):
        answer = self.service.get("/", headers={f"X-{number}": "a" for number in range(500)})
        self.assertGreaterEqual(answer.status, 400)
        self.still_serves()

    def test_a_long_form_is_refused(self):
        self.assertEqual(self.service.post("/session", {"token": "a" * 100_000}).status, 413)
        self.still_serves()

    def test_a_thousand_connections(self):
        connections = []
        try:
            for _ in range(1000):
                try:
                    connections.append(socket.create_connection(("127.0.0.1", self.service.port), timeout=PATIENCE))
                except OSError:
                    break
        finally:
            for connection in connections:
                connection.close()
        # Until the service has noticed that they are closed, others may be refused.
        patiently(lambda: self.service.get("/"))

    def test_slow_requests_hold_up_nobody(self):
        slow = [socket.create_connection(("127.0.0.1", self.service.port)) for _ in range(50)]
        for connection in slow:
            connection.sendall(b"GET / HTTP/1.1\r\nHos")
        start = time.monotonic()
        self.still_serves()
        # They are ended after a minute.
        self.assertLess(time.monotonic() - start, PATIENCE)
        for connection in slow:
            connection.close()


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service().__enter__()
        cls.service.enter()

    @classmethod
    def tearDownClass(cls):
        cls.service.__exit__()

    def test_markup_in_names_and_files_is_text(self):
        name = "<img src=x onerror=alert(1)>.csv"
        address = self.service.upload(name, b"<script>alert(1)</script>\n<b>x</b>\n").headers["Location"]
        for page in (address, "/"):
            text = self.service.get(page).text
            self.assertNotIn("<img src=x", text)
            self.assertNotIn("<script>alert", text)
        # A quote in a name does not end the attribute that it is in.
        address = self.service.upload('a%22 onload=x.csv', b"a,b\n1,2\n").headers["Location"]
        self.assertNotIn('" onload=', self.service.get(address).text)

    def test_uploads_are_never_pages_of_the_service(self):
        for name, content in (("a.html", b"<script>alert(1)</script>"), ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")):
            address = self.service.upload(name, content).headers["Location"]
            answer = self.service.get(address + "/download")
            self.assertEqual(answer.headers["Content-Type"], "application/octet-stream")
            self.assertTrue(answer.headers["Content-Disposition"].startswith("attachment"))
            self.assertEqual(answer.body, content)

    def test_a_damaged_file_costs_its_own_page(self):
        photo = (FIXTURES / "camera.jpg").read_bytes()
        for count in (0, 1, 20, 200, len(photo) // 2):
            address = self.service.upload("cut.jpg", photo[:count]).headers["Location"]
            self.assertEqual(self.service.get(address).status, 200)
        self.assertEqual(self.service.get("/").status, 200)

    def test_a_damaged_file_has_a_drawing_for_a_small_picture(self):
        (self.service.pictures / "cut.jpg").write_bytes((FIXTURES / "camera.jpg").read_bytes()[:200])
        address = self.service.file("cut.jpg")
        answer = self.service.get(address + "/thumbnail/x")
        self.assertEqual((answer.status, answer.headers["Content-Type"]), (200, "image/svg+xml"))
        self.assertEqual(answer.headers["Cache-Control"], "no-store")

    def test_names_of_uploads_leave_no_folder(self):
        for name in ("../../evil.csv", "/etc/evil.csv", "..\\..\\evil.csv", ".hidden.csv", "a" * 300 + ".csv", "..", "/"):
            answer = self.service.upload(name, b"a\n1\n")
            self.assertEqual(answer.status, 303, name)
        uploads = self.service.folder / "cache/fairy/serve/uploads"
        self.assertFalse(list(self.service.folder.rglob("evil.csv"))[0].is_relative_to(self.service.folder / "etc"))
        for path in self.service.folder.rglob("*evil.csv"):
            self.assertEqual(path.parent.parent, uploads)

    def test_an_upload_that_is_cut_leaves_nothing(self):
        uploads = self.service.folder / "cache/fairy/serve/uploads"
        before = set(uploads.iterdir())
        answer = self.service.request(
            "POST", "/uploads", b'--b\r\nContent-Disposition: form-data; name="files"; filename="cut.csv"\r\n\r\nhalf',
            headers={"Content-Type": "multipart/form-data; boundary=b"})
        self.assertGreaterEqual(answer.status, 400)
        self.assertEqual(set(uploads.iterdir()), before)

    def test_a_file_of_gigabytes_takes_little_memory(self):
        pid = web(self.service)
        before = resident(pid)
        total = 1 << 30
        head = b'--b\r\nContent-Disposition: form-data; name="files"; filename="large.bin"\r\n\r\n'
        tail = b"\r\n--b--\r\n"
        with socket.create_connection(("127.0.0.1", self.service.port)) as connection:
            connection.sendall(
                f"POST /uploads HTTP/1.1\r\nHost: {self.service.authority}\r\nOrigin: {self.service.origin}\r\n"
                f"Cookie: __Host-fairy={self.service.cookie}\r\nContent-Type: multipart/form-data; boundary=b\r\n"
                f"Content-Length: {len(head) + total + len(tail)}\r\n\r\n".encode() + head)
            piece = bytes(1 << 20)
            most = before
            for number in range(total // len(piece)):
                connection.sendall(piece)
                if number % 64 == 0:
                    most = max(most, resident(pid))
            connection.sendall(tail)
            self.assertIn(b"303", connection.recv(4096))
        self.assertLess(most - before, 8 << 20)


def descendants(pid):
    children = set()
    for process in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(process.read_text().rsplit(")", 1)[1].split()[1]) == pid:
                child = int(process.parent.name)
                children |= {child} | descendants(child)
    return children


def web(service):
    """The process that speaks HTTP."""
    for pid in descendants(service.process.pid):
        with contextlib.suppress(OSError):
            if pathlib.Path(f"/proc/{pid}/comm").read_text().strip() == "fairy-web":
                return pid
    raise AssertionError("there is no web process")


def silently(service, address):
    with contextlib.suppress(OSError, http.client.HTTPException):
        service.get(address)


def patiently(request, status=200):
    """While a process is started again, connections wait or are refused."""
    def ask():
        with contextlib.suppress(OSError, http.client.HTTPException):
            answer = request()
            return answer if answer.status == status else None
    return wait_until(ask)


def resident(pid):
    return int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


def wait(service, job):
    wait_until(lambda: '"running"' not in service.get(job + "/state").text, seconds=2 * PATIENCE)


if __name__ == "__main__":
    unittest.main()
