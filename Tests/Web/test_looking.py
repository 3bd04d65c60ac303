"""Looking at files in a real browser: mail, documents, tables, trees, texts, pictures, before and after; and files that want to do more than be looked at."""
import contextlib
import os
import pathlib
import re
import signal
import unittest

from playwright.sync_api import expect

import looks
from journey import Finger, Journey
from looks import PASSWORD
from service import FIXTURES, PATIENCE, wait_until


class Looks(Journey):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        looks.fill(cls.service.pictures)
        cls.folder = cls.service.link("/", "Pictures")

    def at(self, name):
        return self.service.link(self.folder, name)

    @contextlib.contextmanager
    def quiet(self, address, **options):
        """A page at an address, with all that was asked for; nothing may come from elsewhere, and nothing else may be opened."""
        with self.page(**options) as page:
            asked = []
            page.context.on("request", lambda request: asked.append(request.url))
            page.context.on("page", lambda other: asked.append("a further page"))
            page.on("dialog", lambda dialog: (asked.append(f"a dialog: {dialog.message}"), dialog.dismiss()))
            page.goto(address)
            yield page
            page.wait_for_timeout(150)
            foreign = [url for url in asked if not url.startswith((self.service.origin, "data:"))]
            self.assertEqual(foreign, [])


class Mail(Looks):
    def test_a_mailbox_is_a_list_with_filters(self):
        for script in (True, False):
            with self.quiet(self.at("post.mbox"), java_script_enabled=script) as page:
                self.assertEqual(page.locator(".mails li").count(), 50)
                page.get_by_role("link", name="Next").click()
                expect(page.locator(".mails .what").first).to_have_text("Letter 51")
                page.get_by_label("Sender").fill("carl")
                page.get_by_role("button", name="Show", exact=True).click()
                self.assertEqual(page.locator(".mails .what").all_inner_texts(), ["Pictures and a form", "Only words"])
                page.get_by_label("With attachment").check()
                page.get_by_role("button", name="Show", exact=True).click()
                self.assertEqual(page.locator(".mails .what").all_inner_texts(), ["Pictures and a form"])
                page.get_by_role("link", name="All messages").click()
                page.get_by_label("From day").fill("2026-01-21")
                page.get_by_label("To day").fill("2026-01-21")
                page.get_by_label("Words in the text").fill("letter 10.")
                page.get_by_role("button", name="Show", exact=True).click()
                self.assertEqual(page.locator(".mails .what").all_inner_texts(), ["Only words"])
                page.get_by_label("Words in the text").fill("nobody wrote this")
                page.get_by_role("button", name="Show", exact=True).click()
                expect(page.get_by_text("Nothing found")).to_be_visible()

    def test_the_newest_come_first(self):
        with self.quiet(self.at("post.mbox") + "?sort=-date") as page:
            dates = page.locator(".mails .when").all_inner_texts()
            self.assertEqual([date[:10] for date in dates], sorted((date[:10] for date in dates), reverse=True))
            self.assertEqual(dates[0][:10], "2026-01-28")

    def test_a_day_that_is_none_says_so(self):
        page = self.service.get(self.at("post.mbox") + "?after=2026-02-30").text
        self.assertIn("&quot;2026-02-30&quot; is not a date", page)

    def test_a_hostile_page_is_shown_and_does_nothing(self):
        with self.quiet(self.at("post.mbox") + "?message=7") as page:
            self.assertEqual(page.locator(".remark").inner_text(), "7 remote pictures were not loaded.")
            page.wait_for_timeout(300)
            self.shot(page, "message")
        # To look into the frame, and to click in it, is what the browser reports.
        with self.quiet(self.at("post.mbox") + "?message=7", allow=("Blocked ",)) as page:
            frame = page.frame_locator("iframe")
            expect(frame.get_by_role("heading", name="Dear reader")).to_be_visible()
            logo = frame.get_by_alt_text("our logo")
            self.assertEqual(logo.evaluate("image => [image.src.slice(0, 15), image.naturalWidth]"), ["data:image/png;", 40])
            for gone in ("script", "form", "iframe", "object", "svg", "video", "link", "input", "[onerror], [onload]", "[href^=javascript]"):
                self.assertEqual(frame.locator(f"body {gone}" if gone[0] != "[" else gone).count(), 0, gone)
            self.assertEqual(page.locator("iframe").get_attribute("sandbox"), "")
            frame.get_by_role("link", name="a page").click()
            page.wait_for_timeout(100)
            expect(frame.get_by_role("heading", name="Dear reader")).to_be_visible()
            self.assertIn("fairy", page.title())
            page.get_by_role("link", name="Text", exact=True).click()
            expect(page.get_by_text("Words of letter 7.")).to_be_visible()
            page.get_by_role("link", name="Next").click()
            expect(page.get_by_role("heading", name="Letter 8")).to_be_visible()
            page.goto(self.at("post.mbox") + "?message=120")
            expect(page.get_by_role("link", name="Next")).to_have_count(0)

    def test_the_page_of_a_message_may_do_nothing(self):
        answer = self.service.get(self.at("post.mbox") + "/messages/7/page")
        self.assertEqual(answer.headers.get_all("Content-Security-Policy"),
                         ["sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'"])
        self.assertEqual(answer.headers["Referrer-Policy"], "no-referrer")
        for word in ("<script", "javascript:", "onerror", "<form", "http-equiv=\"refresh", "<link"):
            self.assertNotIn(word, answer.text.lower())
        # Opened by itself it has no origin of ours either.
        with self.quiet(self.at("post.mbox") + "/messages/7/page") as page:
            self.assertEqual(page.evaluate("self.origin"), "null")

    def test_attachments_are_seen_in_place_opened_and_downloaded(self):
        with self.quiet(self.at("post.mbox") + "?message=7") as page:
            items = page.locator(".attached > li")
            self.assertEqual(items.count(), 3)
            for index in (1, 2):
                self.assertGreater(items.nth(index).locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)"), 10)
            items.nth(0).get_by_text("Preview").click()
            expect(items.nth(0).get_by_text("<b>not bold</b>")).to_be_visible()
            with page.expect_download() as download:
                items.nth(0).get_by_role("link", name="Download").click()
            self.assertEqual(download.value.path().read_bytes().replace(b"\r", b""), b"attached words\n<b>not bold</b>\n")
            self.assertRegex(download.value.suggested_filename, r"^note .1.\.txt$")
            page.locator(".attached").get_by_role("link", name="leaf.pdf", exact=True).click()
            expect(page.get_by_role("img", name="Page 1")).to_be_visible()
            # The way leads back to the message.
            page.get_by_role("link", name="post.mbox").click()
            expect(page.get_by_role("heading", name="Pictures and a form")).to_be_visible()

    def test_a_message_in_a_file_is_shown_at_once(self):
        with self.quiet(self.at("one.eml"), java_script_enabled=False) as page:
            expect(page.get_by_role("heading", name="Alone")).to_be_visible()
            expect(page.frame_locator("iframe").get_by_text("All of it")).to_be_visible()

    def test_addresses_of_messages_that_are_not_there(self):
        address = self.at("post.mbox")
        for path in ("/messages/999/page", "/messages/8/page", "/messages/7/files/9", "/messages/x/files/0", "/messages/7/files/-1", "/messages/999/files/0"):
            self.assertEqual(self.service.get(address + path).status, 404, path)
        self.assertEqual(self.service.get(self.at("large.csv") + "/messages/1/page").status, 400)
        self.assertIn("there is no message 999", self.service.get(address + "?message=999").text)


