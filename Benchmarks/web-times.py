#!/usr/bin/env python3
"""web-times.py [LIBRARY]: figures of the web view, a row each. The library is one to be idle with; see make-library.py.

Start and idle memory of both processes; bytes of the first load; small pictures a second, beside the command line; 10 GB of
uploads; a page during uploads and a batch; rows of a table of 1 GB. Start, memory and first load beside Datasette's, where DATASETTE
names it. Needs fairy and fairy-web built, and the corpus or FAIRY_PHOTO for a photo."""
import concurrent.futures
import contextlib
import gzip
import json
import os
import pathlib
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "Tests/Web"))
sys.dont_write_bytecode = True
from service import FAIRY, Service  # noqa: E402


def row(title, figure, goal):
    print(f"| {title} | {figure} | {goal} |", flush=True)


def processes(service):
    children = pathlib.Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children").read_text().split()
    return [service.process.pid, *map(int, children)]


def proportional(pid):
    return int(re.search(r"^Pss:\s+(\d+)", pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M)[1]) / 1024


def start():
    times = []
    for _ in range(9):
        with Service() as service:
            service.stop()
            begun = time.perf_counter()
            service.start()
            service.get("/")
            times.append(1000 * (time.perf_counter() - begun))
    row("start to the first answer", f"median {statistics.median(times):.0f} ms", "≤ 100 ms")


def idle(library):
    os.environ["FAIRY_LIBRARY"] = library
    with Service() as service:
        os.environ.pop("FAIRY_LIBRARY")
        service.stop()
        service.environment["FAIRY_LIBRARY"] = library
        service.start()
        service.enter()
        before = sum(map(proportional, processes(service)))
        begun = time.perf_counter()
        service.get("/library")
        listed = 1000 * (time.perf_counter() - begun)
        service.get("/search?q=everywhere")
        time.sleep(1)
        after = {pid: proportional(pid) for pid in processes(service)}
        row("idle memory (PSS) of all processes with that library", f"{before:.0f} MB; after list and search {sum(after.values()):.0f} MB", "≤ 40 MB")
        row("first page of the library's list", f"{listed:.0f} ms", "")


def compressed(parts):
    return sum(len(gzip.compress(part, 6)) for part in parts) / 1000


def load():
    with Service() as service:
        service.enter()
        page = service.get("/")
        parts = [page.body] + [service.get(path).body for path in set(re.findall(r'(?:href|src)="(/assets/[^"#]+)', page.text))]
        row("first load, gzip", f"{compressed(parts):.1f} kB in {len(parts)} answers", "≤ 60 kB")


