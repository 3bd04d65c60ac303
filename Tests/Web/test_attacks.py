"""More of what is tried against the service: floods, slowness, hostile files, other users of the machine, and a trace of its calls."""
import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import stat
import subprocess
import time
import unittest
import zipfile

from service import FAIRY, PATIENCE, Service, wait_until
from test_safety import resident, wait, web


def shared_service(case):
    @classmethod
    def set_up(cls):
        cls.service = Service().__enter__()
        cls.service.enter()

    @classmethod
    def tear_down(cls):
        cls.service.__exit__()

    case.setUpClass, case.tearDownClass = set_up, tear_down
    return case


@shared_service
class Connections(unittest.TestCase):
    def open(self):
        return socket.create_connection(("127.0.0.1", self.service.port), timeout=PATIENCE)

    def test_a_thousand_that_stay_open_keep_nobody_out(self):
        """Those of strangers are closed for others, the oldest first."""
        before, held = resident(web(self.service)), []
        try:
            for _ in range(1000):
                held.append(self.open())
            begun = time.monotonic()
            self.assertEqual(self.service.get("/").status, 200)
            # Those that say nothing are ended after a minute.
            self.assertLess(time.monotonic() - begun, PATIENCE)
            self.assertLess(resident(web(self.service)) - before, 64 << 20)
            pid = web(self.service)
            self.assertLess(len(list(pathlib.Path(f"/proc/{pid}/fd").iterdir())), 350)
        finally:
            for connection in held:
                connection.close()

    def test_those_of_a_browser_that_was_let_in_stay(self):
        own = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=PATIENCE)
        headers = {"Host": self.service.authority, "Cookie": f"__Host-fairy={self.service.cookie}", "Sec-Fetch-Site": "same-origin"}
        own.request("GET", "/jobs", headers=headers)
        own.getresponse().read()
        port = own.sock.getsockname()[1]
        held = [self.open() for _ in range(600)]
        own.request("GET", "/jobs", headers=headers)
        self.assertEqual(own.getresponse().status, 200)
        self.assertEqual(own.sock.getsockname()[1], port)
        for connection in held:
            connection.close()
        own.close()

    def test_a_hundred_headers_of_a_kilobyte(self):
        for headers in (b"".join(b"X-%d: %s\r\n" % (number, b"a" * 1000) for number in range(100)), b"X: a\r\n" * 5000,
                        b"A" * 40_000 + b": x\r\n", b"Cookie: " + b"a=b; " * 20_000 + b"\r\n", b"X: a\r\n b\r\n", b"X : a\r\n", b": a\r\n", b"\0: a\r\n"):
            with self.open() as connection, contextlib.suppress(ConnectionError):
                connection.sendall(b"GET / HTTP/1.1\r\nHost: " + self.service.authority.encode() + b"\r\n" + headers + b"\r\n")
                line = connection.recv(4096).split(b"\r\n")[0]
                self.assertNotIn(b" 200 ", line)
        self.assertEqual(self.service.get("/").status, 200)

    def test_a_refused_body_is_not_waited_for(self):
        """Whoever may not send something is not listened to for as long as it takes."""
        with self.open() as connection:
            connection.sendall(f"POST /session HTTP/1.1\r\nHost: {self.service.authority}\r\nOrigin: http://evil.example\r\n"
                               "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000000\r\n\r\n".encode())
            begun = time.monotonic()
            self.assertIn(b" 403 ", connection.recv(4096))
            with contextlib.suppress(ConnectionError):
                while time.monotonic() - begun < 14:
                    connection.sendall(b"a")
                    time.sleep(0.2)
            # One that comes in drops is ended after fifteen seconds.
            self.assertLess(time.monotonic() - begun, 12)

    def test_bodies_in_drops_are_ended(self):
        with self.open() as connection:
            connection.sendall(f"POST /session HTTP/1.1\r\nHost: {self.service.authority}\r\nOrigin: {self.service.origin}\r\n"
                               "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4000\r\n\r\n".encode())
            begun = time.monotonic()
            with contextlib.suppress(ConnectionError, BrokenPipeError):
                while time.monotonic() - begun < 40:
                    connection.sendall(b"a")
                    time.sleep(0.5)
            self.assertLess(time.monotonic() - begun, 35)

    def test_two_requests_in_one_are_two(self):
        """Bodies whose length is said twice are refused: what is in them is never a request of its own."""
        for length in ("Content-Length: 5\r\nTransfer-Encoding: chunked", "Content-Length: 5\r\nContent-Length: 6", "Content-Length: +5",
                       "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, identity"):
            received = b""
            with self.open() as connection, contextlib.suppress(ConnectionError, TimeoutError):
                connection.settimeout(3)
                connection.sendall(
                    f"POST /session HTTP/1.1\r\nHost: {self.service.authority}\r\nOrigin: {self.service.origin}\r\n{length}\r\n\r\n0\r\n\r\n"
                    f"GET /jobs HTTP/1.1\r\nHost: {self.service.authority}\r\nCookie: __Host-fairy={self.service.cookie}\r\n\r\n".encode())
                while more := connection.recv(65536):
                    received += more
            self.assertNotIn(b"data-jobs", received, length)