class Documents(Looks):
    def test_words_can_be_selected(self):
        with self.quiet(self.at("report.pdf")) as page:
            line = page.locator("#page-1 .words-layer text").first
            expect(line).to_have_text("First page of the report")
            picture, words = page.locator("#page-1 img").bounding_box(), line.bounding_box()
            # It stands where the letters are: an inch from the left, in the upper part of the page.
            self.assertAlmostEqual((words["x"] - picture["x"]) / picture["width"], 72 / 612, delta=0.01)
            self.assertLess((words["y"] - picture["y"]) / picture["height"], 0.12)
            line.evaluate("text => getSelection().selectAllChildren(text)")
            self.assertEqual(page.evaluate("String(getSelection())").strip(), "First page of the report")

    def test_hits_are_marked_one_after_the_other(self):
        with self.quiet(self.at("report.pdf")) as page:
            page.get_by_label("Find", exact=True).fill("lakes")
            page.keyboard.press("Enter")
            status = page.locator("form.reader + [role=status]")
            expect(status).to_have_text("1 of 1 on page 1")
            expect(page.locator("#page-1 .hit.here")).to_have_count(1)
            self.shot(page, "document-hit")
            # The next one is in a part that is not on the page.
            page.get_by_role("button", name="Next", exact=True).click()
            expect(page.locator("#page-40 .hit.here")).to_have_count(1)
            page.get_by_role("button", name="Next", exact=True).click()
            expect(status).to_have_text("Nothing found.")
            page.get_by_role("button", name="Previous", exact=True).click()
            expect(page.locator("#page-1 .hit.here")).to_have_count(1)
            page.get_by_label("Find", exact=True).fill("about towns")
            page.keyboard.press("Enter")
            expect(page.locator("#page-2 .hit.here")).to_have_count(2)

    def test_without_javascript_pages_with_the_words_are_listed(self):
        with self.quiet(self.at("report.pdf"), java_script_enabled=False) as page:
            page.get_by_label("Find", exact=True).fill("lakes")
            page.get_by_role("button", name="Go").click()
            self.assertEqual(page.locator(".hits a").all_inner_texts(), ["Page 1", "Page 40"])
            page.get_by_role("link", name="Page 40").click()
            expect(page.locator("#page-40 img")).to_be_visible()
            page.get_by_text("Contents").click()
            page.get_by_role("link", name="Towns").click()
            expect(page.locator("#page-2 img")).to_be_visible()

    def test_keys_turn_pages_and_zoom(self):
        with self.quiet(self.at("report.pdf")) as page:
            number = page.get_by_label("Page", exact=True)
            page.keyboard.press("n")
            page.keyboard.press("n")
            expect(number).to_have_value("3")
            page.keyboard.press("p")
            expect(number).to_have_value("2")
            page.keyboard.press("1")
            self.assertEqual(page.locator("#page-2 img").evaluate("image => image.clientWidth"), 816)
            page.keyboard.press("+")
            self.assertEqual(page.locator("#page-2 img").evaluate("image => image.clientWidth"), 1020)
            page.keyboard.press("0")
            self.assertLessEqual(page.locator("#page-2 img").evaluate("image => image.clientWidth"), 960)
            number.fill("40")
            page.keyboard.press("Enter")
            expect(page.locator("#page-40 img")).to_be_visible()

    def test_a_protected_file_opens_with_its_password(self):
        with self.quiet(self.at("own.locked.pdf"), java_script_enabled=False) as page:
            expect(page.get_by_text("This file is protected by a password.")).to_be_visible()
            self.assertEqual(page.locator("#page-1 img").count(), 0)
            page.get_by_label("Password").fill("Wrong!")
            page.get_by_role("button", name="Open").click()
            expect(page.get_by_role("alert")).to_have_text("This password does not open the file. Try again.")
            page.get_by_label("Password").fill(PASSWORD)
            page.keyboard.press("Enter")
            picture = page.locator("#page-1 img")
            expect(picture).to_be_visible()
            self.assertGreater(picture.evaluate("image => image.decode().then(() => image.naturalWidth)"), 100)
        # What is done with it later needs it no more, and nothing on the disk has it.
        file = self.at("own.locked.pdf").removeprefix("/files/")
        address = self.service.post("/jobs", {"file": file, "to": "public.png"}).headers["Location"]
        wait_until(lambda: '"running"' not in self.service.get(address + "/state").text)
        self.assertIn('"done"', self.service.get(address + "/state").text)
        for folder in ("cache", "data", "state", "config"):
            for path in (self.service.folder / folder).rglob("*"):
                if path.is_file():
                    self.assertNotIn(PASSWORD.encode(), path.read_bytes(), path)

    def test_what_fails_for_want_of_a_password_leads_to_where_it_is_asked(self):
        file = self.at("other.locked.pdf")
        address = self.service.post("/jobs", {"file": file.removeprefix("/files/"), "to": "public.png"}).headers["Location"]
        wait_until(lambda: '"running"' not in self.service.get(address + "/state").text)
        self.assertIn('"failed"', self.service.get(address + "/state").text)
        with self.quiet(address) as page:
            page.get_by_role("link", name="Enter the password").click()
            page.get_by_label("Password").fill(PASSWORD)
            page.get_by_role("button", name="Open").click()
            expect(page.locator("#page-1 img")).to_be_visible()
            page.goto(address)
            page.get_by_role("button", name="Try again").click()
            expect(page.get_by_role("heading", name="Receipt")).to_be_visible(timeout=1000 * PATIENCE)

    def test_no_password_and_a_long_one_are_refused(self):
        for password in ("", "x" * 1025):
            answer = self.service.post(self.at("own.locked.pdf") + "/password", {"password": password})
            self.assertEqual(answer.status, 400)
            self.assertIn("a password has 1 to 1024 bytes", answer.text)

    def test_questions_about_pages_that_are_not_there(self):
        address = self.at("report.pdf")
        for query in ("/words?page=40", "/words?page=-1", "/words?page=x", "/words", "/find?text=", "/words?page=0&node=1"):
            answer = self.service.get(address + query)
            self.assertEqual(answer.status, 400, query)
            self.assertIn('"message":', answer.text)
        self.assertIn('"page":null', self.service.get(address + "/find?text=nowhere").text)


