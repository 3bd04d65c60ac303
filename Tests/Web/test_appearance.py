"""Every page: what axe finds, what a screen reader is told, and where its parts stand.

`FAIRY_WEB_SNAPSHOTS=write scripts/test --web test_appearance` writes the snapshots anew."""
import json
import os
import pathlib
import re
import unittest

from playwright.sync_api import expect

from journey import WIDTHS, Journey
from every_page import pages
from library import fairy, make
from test_triage import folder_of_photos, on_command_line, photo, triage

SNAPSHOTS = pathlib.Path(__file__).parent / "snapshots"
WRITES = os.environ.get("FAIRY_WEB_SNAPSHOTS") == "write"
# Where parts stand may differ by so much, in pixels: browsers round text differently from one version to the next.
TOLERANCE = 3


class EveryPage:
    maxDiff = None
    # Of pages that show what is missing, or a question that makes no sense.
    refused = ("404", "status of 400")
    # Those of which every_page.py has the addresses.
    group = ""
    # Whose parts a script moves when it has begun.
    moved = ()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.pages = pages(cls.service, cls.group)

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
                text = re.sub(r'(textbox "The report"): .*', r"\1", text)
                # Pictures that are made here have as many bytes as the library in use makes of them.
                if title.startswith("triage"):
                    text = re.sub(r"\d+\.\d kB", "40.0 kB", text)
                self.compare(title, "txt", text + "\n")

    def test_where_its_parts_stand(self):
        """Landmarks, headings and the receipt: left, top and width at each width of the screen."""
        with self.page(allow=self.refused) as page:
            for title, address in self.pages.items():
                if title in self.moved:
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


class Files(EveryPage, Journey):
    group = "files"
    moved = ("table", "tree", "unreadable")


class Library(EveryPage, Journey):
    group = "library"


class Scanning(EveryPage, Journey):
    group = "scanning"


class Triaging(EveryPage, Journey):
    group = "triaging"


class Others(EveryPage, Journey):
    group = "others"


class Answers(Journey):
    """What forms are answered with, which has no address of its own."""

    def test_the_way_in(self):
        def locked(page):
            page.context.clear_cookies()
            page.goto("/")
            expect(page.get_by_role("textbox")).to_be_visible()
        self.check("locked", locked, allow=("status of 401",))

    def test_a_document_that_was_changed_in_another_window(self):
        id = make(self.service, "Letter", ["Dear Ada"], save=False)

        def conflict(page):
            page.goto(f"/library/{id}")
            fairy(self.service, "library", "rename", id, f"Letter to Ada {page.evaluate('Date.now()')}")
            page.get_by_role("textbox", name="Title").fill("Letter of the mother")
            page.get_by_role("button", name="Save").click()
            expect(page.get_by_role("heading", name="Changed in another window")).to_be_visible()
        self.check("conflict", conflict, allow=("status of 409",))

    def test_a_draft_to_which_something_could_not_be_added(self):
        def failed(page):
            page.goto("/scan")
            page.locator("#files").set_input_files([{"name": "bad.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8\xff\xe0\x00\x10JFIF"}])
            expect(page.get_by_role("alert").first).to_contain_text("bad.jpg")
            # An empty draft is used again, with what failed before.
            expect(page.locator(".busy")).to_have_count(0)
        self.check("draft-failed", failed)

    def test_documents_in_the_trash(self):
        id = make(self.service, "Not for long", ["Nothing"], save=False)

        def trashed(page):
            page.goto(f"/library/{id}")
            page.locator(".page img").evaluate("image => image.decode()")
            page.get_by_role("button", name="Move to trash").click()
            expect(page.get_by_text("“Not for long” was moved to the trash.")).to_be_visible()
            fairy(self.service, "library", "restore", id)
        self.check("library-notice", trashed)

    def test_settings_that_cannot_be(self):
        def wrong(page):
            page.goto("/settings")
            page.get_by_label("Folder for PDFs").fill("relative/path")
            page.get_by_role("button", name="Save").click()
            expect(page.locator("[aria-invalid=true]")).to_have_value("relative/path")
        self.check("settings-wrong", wrong, allow=("status of 422",))

    def test_photos_that_were_moved_to_the_trash(self):
        folder = folder_of_photos(self.service, "Gone", 2)
        address = triage(self.service, "Gone")

        def committed(page):
            on_command_line(self.service, "--decide", "delete", str(folder / "IMG_0.jpg"))
            page.goto(address + "/queue")
            page.get_by_role("button", name=re.compile("Move 1 photo to the trash")).click()
            expect(page.get_by_text("1 photo was moved to the trash")).to_be_visible()
            photo(folder / "IMG_0.jpg", 1)
        self.check("triage-committed", committed)

    def test_a_draft_while_a_scanner_is_at_work(self):
        self.service.scanners(1, "read-delay true", "read-delay-duration 200000")
        draft = self.service.post("/scan", {}).headers["Location"]
        self.service.post(draft + "/scanner", {"device": "test:0", "source": "feeder", "resolution": "600", "mode": "color"})

        def busy(page):
            page.goto(draft)
            expect(page.get_by_text("Scanning …")).to_be_visible()
        self.check("draft-busy", busy)


class Languages(Journey):
    def test_german(self):
        with self.page(locale="de-CH") as page:
            expect(page.get_by_role("heading", name="Ordner")).to_be_visible()
            self.assertEqual(page.locator("html").get_attribute("lang"), "de")


if __name__ == "__main__":
    unittest.main()
