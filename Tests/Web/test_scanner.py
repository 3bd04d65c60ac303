"""A scanner in the browser: SANE's own test scanner, and a program in the place of `scanimage` for what that cannot do."""
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import unittest

from PIL import Image
from playwright.sync_api import expect

from journey import Journey
from service import PATIENCE, wait_until
from test_safety import descendants

# What the test scanner scans, in millimetres.
WIDTH, HEIGHT = 80, 100
# So slow that it takes a minute and more.
SLOW = ("read-delay true", "read-delay-duration 200000")


def pixels(resolution):
    return int(WIDTH / 25.4 * resolution), int(HEIGHT / 25.4 * resolution)


class Drafts(Journey):
    def setUp(self):
        self.service.scanners()

    def begin(self, page):
        """An empty draft, at the page of its scanner."""
        page.goto("/scan")
        page.get_by_role("button", name="Use a scanner").click()
        page.wait_for_url("**/scan/*/scanner")
        return page.url.removesuffix("/scanner")

    def scan(self, page, source, resolution=150, mode="Colour", device=None):
        if device:
            page.get_by_label("Scanner").select_option(device)
        page.get_by_label("Paper source").select_option(label=source)
        page.get_by_label("Resolution (dpi)").select_option(str(resolution))
        page.get_by_label("Colours").select_option(label=mode)
        page.get_by_role("button", name="Scan", exact=True).click()
        page.wait_for_url(re.compile(r"/scan/[0-9a-f-]+$"))

    def ended(self, page, count):
        """The scanner has ended, and the draft has so many pages."""
        expect(page.locator(".busy")).to_have_count(0, timeout=3000 * PATIENCE)
        expect(page.locator(".leaves > li")).to_have_count(count)

    def folder(self, address):
        return self.service.folder / "data/fairy/documents" / address.rsplit("/", 1)[1]

    def pages(self, address):
        return json.loads((self.folder(address) / "metadata.json").read_text())["pages"]

    def original(self, address, page):
        """What came from the scanner: its size and mode, and its resolution."""
        with Image.open(self.folder(address) / "originals" / page["source"]["name"]) as picture:
            return picture.size, picture.mode, round(picture.info["dpi"][0])

    def program(self):
        """The process of the scanner; None where there is none."""
        for pid in descendants(self.service.process.pid):
            with contextlib.suppress(OSError):
                if pathlib.Path(f"/proc/{pid}/comm").read_text() == "scanimage\n":
                    return pid

    def leftovers(self):
        return [path.name for path in (self.service.folder / "cache/fairy/serve/uploads").iterdir()]


