#!/usr/bin/env python3
"""web-triage.py [COUNT]: how long it takes from a key of the triage to the next photo on the screen, in Chromium.

JPEGs of 12 megapixels are made of a photo of the corpus; HEICs are its photos of iPhones. Of each form: keys when the next
picture was fetched ahead, and keys when none was. The time runs from the key to the end of the frame in which the decoded picture
was painted. Needs fairy and fairy-web built, and Tests/Web/run called once for its tools:

    .build/web-tests/bin/python Benchmarks/web-triage.py 40
"""
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "Tests/Web"))
sys.dont_write_bytecode = True
from playwright.sync_api import sync_playwright  # noqa: E402
from service import FAIRY, Service  # noqa: E402

# Before the scripts of the page: of each key, how long it took until the next picture was painted.
CLOCK = """
window.painted = null;
addEventListener("keydown", (event) => {
  const before = document.querySelector(".card:not(.leaving)")?.dataset.card;
  window.painted = new Promise((resolve) => {
    const look = () => {
      const card = document.querySelector(".card:not(.leaving)");
      if (!card || card.dataset.card === before || card.classList.contains("coming")) { requestAnimationFrame(look); return; }
      // The card is there before this frame is painted; a message comes after that.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - event.timeStamp);
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });
}, true);
"""

# Nothing is fetched ahead; what is asked for takes no way through this program.
NOT_AHEAD = """
const fetched = window.fetch;
window.fetch = (address, options) => options?.headers?.["Fairy-Ahead"] ? Promise.reject(new Error()) : fetched(address, options);
"""


def make(sources, folder, count):
    """So many different files of 12 megapixels: JPEGs are cut elsewhere each, and those of phones are what they are."""
    folder.mkdir()
    for number in range(count):
        source = sources[number % len(sources)]
        if source.suffix.lower() == ".heic":
            shutil.copy(source, folder / f"{number:03}.heic")
            continue
        subprocess.run([FAIRY, "convert", source, "--to", "jpg", "--resize", f"{4032 - number}x3024!", "--enlarge", "-o", folder / f"{number:03}.jpg"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def times(browser, service, folder, count, is_ahead):
    context = browser.new_context(base_url=service.origin, viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    context.add_cookies([{"name": "__Host-fairy", "value": service.cookie, "url": service.origin.replace("http:", "https:"), "secure": True,
                          "httpOnly": True, "sameSite": "Strict"}])
    page = context.new_page()
    page.add_init_script(CLOCK)
    if not is_ahead:
        page.add_init_script(NOT_AHEAD)
    page.goto("/triage/" + service.link(service.link("/", "Results"), folder.name).rsplit("/", 1)[1])
    page.get_by_text("Keys", exact=True).wait_for()
    found = []
    for _ in range(count - 2):
        # What is fetched ahead is there, and nothing else is done.
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(600)
        page.keyboard.press("ArrowRight")
        found.append(page.evaluate("window.painted"))
    context.close()
    return sorted(found)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 24
    corpus = pathlib.Path(os.environ.get("FAIRY_CORPUS", root / "../shared/corpus"))
    kinds = {"JPEG": [max(corpus.glob("images/jpeg/[!b]*.jpg"), key=lambda path: path.stat().st_size)],
             "HEIC of iPhones": sorted(corpus.glob("images/heic/iphone-1*.[hH]*")) + sorted(corpus.glob("images/heic/iphone-xr*.heic"))}
    print("| key → painted, photos of 12 megapixels | median | p95 | goal |\n|---|---|---|---|")
    with Service() as service, sync_playwright() as playwright:
        service.enter()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, sources in kinds.items():
            for is_ahead, goal in ((True, "≤ 33 ms"), (False, "≤ 250 ms")):
                folder = service.results / f"{name} {'ahead' if is_ahead else 'cold'}"
                make(sources, folder, count)
                found = times(browser, service, folder, count, is_ahead)
                print(f"| {name}, {'fetched ahead' if is_ahead else 'cold'} | {statistics.median(found):.0f} ms "
                      f"| {found[int(0.95 * len(found))]:.0f} ms | {goal} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
