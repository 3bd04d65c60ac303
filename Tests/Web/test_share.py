"""What leaves the browser: a PDF that is shared in one tap, and pages that are printed."""
import base64
import re
import subprocess
import unittest
import urllib.parse

from playwright.sync_api import expect

from library import make, multiply
from service import PATIENCE, wait_until
from test_library import INVOICE, LETTER, Documents
from test_library_touch import PHONE

# A browser that shares files as the test says; what it is given is kept in `shared`.
SHARES = """
window.shared = []; window.asked = [];
navigator.canShare = (data) => { window.asked.push(data.files.map((file) => file.type)); return data.files.every((file) => file.type === "application/pdf"); };
navigator.share = async (data) => {
  const isActive = navigator.userActivation.isActive;
  const files = await Promise.all(data.files.map(async (file) => {
    let bytes = "";
    for (const byte of new Uint8Array(await file.arrayBuffer())) bytes += String.fromCharCode(byte);
    return [file.name, file.type, btoa(bytes)];
  }));
  window.shared.push({ files, title: data.title, others: Object.keys(data).sort(), isActive });
  if (window.failure) throw new DOMException("no", window.failure);
};
"""
# What is not empty of the elements that hold no others.
VISIBLE = """() => [...document.querySelectorAll("body *")].filter((one) => one.childElementCount === 0 && one.checkVisibility({ visibilityProperty: true })
  && one.getBoundingClientRect().width > 1 && one.getBoundingClientRect().height > 1 && !one.closest(".unseen")).map((one) => one.tagName)"""


def told(program, *words):
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=True).stdout