@shared_service
class HostileFiles(unittest.TestCase):
    def test_a_zip_that_unpacks_to_far_more(self):
        """What unpacks to far more than it is shows its names, and is not unpacked into memory."""
        path = self.service.pictures / "bomb.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as bomb:
            for number in range(8):
                with bomb.open(f"{number}.csv", "w", force_zip64=True) as entry:
                    for _ in range(64):
                        entry.write(bytes(1 << 20))
        self.assertLess(path.stat().st_size, 1 << 20)
        address = self.service.file("bomb.zip")
        before = resident(web(self.service))
        page = self.service.get(address)
        self.assertEqual(page.status, 200)
        self.assertIn("7.csv", page.text)
        inner = re.search(r'<a href="(/files/[^"]+)"><bdi>7\.csv', page.text)[1]
        self.assertIn(self.service.get(inner).status, (200, 413, 422, 500))
        self.assertLess(resident(web(self.service)) - before, 32 << 20)
        self.assertEqual(self.service.get("/").status, 200)

    def test_archives_with_names_that_lead_out(self):
        path = self.service.pictures / "slip.zip"
        with zipfile.ZipFile(path, "w") as pack:
            for name in ("../../evil.csv", "/etc/evil.csv", "a/../../evil.csv", "ok.csv"):
                pack.writestr(name, "a\n1\n")
        self.assertEqual(self.service.get(self.service.file("slip.zip")).status, 200)
        job = self.service.post("/jobs", {"file": self.service.file("slip.zip").removeprefix("/files/"), "to": "public.folder"}).headers["Location"]
        wait(self.service, job)
        results = self.service.folder / "cache/fairy/serve/results"
        for found in self.service.folder.rglob("evil.csv"):
            self.assertTrue(found.resolve().is_relative_to(results.resolve()), found)
        self.assertFalse(pathlib.Path("/etc/evil.csv").exists())

    def test_a_drawing_with_a_script_and_what_it_fetches(self):
        listener = socket.create_server(("127.0.0.1", 0))
        listener.settimeout(0.3)
        there = f"http://127.0.0.1:{listener.getsockname()[1]}/x.png"
        drawing = (f'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" '
                   f'xmlns:xlink="http://www.w3.org/1999/xlink" width="50" height="50" onload="alert(1)"><script>alert(1)</script>'
                   f'<image xlink:href="{there}" width="9" height="9"/><image xlink:href="file:///etc/passwd" width="9" height="9"/>'
                   f'<text y="20">&x;</text></svg>').encode()
        address = self.service.upload("hostile.svg", drawing).headers["Location"]
        page = self.service.get(address)
        self.assertNotIn("root:", page.text)
        self.assertNotIn("<script>alert", page.text)
        for path in re.findall(r'src="(/files/[^"]+)"', page.text):
            answer = self.service.get(path)
            self.assertNotIn("svg", answer.headers["Content-Type"] if answer.status == 200 and b"alert" in answer.body else "")
        with self.assertRaises(TimeoutError):
            listener.accept()
        listener.close()

    def test_pages_of_others_are_text_or_downloads(self):
        for name in ("a.html", "a.xhtml", "a.htm", "a.js", "a.xml", "a.mhtml"):
            address = self.service.upload(name, b"<html><script>alert(1)</script><meta http-equiv=refresh content='0;url=http://evil.example'>").headers["Location"]
            page = self.service.get(address)
            self.assertNotIn("<script>alert", page.text, name)
            self.assertNotIn("<meta http-equiv=refresh", page.text, name)
            answer = self.service.get(address + "/download")
            self.assertEqual(answer.headers["Content-Type"], "application/octet-stream")
            self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")


class Traced(Service):
    """With its calls about networks written down; `strace` watches from outside, as the sandbox lets nobody else."""

    def start(self):
        self.trace = self.folder / "trace"
        self.command = ["strace", "-D", "-f", "-qq", "-e", "trace=connect,socket,bind,sendto,listen", "-o", self.trace]
        super().start()


