"""What people do in the web view, in a real browser: by mouse, by keyboard, without JavaScript."""
import unittest

from playwright.sync_api import expect

from journey import Journey
from service import FIXTURES, Service, wait_until


class Launch(Journey):
    def test_the_address_lets_the_browser_in(self):
        with Service() as service:
            page = self.browser.new_context().new_page()
            page.goto(service.greeting["url"])
            expect(page.get_by_role("heading", name="Folders")).to_be_visible()
            # The code is gone from the address, and so from the history.
            self.assertNotIn("#", page.url)
            page.reload()
            expect(page.get_by_role("heading", name="Folders")).to_be_visible()

    def test_the_code_can_be_typed_without_javascript(self):
        with Service() as service:
            page = self.browser.new_context(java_script_enabled=False).new_page()
            page.goto(service.origin)
            page.get_by_role("textbox").fill("0" * 64)
            page.get_by_role("button").click()
            expect(page.get_by_role("alert")).to_be_visible()
            page.get_by_role("textbox").fill(service.token)
            page.get_by_role("button").click()
            expect(page.get_by_role("heading", name="Folders")).to_be_visible()


class Looking(Journey):
    def test_pictures(self):
        with self.page() as page:
            page.get_by_role("region", name="Folders").get_by_role("link", name="Pictures").click()
            page.get_by_role("link", name="camera.jpg").click()
            picture = page.get_by_role("img", name="The picture camera.jpg")
            self.assertEqual(picture.evaluate("image => image.decode().then(() => [image.naturalWidth, image.naturalHeight])"), [160, 120])
            expect(page.get_by_text("Fairy Model One")).to_be_visible()
            self.shot(page, "picture")

    def test_pictures_are_zoomed_by_wheel_and_keys_and_stay_inside(self):
        with self.page() as page:
            page.goto(self.service.file("camera.jpg"))
            frame, picture = page.locator("[data-zoom]"), page.locator("[data-zoom] img")
            picture.hover()
            for _ in range(20):
                page.mouse.wheel(0, -200)
            self.assertIn("scale(5)", picture.get_attribute("style"))
            frame.focus()
            page.keyboard.press("0")
            self.assertEqual(picture.get_attribute("style") or "", "")
            picture.dblclick()
            self.assertIn("scale(2)", picture.get_attribute("style"))
            for _ in range(50):
                page.keyboard.press("ArrowLeft")
            box, inner = frame.bounding_box(), picture.bounding_box()
            self.assertLessEqual(inner["x"], box["x"] + box["width"])

    def test_tables(self):
        with self.page(java_script_enabled=False) as page:
            page.goto(self.service.file("towns.csv"))
            expect(page.get_by_role("cell", name="Basel")).to_be_visible()
            page.get_by_label("Sort by").select_option("-people")
            page.get_by_label("Filter", exact=True).fill("people>100")
            page.get_by_role("button", name="Show", exact=True).click()
            self.assertEqual(page.locator("tbody td:nth-of-type(1)").all_inner_texts(), ["Basel", "Bern"])
            self.shot(page, "table")

    def test_a_filter_that_makes_no_sense_says_why(self):
        with self.page(allow=("status of 400",)) as page:
            page.goto(self.service.file("towns.csv") + "?filter=nothing")
            expect(page.get_by_role("alert")).to_be_visible()

    def test_trees(self):
        with self.page(java_script_enabled=False) as page:
            page.goto(self.service.file("a.json"))
            expect(page.locator(".tree").get_by_text("Bern")).to_be_visible()
            page.get_by_role("link", name="lakes").click()
            self.assertEqual(page.locator(".tree .value").all_inner_texts(), ["1", "2", "3"])

    def test_archives_and_what_is_in_them(self):
        with self.page() as page:
            page.goto(self.service.file("pack.zip"))
            page.get_by_role("link", name="inner").click()
            page.get_by_role("link", name="camera.jpg").click()
            picture = page.get_by_role("img", name="The picture camera.jpg")
            self.assertEqual(picture.evaluate("image => image.decode().then(() => image.naturalWidth)"), 160)
            page.get_by_role("button", name="Convert", exact=True).click()
            expect(page.get_by_text("JPEG → Picture → PNG")).to_be_visible()

    def test_the_keys_alone_are_enough(self):
        with self.page() as page:
            page.keyboard.press("Tab")
            expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
            page.keyboard.press("Enter")
            for _ in range(40):
                page.keyboard.press("Tab")
                if page.evaluate("document.activeElement.querySelector('bdi')?.textContent") == "Pictures":
                    break
            page.keyboard.press("Enter")
            expect(page.get_by_role("heading", name="Pictures")).to_be_visible()
            page.keyboard.press("/")
            expect(page.get_by_role("searchbox")).to_be_focused()