class Sharing(Documents):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.titled = make(cls.service, "Bäckerei: <b>Brot</b> / März", LETTER)

    def pdf(self, id):
        return self.service.get(f"/library/{id}/pdf").body

    def test_one_tap_hands_the_whole_pdf_over(self):
        for id, title, name in ((self.invoice, "Invoice", "Invoice.pdf"),
                                (self.titled, "Bäckerei: <b>Brot</b> / März", "Bäckerei: <b>Brot<-b> - März.pdf")):
            with self.page(**PHONE) as page:
                downloads = []
                page.on("download", lambda download: downloads.append(download))
                page.add_init_script(SHARES)
                page.goto(f"/library/{id}")
                # It is downloaded by the same name.
                self.assertIn("filename*=UTF-8''" + urllib.parse.quote(name), self.service.get(f"/library/{id}/pdf").headers["Content-Disposition"])
                page.get_by_role("button", name="Share").tap()
                page.wait_for_function("() => window.shared.length")
                [shared] = page.evaluate("window.shared")
                [[given, kind, content]] = shared["files"]
                self.assertEqual((given, kind, shared["others"]), (name, "application/pdf", ["files", "title"]))
                self.assertIn(title, shared["title"])
                # It is called while the browser still knows of the tap: otherwise it would refuse.
                self.assertTrue(shared["isActive"])
                whole = base64.b64decode(content)
                self.assertEqual(whole[:5], b"%PDF-")
                self.assertEqual(whole, self.pdf(id))
                self.assertEqual(downloads, [])
                # Whether it can share was asked for a PDF.
                self.assertEqual(page.evaluate("window.asked"), [["application/pdf"]])

    def test_by_the_keys(self):
        with self.page() as page:
            page.add_init_script(SHARES)
            page.goto(f"/library/{self.invoice}")
            page.get_by_role("link", name="Download PDF").focus()
            page.keyboard.press("Tab")
            expect(page.get_by_role("button", name="Share")).to_be_focused()
            page.keyboard.press("Enter")
            page.wait_for_function("() => window.shared.length")
            self.assertEqual(base64.b64decode(page.evaluate("window.shared[0].files[0][2]")), self.pdf(self.invoice))

    def test_whoever_closes_the_sheet_gets_nothing(self):
        with self.page(**PHONE) as page:
            downloads = []
            page.on("download", lambda download: downloads.append(download))
            page.add_init_script(SHARES)
            page.goto(f"/library/{self.invoice}")
            page.evaluate("window.failure = 'AbortError'")
            page.get_by_role("button", name="Share").tap()
            page.wait_for_function("() => window.shared.length")
            # A download would have begun by then.
            page.wait_for_timeout(500)
            self.assertEqual(downloads, [])
            # It can be tried again.
            page.get_by_role("button", name="Share").tap()
            page.wait_for_function("() => window.shared.length === 2")

    def test_what_cannot_be_shared_after_all_is_saved(self):
        for failure in ("NotAllowedError", "DataError"):
            with self.page(**PHONE) as page:
                page.add_init_script(SHARES)
                page.goto(f"/library/{self.invoice}")
                page.evaluate("failure => { window.failure = failure }", failure)
                with page.expect_download() as download:
                    page.get_by_role("button", name="Share").tap()
                self.assertEqual(download.value.suggested_filename, "Invoice.pdf")
                self.assertEqual(download.value.path().read_bytes(), self.pdf(self.invoice))

    def test_browsers_that_share_no_files_save_it_in_one_tap(self):
        for script in ("delete Navigator.prototype.share; delete Navigator.prototype.canShare;",
                       "navigator.share = async () => {}; navigator.canShare = () => false;",
                       "navigator.share = async () => {}; delete Navigator.prototype.canShare;"):
            with self.page(**PHONE) as page:
                page.add_init_script(script)
                page.goto(f"/library/{self.invoice}")
                expect(page.get_by_role("button", name="Print")).to_be_visible()
                expect(page.locator("[data-share-button]")).to_be_hidden()
                with page.expect_download() as download:
                    page.get_by_role("link", name="Download PDF").tap()
                self.assertEqual(download.value.suggested_filename, "Invoice.pdf")
                self.assertEqual(download.value.path().read_bytes(), self.pdf(self.invoice))

    def test_a_draft_has_no_pdf_to_share(self):
        with self.page(**PHONE) as page:
            page.add_init_script(SHARES)
            page.goto(f"/library/{self.draft}")
            expect(page.get_by_role("button", name="Print")).to_be_visible()
            expect(page.get_by_role("button", name="Share")).to_have_count(0)

    def test_a_page_that_says_why_not_is_never_shared_as_the_pdf(self):
        with self.page(allow=("status of 404",), **PHONE) as page:
            page.add_init_script(SHARES)
            page.goto(f"/library/{self.invoice}")
            page.route("**/pdf", lambda route: route.fulfill(status=404, content_type="text/html", body="<p>There is nothing at this address.</p>"))
            page.get_by_role("button", name="Share").tap()
            page.wait_for_timeout(1000)
            self.assertEqual([base64.b64decode(shared["files"][0][2]) for shared in page.evaluate("window.shared")], [])

    def test_the_newest_pdf_is_shared_in_one_tap(self):
        newest = make(self.service, "The newest", ["Of today"])
        with self.page(**PHONE) as page:
            page.add_init_script(SHARES)
            page.goto("/library")
            page.get_by_role("button", name="Share").tap()
            page.wait_for_function("() => window.shared.length")
            name, kind, content = page.evaluate("window.shared[0].files[0]")
            self.assertEqual((name, kind), ("The newest.pdf", "application/pdf"))
            self.assertEqual(base64.b64decode(content), self.service.get(f"/library/{newest}/pdf").body)

    def test_a_pdf_that_is_only_to_be_shared_can_be_shared(self):
        id = make(self.service, "Only to share", ["Words"], save=False)
        with self.page(**PHONE) as page:
            page.add_init_script(SHARES)
            page.goto(f"/scan/{id}")
            page.get_by_label("PDF to share only").check()
            page.get_by_role("button", name="Save", exact=True).tap()
            expect(page.get_by_role("heading", name="Receipt")).to_be_visible(timeout=2000 * PATIENCE)
            page.get_by_role("button", name="Share").tap(timeout=3000)
            page.wait_for_function("() => window.shared.length")
            self.assertEqual(page.evaluate("window.shared[0].files[0].slice(0, 2)"), ["Only to share.pdf", "application/pdf"])

    def test_all_pages_of_a_long_document_are_printed(self):
        long = make(self.service, "Forty-five pages", INVOICE, save=False)
        multiply(self.service, long, 45)
        with self.page() as page:
            page.goto(f"/library/{long}")
            page.evaluate("() => { window.print = () => { window.printed = document.querySelectorAll('.page img').length } }")
            page.get_by_role("button", name="Print").click()
            page.wait_for_function("() => window.printed")
            self.assertEqual(page.evaluate("window.printed"), 45)


