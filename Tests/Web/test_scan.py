"""Paper becomes a document in the browser: from files, from a camera, by mouse, by keys and without JavaScript."""
import io
import json
import re
import unittest

from playwright.sync_api import expect

import pages
from journey import Finger, Journey
from library import make, metadata
from service import PATIENCE, Service, wait_until
from test_library_touch import PHONE

CORNERS = ((420, 60), (930, 110), (980, 880), (330, 840))


def jpeg(picture):
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=92)
    return out.getvalue()


def file(name, picture):
    return {"name": name, "mimeType": "image/jpeg", "buffer": jpeg(picture)}


class Scanning(Journey):
    def setUp(self):
        self.first, self.second = pages.photo("Invoice 4711"), pages.photo("Letter to Bern")

    def draft(self, page, *pictures):
        """A draft of these pictures, when all of its pages are there; its address."""
        page.goto("/scan")
        page.locator("#files").set_input_files([file(f"{number}.jpg", picture) for number, picture in enumerate(pictures, 1)])
        page.wait_for_url("**/scan/*-*")
        expect(page.locator(".leaves > li")).to_have_count(len(pictures))
        expect(page.locator(".busy")).to_have_count(0)
        return page.url.split("#")[0]

    def metadata(self, address):
        identifier = address.rstrip("/").split("/")[-1]
        return json.loads((self.service.folder / "data/fairy/documents" / identifier / "metadata.json").read_text())

    def test_photos_become_a_document_that_is_found(self):
        with self.page() as page:
            address = self.draft(page, self.first, self.second)
            known = self.metadata(address)
            self.assertEqual([entry["importedName"] for entry in known["pages"]], ["1.jpg", "2.jpg"])
            for found, wanted in zip(known["pages"][0]["detected"]["corners"], CORNERS):
                self.assertLess(abs(found[0] - wanted[0]) + abs(found[1] - wanted[1]), 8)
            self.shot(page, "draft")
            page.get_by_label("Title", exact=True).fill("Taxes 2026")
            page.get_by_role("button", name="Save", exact=True).click()
            expect(page.get_by_text("This document is saved.")).to_be_visible(timeout=2000 * PATIENCE)
            page.get_by_role("link", name="Open the document").click()
            expect(page.get_by_role("heading", name="Taxes 2026")).to_be_visible()
            page.goto("/search?q=4711")
            expect(page.get_by_role("link", name="Taxes 2026")).to_be_visible()

    def test_pages_are_moved_turned_and_deleted(self):
        with self.page() as page:
            address = self.draft(page, self.first, self.second)
            before = [entry["id"] for entry in self.metadata(address)["pages"]]
            page.get_by_role("button", name="Move later: Page 1").click()
            self.assertEqual([entry["id"] for entry in self.metadata(address)["pages"]], before[::-1])
            turned = self.metadata(address)["pages"][0]["detected"]["rotation"] or 0
            page.get_by_role("button", name="Turn right: Page 1").click()
            self.assertEqual(self.metadata(address)["pages"][0]["changes"]["rotation"], (turned + 90) % 360)
            page.locator(".leaves > li").nth(0).locator("summary").click()
            page.locator(".leaves > li").nth(0).get_by_role("button", name="Delete page").click()
            expect(page.locator(".leaves > li")).to_have_count(1)
            self.assertEqual([entry["id"] for entry in self.metadata(address)["pages"]], [before[0]])

    def test_pages_are_moved_by_a_finger_to_another_row(self):
        id = make(self.service, "Three", ["a"], ["b"], ["c"], save=False)
        with self.page(**PHONE) as page:
            page.goto(f"/scan/{id}")
            leaves, finger = page.locator(".leaves > li"), Finger(page, real=True)
            leaves.first.scroll_into_view_if_needed()
            page.wait_for_load_state("networkidle")
            (x, y), (to_x, to_y) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 3) for box in (leaves.nth(0).bounding_box(), leaves.nth(2).bounding_box()))
            finger.send("touchStart", (x, y))
            expect(page.locator(".lifted")).to_have_count(1)
            for step in range(1, 11):
                finger.rest(0.03)
                finger.send("touchMove", (x + (to_x - x) * step / 10, y + (to_y - y) * step / 10))
            finger.send("touchEnd")
            wait_until(lambda: [entry["id"] for entry in metadata(self.service, id)["pages"]] == [2, 3, 1],
                       pause=lambda seconds: page.wait_for_timeout(1000 * seconds))

    def test_pages_are_moved_by_keys_and_by_dragging(self):
        with self.page() as page:
            address = self.draft(page, self.first, self.second)
            before = [entry["id"] for entry in self.metadata(address)["pages"]]
            page.get_by_role("link", name="Page 1: corners and filter").focus()
            with page.expect_navigation():
                page.keyboard.press("Alt+ArrowRight")
            self.assertEqual([entry["id"] for entry in self.metadata(address)["pages"]], before[::-1])
            # The page that was moved has the focus, so that it can be moved on.
            with page.expect_navigation():
                page.keyboard.press("Alt+ArrowLeft")
            self.assertEqual([entry["id"] for entry in self.metadata(address)["pages"]], before)
            page.wait_for_function("() => [...document.querySelectorAll('.leaves img')].every((image) => image.naturalWidth > 0)")
            first, second = (page.locator(".leaves img").nth(index).bounding_box() for index in (0, 1))
            page.mouse.move(first["x"] + 20, first["y"] + 20)
            page.mouse.down()
            page.mouse.move(first["x"] + 60, first["y"] + 40)
            with page.expect_navigation():
                page.mouse.move(second["x"] + second["width"] / 2, second["y"] + 40, steps=5)
                page.mouse.up()
            self.assertEqual([entry["id"] for entry in self.metadata(address)["pages"]], before[::-1])

    def test_corners_are_dragged_and_moved_by_keys(self):
        with self.page() as page:
            address = self.draft(page, self.first)
            page.get_by_role("link", name="Page 1: corners and filter").click()
            corner = page.get_by_role("button", name=re.compile("Top left: "))
            # The photo is shown smaller than it is: a step is a pixel of the screen.
            page.locator(".frame img").evaluate("image => image.decode()")
            start = [float(field.input_value()) for field in page.locator(".corners input[name=corners]").all()]
            box, frame = corner.bounding_box(), page.locator(".frame img").bounding_box()
            scale = 1280 / frame["width"]
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.mouse.down()
            page.mouse.move(box["x"] + box["width"] / 2 - 30, box["y"] + box["height"] / 2 + 20, steps=3)
            expect(page.locator(".loupe")).to_be_visible()
            self.shot(page, "corners")
            page.mouse.up()
            expect(page.locator(".loupe")).to_be_hidden()
            moved = [float(field.input_value()) for field in page.locator(".corners input[name=corners]").all()]
            self.assertAlmostEqual(moved[0], start[0] - 30 * scale, delta=2 * scale)
            self.assertAlmostEqual(moved[1], start[1] + 20 * scale, delta=2 * scale)
            self.assertEqual(moved[2:], start[2:])
            corner.focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Shift+ArrowDown")
            by_keys = [float(field.input_value()) for field in page.locator(".corners input[name=corners]").all()]
            self.assertAlmostEqual(by_keys[0], moved[0] + max(1, scale), delta=0.2)
            self.assertAlmostEqual(by_keys[1], moved[1] + 10 * max(1, scale), delta=0.2)
            page.get_by_role("button", name="Crop to these corners").click()
            kept = self.metadata(address)["pages"][0]["changes"]["corners"]
            self.assertEqual([number for point in kept for number in point], by_keys)
            page.get_by_role("button", name="Use detected corners").click()
            self.assertIsNone(self.metadata(address)["pages"][0]["changes"]["corners"])
            page.get_by_role("button", name="Whole picture").click()
            self.assertEqual(self.metadata(address)["pages"][0]["changes"]["corners"], [[0, 0], [1280, 0], [1280, 960], [0, 960]])

    def test_filters_are_shown_before_they_are_chosen(self):
        with self.page() as page:
            address = self.draft(page, self.first)
            page.get_by_role("link", name="Page 1: corners and filter").click()
            picture = page.locator("[data-preview]")
            colours = "image => image.decode().then(() => { const canvas = document.createElement('canvas'); canvas.width = image.naturalWidth; canvas.height = image.naturalHeight; const context = canvas.getContext('2d'); context.drawImage(image, 0, 0); const data = context.getImageData(0, 0, canvas.width, canvas.height).data; let grey = 0; for (let i = 0; i < data.length; i += 4) if (data[i] > 40 && data[i] < 215) grey++; return grey / data.length * 4; })"
            before = picture.evaluate(colours)
            page.get_by_role("button", name="Black and white").hover()
            expect(picture).to_have_attribute("src", re.compile("filter=bw"))
            page.wait_for_function("() => document.querySelector('[data-preview]').complete && !document.querySelector('.paper.waiting')")
            self.assertLess(picture.evaluate(colours), before)
            self.assertIsNone(self.metadata(address)["pages"][0]["changes"]["filter"])
            page.get_by_role("button", name="Black and white").click()
            expect(page.get_by_role("button", name="Black and white")).to_have_attribute("aria-pressed", "true")
            self.assertEqual(self.metadata(address)["pages"][0]["changes"]["filter"], "bw")
            self.assertTrue(self.metadata(address)["pages"][0]["picture"].endswith(".png"))

    def test_without_javascript_and_by_the_keyboard_alone(self):
        with self.page(java_script_enabled=False) as page:
            page.goto("/scan")
            page.locator("#files").set_input_files([file("a.jpg", self.first)])
            page.get_by_role("button", name="Scan", exact=True).focus()
            page.keyboard.press("Enter")
            page.wait_for_url("**/scan/*-*")
            address = page.url
            wait_until(lambda: page.goto(address) and page.locator(".leaves > li").count() and not page.locator(".busy").count())
            page.get_by_role("link", name="Page 1: corners and filter").click()
            page.locator("summary", has_text="Corners as numbers").click()
            fields = page.locator(".corners input[name=corners]")
            for field, number in zip(fields.all(), (400, 50, 940, 100, 990, 890, 320, 850)):
                field.fill(str(number))
            page.get_by_role("button", name="Crop to these corners").click()
            self.assertEqual(self.metadata(address)["pages"][0]["changes"]["corners"], [[400, 50], [940, 100], [990, 890], [320, 850]])

    def test_a_page_is_retaken(self):
        with self.page() as page:
            address = self.draft(page, self.first)
            page.get_by_role("link", name="Page 1: corners and filter").click()
            identifier = self.metadata(address)["pages"][0]["id"]
            page.locator(".retake input[type=file]").set_input_files([file("better.jpg", self.second)])
            page.locator(".retake button").click()
            wait_until(lambda: self.metadata(address)["pages"][0]["importedName"] == "better.jpg")
            self.assertEqual([entry["id"] for entry in self.metadata(address)["pages"]], [identifier])

    def test_the_ways_to_save(self):
        with self.page() as page:
            address = self.draft(page, self.first)
            page.get_by_label("Title", exact=True).fill("Both of them")
            page.get_by_label("PDF and pictures").check()
            page.get_by_label("Save copies to").select_option("Results")
            page.get_by_role("button", name="Save", exact=True).click()
            expect(page.get_by_text("This document is saved.")).to_be_visible(timeout=2000 * PATIENCE)
            expect(page.locator(".busy")).to_have_count(0)
            self.assertEqual((self.service.results / "Both of them.pdf").read_bytes()[:5], b"%PDF-")
            self.assertEqual((self.service.results / "Both of them-001.jpg").read_bytes()[:3], b"\xff\xd8\xff")
            address = self.draft(page, self.first)
            page.get_by_label("Title", exact=True).fill("Only to share")
            page.get_by_label("PDF to share only").check()
            page.get_by_role("button", name="Save", exact=True).click()
            expect(page.get_by_role("heading", name="Receipt")).to_be_visible(timeout=2000 * PATIENCE)
            with page.expect_download() as download:
                page.locator("a.download").first.click()
            self.assertEqual(download.value.suggested_filename, "Only to share.pdf")
            identifier = address.split("/")[-1]
            wait_until(lambda: not (self.service.folder / "data/fairy/documents" / identifier).exists())

    def test_photos_of_a_folder_are_scanned(self):
        (self.service.pictures / "paper.jpg").write_bytes(jpeg(self.first))
        with self.page() as page:
            page.goto(self.service.link("/", "Pictures"))
            page.get_by_role("checkbox", name="Select paper.jpg").check()
            page.get_by_role("button", name="Scan as pages").click()
            expect(page.locator(".leaves > li")).to_have_count(1)
            self.assertEqual(self.metadata(page.url.split("#")[0])["pages"][0]["importedName"], "paper.jpg")
        (self.service.pictures / "paper.jpg").unlink()

    def test_what_is_no_picture_is_said_and_the_rest_is_kept(self):
        with self.page() as page:
            page.goto("/scan")
            page.locator("#files").set_input_files([
                file("good.jpg", self.first), {"name": "bad.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8\xff\xe0\x00\x10JFIF"}])
            expect(page.get_by_role("alert")).to_contain_text("bad.jpg")
            expect(page.locator(".leaves > li")).to_have_count(1)
            page.get_by_role("button", name="OK").click()
            expect(page.get_by_role("alert")).to_have_count(0)

    def test_nothing_is_left_of_photos_that_were_taken_over(self):
        with self.page() as page:
            self.draft(page, self.first)
        self.assertEqual([path.name for path in (self.service.folder / "cache/fairy/serve/pages").iterdir()], [])
        self.assertEqual([path.name for path in (self.service.folder / "cache/fairy/serve/uploads").rglob("*.jpg")], [])