class TestScanner(Drafts):
    def test_scanners_are_listed_and_looked_for_again(self):
        with self.page() as page:
            self.begin(page)
            self.assertEqual(page.get_by_label("Scanner").locator("option").evaluate_all("all => all.map(one => [one.value, one.textContent])"),
                             [["test:0", "Noname frontend-tester virtual device"]])
            self.assertEqual(page.get_by_label("Paper source").locator("option").all_inner_texts(),
                             ["default", "flatbed", "feeder", "feeder, both sides"])
            self.assertEqual(page.get_by_label("Resolution (dpi)").locator("option").all_inner_texts(), ["150", "200", "300", "400", "600"])
            self.assertEqual(page.get_by_label("Resolution (dpi)").input_value(), "300")
            self.assertEqual(page.get_by_label("Colours").locator("option").all_inner_texts(), ["Colour", "Grey", "Black and white"])
            self.service.scanners(0)
            page.get_by_role("link", name="Refresh").click()
            expect(page.get_by_role("alert")).to_have_text(re.compile("^No scanner was found. Switch it on and connect it."))
            expect(page.get_by_role("button", name="Scan", exact=True)).to_have_count(0)
            self.service.scanners(2)
            page.get_by_role("link", name="Refresh").click()
            self.assertEqual(page.get_by_label("Scanner").locator("option").evaluate_all("all => all.map(one => one.value)"), ["test:0", "test:1"])

    def test_resolutions_and_modes_are_those_that_were_chosen(self):
        self.service.scanners(1, 'test-picture "Color pattern"')
        with self.page() as page:
            address = self.begin(page)
            kinds = {"Colour": "RGB", "Grey": "L", "Black and white": "L"}
            chosen = [(150, "Colour"), (200, "Grey"), (300, "Black and white"), (600, "Colour")]
            for count, (resolution, mode) in enumerate(chosen, 1):
                page.goto(address + "/scanner")
                self.scan(page, "flatbed", resolution, mode)
                self.ended(page, count)
            for entry, (resolution, mode) in zip(self.pages(address), chosen, strict=True):
                with self.subTest(resolution=resolution, mode=mode):
                    self.assertEqual(self.original(address, entry), (pixels(resolution), kinds[mode], resolution))
                    self.assertEqual((entry["detected"]["source"]["width"], entry["detected"]["source"]["height"]), pixels(resolution))
                    self.assertEqual(entry["detected"]["source"]["dpi"], resolution)
            # What is to be black and white is so on its page.
            with Image.open(self.folder(address) / "pages" / self.pages(address)[2]["picture"]) as picture:
                counts = picture.convert("L").histogram()
                self.assertEqual(counts[0] + counts[255], picture.width * picture.height)

    def test_a_feeder_gives_all_of_its_sheets_in_their_order(self):
        with self.page() as page:
            address = self.begin(page)
            self.scan(page, "feeder")
            # The test scanner's feeder is empty after ten.
            self.ended(page, 10)
            self.assertEqual(page.get_by_role("alert").count(), 0)
            self.assertEqual([entry["importedName"] for entry in self.pages(address)], [f"Page {number}.tiff" for number in range(1, 11)])
            for entry in self.pages(address):
                self.assertEqual(self.original(address, entry), (pixels(150), "RGB", 150))
                with Image.open(self.folder(address) / "pages" / entry["picture"]) as picture:
                    self.assertEqual(picture.size, pixels(150))
            # So they are on the page: as pictures of that shape, which are loaded.
            last = page.locator(".leaves img").last
            self.assertEqual((last.get_attribute("width"), last.get_attribute("height")), tuple(map(str, pixels(150))))
            last.scroll_into_view_if_needed()
            self.assertGreater(last.evaluate("image => image.decode().then(() => image.naturalWidth)"), 100)
            self.assertEqual(self.leftovers(), [])
            page.get_by_role("button", name="Save", exact=True).click()
            expect(page.get_by_text("This document is saved.")).to_be_visible(timeout=3000 * PATIENCE)
        told = subprocess.run(["pdfinfo", *self.folder(address).rglob("*.pdf")], capture_output=True, text=True, check=True).stdout
        self.assertRegex(told, r"Pages: +10\n")
        width, height = map(float, re.search(r"Page size: +([\d.]+) x ([\d.]+) pts", told).groups())
        # As large as the paper.
        self.assertAlmostEqual(width, WIDTH / 25.4 * 72, delta=0.5)
        self.assertAlmostEqual(height, HEIGHT / 25.4 * 72, delta=0.5)

    def test_by_the_keys_and_without_javascript(self):
        with self.page(java_script_enabled=False) as page:
            address = self.begin(page)
            page.get_by_label("Paper source").press("t")
            page.get_by_label("Resolution (dpi)").press("Home")
            page.get_by_label("Colours").press("g")
            page.keyboard.press("Tab")
            expect(page.get_by_role("button", name="Scan", exact=True)).to_be_focused()
            page.keyboard.press("Enter")
            page.wait_for_url(re.compile(r"/scan/[0-9a-f-]+$"))
            wait_until(lambda: page.goto(address) and page.locator(".leaves > li").count() == 1 and not page.locator(".busy").count())
            self.assertEqual(self.original(address, self.pages(address)[0]), (pixels(150), "L", 150))

    def test_what_a_scanner_does_not_have_is_said(self):
        with self.page() as page:
            self.begin(page)
            self.scan(page, "feeder, both sides")
            expect(page.get_by_role("alert")).to_contain_text("the scanner test:0 has no duplex: its sources are Flatbed, Automatic Document Feeder")
            self.ended(page, 0)
            page.get_by_role("button", name="OK").click()
            expect(page.get_by_role("alert")).to_have_count(0)

    def test_why_no_sheet_came_is_said_and_nothing_is_left(self):
        with self.page() as page:
            address = self.begin(page)
            for status, why in (("NO_DOCS", "the feeder of the scanner test:0 is empty: put paper in"), ("JAMMED", "the feeder of the scanner test:0 is jammed")):
                self.service.scanners(1, f'read-status-code "SANE_STATUS_{status}"')
                page.goto(address + "/scanner")
                self.scan(page, "feeder")
                expect(page.get_by_role("alert").locator("p")).to_have_text(why)
                self.ended(page, 0)
                page.get_by_role("button", name="OK").click()
                expect(page.get_by_role("alert")).to_have_count(0)
                self.assertEqual(self.leftovers(), [])

    def test_a_scanner_that_was_switched_off(self):
        self.service.scanners(2)
        with self.page() as page:
            address = self.begin(page)
            self.service.scanners(1)
            self.scan(page, "flatbed", device="test:1")
            expect(page.get_by_role("alert")).to_contain_text("there is no scanner test:1, or it does not answer")
            page.get_by_role("button", name="OK").click()
            # The other one goes on with the same draft.
            page.goto(address + "/scanner")
            self.scan(page, "flatbed")
            self.ended(page, 1)
            self.assertEqual(page.get_by_role("alert").count(), 0)

    def test_one_that_ends_in_the_middle_of_a_sheet_keeps_what_was_there(self):
        with self.page() as page:
            address = self.begin(page)
            self.scan(page, "flatbed")
            self.ended(page, 1)
            self.service.scanners(1, *SLOW)
            page.goto(address + "/scanner")
            self.scan(page, "feeder", 600)
            expect(page.locator(".busy")).to_contain_text("Scanning …")
            self.shot(page, "scanner-at-work")
            program = wait_until(self.program)
            # Meanwhile everything else can be used: what is there is changed, and other pages are there at once.
            page.get_by_role("button", name="Turn right: Page 1").click()
            expect(page.locator(".busy")).to_contain_text("Scanning …")
            self.assertEqual(self.pages(address)[0]["changes"]["rotation"], 90)
            for other in ("/", "/library", "/scan"):
                self.assertEqual(page.goto(other).status, 200)
            self.assertEqual(self.program(), program)
            # Somebody pulls the plug.
            page.goto(address)
            os.kill(program, signal.SIGKILL)
            expect(page.get_by_role("alert")).to_contain_text("the scanner test:0 failed: scanimage ended with status 137")
            self.ended(page, 1)
            self.assertEqual(len(self.pages(address)), 1)
            self.assertEqual(self.leftovers(), [])

    def test_a_scan_is_cancelled(self):
        with self.page() as page:
            address = self.begin(page)
            self.scan(page, "flatbed")
            self.ended(page, 1)
            self.service.scanners(1, *SLOW)
            page.goto(address + "/scanner")
            self.scan(page, "feeder", 600)
            wait_until(self.program)
            page.get_by_role("button", name="Cancel the scan").click()
            self.ended(page, 1)
            self.assertIsNone(self.program())
            self.assertEqual(page.get_by_role("alert").count(), 0)
            self.assertEqual(self.leftovers(), [])
            # The scanner is free again.
            self.service.scanners(1)
            page.goto(address + "/scanner")
            self.scan(page, "flatbed")
            self.ended(page, 2)

    def test_the_end_of_the_service_ends_the_scanner(self):
        with self.page(allow=("ERR_", "Failed to load")) as page:
            address = self.begin(page)
            self.service.scanners(1, *SLOW)
            self.scan(page, "feeder", 600)
            program, cookie = wait_until(self.program), self.service.cookie
            page.goto("about:blank")
            self.assertEqual(self.service.stop(), 0)
            self.assertFalse(pathlib.Path(f"/proc/{program}").exists())
            self.assertEqual(self.leftovers(), [])
            self.service.scanners()
            self.service.start()
            self.service.cookie = cookie
            # The draft is there, and can be gone on with.
            page.goto(address + "/scanner")
            self.scan(page, "flatbed")
            self.ended(page, 1)

    def test_the_page_without_a_scanner_at_every_width(self):
        self.service.scanners(0)
        with self.page() as page:
            address = self.begin(page).removeprefix(self.service.origin)
        self.check("scanner-none", address + "/scanner")

    def test_two_of_a_kind_can_be_told_apart(self):
        self.service.scanners(2)
        with self.page() as page:
            self.begin(page)
            labels = page.get_by_label("Scanner").locator("option").all_inner_texts()
            self.assertEqual(len(labels), 2)
            self.assertEqual(len(set(labels)), 2, labels)