class Tables(Looks):
    def grid(self, page):
        return page.get_by_role("grid", name="Table")

    def test_only_the_rows_on_the_screen_are_in_the_page(self):
        with self.quiet(self.at("large.csv")) as page:
            grid = self.grid(page)
            expect(grid).to_have_attribute("aria-rowcount", "60001")
            self.assertLess(grid.get_by_role("row").count(), 80)
            grid.focus()
            page.keyboard.press("Control+End")
            expect(page.locator(".at-cell")).to_have_text(str(60_000 * 7 % 1003))
            expect(page.locator(".grid-row:has(.at-cell)")).to_have_attribute("aria-rowindex", "60001")
            page.keyboard.press("Home")
            expect(page.locator(".at-cell")).to_have_text("60000")
            page.keyboard.press("Control+Home")
            for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
                page.keyboard.press(key)
            expect(page.locator(".at-cell")).to_have_text("town 3")
            self.assertEqual(grid.get_attribute("aria-activedescendant"), "cell-2-1")
            page.keyboard.press("PageDown")
            expect(page.locator(".at-cell")).not_to_have_text("town 3")
            self.assertLess(grid.get_by_role("row").count(), 80)
            self.shot(page, "grid")

    def test_sorting_filtering_finding_and_going_to_a_row(self):
        with self.quiet(self.at("large.csv")) as page:
            grid = self.grid(page)
            first = grid.get_by_role("gridcell").first
            head = grid.get_by_role("columnheader", name="number")
            head.click()
            expect(head).to_have_attribute("aria-sort", "ascending")
            head.click()
            expect(first).to_have_text("60000")
            expect(head).to_have_attribute("aria-sort", "descending")
            page.get_by_label("Filter", exact=True).fill("town=town 5")
            page.get_by_role("button", name="Show", exact=True).click()
            expect(grid).to_have_attribute("aria-rowcount", "620")
            page.get_by_label("Find in the table").fill("59951")
            page.keyboard.press("Enter")
            expect(page.locator(".hit")).to_have_text("59951")
            page.get_by_label("Filter", exact=True).fill("")
            page.get_by_label("Sort by").select_option("")
            page.get_by_role("button", name="Show", exact=True).click()
            page.get_by_label("Go to row").fill("45678")
            page.keyboard.press("Enter")
            expect(page.locator(".at-cell")).to_have_text("45678")
        # The browser reports that the question was refused.
        with self.quiet(self.at("large.csv"), allow=("Failed to load resource: the server responded with a status of 400",)) as page:
            page.get_by_label("Filter", exact=True).fill("nothing")
            page.get_by_role("button", name="Show", exact=True).click()
            expect(page.get_by_role("alert")).to_contain_text("nothing")

    def test_a_summary_of_the_column(self):
        with self.quiet(self.at("large.csv")) as page:
            self.grid(page).focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("i")
            panel = page.locator(".summary")
            expect(panel.get_by_text("97", exact=True)).to_be_visible()
            expect(panel.locator(".frequent li").first).to_contain_text("town")
            expect(panel.locator("dd").nth(1)).to_have_text("60\u202f000")
            self.shot(page, "summary")
            panel.get_by_role("button", name="Close").click()
            expect(self.grid(page)).to_be_focused()

    def test_questions_about_columns_that_are_not_there(self):
        address = self.at("large.csv")
        for query in ("/column?column=3", "/column?column=x", "/column", "/rows?from=-1", "/rows?page=1", "/find?text=a&node=0"):
            answer = self.service.get(address + query)
            self.assertEqual(answer.status, 400, query)
        self.assertIn("there is no column 3: columns count from 0, and the table has 3", self.service.get(address + "/column?column=3").text)
        self.assertEqual(self.service.get("/files/AAAA/rows").status, 404)

    def test_without_javascript_pages_of_rows(self):
        with self.quiet(self.at("large.csv"), java_script_enabled=False) as page:
            page.get_by_role("link", name="Next").click()
            expect(page.locator("tbody tr").first).to_contain_text("101")


