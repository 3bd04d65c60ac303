"""The first page, recent files, the tour, preferences and the report of a problem."""
import json
import re
import subprocess
import unittest
import urllib.parse

from playwright.sync_api import expect

from journey import Finger, Journey
from service import FAIRY, Service, wait_until


class Home(Journey):
    def test_what_can_be_done_is_one_step_away(self):
        with self.page() as page:
            ways = page.get_by_role("navigation", name="What you can do")
            self.assertEqual(
                [way.get_attribute("href") for way in ways.get_by_role("link").all()], ["/scan", "/library", "/triage", "/notes", "/phone"])
            expect(page.get_by_label("Drop files here")).to_be_visible()


class Recent(unittest.TestCase):
    def recent(self, service):
        told = subprocess.run([FAIRY, "recent", "--json"], env=service.environment, capture_output=True, text=True, check=True).stdout
        return [json.loads(line)["path"] for line in told.splitlines()]

    def test_what_is_opened_here_and_there_is_one_list(self):
        with Service() as service:
            service.enter()
            self.assertIn("Files that you open here", service.get("/").text)
            address = service.file("camera.jpg")
            service.get(address)
            service.get(service.file("towns.csv"))
            self.assertEqual(self.recent(service), [str(service.pictures / name) for name in ("towns.csv", "camera.jpg")])
            # A file of another folder was opened by the command line.
            away = service.folder / "it's away"
            away.mkdir()
            (away / "b.json").write_text("{}")
            subprocess.run([FAIRY, "open", "--view", "plain", away / "b.json"], env=service.environment, capture_output=True, check=True)
            page = service.get("/recent").text
            self.assertLess(page.index("b.json"), page.index("towns.csv"))
            self.assertIn(f'href="{address}"', page)
            self.assertIn(f"{address}/thumbnail/", page)
            self.assertRegex(page, r"39&nbsp;B|39\u00a0B")
            self.assertIn("just now", page)
            command = re.search(r"<code>(fairy serve [^<]+)</code>", page)[1].replace("&#39;", "'").replace("&#x27;", "'")
            self.assertEqual(command, f"fairy serve '{service.folder}/it'\\''s away'")

    def test_a_file_in_an_archive(self):
        with Service() as service:
            service.enter()
            inner = service.link(service.link(service.file("pack.zip"), "inner"), "camera.jpg")
            service.get(inner)
            self.assertIn(f'href="{inner}"', service.get("/recent").text)
            self.assertEqual(self.recent(service)[0], f"{service.pictures}/pack.zip//inner/camera.jpg")

    def test_one_is_removed_and_all_are(self):
        with Service() as service:
            service.enter()
            for name in ("camera.jpg", "towns.csv"):
                service.get(service.file(name))
            page = service.get("/").text
            key = re.search(r'towns\.csv</bdi></a>.*?name="file" value="([0-9a-f]{32})"', page, re.S)[1]
            self.assertEqual(service.post("/recent/forget", {"file": key, "from": "home"}).headers["Location"], "/")
            self.assertEqual(self.recent(service), [str(service.pictures / "camera.jpg")])
            self.assertEqual(service.post("/recent/forget", {"file": "0" * 32}).status, 303)
            self.assertEqual(self.recent(service), [str(service.pictures / "camera.jpg")])
            self.assertEqual(service.post("/recent/clear", {}).status, 303)
            self.assertEqual(self.recent(service), [])
            self.assertTrue((service.pictures / "camera.jpg").exists())

    def test_what_is_gone_says_so(self):
        with Service() as service:
            service.enter()
            service.get(service.file("a.json"))
            (service.pictures / "a.json").unlink()
            page = service.get("/recent").text
            self.assertIn("no longer there", page)
            self.assertNotIn('<a href="/files/', page)

    def test_the_settings_switch_it_off(self):
        with Service() as service:
            service.enter()
            settings = service.folder / "data/fairy/settings"
            settings.mkdir()
            (settings / "settings.json").write_text(json.dumps({
                "version": 1, "title": "Scan", "form": {"pageSize": "image", "preset": "none", "languages": "auto"}, "save": "pdf",
                "exports": {"pdf": None, "images": None}, "sync": None, "recent": {"kept": False, "leftOut": []}, "mailboxes": []}))
            service.get(service.file("camera.jpg"))
            self.assertEqual(self.recent(service), [])

    def test_uploads_are_not_among_them(self):
        with Service() as service:
            service.enter()
            service.get(service.upload("secret.csv", b"a\n1\n").headers["Location"])
            self.assertEqual(self.recent(service), [])


