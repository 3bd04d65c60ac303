"""A running `fairy serve` with folders of its own, and requests to it."""
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.parse
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FAIRY = ROOT / ".build/release/fairy"
FIXTURES = ROOT / "fixtures"
# In seconds: what takes longer than this does not come, however busy the machine is.
PATIENCE = 30


def wait_until(ask, seconds=PATIENCE, pause=time.sleep):
    """Asks again and again until the answer is true, and returns it.

    `pause` waits for a time in seconds; that of a page of a browser lets it tell what has happened meanwhile."""
    end = time.monotonic() + seconds
    while not (answer := ask()):
        assert time.monotonic() < end, f"this does not become true within {seconds} s; the last answer was {answer!r}"
        pause(0.05)
    return answer


class Answer:
    def __init__(self, response):
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    @property
    def text(self):
        return self.body.decode()


class Service:
    """With `Pictures`, which is only read, and `Results`, into which results may be put."""

    def __init__(self, *arguments):
        self.arguments = arguments

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="fairy-web-"))
        self.pictures, self.results = self.folder / "Pictures", self.folder / "Results"
        self.pictures.mkdir()
        self.results.mkdir()
        shutil.copy(FIXTURES / "camera.jpg", self.pictures)
        (self.pictures / "towns.csv").write_text("city,people\nBern,134\nBasel,173\nChur,38\n")
        (self.pictures / "a.json").write_text('{"name":"Bern","lakes":[1,2,3]}')
        with zipfile.ZipFile(self.pictures / "pack.zip", "w") as pack:
            pack.write(FIXTURES / "camera.jpg", "inner/camera.jpg")
            pack.writestr("towns.csv", "city\nBern\n")
        self.environment = dict(os.environ) | {
            "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_CACHE_HOME": str(self.folder / "cache"), "XDG_STATE_HOME": str(self.folder / "state")}
        self.environment.pop("FAIRY_LIBRARY", None)
        self.scanners()
        self.start()
        return self

    def scanners(self, count=1, *options):
        """Lets SANE's test scanner be all that is connected, so often, with lines of its settings; none is looked for in a network."""
        folder = self.folder / "sane"
        folder.mkdir(exist_ok=True)
        (folder / "dll.conf").write_text("test\n" if count else "")
        (folder / "test.conf").write_text("".join(f"{line}\n" for line in (f"number_of_devices {max(1, count)}", *options)))
        self.environment["SANE_CONFIG_DIR"] = str(folder)

    # Through which the service is started, such as strace.
    command = []

    def start(self):
        self.process = subprocess.Popen(
            [*self.command, FAIRY, "serve", "--no-open", "--json", *self.arguments, self.pictures, f"{self.results}:rw"], env=self.environment,
            stdout=subprocess.PIPE, text=True)
        self.greeting = json.loads(self.process.stdout.readline())
        url = urllib.parse.urlsplit(self.greeting["url"])
        self.authority, self.port, self.token = url.netloc, url.port, url.fragment
        self.origin = f"http://{self.authority}"
        self.cookie = None

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=20)
        self.process.stdout.close()
        return status

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def request(self, method, path, body=None, headers=None, host=None):
        """As a browser would send it, unless `headers` say otherwise; None takes a header away."""
        usual = {"Host": host or self.authority, "Sec-Fetch-Site": "same-origin"}
        if self.cookie:
            usual["Cookie"] = f"__Host-fairy={self.cookie}"
        if method not in ("GET", "HEAD"):
            usual["Origin"] = self.origin
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = {name: value for name, value in (usual | (headers or {})).items() if value is not None}
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        if body is not None and "Content-Length" not in sent:
            sent["Content-Length"] = str(len(body))
        for name, value in sent.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        answer = Answer(connection.getresponse())
        connection.close()
        return answer

    def get(self, path, **options):
        return self.request("GET", path, **options)

    def post(self, path, fields, **options):
        headers = {"Content-Type": "application/x-www-form-urlencoded"} | options.pop("headers", {})
        return self.request("POST", path, urllib.parse.urlencode(fields).encode(), headers=headers, **options)

    def enter(self):
        answer = self.post("/session", {"token": self.token})
        assert answer.status == 303, answer.text
        self.cookie = re.search(r"__Host-fairy=([0-9a-f]{64});", answer.headers["Set-Cookie"])[1]
        return answer

    def link(self, page, name):
        """The address behind the link whose text ends in `name`."""
        found = re.search(r'<a href="([^"]+)"[^>]*>(?:(?!</a>).)*<bdi>' + re.escape(name), self.get(page).text, re.S)
        assert found, f"{name} is not linked from {page}"
        return found[1]

    def file(self, name):
        return self.link(self.link("/", "Pictures"), name)

    def upload(self, name, content, headers=None):
        body = (f'--b\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n').encode()
        return self.request(
            "POST", "/uploads", body + content + b"\r\n--b--\r\n",
            headers={"Content-Type": "multipart/form-data; boundary=b"} | (headers or {}))