class Calls(unittest.TestCase):
    def test_nothing_connects(self):
        if not shutil.which("strace"):
            self.skipTest("there is no strace")
        probe = subprocess.run(["strace", "-f", "-o", os.devnull, "true"], capture_output=True)
        if probe.returncode:
            self.skipTest(f"processes cannot be traced here: {probe.stderr.decode().strip()}")
        with Traced() as service:
            service.enter()
            for name in ("camera.jpg", "towns.csv", "a.json", "pack.zip"):
                self.assertEqual(service.get(service.file(name)).status, 200)
            thumb = re.search(r'src="(/files/[^"]+/thumbnail/[^"]+)"', service.get(service.link("/", "Pictures")).text)[1]
            self.assertEqual(service.get(thumb).headers["Content-Type"], "image/jpeg")
            page = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="http://evil.example/x.png" width="9" height="9"/></svg>'
            address = service.upload("remote.svg", page).headers["Location"]
            service.get(address)
            for file, to in ((service.file("camera.jpg"), "public.png"), (service.file("camera.jpg"), "com.adobe.pdf"), (address, "public.png")):
                job = service.post("/jobs", {"file": file.removeprefix("/files/"), "to": to}).headers["Location"]
                wait(service, job)
                self.assertEqual(service.get(service.link(job, pathlib.Path(re.search(r'<bdi>([^<]+)', service.get(job).text)[1]).stem)).status, 200)
            service.get("/search?q=bern")
            service.stop()
            lines = service.trace.read_text().splitlines()
        # The trace is one of this session: the broker listens.
        self.assertTrue(any(" listen(" in line for line in lines))
        self.assertEqual([line for line in lines if " connect(" in line or "sendto(" in line and "sa_family" in line], [])
        # The only sockets of a network are the one that listens, and those that were refused.
        inet = [line for line in lines if " socket(AF_INET" in line and not line.endswith("(Operation not permitted)") and "= -1" not in line]
        self.assertEqual(len(inet), 1, inet)
        bound = [line for line in lines if " bind(" in line]
        self.assertTrue(all("127.0.0.1" in line for line in bound), bound)


OTHER_USER = r"""
import http.client, json, os, pathlib, sys
port, authority, folder = int(sys.argv[1]), sys.argv[2], sys.argv[3]
seen = {"statuses": [], "opened": [], "words": ""}
for path in ("/", "/jobs", "/api/jobs", "/api/events", "/api/uploads"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers={"Host": authority})
    seen["statuses"].append(connection.getresponse().status)
for place, folders, files in os.walk(folder):
    for name in files:
        try:
            open(os.path.join(place, name), "rb").close()
            seen["opened"].append(os.path.join(place, name))
        except OSError:
            pass
for process in pathlib.Path("/proc").glob("[0-9]*"):
    for name in ("cmdline", "environ", "maps", "fd"):
        try:
            seen["words"] += (process / name).read_text(errors="replace") if name != "fd" else " ".join(os.readlink(entry) for entry in (process / name).iterdir())
        except OSError:
            pass
print(json.dumps(seen))
"""


@unittest.skipUnless(os.geteuid() == 0, "only root runs programs as another user")
class OtherUsers(unittest.TestCase):
    def test_see_nothing(self):
        with Service() as service:
            service.enter()
            service.upload("secret.csv", b"a\n1\n")
            service.get(re.search(r'src="(/files/[^"]+/thumbnail/[^"]+)"', service.get(service.link("/", "Pictures")).text)[1])
            job = service.post("/jobs", {"file": service.file("camera.jpg").removeprefix("/files/"), "to": "public.png"}).headers["Location"]
            wait(service, job)
            # What the user's own folders would not let others see is let through here, so that it depends on the service alone.
            work = service.folder / "cache/fairy/serve"
            for folder in (service.folder, service.folder / "cache", service.folder / "cache/fairy", service.folder / "state"):
                folder.chmod(0o755)
            done = subprocess.run(
                ["/usr/bin/python3", "-c", OTHER_USER, str(service.port), service.authority, str(service.folder / "cache")],
                user="nobody", capture_output=True, text=True, cwd="/", env={"PATH": os.environ["PATH"]})
            self.assertEqual(done.returncode, 0, done.stderr)
            seen = json.loads(done.stdout)
            self.assertEqual(seen["statuses"], [401] * 5)
            self.assertEqual(seen["opened"], [])
            for secret in (service.token, service.cookie):
                self.assertNotIn(secret, seen["words"])
            for path in [work, *work.rglob("*")]:
                mode = stat.S_IMODE(path.lstat().st_mode)
                self.assertEqual(mode & 0o077, 0, f"{path} {mode:o}")

    def test_the_browser_is_opened_without_the_code_in_a_command_line(self):
        with Service() as service:
            service.stop()
            tools = service.folder / "tools"
            tools.mkdir()
            opener = tools / "xdg-open"
            opener.write_text(f'#!/bin/sh\necho "$@" >{service.folder}/opened\nsleep 5\n')
            opener.chmod(0o755)
            environment = service.environment | {"PATH": f"{tools}:{os.environ['PATH']}", "DISPLAY": ":0"}
            process = subprocess.Popen([FAIRY, "serve", "--json", service.pictures], env=environment, stdout=subprocess.PIPE, text=True)
            try:
                token = json.loads(process.stdout.readline())["url"].split("#")[1]
                opened = wait_until(lambda: (service.folder / "opened").exists() and (service.folder / "opened").read_text())
                self.assertNotIn(token, opened)
                page = pathlib.Path(opened.strip())
                self.assertIn(token, page.read_text())
                self.assertEqual(page.stat().st_mode & 0o077, 0)
                words = subprocess.run(["ps", "axwwe", "-o", "args"], capture_output=True, text=True).stdout
                self.assertNotIn(token, words)
            finally:
                process.terminate()
                process.wait(timeout=20)
                process.stdout.close()
            self.assertFalse(page.exists())


if __name__ == "__main__":
    unittest.main()