class Toolbox(Journey):
    def convert(self, page):
        page.locator("select[name=to]").select_option("public.png")
        page.get_by_role("button", name="Convert").click()

    def test_a_picture_is_sent_and_converted(self):
        with self.page() as page:
            # It is sent as soon as it is chosen.
            page.set_input_files("#files", FIXTURES / "camera.jpg")
            self.convert(page)
            expect(page.get_by_role("heading", name="Receipt")).to_be_visible()
            expect(page.get_by_text("JPEG → Picture → PNG")).to_be_visible()
            with page.expect_download() as download:
                page.locator("a.download").first.click()
            self.assertEqual(download.value.suggested_filename, "camera.png")
            self.assertEqual(download.value.path().read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
            page.get_by_role("button", name="Save").click()
            expect(page.get_by_text("Results/camera.png")).to_be_visible()
            self.assertTrue((self.service.results / "camera.png").exists())
            self.shot(page, "receipt")

    def test_without_javascript(self):
        with self.page(java_script_enabled=False) as page:
            page.set_input_files("#files", FIXTURES / "camera.jpg")
            page.get_by_role("button", name="Add files").click()
            self.convert(page)

            def ended():
                if page.get_by_role("heading", name="Receipt").count():
                    return True
                page.get_by_role("link", name="Refresh").click()
            wait_until(ended)

    def test_several_become_one_and_all_are_converted(self):
        with Service() as service:
            for name in ("one.jpg", "two.jpg"):
                (service.pictures / name).write_bytes((FIXTURES / "camera.jpg").read_bytes())
            service.enter()
            self.service, own = service, self.service
            try:
                with self.page() as page:
                    folder = service.link("/", "Pictures")
                    for verb, ending in (("Join into one PDF", "Joined.pdf"), ("Make a ZIP", "Files.zip")):
                        page.goto(folder)
                        page.get_by_role("checkbox", name="Select one.jpg").check()
                        page.get_by_role("checkbox", name="Select two.jpg").check()
                        page.get_by_role("button", name=verb).click()
                        expect(page.get_by_role("heading", name="Receipt")).to_be_visible()
                        expect(page.get_by_role("link", name=ending)).to_be_visible()
                    page.goto(folder)
                    page.get_by_role("checkbox", name="Select one.jpg").check()
                    page.get_by_role("checkbox", name="Select two.jpg").check()
                    page.locator("select[name=to]").select_option("org.webmproject.webp")
                    page.get_by_role("button", name="Convert").click()
                    expect(page.get_by_role("heading", name="Results")).to_be_visible()
                    for name in ("one.webp", "two.webp"):
                        expect(page.get_by_role("link", name=name)).to_be_visible()
                    self.shot(page, "results")
            finally:
                self.service = own

    def test_what_cannot_be_done_says_why(self):
        with self.page() as page:
            page.set_input_files("input[type=file]", {"name": "cut.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8\xff\xe0\x00\x10JFIF"})
            expect(page.get_by_role("alert")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