def datasette(program):
    """The same of Datasette, with a table of 100,000 rows."""
    with tempfile.TemporaryDirectory() as folder:
        database = pathlib.Path(folder) / "documents.db"
        with contextlib.closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("create table documents (id integer primary key, title text, words text)")
            connection.executemany("insert into documents values (?, ?, ?)", ((number, f"Document {number}", "some words " * 20) for number in range(100_000)))
        times, base = [], "http://127.0.0.1:18765"
        for _ in range(3):
            begun = time.perf_counter()
            process = subprocess.Popen([program, "serve", database, "--port", "18765"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while True:
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(base + "/").read()
                    break
            times.append(1000 * (time.perf_counter() - begun))
            page = urllib.request.urlopen(base + "/documents/documents").read()
            parts = [page] + [urllib.request.urlopen(urllib.parse.urljoin(base, path)).read()
                              for path in set(re.findall(r'(?:href|src)="(/-/static/[^"#]+)', page.decode()))]
            held = proportional(process.pid)
            process.terminate()
            process.wait()
        row("Datasette: start to the first answer", f"median {statistics.median(times):.0f} ms", "")
        row("Datasette: page of a table of 100,000 rows, gzip", f"{compressed(parts):.1f} kB in {len(parts)} answers", "")
        row("Datasette: memory (PSS) after that page", f"{held:.0f} MB", "")


def thumbnails(photo):
    with Service() as service:
        many = service.pictures / "many"
        many.mkdir()
        for number in range(400):
            shutil.copy(photo, many / f"{number}.jpg")
        begun = time.perf_counter()
        subprocess.run([FAIRY, "convert", many, "-r", "--to", "jpeg", "--resize", "384x384", "--metadata", "none", "--profile", "srgb",
                        "-q", "0.8", "-o", service.folder / "out", "--no-journal"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        command = 400 / (time.perf_counter() - begun)
        service.enter()
        folder = service.link(service.link("/", "Pictures"), "many")
        pages = [service.get(folder + f"?from={first}").text for first in (0, 200)]
        addresses = [address for page in pages for address in re.findall(r'src="(/files/[^"]+/thumbnail/[^"]+)"', page)]
        begun = time.perf_counter()
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(lambda address: service.get(address).status, addresses))
        web = len(answers) / (time.perf_counter() - begun)
        assert answers == [200] * 400
        row("small pictures of photos of 1,600 pixels, 6 connections", f"{web:.0f} a second; command line {command:.0f}: {web / command:.2f}", "≥ 0.8")


def table():
    with Service() as service:
        path = service.pictures / "large.csv"
        line = "".join(f"{number},town {number % 977},{number * 7 % 100_003},some more words for this row\n" for number in range(20_000))
        with open(path, "w") as file:
            file.write("number,town,people,words\n")
            while file.tell() < 1_000_000_000:
                file.write(line)
        service.enter()
        address = service.file("large.csv")
        begun = time.perf_counter()
        assert "town 1" in service.get(address).text
        first = 1000 * (time.perf_counter() - begun)
        times = []
        time.sleep(8)
        for place in range(0, 20_000_000, 500_000):
            begun = time.perf_counter()
            service.get(address + f"/rows?from={place}&count=100")
            times.append(1000 * (time.perf_counter() - begun))
        times.sort()
        row("CSV of 1 GB: page with the first rows", f"{first:.0f} ms", "≤ 150 ms")
        row("any 100 rows of it", f"median {statistics.median(times):.0f}, p95 {times[int(0.95 * len(times))]:.0f} ms", "≤ 300 ms")


def uploads():
    """Bytes sent in pieces, in one go and beside work: what that costs in memory, and how soon a page answers meanwhile."""
    with Service() as service:
        service.enter()
        total, piece = 10_000_000_000, bytes(8 << 20)
        before = most = sum(map(proportional, processes(service)))
        upload = begin(service, "large.bin", total)
        begun = time.perf_counter()
        for start in range(0, total, len(piece)):
            part = piece[:total - start]
            assert service.request("PATCH", upload, part, headers={"Upload-Offset": str(start)}).status == 200
            if start % (256 << 20) == 0:
                most = max(most, sum(map(proportional, processes(service))))
        rate = total / (time.perf_counter() - begun) / 1e6
        service.request("DELETE", upload)
        row("10 GB sent in pieces: memory (PSS) of all processes", f"{before:.0f} MB, at most {most - before:.1f} MB more; {rate:.0f} MB/s", "≤ 8 MB more")


def begin(service, name, size):
    body = json.dumps({"name": name, "size": size}).encode()
    return service.request("POST", "/api/uploads", body, headers={"Content-Type": "application/json"}).headers["Location"]


def busy(photo):
    """50 uploads and a batch at once, and a page that is asked for again and again."""
    with Service() as service:
        many = service.pictures / "many"
        many.mkdir()
        for number in range(100):
            shutil.copy(photo, many / f"{number}.jpg")
        service.enter()
        folder = service.link(service.link("/", "Pictures"), "many")
        files = re.findall(r'name="file" value="([^"]+)"', service.get(folder).text)
        service.request("POST", "/jobs", urllib.parse.urlencode([("file", file) for file in files] + [("to", "public.png")]).encode(),
                        headers={"Content-Type": "application/x-www-form-urlencoded"})
        content, stop = os.urandom(1 << 20), threading.Event()

        def send(number):
            while not stop.is_set():
                upload = begin(service, f"{number}.bin", 8 << 20)
                for start in range(0, 8 << 20, len(content)):
                    if not stop.is_set():
                        service.request("PATCH", upload, content, headers={"Upload-Offset": str(start)})
                service.request("DELETE", upload)

        with concurrent.futures.ThreadPoolExecutor(50) as pool:
            senders = [pool.submit(send, number) for number in range(50)]
            time.sleep(1)
            # What waits for its turn in this process is no delay of the service: another process asks.
            script = ("import sys, time; sys.path.insert(0, sys.argv[1]); from service import Service; service = Service.__new__(Service)\n"
                      "service.authority, service.cookie, service.port = sys.argv[2], sys.argv[3], int(sys.argv[4])\n"
                      "for page in sys.argv[5:] * 30:\n"
                      "    begun = time.perf_counter(); assert service.get(page).status == 200; print(1000 * (time.perf_counter() - begun))")
            done = subprocess.run([sys.executable, "-c", script, root / "Tests/Web", service.authority, service.cookie, str(service.port), "/", "/jobs", folder],
                                  capture_output=True, text=True, check=True)
            running = service.get("/jobs/state").text.count('"running"')
            stop.set()
            for sender in senders:
                sender.result()
        times = sorted(map(float, done.stdout.split()))
        row(f"a page during 50 uploads and a batch ({running} of 100 left at the end)",
            f"median {statistics.median(times):.0f}, p95 {times[int(0.95 * len(times))]:.0f} ms", "≤ 100 ms")


def photo():
    """A JPEG of 1,600 × 1,200."""
    path = pathlib.Path(os.environ.get("FAIRY_PHOTO", tempfile.gettempdir() + "/fairy-photo.jpg"))
    if not path.exists():
        photos = pathlib.Path(os.environ.get("FAIRY_CORPUS", root / "../shared/corpus")).glob("images/jpeg/*.jpg")
        source = next(path for path in sorted(photos) if not path.name.startswith("bad"))
        subprocess.run([FAIRY, "convert", source, "--to", "jpeg", "--resize", "1600x1200!", "--enlarge", "-o", path], check=True, stdout=subprocess.DEVNULL)
    return path


if __name__ == "__main__":
    print("| the web view | | goal |\n|---|---|---|")
    start()
    load()
    if "DATASETTE" in os.environ:
        datasette(os.environ["DATASETTE"])
    if len(sys.argv) > 1:
        idle(sys.argv[1])
    thumbnails(photo())
    uploads()
    busy(photo())
    table()