class Camera(Journey):
    """With Chromium's fake camera, which shows made photos of a page."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.film = pages.film(cls.service.folder / "camera.mjpeg", [pages.photo()])
        cls.browser.close()
        cls.browser = cls.browser.browser_type.launch(executable_path="/usr/bin/chromium", args=[
            "--no-sandbox", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
            f"--use-file-for-fake-video-capture={cls.film}"])
        cls.tools.callback(cls.browser.close)

    def test_an_outline_follows_the_page_and_the_page_is_taken(self):
        with self.page() as page:
            page.goto("/scan")
            page.get_by_role("button", name="Use the camera").click()
            page.wait_for_url("**/camera")
            expect(page.get_by_text("A page is in view.")).to_be_visible()
            box = [float(number) for number in page.locator(".viewfinder svg").get_attribute("viewBox").split()]
            points = [[float(number) for number in point.split(",")] for point in page.locator(".viewfinder polygon").get_attribute("points").split()]
            for point, corner in zip(points, CORNERS):
                self.assertLess(abs(point[0] / box[2] - corner[0] / 1280), 0.02)
                self.assertLess(abs(point[1] / box[3] - corner[1] / 960), 0.02)
            self.shot(page, "camera-outline")
            page.keyboard.press("Space")
            expect(page.get_by_role("status").filter(has_text="Page 1 taken")).to_be_attached()
            page.get_by_role("button", name="Take the page").click()
            expect(page.locator(".strip img")).to_have_count(2)
            page.get_by_role("link", name="Done").click()
            expect(page.locator(".leaves > li")).to_have_count(2)
            expect(page.locator(".leaves").get_by_text("page detected")).to_have_count(2)


class Attacks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service().__enter__()
        cls.addClassCleanup(cls.service.__exit__)
        cls.service.enter()

    def test_documents_that_are_not_there(self):
        for identifier in ("../../etc", "%2e%2e", "0" * 36, "00000000-0000-4000-8000-000000000000", "a" * 5000):
            self.assertEqual(self.service.get(f"/scan/{identifier}").status, 404, identifier)

    def test_changes_that_make_no_sense(self):
        place = self.service.post("/scan", {}).headers["Location"]
        for path, fields in (
            (f"{place}/pages/1/turn", {"turn": "45"}), (f"{place}/pages/1/turn", {"turn": "x"}), (f"{place}/pages/99/remove", {}),
            (f"{place}/pages/1/corners", {"corners": "1,2,3"}), (f"{place}/pages/1/corners", {"corners": "nan,0,1,0,1,1,0,1"}),
            (f"{place}/pages/1/dance", {}), (f"{place}/filter", {"filter": "sepia"}), (f"{place}/save", {"way": "pdf"}),
            (f"{place}/scanner", {"device": "x", "resolution": "1"})):
            answer = self.service.post(path, fields)
            self.assertEqual(answer.status, 400, f"{path} {fields}: {answer.status}")

    def test_files_that_are_not_served_cannot_be_scanned(self):
        for name in ("AAAA", "../../etc/passwd", self.service.file("camera.jpg").split("/")[-1][:-2] + "AA"):
            self.assertEqual(self.service.post("/scan", {"file": name}).status, 404, name)


if __name__ == "__main__":
    unittest.main()