class Trees(Looks):
    def test_nodes_are_opened_in_place_by_keys(self):
        with self.quiet(self.at("deep.json")) as page:
            tree = page.get_by_role("tree")
            item = lambda name: tree.locator(f"[role=treeitem]:has(> .node bdi:text-is('{name}'))")
            expect(item("lakes")).to_have_attribute("aria-expanded", "false")
            tree.get_by_role("treeitem").first.focus()
            page.keyboard.press("ArrowDown")
            page.keyboard.press("ArrowDown")
            page.keyboard.press("ArrowRight")
            expect(item("lakes")).to_have_attribute("aria-expanded", "true")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            expect(tree.get_by_text('"Thun"')).to_be_visible()
            page.keyboard.press("ArrowLeft")
            expect(tree.get_by_text('"Thun"')).to_be_hidden()
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("ArrowLeft")
            expect(item("lakes")).to_have_attribute("aria-expanded", "false")
            self.assertEqual(page.locator("[role=treeitem][tabindex='0']").count(), 1)

    def test_what_is_found_is_opened(self):
        with self.quiet(self.at("deep.json")) as page:
            page.get_by_label("Find in keys and values").fill("Brienz")
            page.keyboard.press("Enter")
            expect(page.locator("[aria-selected=true] > .node")).to_contain_text('"Brienz"')
            self.shot(page, "tree-found")
            page.get_by_label("Find in keys and values").fill("449")
            page.keyboard.press("Enter")
            expect(page.locator("[aria-selected=true] > .node")).to_contain_text("449")
            page.get_by_label("Find in keys and values").fill("nowhere at all")
            page.keyboard.press("Enter")
            expect(page.get_by_text("Nothing found.")).to_be_visible()

    def test_the_path_is_copied(self):
        with self.quiet(self.at("deep.json"), permissions=["clipboard-read", "clipboard-write"]) as page:
            page.get_by_label("Find in keys and values").fill("217")
            page.keyboard.press("Enter")
            expect(page.locator("[aria-selected=true]")).to_be_focused()
            page.get_by_role("button", name="Copy path").click()
            expect(page.get_by_text("Copied:")).to_be_visible()
            self.assertIn("lakes[0].depth", page.evaluate("navigator.clipboard.readText()"))

    def test_more_of_a_long_list(self):
        with self.quiet(self.at("deep.json")) as page:
            page.locator(".node", has_text="list").click()
            page.get_by_role("button", name="Show more").click()
            expect(page.locator(".node .key", has_text=re.compile(r"^399$"))).to_have_count(1)


