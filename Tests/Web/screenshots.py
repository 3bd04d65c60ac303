"""Screenshots of every view, in both themes, joined into one sheet for each part of the web view; scripts/web-screenshots says how to call it."""
import argparse
import io
import os
import pathlib
import re
import time

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Page, expect

import drawn
import library
import pages
from journey import Journey
from service import FIXTURES, ROOT
from test_phone import link
from test_triage import decide, on_command_line, photos, triage, words_on

# Each sheet has at most so many bytes; pictures are shown at this part of their size.
MOST, SCALE = 240_000, 0.6
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 800}
PAPERS = {
    "Invoice of the Harbour Bakery": (["Harbour Bakery", "Invoice 2026-114", "", "12 loaves of rye bread      54.00", "30 rolls                     21.00",
                                       "1 cake for the party         38.00", "", "Total                      EUR 113.00", "", "Thank you for your order."], "tax", "food"),
    "Letter of the landlord": (["Dear tenants", "", "the plumber comes on Monday", "at nine in the morning. Please", "leave the kitchen open.", "", "He brings his own bread."], "home"),
    "Recipe: rye bread": (["Rye bread", "", "500 g rye flour", "350 g water", "10 g salt", "sourdough", "", "Bake the bread for 50 minutes", "at 230 degrees."], "food"),
    "Tickets to Brienz": (["Boat to Brienz", "", "12 June 2026, 10:40", "2 adults, 1 dog", "Platform 3", "", "Valid on that day only."], "travel"),
    "Warranty of the kettle": (["Warranty", "", "Kettle, 1.7 litres", "Two years from 3 March 2026", "Keep this paper."], "home")}