class Tour(Journey):
    def task(self, page, key):
        return page.locator(f"[data-task={key}].done")

    def next_card(self, page):
        """It is there when the last one has left."""
        expect(page.locator(".stage .card.leaving")).to_have_count(0)
        # Wherever it moves back to.
        page.locator(".stage .card").evaluate("card => Promise.allSettled(card.getAnimations().map((one) => one.finished))")

    def drag(self, page, selector, x, y):
        box = page.locator(selector).bounding_box()
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(*middle)
        page.mouse.down()
        page.mouse.move(middle[0] + x / 2, middle[1] + y / 2)
        page.mouse.move(middle[0] + x, middle[1] + y)
        page.mouse.up()

    def test_by_mouse(self):
        with self.page() as page:
            page.goto("/tour")
            # A short movement and one between two directions decide nothing.
            self.drag(page, ".stage .card", 30, 0)
            self.drag(page, ".stage .card", 90, 85)
            self.assertEqual(page.locator("[data-task].done").count(), 0)
            for key, x, y in (("left", -120, 5), ("right", 120, 5), ("up", 5, -120), ("down", 5, 120)):
                self.drag(page, ".stage .card", x, y)
                expect(self.task(page, key)).to_be_visible()
                self.next_card(page)
            expect(page.locator("#live")).to_have_text("Well done. This step is complete.")
            page.get_by_role("link", name="Next").click()
            page.locator(".stage .card").dblclick()
            expect(self.task(page, "undo")).to_be_visible()
            box = page.locator(".stage .card").bounding_box()
            page.mouse.move(box["x"] + 50, box["y"] + 50)
            page.mouse.down()
            expect(page.get_by_role("dialog")).to_be_visible()
            page.mouse.up()
            page.get_by_role("button", name="Close").click()
            expect(self.task(page, "zoom")).to_be_visible()
            page.get_by_role("link", name="Next").click()
            page.get_by_role("button", name="To be deleted (2)").click()
            page.get_by_role("button", name="Remove from list").first.click()
            expect(page.get_by_role("button", name="To be deleted (1)")).to_be_visible()
            page.get_by_role("button", name="Move to the trash").click()
            for key in ("queue", "keep", "empty"):
                expect(self.task(page, key)).to_be_visible()
            page.get_by_role("link", name="Next").click()
            tile, field = page.locator(".tile").bounding_box(), page.locator(".field").bounding_box()
            self.drag(page, ".tile", 0, field["y"] + field["height"] / 2 - tile["y"] - tile["height"] / 2)
            expect(self.task(page, "add")).to_be_visible()
            page.get_by_role("button", name="Finish").click()
            expect(page.get_by_role("navigation", name="What you can do")).to_be_visible()

    def test_by_touch(self):
        with self.page(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740}) as page:
            page.goto("/tour")
            finger, card = Finger(page), page.locator(".stage .card")
            card.scroll_into_view_if_needed()
            for key, x, y in (("left", -110, 0), ("right", 110, 0), ("up", 0, -110), ("down", 0, 110)):
                box = card.bounding_box()
                finger.swipe(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, x, y)
                expect(self.task(page, key)).to_be_visible()
                self.next_card(page)
            page.goto("/tour/2")
            card = page.locator(".stage .card")
            box = card.bounding_box()
            finger.tap(box["x"] + 40, box["y"] + 40, times=2)
            expect(self.task(page, "undo")).to_be_visible()
            finger.begin()
            finger.send("touchStart", (box["x"] + 40, box["y"] + 40))
            expect(page.get_by_role("dialog")).to_be_visible()
            finger.send("touchEnd")
            page.get_by_role("button", name="Close").tap()
            page.goto("/tour/4")
            page.locator(".tile").tap()
            page.locator(".field").tap()
            expect(self.task(page, "add")).to_be_visible()

    def test_by_keys(self):
        with self.page() as page:
            page.goto("/tour")
            page.locator(".stage .card").focus()
            for key, name in (("ArrowLeft", "left"), ("ArrowRight", "right"), ("ArrowUp", "up"), ("ArrowDown", "down")):
                page.keyboard.press(key)
                expect(self.task(page, name)).to_be_visible()
            page.goto("/tour/2")
            page.keyboard.press("u")
            expect(self.task(page, "undo")).to_be_visible()
            page.locator(".stage .card").focus()
            page.keyboard.press("Space")
            expect(page.get_by_role("dialog")).to_be_visible()
            page.keyboard.press("Escape")
            expect(self.task(page, "zoom")).to_be_visible()
            page.goto("/tour/3")
            page.keyboard.press("q")
            page.get_by_role("button", name="Remove from list").first.press("Enter")
            expect(page.get_by_role("button", name="Remove from list")).to_be_focused()
            page.get_by_role("button", name="Move to the trash").press("Enter")
            expect(self.task(page, "empty")).to_be_visible()
            page.goto("/tour/4")
            page.locator(".tile").press("Enter")
            expect(page.locator(".field")).to_be_focused()
            page.keyboard.press("Enter")
            expect(self.task(page, "add")).to_be_visible()

    def test_buttons_do_what_swipes_do(self):
        with self.page() as page:
            page.goto("/tour")
            for number, key in enumerate(("left", "up", "down", "right")):
                page.locator(".buttons button").nth(number).click()
                expect(self.task(page, key)).to_be_visible()

    def test_it_is_offered_once_to_each_user_and_can_be_skipped_anywhere(self):
        with Service() as service:
            service.enter()
            self.assertIn("Take the tour", service.get("/").text)
            for step in range(1, 5):
                self.assertRegex(service.get(f"/tour/{step}").text, "Skip the tour|Finish")
            self.assertEqual(service.post("/tour", {}).headers["Location"], "/")
            self.assertNotIn("Take the tour", service.get("/").text)
            # The same for another browser of the user's, after another start; the foot of each page leads there again.
            service.stop()
            service.start()
            service.enter()
            page = service.get("/").text
            self.assertNotIn("Take the tour", page)
            self.assertIn('<a href="/tour">', page)
            for wrong in ("0", "5", "x", "-1"):
                self.assertEqual(service.get(f"/tour/{wrong}").status, 404)