class Texts(Looks):
    def test_lines_have_numbers_and_are_found(self):
        for script in (True, False):
            with self.quiet(self.at("long.txt"), java_script_enabled=script) as page:
                self.assertEqual(page.locator(".numbered li").count(), 400)
                page.get_by_label("Find", exact=True).fill("needle")
                page.get_by_role("button", name="Find").click()
                expect(page.locator(".found code")).to_have_text("the needle is here")
                expect(page.locator(".found .at")).to_have_text("5002")
                page.get_by_label("Line").fill("4000")
                page.get_by_role("button", name="Go").click()
                expect(page.locator(".numbered code").first).to_have_text("line 4000")

    def test_markdown_is_a_page_and_runs_nothing(self):
        with self.quiet(self.at("notes.md")) as page:
            prose = page.locator(".prose")
            expect(prose.get_by_role("heading", name="Lakes & <script>alert(1)</script>")).to_be_visible()
            self.assertEqual(prose.locator("a").evaluate_all("links => links.map(link => [link.href, link.rel])"),
                             [["https://example.org/?a=1&b=%222%22", "noopener noreferrer nofollow"]])
            self.assertEqual(prose.locator("img, script, [onerror]").count(), 0)
            expect(page.get_by_text("1 picture was not loaded.")).to_be_visible()
            self.assertEqual(prose.locator("td").all_inner_texts(), ["Thun", "217 | m"])
            self.assertEqual(prose.locator("ol li").all_inner_texts(), ["inner", "inner again"])
            expect(prose.locator("pre")).to_have_text('let a = "<&>"\n')
            self.shot(page, "markdown")
            page.get_by_role("link", name="Text", exact=True).click()
            expect(page.locator(".numbered code").first).to_have_text("# Lakes & <script>alert(1)</script>")


