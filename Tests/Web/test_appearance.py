"""Every page: what axe finds, what a screen reader is told, and where its parts stand.

`FAIRY_WEB_SNAPSHOTS=write scripts/test --web test_appearance` writes the snapshots anew."""
import json
import os
import pathlib
import re
import time
import unittest

from playwright.sync_api import expect

from journey import WIDTHS, Journey
from every_page import pages

SNAPSHOTS = pathlib.Path(__file__).parent / "snapshots"
WRITES = os.environ.get("FAIRY_WEB_SNAPSHOTS") == "write"
# Where parts stand may differ by so much, in pixels: browsers round text differently from one version to the next.
TOLERANCE = 3


class EveryPage(Journey):
    maxDiff = None
    # Of pages that show what is missing, or a question that makes no sense.
    refused = ("404", "status of 400")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.pages = pages(cls.service)
        # What takes its time to be known of a file is known then.
        for address in cls.pages.values():
            cls.service.get(address)
        time.sleep(1)

    def test_at_every_width_in_both_themes(self):
        for title, address in self.pages.items():
            self.check(title, address, allow=self.refused)

    def test_what_a_screen_reader_is_told(self):
        """The outline of roles and names, exactly."""
        with self.page(allow=self.refused) as page:
            for title, address in self.pages.items():
                page.goto(address)
                text = page.locator("body").aria_snapshot()
                # Addresses are made up by each service; times and versions are not the page's.
                text = re.sub(r"^\s*- /url:.*\n?", "", text, flags=re.M)
                text = re.sub(r"(Headless)?Chrome/[\d.]+", "Chrome", text)
                text = re.sub(r"a minute ago|\d+ minutes ago", "just now", text)
                text = re.sub(r"\d+ ms|\d+[.,]\d+ s", "0 ms", text)
                text = re.sub(r"\d+([.,]\d+)? [GT]B left", "1 GB left", text)
                self.compare(title, "txt", text + "\n")

    def test_where_its_parts_stand(self):
        """Landmarks, headings and the receipt: left, top and width at each width of the screen."""
        with self.page(allow=self.refused) as page:
            for title, address in self.pages.items():
                # What stands below a table or tree moves when its script has begun.
                if title in ("table", "tree", "unreadable"):
                    continue
                page.goto(address)
                boxes = {}
                for name, width in WIDTHS.items():
                    page.set_viewport_size({"width": width, "height": 800})
                    boxes[name] = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll(
                        'header, main, footer, nav, aside, h1, .drop, .grid, .sheet, .receipt, .picture, .tools')].map((part, place) => {
                            const box = part.getBoundingClientRect();
                            return [`${place} ${part.localName}${part.className && '.' + part.className.split(' ')[0]}`,
                                    [box.left, box.top, box.width].map(Math.round)];
                        }))""")
                self.compare_boxes(title, boxes)

    def compare(self, title, ending, text):
        path = SNAPSHOTS / f"{title}.{ending}"
        if WRITES:
            SNAPSHOTS.mkdir(exist_ok=True)
            path.write_text(text)
        with self.subTest(title):
            self.assertTrue(path.exists(), f"there is no {path.name}; FAIRY_WEB_SNAPSHOTS=write makes it")
            self.assertEqual(path.read_text(), text)

    def compare_boxes(self, title, boxes):
        path = SNAPSHOTS / f"{title}.json"
        if WRITES:
            SNAPSHOTS.mkdir(exist_ok=True)
            lines = [f'  {json.dumps(name)}: {json.dumps(parts)}' for name, parts in boxes.items()]
            path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        with self.subTest(title):
            self.assertTrue(path.exists(), f"there is no {path.name}; FAIRY_WEB_SNAPSHOTS=write makes it")
            known = json.loads(path.read_text())
            for name, parts in boxes.items():
                self.assertEqual(known[name].keys(), parts.keys())
                for part, box in parts.items():
                    for before, after in zip(known[name][part], box):
                        self.assertLessEqual(abs(before - after), TOLERANCE, f"{title} {name} {part}: {known[name][part]} before, {box} now")


class Languages(Journey):
    def test_german(self):
        with self.page(locale="de-CH") as page:
            expect(page.get_by_role("heading", name="Ordner")).to_be_visible()
            self.assertEqual(page.locator("html").get_attribute("lang"), "de")


if __name__ == "__main__":
    unittest.main()
