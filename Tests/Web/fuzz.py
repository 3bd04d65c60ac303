#!/usr/bin/env python3
"""fuzz.py [SECONDS [SEED]]: sends mutated requests to a service of its own, and says what ends it, hangs, or is an error of its own.

Requests are made by the rules of HTTP and of our forms, addresses and bodies, and then some of their bytes are changed. What is found is
kept in fixtures/fuzz/web, where a test sends it ever after. Run it with .build/web-tests/bin/python."""
import contextlib
import json
import pathlib
import random
import socket
import sys
import time

from service import ROOT, Service

FINDINGS = ROOT / "fixtures/fuzz/web"
# What a browser may be told: refusals, and that the disk is full. Anything else from 500 on is a mistake of ours.
FINE = {*range(200, 500), 507}
WORDS = [b"", b"0", b"-1", b"1", b"?1", b"?0", b"9" * 20, b"18446744073709551616", b"\0", b"\xff\xfe", b"..", b"%2e%2e%2f", b"%", b"%zz", b"%00",
         b"a" * 5000, "\u00e4\U0001f600".encode(), b"\r\n", b"--", b"'", b'"', b"<b>", b";", b"=", b"&", b"bytes=0-", b"null", b"[]", b"{}", b"1e999"]
METHODS = [b"GET", b"GET", b"GET", b"HEAD", b"POST", b"POST", b"PUT", b"PATCH", b"DELETE", b"OPTIONS", b"TRACE", b"CONNECT", b"PROPFIND", b"get", b"G" * 300]


class Requests:
    """Makes requests to a service, each the same for the same random numbers."""

    def __init__(self, service):
        self.service = service
        picture, table = service.file("camera.jpg"), service.file("towns.csv")
        self.file = picture.removeprefix("/files/")
        self.upload = json.loads(self.begin().body)["id"]
        self.paths = [path.encode() for path in (
            "/", "/jobs", "/jobs/1", "/jobs/1/state", "/jobs/state", "/library", "/search?q=a", "/sessions", "/uploads", "/api/uploads", "/api/jobs",
            "/api/jobs/1", f"/api/uploads/{self.upload}", picture, picture + "/download", picture + "/thumbnail/x", picture + "/picture/x?page=1",
            table, table + "?filter=people%3E1&sort=-people", table + "/rows?from=0&count=10", service.link("/", "Pictures") + "?order=name&from=0",
            "/library/00000000-0000-0000-0000-000000000000", "/api/documents", "/assets/x/style.css")]

    def begin(self):
        return self.service.request("POST", "/api/uploads", b'{"name":"a/b.bin","size":100000}', headers={"Content-Type": "application/json"})

    def make(self, lot):
        """The bytes of a request, which may be none."""
        method, path = lot.choice(METHODS), lot.choice(self.paths)
        headers = [(b"Host", self.service.authority.encode()), (b"Origin", self.service.origin.encode()), (b"Sec-Fetch-Site", b"same-origin"),
                   (b"Cookie", b"__Host-fairy=" + self.service.cookie.encode())]
        body = b""
        make = lot.choice([None, self.form, self.multipart, self.json, self.piece])
        if make:
            more, body = make(lot)
            headers += more
        if lot.random() < 0.4:
            headers.append((b"Range", b"bytes=" + lot.choice(WORDS) + b"-" + lot.choice(WORDS)))
        if lot.random() < 0.2:
            headers.append((lot.choice([b"Last-Event-ID", b"Accept-Language", b"User-Agent", b"If-Match", b"X"]), lot.choice(WORDS)))
        if lot.random() < 0.3:
            path = self.changed(lot, path)
        if lot.random() < 0.2:
            headers.append(lot.choice([(b"Transfer-Encoding", b"chunked"), (b"Content-Length", lot.choice(WORDS)), (b"Expect", b"100-continue"),
                                       (b"Upgrade", b"websocket"), (b"Connection", b"Upgrade")]))
        elif body:
            headers.append((b"Content-Length", str(len(body)).encode()))
        if lot.random() < 0.2:
            lot.shuffle(headers)
        request = method + b" " + path + b" " + lot.choice([b"HTTP/1.1"] * 9 + [b"HTTP/1.0", b"HTTP/2.0", b"", b"HTTP/9.9"]) + b"\r\n"
        request += b"".join(name + b": " + value + b"\r\n" for name, value in headers) + b"\r\n" + body
        if lot.random() < 0.3:
            request = self.mutated(lot, request)
        return request

    @staticmethod
    def changed(lot, text):
        place = lot.randrange(len(text) + 1)
        return text[:place] + lot.choice(WORDS).replace(b"\r\n", b"%0a").replace(b" ", b"") + text[place + lot.randrange(4):]

    @staticmethod
    def mutated(lot, data):
        data = bytearray(data)
        for _ in range(lot.randrange(1, 6)):
            place = lot.randrange(len(data) or 1)
            kind = lot.randrange(4)
            if kind == 0 and data:
                data[place] = lot.randrange(256)
            elif kind == 1:
                data[place:place] = lot.choice(WORDS)
            elif kind == 2:
                del data[place:place + lot.randrange(20)]
            else:
                data[place:place] = data[place:place + lot.randrange(60)]
        return bytes(data)

    def form(self, lot):
        names = [b"file", b"to", b"verb", b"quality", b"resize", b"set-effort", b"token", b"session", b"upload", b"folder", b"q"]
        values = [*WORDS, self.file.encode(), b"public.png", b"compress", b"merge"]
        fields = [lot.choice(names) + lot.choice([b"=", b"", b"=="]) + lot.choice(values) for _ in range(lot.randrange(6))]
        return [(b"Content-Type", b"application/x-www-form-urlencoded")], lot.choice([b"&", b"&&", b";"]).join(fields)

    def multipart(self, lot):
        boundary = lot.choice([b"b", b"-", b"--", b"a" * 70, b"x y"])
        parts = []
        for _ in range(lot.randrange(5)):
            head = b'Content-Disposition: form-data; name="files"'
            if lot.random() < 0.8:
                head += b'; filename="' + lot.choice([b"a.csv", b"a.jpg", *WORDS]) + b'"'
            content = lot.choice([b"a\n1\n", b"\r\n--", b"\r\n--" + boundary[:1], bytes(lot.randrange(9000)), *WORDS])
            parts.append(b"--" + boundary + b"\r\n" + head + b"\r\n\r\n" + content + b"\r\n")
        body = b"".join(parts) + b"--" + boundary + lot.choice([b"--\r\n", b"--", b"-", b"", b"\r\n"])
        return [(b"Content-Type", b"multipart/form-data; boundary=" + lot.choice([boundary, b'"' + boundary + b'"', b""]))], body

    def json(self, lot):
        def value(depth=0):
            return lot.choice([
                lambda: lot.choice(WORDS).decode(errors="replace"), lambda: lot.choice([0, -1, 1, 2 ** 63, 0.5, True, None]), lambda: self.file,
                lambda: [value(depth + 1) for _ in range(lot.randrange(3))] if depth < 4 else 1,
                lambda: {lot.choice(keys): value(depth + 1) for _ in range(lot.randrange(4))} if depth < 4 else {}])()
        keys = ["input", "to", "verb", "more", "options", "name", "size", "pages", "parts", "priority", "set", "quality", "x"]
        body = {key: value() for key in lot.sample(keys, lot.randrange(6))}
        if lot.random() < 0.5:
            body |= {"input": self.file, "to": "png"}
        if lot.random() < 0.2:
            return [(b"Content-Type", b"application/json")], b"[" * lot.randrange(1, 3000)
        return [(b"Content-Type", b"application/json")], json.dumps(body).encode()

    def piece(self, lot):
        return [(b"Content-Type", lot.choice([b"application/partial-upload", b"application/octet-stream", b"text/html"])),
                (b"Upload-Offset", lot.choice([b"0", *WORDS])), (b"Upload-Complete", lot.choice([b"?0", b"?1", *WORDS]))], bytes(lot.randrange(3000))