class Pictures(Looks):
    def test_arrows_lead_to_the_pictures_beside_it(self):
        with self.quiet(self.at("side-b.png")) as page:
            page.keyboard.press("ArrowRight")
            expect(page.get_by_role("heading", name="side-c.png")).to_be_visible()
            page.keyboard.press("ArrowLeft")
            expect(page.get_by_role("heading", name="side-b.png")).to_be_visible()
            page.get_by_role("link", name="side-a.png").click()
            expect(page.get_by_role("heading", name="side-a.png")).to_be_visible()

    def test_touch_zooms(self):
        with self.quiet(self.at("side-b.png"), has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800}) as page:
            picture = page.locator("[data-zoom] img")
            picture.evaluate("image => image.decode()")
            box = page.locator("[data-zoom]").bounding_box()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            finger = Finger(page)
            finger.pinch(x, y, 40, 200)
            scale = lambda: page.evaluate("new DOMMatrix(getComputedStyle(document.querySelector('[data-zoom] img')).transform).a")
            self.assertGreater(scale(), 2)
            self.assertLessEqual(scale(), 5)
            # It does not leave the frame.
            finger.swipe(x, y, 380, 0, steps=19)
            inner = picture.bounding_box()
            self.assertLessEqual(inner["x"], box["x"] + box["width"] / 2)
            page.reload()
            picture.evaluate("image => image.decode()")
            finger.tap(x, y, times=2)
            page.wait_for_function("() => document.querySelector('[data-zoom] img').style.transform.includes('scale(2)')")

    def test_kinds_that_browsers_do_not_know_are_jpegs(self):
        for name in ("photo.heic", "rgba.jxl", "pages.tiff", "sensor.dng"):
            (self.service.pictures / name).write_bytes((FIXTURES / name).read_bytes())
        for name in ("photo.heic", "rgba.jxl", "pages.tiff", "sensor.dng", "drawing.svg"):
            with self.quiet(self.at(name)) as page:
                self.assertGreater(page.locator("[data-zoom] img").evaluate("image => image.decode().then(() => image.naturalWidth)"), 10, name)
                source = page.locator("[data-zoom] img").get_attribute("src")
                self.assertEqual(self.service.get(source).headers["Content-Type"], "image/jpeg", name)
                if name == "pages.tiff":
                    self.assertEqual(page.locator(".sheets img").evaluate_all("images => Promise.all(images.map(image => (image.loading = 'eager', image.decode().then(() => image.naturalWidth))))"), [33, 40])