class Preferences(Journey):
    def test_all_is_off_until_it_is_chosen(self):
        with self.page() as page:
            page.goto("/preferences")
            root = page.locator("html")
            for name, value in (("theme", "system"), ("keys", "on"), ("vibration", "off"), ("sounds", "off")):
                self.assertEqual(root.get_attribute(f"data-{name}"), value)
            self.assertNotIn("feedback.js", page.content())

    def test_what_is_chosen_holds_for_every_page_and_browser(self):
        with self.page(color_scheme="light") as page:
            page.goto("/preferences")
            try:
                page.get_by_label("dark").check()
                page.get_by_label("Single-letter keys").uncheck()
                page.get_by_label("Sounds").check()
                page.get_by_label("Vibration").check()
                page.get_by_role("button", name="Save changes").click()
                expect(page.get_by_text("Saved.")).to_be_visible()
                with self.page(color_scheme="light") as other:
                    self.assertEqual(other.evaluate("getComputedStyle(document.documentElement).backgroundColor"), "rgb(19, 20, 19)")
                    other.keyboard.press("/")
                    self.assertFalse(other.evaluate("document.activeElement.matches('input[type=search]')"))
                    # A tone and a buzz, as the browser was told of them.
                    other.evaluate("""() => {
                      window.tones = []; window.buzzes = [];
                      const start = OscillatorNode.prototype.start;
                      OscillatorNode.prototype.start = function (...when) { window.tones.push(this.frequency.value); start.apply(this, when); };
                      Object.defineProperty(navigator, "vibrate", { value: (time) => { window.buzzes.push(time); return true; } });
                    }""")
                    other.evaluate("dispatchEvent(new CustomEvent('fairy-did', { detail: 'keep' }))")
                    other.evaluate("dispatchEvent(new CustomEvent('fairy-did', { detail: 'nothing known' }))")
                    self.assertEqual(other.evaluate("[window.tones, window.buzzes]"), [[660], [10]])
            finally:
                self.service.post("/preferences", {"theme": "system", "keys": "on"})

    def test_nonsense_is_as_without_a_choice(self):
        with Service() as service:
            service.enter()
            service.post("/preferences", {"theme": "<script>", "keys": "on"})
            self.assertIn('data-theme="system"', service.get("/").text)
            (service.folder / "cache/fairy/serve/preferences.json").write_text("[[")
            service.stop()
            service.start()
            service.enter()
            self.assertIn('data-theme="system"', service.get("/").text)


class Report(Journey):
    def test_it_is_read_and_changed_before_it_goes_anywhere(self):
        with self.page() as page:
            requests = []
            page.goto("/report")
            field = page.get_by_label("The report")
            text = field.input_value()
            for line in ("fairy 0.", "System: ", "Sandbox: ", "Reads: ", "Last errors"):
                self.assertIn(line, text)
            page.on("request", lambda request: requests.append(request.url))
            field.fill("I did this & that\nand ü happened " + "x" * 5000)
            mail = page.get_by_role("link", name="Open in the mail program").get_attribute("href")
            self.assertTrue(mail.startswith("mailto:?subject=fairy&body=I%20did%20this%20%26%20that%0Aand%20%C3%BC"))
            self.assertLess(len(mail), 1900)
            # Nothing is sent by reading and changing it.
            self.assertEqual(requests, [])
            with page.expect_download() as download:
                page.get_by_role("button", name="Save as a text file").click()
            self.assertEqual(download.value.suggested_filename, "fairy-report.txt")
            self.assertTrue(download.value.path().read_text().startswith("I did this & that"))

    def test_errors_without_names_unless_they_are_wanted(self):
        with Service() as service:
            service.enter()
            address = service.upload("private holiday.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF").headers["Location"]
            page = service.get(address).text
            service.post("/jobs", {"file": address.split("/")[-1], "to": "public.png"})
            wait_until(lambda: "failed" in service.get("/jobs/state").text)
            plain, named = service.get("/report").text, service.get("/report?names=yes").text
            self.assertRegex(plain, r"\d{4}-\d\d-\d\d.* damagedInput")
            self.assertNotIn("holiday", plain)
            self.assertNotIn("private", plain)
            self.assertIn("private holiday.jpg", named)
            self.assertNotIn(str(service.folder), plain)
            mail = urllib.parse.unquote(re.search(r'href="(mailto:[^"]+)"', plain)[1])
            self.assertNotIn("holiday", mail)

    def test_a_body_that_is_too_long_is_refused(self):
        self.assertEqual(self.service.post("/report", {"text": "x" * (300 << 10)}).status, 413)


if __name__ == "__main__":
    unittest.main()