class Printing(Documents):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.long = make(cls.service, "Twelve pages", INVOICE, save=False)
        multiply(cls.service, cls.long, 12)

    def addresses(self):
        number = self.service.get(f"/api/documents/{self.invoice}/pages").text
        page = re.search(r'"page":(\d+)|"id":(\d+)', number)
        corrected = next(group for group in page.groups() if group)
        return {f"/library/{self.invoice}": 2, f"/library/{self.invoice}?q=bread": 2, f"/library/{self.invoice}?correct={corrected}": 2,
                f"/library/{self.draft}": 1, f"/library/{self.long}": 12}

    def test_nothing_but_pages_is_printed(self):
        for width in (360, 1280):
            with self.page(viewport={"width": width, "height": 740}) as page:
                for address, count in self.addresses().items():
                    page.goto(address)
                    page.locator(".page img").evaluate_all("images => Promise.all(images.map((image) => { image.loading = 'eager'; return image.decode(); }))")
                    self.assertGreater(len(page.evaluate(VISIBLE)), 10 + count)
                    page.emulate_media(media="print")
                    self.assertEqual(page.evaluate(VISIBLE), ["IMG"] * count, address)
                    page.emulate_media(media="screen")

    def test_each_page_is_a_sheet_of_paper(self):
        for paper in ("A4", "Letter"):
            with self.page() as page:
                for address, count in self.addresses().items():
                    page.goto(address)
                    page.locator(".page img").evaluate_all("images => Promise.all(images.map((image) => { image.loading = 'eager'; return image.decode(); }))")
                    printed = self.service.folder / "printed.pdf"
                    page.pdf(path=printed, format=paper)
                    self.assertRegex(told("pdfinfo", printed), rf"Pages: +{count}\n", address)
                    # Neither words of the page nor those over the picture.
                    self.assertEqual(told("pdftotext", printed, "-").strip(), "", address)
                    lines = [line.split() for line in told("pdfimages", "-list", printed).splitlines()[2:]]
                    # A picture on each sheet, with all its pixels.
                    self.assertEqual([line[0] for line in lines if line[2] == "image"], [str(number) for number in range(1, count + 1)], address)
                    if self.draft not in address:
                        self.assertEqual({tuple(line[3:5]) for line in lines if line[2] == "image"}, {("1240", "1754")}, address)

    def test_pages_that_were_not_scrolled_to_are_loaded_first(self):
        with self.page(**PHONE) as page:
            page.goto(f"/library/{self.long}")
            waiting = []
            page.route("**/picture/**", lambda route: waiting.append(route))
            page.reload()
            page.evaluate("""() => { window.print = () => {
                window.printed = [...document.querySelectorAll(".page img")].map((image) => image.complete && image.naturalWidth) } }""")
            button = page.get_by_role("button", name="Print")
            button.tap()
            # It is not printed before they are there.
            expect(button).to_be_disabled()
            wait_until(lambda: waiting, pause=lambda seconds: page.wait_for_timeout(1000 * seconds))
            self.assertIsNone(page.evaluate("window.printed ?? null"))
            page.route("**/picture/**", lambda route: route.continue_())
            for route in waiting:
                route.continue_()
            page.wait_for_function("() => window.printed")
            self.assertEqual(page.evaluate("window.printed"), [1240] * 12)
            expect(button).to_be_enabled()

    def test_a_picture_that_is_gone_does_not_keep_the_others_from_being_printed(self):
        with self.page(allow=("status of 404",), **PHONE) as page:
            page.route(re.compile(r"/picture/"), lambda route: route.fulfill(status=404))
            page.goto(f"/library/{self.invoice}")
            page.evaluate("() => { window.print = () => { window.printed = true } }")
            self.assertFalse(page.evaluate("'printed' in window"))
            page.get_by_role("button", name="Print").tap()
            page.wait_for_function("() => window.printed")
            expect(page.get_by_role("button", name="Print")).to_be_enabled()

    def test_without_javascript_there_is_no_button_that_does_nothing(self):
        with self.page(java_script_enabled=False) as page:
            page.goto(f"/library/{self.invoice}")
            for name in ("Print", "Share"):
                expect(page.get_by_role("button", name=name)).to_have_count(0)
            expect(page.get_by_role("link", name="Download PDF")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