class Comparisons(Looks):
    def convert(self, page):
        page.goto(self.service.file("camera.jpg"))
        page.get_by_role("button", name="Make smaller").click()
        expect(page.get_by_role("heading", name="Receipt")).to_be_visible()

    def test_before_and_after_by_keys_and_by_mouse(self):
        with self.page() as page:
            self.convert(page)
            slider = page.get_by_role("slider", name="Divider between before and after")
            self.assertEqual(slider.get_attribute("aria-valuenow"), "50")
            slider.focus()
            page.keyboard.press("ArrowRight")
            self.assertEqual(slider.get_attribute("aria-valuenow"), "52")
            page.keyboard.press("End")
            self.assertEqual(page.locator(".is-before").evaluate("image => getComputedStyle(image).clipPath"), "inset(0px 0% 0px 0px)")
            box = page.locator(".compare-stage").bounding_box()
            page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 20)
            page.mouse.down()
            page.mouse.move(box["x"] + box["width"] / 4, box["y"] + 20)
            page.mouse.up()
            self.assertEqual(slider.get_attribute("aria-valuenow"), "25")
            self.assertRegex(page.locator(".saved").inner_text(), r"^[\d.]+\s[kM]?B → [\d.]+\s[kM]?B(, \d+ % smaller)?$")
            self.shot(page, "comparison")

    def test_without_javascript_side_by_side(self):
        with self.page() as page:
            self.convert(page)
            address = page.url
        with self.page(java_script_enabled=False) as page:
            page.goto(address)
            for name in ("Before", "After"):
                self.assertEqual(page.get_by_role("img", name=name).evaluate("image => image.naturalWidth"), 160)


class Hostility(Looks):
    def test_files_of_the_web_run_nothing(self):
        for name in ("drawing.svg", "page.html"):
            with self.quiet(self.at(name)) as page:
                self.assertEqual(page.locator("main script, main svg script, main iframe").count(), 0)
                expect(page.get_by_role("heading", name=name)).to_be_visible()
        answer = self.service.get(self.at("page.html") + "/download")
        self.assertEqual(answer.headers["Content-Type"], "application/octet-stream")
        self.assertIn("attachment", answer.headers["Content-Disposition"])

    def test_a_file_that_nothing_shows_is_described(self):
        with self.quiet(self.at("junk.bin")) as page:
            expect(page.get_by_text("fairy cannot show this kind of file")).to_be_visible()
            expect(page.get_by_text("Neither its content nor its name reveals its type.")).to_be_visible()
            expect(page.get_by_role("link", name="Download")).to_be_visible()

    def test_names_with_marks_of_direction_stay_in_their_place(self):
        with self.quiet(self.folder) as page:
            link = page.get_by_role("link", name=re.compile("exe.png"))
            link.click()
            expect(page.locator("h1 bdi")).to_have_count(1)
            self.assertGreater(page.locator("[data-zoom] img").evaluate("image => image.decode().then(() => image.naturalWidth)"), 10)

    def test_workers_that_are_killed_cost_no_answer(self):
        # The second time, one that was forked ahead of time is among them.
        for _ in range(3):
            with self.quiet(self.at("report.pdf")) as page:
                expect(page.locator("#page-1 .words-layer text").first).to_be_attached()
                for worker in descendants(self.service.process.pid):
                    with contextlib.suppress(OSError):
                        if b"\0worker" in pathlib.Path(f"/proc/{worker}/cmdline").read_bytes() or b"sealed" in pathlib.Path(f"/proc/{worker}/cmdline").read_bytes():
                            os.kill(worker, signal.SIGKILL)
                page.get_by_label("Find", exact=True).fill("second")
                page.keyboard.press("Enter")
                expect(page.locator("#page-2 .hit.here")).to_have_count(1)

    def test_damaged_files_say_what_is_wrong(self):
        whole = (self.service.pictures / "report.pdf").read_bytes()
        for name, content in (("cut.pdf", whole[:900]), ("cut.json", b'{"a":[1,2,{"b":'), ("cut.png", looks.png(300, 300)[:60]), ("cut.mbox", b"From x\n\0\0\xff")):
            (self.service.pictures / name).write_bytes(content)
            with self.quiet(self.at(name)) as page:
                expect(page.get_by_role("heading", name=name)).to_be_visible()
                self.assertGreater(page.get_by_role("alert").count() + page.locator(".unshown, .mails, .tree, .numbered, .prose, table, [role=grid], [data-pages]").count(), 0, name)


class Appearance(Looks):
    def test_german(self):
        with self.page(locale="de-CH") as page:
            page.goto(self.service.file("camera.jpg"))
            for word in ("Kamera", "Objektiv", "Aufgenommen"):
                expect(page.get_by_text(word, exact=True)).to_be_visible()


def descendants(pid):
    children = set()
    for process in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(process.read_text().rsplit(")", 1)[1].split()[1]) == pid:
                child = int(process.parent.name)
                children |= {child} | descendants(child)
    return children


if __name__ == "__main__":
    unittest.main()