def answer(service, request, patience=30):
    """The status; None where the connection was closed without one."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=patience) as connection:
        received = b""
        with contextlib.suppress(ConnectionError, BrokenPipeError):
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ConnectionError):
            while b"\r\n" not in received:
                more = connection.recv(4096)
                if not more:
                    break
                received += more
    line = received.split(b"\r\n", 1)[0].split()
    return int(line[1]) if len(line) > 1 and line[1].isdigit() else None


class Fuzzing:
    """Sends requests, and keeps those that should not have been answered as they were."""

    def __init__(self, service, pid):
        self.service, self.pid, self.findings = service, pid, []
        self.process = pid(service)
        self.requests = Requests(service)

    def send(self, request):
        """What is wrong with the answer; None where nothing is."""
        try:
            status = answer(self.service, request)
        except TimeoutError:
            # A stream of events goes on, and says so in its first line.
            return "hangs"
        except OSError as error:
            return str(error)
        finally:
            alive = pathlib.Path(f"/proc/{self.process}").exists()
        if not alive:
            self.process = self.pid(self.service)
            return "ends the process"
        return None if status is None or status in FINE else f"is answered with {status}"

    def run(self, seed, seconds=None, count=None):
        begun, number = time.monotonic(), 0
        while (count is None or number < count) and (seconds is None or time.monotonic() - begun < seconds):
            request = self.requests.make(random.Random(f"{seed} {number}"))
            number += 1
            if fault := self.send(request):
                self.findings.append((f"{seed}-{number - 1}", fault, request))
        return number


if __name__ == "__main__":
    from test_safety import web
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = sys.argv[2] if len(sys.argv) > 2 else str(random.randrange(10 ** 6))
    with Service() as service:
        service.enter()
        fuzzing = Fuzzing(service, web)
        number = fuzzing.run(seed, seconds=seconds)
    FINDINGS.mkdir(parents=True, exist_ok=True)
    for name, fault, request in fuzzing.findings:
        print(f"{name} {fault}: {request[:100]!r}")
        (FINDINGS / f"{name}.http").write_bytes(request.replace(service.cookie.encode(), b"COOKIE").replace(service.authority.encode(), b"AUTHORITY"))
    print(f"{number} requests with the seed {seed}; {len(fuzzing.findings)} findings")
    sys.exit(1 if fuzzing.findings else 0)