PROGRAM = r"""#!/bin/bash
printf '%s\n' "$*" >>'FOLDER/calls'
case "$*" in
*--formatted-device-list*) printf 'net:1\tACME\tFeedo 3\tsheetfed scanner\n' ;;
*--all-options*)
  echo '    --mode Lineart|Gray|Color [Gray]'
  echo '    --source Flatbed|ADF Front|ADF Duplex [ADF Front]'
  echo '    --resolution 150|200|300dpi [150]' ;;
*)
  for word in "$@"; do case "$word" in --batch=*) to=${word#--batch=}; to=${to%/*} ;; esac; done
  page() { printf 'P5 40 50 255\n%2000s' '' >"$to/Page $1.tiff"; echo "$to/Page $1.tiff"; }
  . 'FOLDER/feed' ;;
esac
"""


class AnotherProgram(Drafts):
    """A feeder that scans both sides, is slow, or jams."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = cls.service.folder / "tools"
        folder.mkdir()
        (folder / "scanimage").write_text(PROGRAM.replace("FOLDER", str(folder)))
        (folder / "scanimage").chmod(0o755)
        cls.service.stop()
        cls.service.environment["PATH"] = f"{folder}:{os.environ['PATH']}"
        cls.service.start()
        cls.service.enter()
        cls.tools_folder = folder

    def feed(self, text):
        (self.tools_folder / "feed").write_text(text)
        (self.tools_folder / "calls").write_text("")

    @property
    def last_call(self):
        return (self.tools_folder / "calls").read_text().splitlines()[-1]

    def test_both_sides_of_sheets(self):
        self.feed("for n in 1 2 3 4; do page $n; done; echo 'scanimage: sane_start: Document feeder out of documents' >&2; exit 7")
        with self.page() as page:
            address = self.begin(page)
            self.assertEqual(page.get_by_label("Scanner").locator("option").all_inner_texts(), ["ACME Feedo 3 sheetfed scanner"])
            self.scan(page, "feeder, both sides", 200, "Grey")
            self.ended(page, 4)
            self.assertEqual(page.get_by_role("alert").count(), 0)
            self.assertTrue(self.last_call.endswith("--batch-print --source=ADF Duplex --mode=Gray --resolution=200"), self.last_call)
            self.assertEqual([(entry["detected"]["source"]["width"], entry["detected"]["source"]["height"]) for entry in self.pages(address)], [(40, 50)] * 4)

    def test_the_scanners_own_source_is_what_is_usual(self):
        self.feed("page 1; page 2; echo 'scanimage: sane_start: Document feeder out of documents' >&2; exit 7")
        with self.page() as page:
            self.begin(page)
            self.scan(page, "default", 300)
            self.ended(page, 2)
            self.assertTrue(self.last_call.endswith("--batch-print --mode=Color --resolution=300"), self.last_call)

    def test_a_resolution_that_it_has_not_is_said(self):
        self.feed("page 1")
        with self.page() as page:
            self.begin(page)
            self.scan(page, "feeder", 600)
            expect(page.get_by_role("alert")).to_contain_text("the scanner net:1 has not 600 dpi: it has 150, 200, 300dpi")
            self.ended(page, 0)
            # The next scan begins with the same draft, since nothing came into it.
            page.get_by_role("button", name="OK").click()
            expect(page.get_by_role("alert")).to_have_count(0)

    def test_what_came_before_a_scan_was_cancelled_is_kept_and_what_waits_is_not_begun(self):
        self.feed("page 1; page 2; sleep 1000")
        with self.page() as page:
            address = self.begin(page)
            for _ in range(2):
                page.goto(address + "/scanner")
                self.scan(page, "feeder")
            wait_until(lambda: (self.tools_folder / "calls").read_text().count("--batch=") == 1)
            # Both sheets are told of before it is cancelled.
            page.wait_for_timeout(500)
            page.get_by_role("button", name="Cancel the scan").click()
            expect(page.get_by_role("alert").locator("p")).to_have_text(
                "the scan was cancelled; what came before is kept: 2 pages. Delete what is not needed")
            self.ended(page, 2)
            self.assertEqual((self.tools_folder / "calls").read_text().count("--batch="), 1)
            self.assertEqual(self.leftovers(), [])

    def test_the_reason_is_the_scanners(self):
        for said, why in (("sane_read: Device busy", "the scanner net:1 is in use: try again when it is free"),
                          ("sane_read: Scanner cover is open", "the scanner net:1 failed: sane_read: Scanner cover is open")):
            # A process that a backend has forked says behind it what it does after a signal.
            self.feed(f"echo 'scanimage: {said}\nscanimage: received signal 13\nscanimage: trying to stop scanner' >&2; exit 3")
            with self.page() as page:
                self.begin(page)
                self.scan(page, "feeder")
                expect(page.get_by_role("alert").locator("p")).to_have_text(why)
                page.get_by_role("button", name="OK").click()

    def test_what_came_before_a_jam_is_kept(self):
        self.feed("page 1; page 2; echo 'scanimage: sane_read: Document feeder jammed' >&2; exit 6")
        with self.page() as page:
            address = self.begin(page)
            self.scan(page, "feeder")
            expect(page.get_by_role("alert")).to_contain_text("the feeder of the scanner net:1 is jammed; what came before is kept: 2 pages. Put the rest in and scan again: it follows what is there")
            self.ended(page, 2)
            # The rest goes into the same draft, behind them.
            self.feed("page 1; echo 'scanimage: sane_start: Document feeder out of documents' >&2; exit 7")
            page.goto(address + "/scanner")
            self.scan(page, "feeder")
            self.ended(page, 3)
            self.assertEqual([entry["importedName"] for entry in self.pages(address)], ["Page 1.tiff", "Page 2.tiff", "Page 1.tiff"])
            self.assertEqual(self.leftovers(), [])

    def test_files_can_be_added_while_sheets_come(self):
        self.feed(f"page 1; until [ -e {self.tools_folder}/go ]; do sleep 0.05; done; page 2; exit 7")
        with self.page() as page:
            address = self.begin(page)
            self.scan(page, "feeder")
            expect(page.locator(".busy")).to_contain_text("Scanning …")
            page.locator(".tools input[type=file]").set_input_files(self.service.pictures / "camera.jpg")
            page.get_by_role("button", name="Add pages").click()
            expect(page.locator(".busy")).to_contain_text("Scanning …")
            (self.tools_folder / "go").touch()
            expect(page.locator(".leaves > li")).to_have_count(3, timeout=2000 * PATIENCE)
            self.assertEqual(sorted(entry["importedName"] for entry in self.pages(address)), ["Page 1.tiff", "Page 2.tiff", "camera.jpg"])

    def test_a_missing_program_is_named_with_its_package(self):
        program = self.tools_folder / "scanimage"
        text = program.read_text()
        program.unlink()
        self.addCleanup(lambda: (program.write_text(text), program.chmod(0o755)))
        self.service.stop()
        usual = self.service.environment["PATH"]
        self.service.environment["PATH"] = str(self.tools_folder)
        self.service.start()
        self.service.enter()
        try:
            with self.page() as page:
                self.begin(page)
                expect(page.get_by_role("alert")).to_contain_text("scanimage, which is not installed; install the Debian package sane-utils")
        finally:
            self.service.stop()
            self.service.environment["PATH"] = usual
            self.service.start()
            self.service.enter()


if __name__ == "__main__":
    unittest.main()