class Screens(Journey):
    arguments = ("--phone", "--phone-address", "127.0.0.2")

    def begin(self):
        """Starts the service and a browser with a made camera, and puts content everywhere."""
        self.setUpClass()
        service, place = self.service, self.service.folder
        self.browser.close()
        film = pages.film(place / "camera.mjpeg", [pages.photo()])
        type(self).browser = self.browser.browser_type.launch(
            executable_path="/usr/bin/chromium", env=dict(os.environ) | self.fonts(place),
            args=["--no-sandbox", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}"])
        self.tools.callback(self.browser.close)
        self.enter()
        drawn.fill(service.pictures)
        self.fill_library()
        self.fill_triage()
        self.fill_jobs()
        # What was opened is listed on the first page, and its details are known then.
        for name in ("film.mp4", "walk.md", "boats.txt", "travel.zip", "lakes.json", "Lake 1.jpg", "post.mbox", "measures.csv", "Lake 2.jpg", "report.pdf"):
            service.get(self.at(name))
        service.post("/tour", {})

    def enter(self):
        """The browser is let in by the address that the service prints, so that it has a name; no other one has a session."""
        self.service.stop()
        (self.service.folder / "cache/fairy/serve/sessions.json").unlink()
        self.service.start()
        page = self.browser.new_page(user_agent="Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36")
        page.goto(self.service.greeting["url"])
        expect(page.get_by_role("link", name="Browsers")).to_be_visible()
        self.service.cookie = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "__Host-fairy")
        page.context.close()

    def at(self, name):
        return self.service.link(self.service.link("/", "Pictures"), name)

    def fill_library(self):
        service, corners = self.service, ((380, 90), (900, 60), (960, 860), (350, 900))
        ids = []
        for title, (text, *tags) in PAPERS.items():
            ids.append(library.make(service, title, text))
            library.fairy(service, "library", "tag", ids[-1], *tags)
        library.fairy(service, "library", "note", ids[0], "Paid on 14 March.")
        for title in ("An old list", "Menu of last week"):
            library.fairy(service, "library", "trash", library.make(service, title, [title, "nothing that is needed"]))
        shots = []
        for number, words in enumerate(("Letter to Bern", "Second page", "Map and way"), 1):
            shots.append(place := service.folder / f"paper {number}.jpg")
            pages.photo(words, **({"corners": corners} if number % 2 == 0 else {})).save(place, quality=92)
        self.invoice = ids[0]
        self.draft = library.lines(service, "library", "new", *shots, "--title", "Papers for Bern")[0]["id"]

    def fill_triage(self):
        service = self.service
        folder = service.results / "Holiday"
        folder.mkdir()
        for number in range(1, 11):
            drawn.photo(folder / f"IMG_20{number + 10}.jpg", 20 + number)
        for number in (12, 14):
            Image.open(folder / f"IMG_20{number}.jpg").resize((1200, 900)).save(folder / f"IMG_20{number} copy.jpg", quality=70)
        words_on(folder / "receipt.png", "Bakery Salmon\nBread      4.20 EUR\nTotal      4.20 EUR")
        words_on(folder / "sign.png", "The path along the falls\nis closed after rain")
        self.holiday = triage(service, "Holiday")
        known = photos(service, self.holiday)
        for number, name in enumerate(("receipt.png", "sign.png"), 1):
            decide(service, self.holiday, number, known[name], "text")
        for verdict, numbers in (("delete", (11, 13, 17)), ("keep", (15, 16))):
            on_command_line(service, "--decide", verdict, *(str(folder / f"IMG_20{number}.jpg") for number in numbers))
        self.until(lambda: service.get("/notes").text.count("<li><img") == 2)
        self.until(lambda: "2 groups" in service.get(self.holiday + "/groups").text)

    def fill_jobs(self):
        service = self.service
        lake, other = (self.at(name).split("/")[-1] for name in ("Lake 1.jpg", "Lake 3.jpg"))
        for name in ("cut.jpg", "towns.csv"):
            service.upload(name, (FIXTURES / "bad/truncated.jpg").read_bytes()[:40] if name == "cut.jpg" else b"town,people\nBern,134\n")
        cut = service.link("/uploads", "cut.jpg").split("/")[-1]
        for fields in ({"file": cut, "to": "public.png"}, {"file": lake, "to": "org.webmproject.webp"}, {"file": self.at("measures.csv").split("/")[-1], "to": "public.json"},
                       {"file": lake, "to": "public.png", "metadata": "share", "resize": "800x800"}, {"file": other, "verb": "compress"}):
            service.post("/jobs", fields)
        service.request("POST", "/jobs", f"file={lake}&file={other}&verb=merge".encode(), headers={"Content-Type": "application/x-www-form-urlencoded"})
        self.until(lambda: "running" not in service.get("/jobs/state").text)

    @staticmethod
    def until(is_so):
        for _ in range(600):
            if is_so():
                return
            time.sleep(0.1)
        raise SystemExit("what the screenshots are to show was not made within a minute")

    # MARK: What is done in a view before it is shown

    @staticmethod
    def find(page):
        page.get_by_label("Find", exact=True).fill("lake")
        page.keyboard.press("Enter")
        expect(page.locator(".hit.here").first).to_be_attached()

    @staticmethod
    def open_tree(page):
        for key in ("lakes", "0", "towns"):
            page.locator(".node", has=page.get_by_text(key, exact=True)).first.click()
            expect(page.locator("[aria-expanded=true]", has=page.get_by_text(key, exact=True)).first).to_be_visible()

    @staticmethod
    def summary(page):
        page.get_by_role("columnheader", name="temperature").click()
        page.get_by_role("grid").focus()
        page.keyboard.press("i")

    @staticmethod
    def batch(page):
        for name in ("drawing.svg", "photo.heic", "report.pdf"):
            page.get_by_role("checkbox", name=f"Select {name}").check()
        page.locator(".batch").scroll_into_view_if_needed()

    @staticmethod
    def loupe(page):
        page.locator(".frame img").evaluate("image => image.decode()")
        box = page.locator(".frame button").first.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] / 2 - 12, box["y"] + box["height"] / 2 + 8, steps=3)
        expect(page.locator(".loupe")).to_be_visible()

    @staticmethod
    def outline(page):
        expect(page.get_by_text("A page is in view.")).to_be_visible(timeout=20_000)

    @staticmethod
    def swipe(page):
        box = page.locator("[data-deck]").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 170, y, steps=4)

    @staticmethod
    def details(page):
        page.locator(".facts dd").last.scroll_into_view_if_needed()

    @staticmethod
    def options(page):
        page.get_by_text("More options").first.click()
        page.locator(".convert").first.scroll_into_view_if_needed()

    @staticmethod
    def tour(page):
        page.keyboard.press("ArrowLeft")
        page.locator(".stage .card").focus()
        page.keyboard.press("ArrowLeft")
        page.wait_for_timeout(400)

    @staticmethod
    def queue(page):
        page.keyboard.press("q")
        expect(page.get_by_role("button", name="Remove from list").first).to_be_visible()

    @staticmethod
    def correct(page):
        page.get_by_role("link", name="Correct the text").first.click()
        page.get_by_label("Text of this page").scroll_into_view_if_needed()

    @staticmethod
    def any_kernel(page):
        field = page.get_by_label("The report")
        field.fill(re.sub(r"Linux \d\S+", "Linux 6.1", field.input_value()))
        field.evaluate("field => { field.scrollTop = 0; field.blur(); }")

    def let_in(self, page, shown):
        """A phone reads the code; then the desk or the phone is shown, with the digits or, once the phone is let in, ready."""
        if page.get_by_role("button", name="Stop").is_visible():
            page.get_by_role("button", name="Stop").click()
        page.get_by_role("button", name="Let a phone in").click()
        address = self.code(page)
        theme = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'")
        phone = self.browser.new_page(ignore_https_errors=True, viewport=PHONE, color_scheme=theme)
        phone.goto(address)
        expect(page.locator(".digits")).to_be_visible()
        if shown == "desk":
            return None
        if shown == "ready":
            page.get_by_role("button", name="Yes, let it in").click()
            expect(phone.get_by_text("Ready.")).to_be_visible()
        return phone

    @staticmethod
    def code(page):
        expect(page.locator("svg.qr")).to_be_visible()
        return link(page)

    # MARK: The sheets

    def views(self):
        """For each part (title, address, what is done there, whether it is shown narrow, too; None: only as the phone shows it)."""
        at, scan = self.at, f"/scan/{self.draft}"
        leaf = library.metadata(self.service, self.draft)["pages"][0]["id"]
        jobs = self.service.get("/jobs").text
        job = {name: f"/jobs/{number}" for number, name in ((5, "compress"), (4, "png"), (1, "failed"))}
        assert all(f'href="{address}"' in jobs for address in job.values())
        document = f"/library/{self.invoice}"
        return {
            "look": [
                ("Folder", self.service.link("/", "Pictures"), None, True), ("Picture", at("Lake 2.jpg"), None, True),
                ("Details of a picture", at("Lake 2.jpg"), self.details, False),
                ("Table, with the summary of a column", at("measures.csv"), self.summary, True), ("Tree", at("lakes.json"), self.open_tree, False),
                ("Archive", at("travel.zip"), None, False), ("A file that is not shown, and why it was taken for what it is", at("film.mp4"), None, False)],
            "read": [
                ("Mailbox", at("post.mbox"), None, True), ("Message", at("post.mbox") + "?message=2", None, True), ("Document, with words found", at("report.pdf"), self.find, True),
                ("Text", at("boats.txt"), None, False), ("Markdown", at("walk.md"), None, False)],
            "toolbox": [
                ("Several files", self.service.link("/", "Pictures"), self.batch, True), ("Options of a conversion", at("Lake 1.jpg"), self.options, True),
                ("Results", "/jobs", None, True), ("Receipt, with before and after", job["compress"], None, True), ("Receipt", job["png"], None, False),
                ("A conversion that failed", job["failed"], None, False), ("Added files", "/uploads", None, False)],
            "scan": [
                ("Scan", "/scan", None, True), ("Camera", f"{scan}/camera", self.outline, True), ("Pages of a draft", scan, None, True),
                ("Corners, with the loupe", f"{scan}/pages/{leaf}", self.loupe, True)],
            "library": [
                ("Library", "/library", None, True), ("Search", "/search?q=bread", None, True), ("Document, with words found", f"{document}?q=bread", None, True),
                ("Correcting the text", document, self.correct, False), ("Trash", "/trash", None, False), ("Settings", "/settings", None, False)],
            "triage": [
                ("Triage", "/triage", None, True), ("One photo", self.holiday, None, True), ("While a photo is swiped to the right", self.holiday, self.swipe, False),
                ("Similar photos", self.holiday + "/groups", None, True), ("To be deleted", self.holiday + "/queue", None, True), ("Notes", "/notes", None, True),
                ("Note", self.service.link("/notes", "receipt.png"), None, False)],
            "home": [
                ("Home", "/", None, True), ("Recent files", "/recent", None, False), ("Tour, step 1", "/tour/1", self.tour, True), ("Tour, step 3", "/tour/3", self.queue, False),
                ("Preferences", "/preferences", None, False)],
            "service": [
                ("A phone nearby", "/phone", self.code, False), ("A phone asks", "/phone", lambda page: self.let_in(page, "desk"), False),
                ("On the phone: digits", "/phone", lambda page: self.let_in(page, "phone"), None), ("On the phone: pictures", "/phone", lambda page: self.let_in(page, "ready"), None),
                ("Report a problem", "/report", self.any_kernel, False), ("Browsers", "/sessions", None, False), ("Not found", "/nowhere", None, True)]}

    def shot(self, view, theme, size):
        title, address, act, _ = view
        with self.page(("404", "400", "certificate"), color_scheme=theme, viewport=size, ignore_https_errors=True) as page:
            page.goto(address)
            # What is done in a view leads to what is shown: the view itself, or the page of a phone.
            done = act(page) if act else None
            shown = done if isinstance(done, Page) else page
            # What is seen is there: pictures, and what scripts still ask for.
            shown.wait_for_function("""() => [...document.images].every((image) => image.complete && image.naturalWidth
                || image.getBoundingClientRect().top > innerHeight || !image.checkVisibility()) && !document.querySelector('.waiting, [aria-busy=true]')""")
            shown.wait_for_timeout(500)
            # Below what the view has, nothing is shown but its foot.
            end = shown.evaluate("Math.max(...[...document.querySelector('main').children].map((part) => part.getBoundingClientRect().bottom))")
            height = min(size["height"], max(360, round(end) + 28))
            return Image.open(io.BytesIO(shown.screenshot())).convert("RGB").crop((0, 0, shown.viewport_size["width"], height))

    def sheet(self, views):
        """Light beside dark, a row for each view; then the narrow ones, some pairs in each row."""
        desk, narrow = [], []
        for view in views:
            pair = lambda size: (view[0], [self.shot(view, theme, size) for theme in ("light", "dark")])
            if view[3] is not None:
                desk.append(pair(DESK))
            if view[3] is not False:
                narrow.append(pair(PHONE if view[3] else DESK))
        gap, head = 12, 26
        width = 2 * int(DESK["width"] * SCALE) + 3 * gap
        count = (width - gap) // (2 * int(PHONE["width"] * SCALE) + 2 * gap)
        rows = [[one] for one in desk] + [narrow[start:start + count] for start in range(0, len(narrow), count)]
        scaled = lambda picture: picture.resize((int(picture.width * SCALE), int(picture.height * SCALE)), Image.LANCZOS)
        rows = [[(title, [scaled(one) for one in pair]) for title, pair in row] for row in rows]
        heights = [max(one.height for _, pair in row for one in pair) + head + gap for row in rows]
        whole = Image.new("RGB", (width, sum(heights) + gap), (128, 128, 124))
        draw, font, y = ImageDraw.Draw(whole), ImageFont.truetype(library.FONT, 15), 0
        for row, height in zip(rows, heights):
            x = gap
            for title, pair in row:
                draw.text((x, y + 5), title, "white", font)
                for one in pair:
                    whole.paste(one, (x, y + head))
                    x += one.width + gap
            y += height
        return whole


def save(picture, path):
    """In the best quality that has not too many bytes."""
    for quality in range(55, 4, -5):
        out = io.BytesIO()
        picture.save(out, "WEBP", quality=quality, method=6)
        if out.tell() <= MOST:
            break
    path.write_bytes(out.getvalue())
    print(f"{path.name}: {picture.width}×{picture.height}, quality {quality}, {out.tell()} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "docs/web")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    screens = Screens()
    try:
        screens.begin()
        for part, views in screens.views().items():
            if part in (arguments.parts or [part]):
                save(screens.sheet(views), arguments.folder / f"{part}.webp")
    finally:
        screens.tearDownClass()


if __name__ == "__main__":
    main()
