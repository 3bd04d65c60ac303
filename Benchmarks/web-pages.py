#!/usr/bin/env python3
"""web-pages.py: figures of the web view in Chromium, a row each.

First paint in a browser that has just started, beside that of an empty page; a folder of 200 photos, until its pictures are there;
memory while 300 documents are opened. Needs fairy and fairy-web built, and Tests/Web/run called once for its tools:

    .build/web-tests/bin/python Benchmarks/web-pages.py
"""
import contextlib
import http.server
import importlib
import pathlib
import shutil
import statistics
import sys
import threading

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
times = importlib.import_module("web-times")
import looks  # noqa: E402
from service import Service  # noqa: E402


@contextlib.contextmanager
def browser(service=None, **options):
    """A page of a browser that has just started, which the service has let in."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        context = chromium.new_context(base_url=service and service.origin, **options)
        if service:
            context.add_cookies([{"name": "__Host-fairy", "value": service.cookie, "url": service.origin.replace("http:", "https:"),
                                  "secure": True, "httpOnly": True, "sameSite": "Strict"}])
        yield context.new_page()
        chromium.close()


class EmptyPage(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        page = b"<!doctype html><title>x</title><p>x"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


def first_paint(address, service=None):
    with browser(service) as page:
        page.goto(address)
        page.wait_for_function("performance.getEntriesByType('paint').length > 0")
        return page.evaluate("performance.getEntriesByType('paint')[0].startTime")


def paint():
    """In turn, as a processor that is slow for a while is slow for both."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), EmptyPage)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    empty, home, list_ = [], [], []
    with Service() as service:
        service.enter()
        for _ in range(11):
            empty.append(first_paint(f"http://127.0.0.1:{server.server_port}/"))
            home.append(first_paint("/", service))
            list_.append(first_paint("/library", service))
    server.shutdown()
    times.row("first paint, Chromium just started", f"first page {statistics.median(home):.0f}, library {statistics.median(list_):.0f} ms; "
              f"an empty page {statistics.median(empty):.0f} ms", "≤ 150 ms")


# Keeps when all pictures of the window are decoded and painted, since the navigation, and how many they are.
ALL_THERE = """addEventListener("DOMContentLoaded", async () => {
  const seen = [...document.querySelectorAll("main img")].filter((image) => image.getBoundingClientRect().top < innerHeight);
  await Promise.all(seen.map((image) => image.decode()));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  window.allThere = [performance.now(), seen.length];
})"""


def grid(photo):
    """From the navigation until all pictures of a window, or of all 200 photos, are decoded; warm once all of them have been made."""
    def time_of(page, folder):
        page.goto("/")
        page.wait_for_load_state("networkidle")
        page.goto(folder, wait_until="commit")
        while not (found := page.evaluate("() => window.allThere")):
            page.wait_for_timeout(200)
        page.wait_for_load_state("networkidle")
        return found

    for title, height in (("that a window shows", 800), ("all 200", 12_000)):
        cold, warm = [], []
        for _ in range(3):
            with Service() as service:
                many = service.pictures / "many"
                many.mkdir()
                for number in range(200):
                    shutil.copy(photo, many / f"{number}.jpg")
                service.enter()
                folder = service.link(service.link("/", "Pictures"), "many")
                with browser(service, viewport={"width": 1280, "height": height}) as page:
                    page.add_init_script(ALL_THERE)
                    cold.append(time_of(page, folder))
                    warm += [time_of(page, folder) for _ in range(3)]
        times.row(f"grid of 200 photos of 1,600 pixels: pictures {title} ({cold[0][1]})",
                  f"cold {statistics.median(time for time, _ in cold):.0f}, warm {statistics.median(time for time, _ in warm):.0f} ms",
                  "≤ 1,200 cold, 150 ms warm")


def looking():
    """Documents of several kinds opened one after the other in one page of a browser: what the page and the service hold."""
    with Service() as service:
        looks.fill(service.pictures)
        service.enter()
        folder = service.link("/", "Pictures")
        addresses = [service.link(folder, name) for name in ("report.pdf", "large.csv", "deep.json", "notes.md", "side-b.png", "long.txt")]
        addresses.append(service.link(folder, "post.mbox") + "?message=7")
        with browser(service) as page:
            session = page.context.new_cdp_session(page)
            held = []
            for number in range(300):
                page.goto(addresses[number % len(addresses)], wait_until="load")
                if number % 50 == 49:
                    session.send("HeapProfiler.collectGarbage")
                    held.append((session.send("Runtime.getHeapUsage")["usedSize"] / 1e6, sum(map(times.proportional, times.processes(service)))))
        times.row("300 documents opened in turn: heap of the page", " → ".join(f"{heap:.1f}" for heap, _ in held) + " MB", "flat")
        times.row("memory of the service meanwhile (PSS), without workers", " → ".join(f"{service:.0f}" for _, service in held) + " MB", "flat")


if __name__ == "__main__":
    print("| the web view in Chromium | | goal |\n|---|---|---|")
    paint()
    grid(times.photo())
    looking()
