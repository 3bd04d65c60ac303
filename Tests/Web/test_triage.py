"""Triage of photos and notes of their words: by keys, by touch, by mouse, without JavaScript; what is decided is kept; attacks."""
import json
import os
import re
import shutil
import signal
import subprocess
import unittest

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import expect

from journey import Finger, Journey
from service import FAIRY, FIXTURES, PATIENCE, Service, wait_until
from test_safety import patiently, web

SESSION = "0123456789abcdef0123456789abcdef"


def photo(path, number, size=(900, 600)):
    """A photo that looks like no other of another number: blocks of many colours."""
    small = Image.new("RGB", (9, 6))
    small.putdata([((x * 37 + number * 101) % 256, (x * x * 11 + number * 53) % 256, (x * 91 + number * number * 29) % 256) for x in range(54)])
    path.parent.mkdir(parents=True, exist_ok=True)
    small.resize(size, Image.Resampling.BICUBIC).save(path, quality=90)


def words_on(path, text):
    page = Image.new("RGB", (1000, 420), "white")
    font = ImageFont.truetype("DejaVuSans.ttf", 54)
    ImageDraw.Draw(page).multiline_text((60, 60), text, fill="black", font=font, spacing=24)
    path.parent.mkdir(parents=True, exist_ok=True)
    page.save(path)


def folder_of_photos(service, name, count=6):
    folder = service.results / name
    for number in range(count):
        photo(folder / f"IMG_{number}.jpg", number + 1)
    return folder


def triage(service, name):
    """The address of the triage of a folder in Results."""
    page = service.link("/", "Results")
    return "/triage/" + service.link(page, name).rsplit("/", 1)[1]


def on_command_line(service, *words):
    """What `fairy triage` prints as JSON, line by line."""
    done = subprocess.run([FAIRY, "triage", "--json", *words], env=service.environment, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def verdicts(service, folder):
    return {line["path"].rsplit("/", 1)[1]: line["verdict"] for line in on_command_line(service, "--list", str(folder))}


def photos(service, address, query="count=60&at="):
    """Photos as the script of the page is told of them."""
    first = json.loads(service.get(f"{address}/photos?count=1").body)["photos"]
    return {one["name"]: one for one in json.loads(service.get(f"{address}/photos?{query}{first[0]['id']}").body)["photos"]} if first else {}


def decide(service, address, seq, one, verdict, session=SESSION, **options):
    body = {"session": session, "seq": seq, "photo": f"{one['id']} {one['key']}", "verdict": verdict}
    return service.request("POST", f"{address}/verdicts", json.dumps(body).encode(), headers={"Content-Type": "application/json"}, **options)


class Cards(Journey):
    def name(self, page, name):
        expect(page.locator("[data-name]")).to_have_text(name)

    def begin(self, page, name):
        """The triage of a folder, with its script at work."""
        page.goto(triage(self.service, name))
        expect(page.get_by_text("Keys", exact=True)).to_be_visible()

    def settled(self, page):
        """The server has all that was decided."""
        page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('fairy-triage-orders-'))")

    def test_the_keys_alone_decide_undo_and_zoom(self):
        folder = folder_of_photos(self.service, "keys")
        with self.page() as page:
            # The way there, too.
            page.goto(self.service.link("/", "Results"))
            page.get_by_role("link", name="keys").focus()
            page.keyboard.press("Enter")
            page.locator("main").get_by_role("link", name="Triage").focus()
            page.keyboard.press("Enter")
            self.name(page, "IMG_0.jpg")
            expect(page.get_by_text("Keys", exact=True)).to_be_visible()
            page.keyboard.press("ArrowLeft")
            self.name(page, "IMG_1.jpg")
            page.keyboard.press("ArrowRight")
            self.name(page, "IMG_2.jpg")
            page.keyboard.press("ArrowUp")
            self.name(page, "IMG_3.jpg")
            page.keyboard.press("ArrowDown")
            self.name(page, "IMG_4.jpg")
            # A key that is held down decides once.
            for _ in range(3):
                page.keyboard.down("ArrowLeft")
            page.keyboard.up("ArrowLeft")
            self.name(page, "IMG_5.jpg")
            self.assertEqual(page.locator("[data-count=decided]").inner_text(), "5 of 6")
            self.assertEqual([page.locator(f"[data-count={word}]").inner_text() for word in ("keep", "delete", "text")], ["1", "2", "2"])
            page.keyboard.press("u")
            self.name(page, "IMG_4.jpg")
            self.assertEqual(page.locator("[data-count=delete]").inner_text(), "1")
            page.keyboard.press("Space")
            expect(page.get_by_role("dialog")).to_be_visible()
            page.keyboard.press("+")
            self.assertIn("scale(1.25)", page.locator("dialog img").get_attribute("style"))
            # The whole screen has its arrows to itself: they move the picture, and decide nothing.
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog")).to_be_hidden()
            self.name(page, "IMG_4.jpg")
            page.keyboard.press("n")
            self.name(page, "IMG_5.jpg")
            page.keyboard.press("p")
            self.name(page, "IMG_4.jpg")
            self.settled(page)
            page.keyboard.press("q")
            expect(page.get_by_role("heading", name="To be deleted")).to_be_visible()
            expect(page.get_by_role("button", name=re.compile("Move 1 photo to the trash"))).to_be_visible()
        self.assertEqual(verdicts(self.service, folder), {
            "IMG_0.jpg": "delete", "IMG_1.jpg": "keep", "IMG_2.jpg": "text", "IMG_3.jpg": "text", "IMG_4.jpg": None, "IMG_5.jpg": None})

    def test_keys_can_be_changed_and_switched_off(self):
        folder_of_photos(self.service, "chosen", 4)
        with self.page() as page:
            self.begin(page, "chosen")
            page.get_by_text("Keys", exact=True).click()
            page.get_by_role("button", name=re.compile("Change: Keep")).click()
            page.keyboard.press("k")
            expect(page.get_by_role("button", name="Change: Keep, K")).to_be_focused()
            page.locator("[data-deck]").focus()
            page.keyboard.press("ArrowRight")
            self.name(page, "IMG_0.jpg")
            page.keyboard.press("k")
            self.name(page, "IMG_1.jpg")
            self.settled(page)
            page.reload()
            self.name(page, "IMG_1.jpg")
            page.get_by_text("Keys", exact=True).click()
            page.locator("[data-deck]").focus()
            page.keyboard.press("k")
            self.name(page, "IMG_2.jpg")
            page.get_by_label("Use single keys to decide").uncheck()
            page.locator("[data-deck]").focus()
            page.keyboard.press("k")
            page.keyboard.press("ArrowLeft")
            self.name(page, "IMG_2.jpg")
            page.locator("button[value=delete]").click()
            self.name(page, "IMG_3.jpg")
            self.settled(page)

    def test_swipes(self):
        folder = folder_of_photos(self.service, "touch", 7)
        with self.page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as page:
            self.begin(page, "touch")
            self.name(page, "IMG_0.jpg")
            box = page.locator("[data-deck]").bounding_box()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            finger = Finger(page)
            for number, (dx, dy) in enumerate(((-160, 20), (160, -20), (10, -160), (-10, 160)), 1):
                finger.swipe(x, y, dx, dy)
                self.name(page, f"IMG_{number}.jpg")
            # Between two directions nothing is decided, however far it goes; nor by a short drag, or one that comes back.
            for dx, dy in ((150, 150), (-150, 140), (140, -150), (-40, 0)):
                finger.swipe(x, y, dx, dy, pause=0.4)
                expect(page.locator("[data-deck]")).to_have_attribute("data-way", "none")
            finger.drag([(x, y), (x - 90, y), (x - 160, y), (x - 60, y), (x, y)], pause=0.3)
            expect(page.locator("[data-deck]")).to_have_attribute("data-way", "none")
            self.name(page, "IMG_4.jpg")
            self.settled(page)
            self.assertEqual(list(verdicts(self.service, folder).values()), ["delete", "keep", "text", "text", None, None, None])
            # Two taps undo.
            finger.tap(x, y, times=2)
            self.name(page, "IMG_3.jpg")
            self.settled(page)
            # A long press opens the whole screen, where two taps zoom.
            finger.begin()
            finger.send("touchStart", (x, y))
            expect(page.get_by_role("dialog")).to_be_visible()
            finger.send("touchEnd")
            finger.tap(x, y, times=2)
            expect(page.locator("dialog img")).to_have_attribute("style", re.compile(r"scale\(2\)"))
            for _ in range(4):
                finger.drag([(x, y), (x + 100, y + 100), (x + 200, y + 200)])
            # It stays inside.
            inner, outer = page.locator("dialog img").bounding_box(), page.locator("dialog .whole").bounding_box()
            self.assertLessEqual(inner["x"], outer["x"] + outer["width"] / 2)
            finger.tap(x, y, times=2)
            expect(page.locator("dialog img")).not_to_have_attribute("style", re.compile("scale"))
            page.get_by_role("button", name="Close").tap()
            self.name(page, "IMG_3.jpg")
        self.assertEqual(list(verdicts(self.service, folder).values()), ["delete", "keep", "text", None, None, None, None])

    def test_a_drag_says_what_it_would_do(self):
        folder_of_photos(self.service, "cues", 2)
        with self.page() as page:
            self.begin(page, "cues")
            self.name(page, "IMG_0.jpg")
            box = page.locator("[data-deck]").bounding_box()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            shown = {(-200, 0): "v-delete", (200, 0): "v-keep", (0, -200): "up", (0, 200): "down", (150, 150): "between"}
            page.mouse.move(x, y)
            page.mouse.down()
            for (dx, dy), cue in shown.items():
                page.mouse.move(x + dx, y + dy, steps=3)
                for other in shown.values():
                    opacity = float(page.locator(f".cue.{other}").evaluate("cue => getComputedStyle(cue).opacity"))
                    self.assertEqual(opacity, 1 if other == cue else 0, (cue, other))
            self.shot(page, "triage-drag")
            page.mouse.move(x, y, steps=3)
            page.mouse.up()
            self.name(page, "IMG_0.jpg")

    def test_the_next_pictures_are_there_before_somebody_comes_to_them(self):
        folder_of_photos(self.service, "ahead", 6)
        with self.page() as page:
            asked = []
            page.on("request", lambda request: "/picture/" in request.url and asked.append(request.headers.get("fairy-ahead")))
            self.begin(page, "ahead")
            wait_until(lambda: len(asked) >= 4, pause=lambda seconds: page.wait_for_timeout(seconds * 1000))
            page.wait_for_load_state("networkidle")
            # The first is wanted at once, and three more ahead.
            self.assertEqual(asked, [None, "1", "1", "1"])
            page.keyboard.press("ArrowRight")
            # What is shown next is there in the same moment.
            self.assertEqual(page.evaluate("[document.querySelector('.card:not(.leaving) img').complete, document.querySelector('.card:not(.leaving)').className]"), [True, "card"])
            self.settled(page)

    def test_pictures_are_as_sharp_as_the_screen_needs(self):
        for number in range(3):
            photo(self.service.results / f"sharp/IMG_{number}.jpg", number + 1, (3000, 2000))
        # Of the picture on a card, and of the same on the whole screen, the longest side.
        for options, card, whole in (({"viewport": {"width": 1280, "height": 900}}, 1024, 2048), ({"viewport": {"width": 1280, "height": 900}, "device_scale_factor": 3}, 2048, 2048)):
            with self.page(**options) as page:
                self.begin(page, "sharp")
                page.keyboard.press("n")
                self.name(page, "IMG_1.jpg")
                width = "image => image.naturalWidth"
                wait_until(lambda: page.locator(".card:not(.leaving) img").evaluate(width) == card, pause=lambda seconds: page.wait_for_timeout(1000 * seconds))
                page.keyboard.press("Space")
                wait_until(lambda: page.locator("dialog img").evaluate(width) == whole, pause=lambda seconds: page.wait_for_timeout(1000 * seconds))

    def test_without_javascript(self):
        folder = folder_of_photos(self.service, "plain", 4)
        with self.page(java_script_enabled=False) as page:
            page.goto(triage(self.service, "plain"))
            for button, name in (("Delete", "IMG_0.jpg"), ("Keep", "IMG_1.jpg"), ("Recognise text", "IMG_2.jpg")):
                self.name(page, name)
                page.get_by_role("button", name=button).click()
            self.name(page, "IMG_3.jpg")
            page.get_by_role("button", name="Undo").click()
            self.name(page, "IMG_2.jpg")
            page.get_by_role("link", name="Skip", exact=True).click()
            self.name(page, "IMG_3.jpg")
            page.get_by_role("link", name="Previous").click()
            self.name(page, "IMG_2.jpg")
            self.assertEqual(verdicts(self.service, folder), {"IMG_0.jpg": "delete", "IMG_1.jpg": "keep", "IMG_2.jpg": None, "IMG_3.jpg": None})
            page.get_by_text("Start over").click()
            page.get_by_role("button", name="Take all decisions back").click()
            self.name(page, "IMG_0.jpg")
            self.assertEqual(set(verdicts(self.service, folder).values()), {None})

    def test_it_resumes_where_nothing_was_decided_and_follows_the_command_line(self):
        folder = folder_of_photos(self.service, "resumed", 4)
        on_command_line(self.service, "--decide", "keep", str(folder / "IMG_0.jpg"), str(folder / "IMG_1.jpg"))
        with self.page() as page:
            page.goto("/triage")
            page.locator("main").get_by_role("link", name="Results").click()
            page.goto(triage(self.service, "resumed"))
            self.name(page, "IMG_2.jpg")
            page.get_by_role("link", name="All", exact=True).click()
            self.name(page, "IMG_2.jpg")
            # A step that was made on the command line can be undone here.
            page.get_by_role("button", name="Undo").click()
            self.name(page, "IMG_0.jpg")
            self.settled(page)
        self.assertEqual(set(verdicts(self.service, folder).values()), {None})

    def test_filters(self):
        folder = folder_of_photos(self.service, "sorted", 2)
        screen = Image.new("RGB", (1170, 2532), "#eeeeee")
        ImageDraw.Draw(screen).rectangle((100, 300, 900, 500), fill="#3355aa")
        screen.save(folder / "Screenshot_1.png")
        Image.effect_noise((4600, 3600), 90).save(folder / "large.png", compress_level=0)
        (folder / "film.mp4").write_bytes(b"\0\0\0\x18ftypmp42")
        address = triage(self.service, "sorted")
        shown = {}
        for name in ("all", "unseen", "large", "videos", "screenshots"):
            def known():
                answer = json.loads(self.service.get(f"{address}/photos?filter={name}&count=60").body)
                return None if answer["looking"] else answer
            answer = wait_until(known)
            shown[name] = [one["name"] for one in answer["photos"]]
        pictures = ["IMG_0.jpg", "IMG_1.jpg", "Screenshot_1.png", "large.png"]
        self.assertEqual(shown, {"all": pictures, "unseen": pictures, "large": ["large.png"], "videos": ["film.mp4"], "screenshots": ["Screenshot_1.png"]})
        with self.page() as page:
            page.goto(address + "?filter=screenshots")
            self.name(page, "Screenshot_1.png")
            expect(page.locator("[data-reason]")).to_contain_text("even in")


class Queue(Journey):
    def test_what_is_deleted_is_what_was_shown(self):
        folder = folder_of_photos(self.service, "queue", 6)
        sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
        on_command_line(self.service, "--decide", "delete", *(str(folder / f"IMG_{number}.jpg") for number in range(5)))
        address = triage(self.service, "queue")
        with self.page() as page:
            page.goto(address + "/queue")
            expect(page.get_by_text("5 photos", exact=True)).to_be_visible()
            page.get_by_role("button", name="Remove IMG_0.jpg from the list").click()
            for name in ("IMG_1.jpg", "IMG_2.jpg"):
                page.get_by_role("checkbox", name=f"Select {name}").check()
            page.get_by_role("button", name="Remove selected photos from the list").click()
            expect(page.get_by_text("2 photos", exact=True)).to_be_visible()
            # One of them changes after it was decided on.
            photo(folder / "IMG_3.jpg", 99)
            page.reload()
            expect(page.get_by_text("has changed since it was decided on")).to_be_visible()
            page.get_by_role("button", name=re.compile("Move 2 photos to the trash")).click()
            expect(page.get_by_text("1 photo was moved to the trash")).to_be_visible()
            expect(page.get_by_text("1 photo was not moved")).to_be_visible()
            self.shot(page, "triage-committed")
            self.assertEqual({path.name for path in folder.iterdir()}, set(sizes) - {"IMG_4.jpg"})
            trash = self.service.folder / "data/Trash/files"
            self.assertEqual({path.name: path.stat().st_size for path in trash.iterdir()}, {"IMG_4.jpg": sizes["IMG_4.jpg"]})
            page.get_by_role("button", name="Restore").click()
            expect(page.get_by_text("1 photo was restored")).to_be_visible()
        self.assertEqual({path.name for path in folder.iterdir()}, set(sizes))
        self.assertEqual(list(trash.iterdir()), [])

    def test_a_queue_that_has_grown_is_not_committed(self):
        folder = folder_of_photos(self.service, "grown", 2)
        on_command_line(self.service, "--decide", "delete", str(folder / "IMG_0.jpg"))
        address = triage(self.service, "grown")
        digest = re.search(r'name="digest" value="([0-9a-f]{64})"', self.service.get(address + "/queue").text)[1]
        on_command_line(self.service, "--decide", "delete", str(folder / "IMG_1.jpg"))
        self.assertEqual(self.service.post(address + "/commit", {"digest": digest}).status, 412)
        self.assertEqual(len(list(folder.iterdir())), 2)

    def test_a_folder_that_is_read_says_how_to_start_fairy(self):
        photo(self.service.pictures / "album/IMG_0.jpg", 3)
        address = "/triage/" + self.service.link(self.service.link("/", "Pictures"), "album").rsplit("/", 1)[1]
        one = photos(self.service, address)["IMG_0.jpg"]
        self.assertEqual(decide(self.service, address, 1, one, "delete").status, 200)
        page = self.service.get(address + "/queue").text
        self.assertIn("Pictures:rw", page)
        self.assertNotIn("/commit", page)
        self.assertEqual(self.service.post(address + "/commit", {"digest": "0" * 64}).status, 403)
        self.assertTrue((self.service.pictures / "album/IMG_0.jpg").exists())
        on_command_line(self.service, "--undo")

    def test_similar_photos_are_decided_on_in_one_step(self):
        folder = folder_of_photos(self.service, "alike", 3)
        for number in (1, 2):
            Image.open(folder / f"IMG_{number}.jpg").resize((600, 400)).save(folder / f"copy_{number}.jpg", quality=80)
        address = triage(self.service, "alike")
        with self.page() as page:
            page.goto(address + "/groups")
            wait_until(lambda: page.reload() and page.get_by_text("2 groups").count())
            # Of each pair the one with the most pixels is proposed.
            self.assertEqual(page.locator(".best .name").all_inner_texts(), ["IMG_1.jpg", "IMG_2.jpg"])
            self.assertEqual(page.locator("input[name=keep]:checked").count(), 2)
            page.get_by_role("button", name="Keep selected, delete the others").first.click()
            expect(page.get_by_text("1 group", exact=True)).to_be_visible()
        self.assertEqual(verdicts(self.service, folder), {
            "IMG_0.jpg": None, "IMG_1.jpg": "keep", "IMG_2.jpg": None, "copy_1.jpg": "delete", "copy_2.jpg": None})
        on_command_line(self.service, "--undo", str(folder))
        self.assertEqual(set(verdicts(self.service, folder).values()), {None})


class Notes(Journey):
    def test_words_are_recognised_once_found_corrected_and_saved(self):
        folder = self.service.results / "words"
        words_on(folder / "bakery.png", "Bakery Salmon\nBread 4.20 EUR\nTotal 4.20 EUR")
        words_on(folder / "letter.png", "The meeting begins\nat nine on Tuesday")
        address = triage(self.service, "words")
        known = photos(self.service, address)
        for number, one in enumerate(known.values()):
            self.assertEqual(decide(self.service, address, number + 1, one, "text").status, 200)
        with self.page() as page:
            wait_until(lambda: page.goto("/notes") and page.locator(".notes li").count() == 2, seconds=2 * PATIENCE)
            page.get_by_label("Search notes").fill("salmon")
            page.get_by_role("button", name="Show").click()
            self.assertEqual(page.locator(".notes li > div > a").all_inner_texts(), ["bakery.png"])
            page.get_by_role("link", name="Documents 0").click()
            expect(page.get_by_text("Nothing found.")).to_be_visible()
            page.add_init_script("navigator.share = async (data) => { window.shared = data }")
            page.goto("/notes?q=salmon")
            page.get_by_role("link", name="bakery.png").click()
            note = page.url
            self.assertIn("Salmon", page.get_by_label("Text", exact=True).input_value())
            page.get_by_label("Text", exact=True).fill("Bakery Salmon\npaid in cash")
            page.get_by_role("button", name="Save").click()
            expect(page.get_by_label("Text", exact=True)).to_have_value("Bakery Salmon\npaid in cash")
            with page.expect_download() as download:
                page.get_by_role("link", name="Save as .txt").click()
            self.assertEqual(download.value.suggested_filename, "bakery.txt")
            self.assertEqual(download.value.path().read_text(), "Bakery Salmon\npaid in cash\n")
            page.context.grant_permissions(["clipboard-read", "clipboard-write"])
            page.get_by_role("button", name="Copy").click()
            self.assertEqual(page.evaluate("navigator.clipboard.readText()"), "Bakery Salmon\npaid in cash")
            page.get_by_role("button", name="Share").click()
            shared = page.evaluate("window.shared")
            self.assertEqual(shared.keys(), {"title", "text"})
            self.assertIn("bakery.png", shared["title"])
            self.assertEqual(shared["text"], "Bakery Salmon\npaid in cash")
            page.get_by_text("Recognised text").click()
            page.get_by_role("button", name="Use this again").click()
            self.assertIn("4.20", page.get_by_label("Text", exact=True).input_value())
        shown = subprocess.run([FAIRY, "notes", "list", "--json"], env=self.service.environment, capture_output=True, text=True)
        self.assertEqual({json.loads(line)["title"] for line in shown.stdout.splitlines()}, {"bakery.png", "letter.png"})
        # Once for each photo: deciding again makes no other note.
        decide(self.service, address, 9, known["bakery.png"], "text")
        self.service.post(self.service.origin and note.removeprefix(self.service.origin).split("?")[0], {"do": "remove"})
        self.assertEqual(self.service.get(note.removeprefix(self.service.origin)).status, 404)

    def test_hostile(self):
        self.assertEqual(self.service.get("/notes/999").status, 404)
        self.assertEqual(self.service.get("/notes/x").status, 404)
        self.assertEqual(self.service.get("/notes?group=none").status, 400)
        self.assertEqual(self.service.post("/notes/999", {"text": "a"}).status, 404)
        self.assertEqual(self.service.post("/notes/1", {"text": "a"}, headers={"Origin": "http://evil.example"}).status, 403)


def started(service):
    """Starts a service whose process was killed, as soon as what is left of it has ended."""
    try:
        service.start()
    except ValueError:
        service.process.wait()
        service.process.stdout.close()
        return False
    return True


class Survival(unittest.TestCase):
    def test_no_decision_is_lost(self):
        with Service() as service:
            folder = folder_of_photos(service, "kept", 6)
            service.enter()
            cookie, address = service.cookie, triage(service, "kept")
            found = photos(service, address)
            expected = {}
            for number, (name, one) in enumerate(found.items()):
                verdict = ("delete", "keep")[number % 2]
                self.assertEqual(decide(service, address, number + 1, one, verdict).status, 200)
                expected[name] = verdict
                if number % 2 == 0:
                    os.kill(web(service), signal.SIGKILL)
                    patiently(lambda: service.get("/"))
                else:
                    service.process.kill()
                    service.process.wait()
                    service.process.stdout.close()
                    wait_until(lambda: started(service))
                    service.cookie = cookie
                # The same once more, as a page does that got no answer: it is done already.
                answer = json.loads(patiently(lambda: decide(service, address, number + 1, one, verdict)).body)
                self.assertEqual(answer["done"], False)
                self.assertEqual(answer["progress"]["decided"], number + 1)
            self.assertEqual(verdicts(service, folder), expected)

    def test_a_page_sends_again_what_was_not_answered(self):
        from playwright.sync_api import sync_playwright
        with Service() as service, sync_playwright() as playwright:
            folder = folder_of_photos(service, "kept", 4)
            service.enter()
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            context = browser.new_context(base_url=service.origin)
            context.add_cookies([{"name": "__Host-fairy", "value": service.cookie, "url": service.origin.replace("http:", "https:"), "secure": True, "httpOnly": True, "sameSite": "Strict"}])
            page = context.new_page()
            page.goto(triage(service, "kept"))
            expect(page.get_by_text("Keys", exact=True)).to_be_visible()
            page.wait_for_load_state("networkidle")
            os.kill(web(service), signal.SIGKILL)
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("ArrowRight")
            expect(page.locator("[data-name]")).to_have_text("IMG_2.jpg")
            wait_until(lambda: list(verdicts(service, folder).values()) == ["delete", "keep", None, None])
            browser.close()


class Attacks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service().__enter__()
        cls.service.enter()
        cls.folder = folder_of_photos(cls.service, "mine", 3)
        folder_of_photos(cls.service, "other", 1)
        photo(cls.service.folder / "secret.jpg", 5)
        os.symlink(cls.service.folder / "secret.jpg", cls.folder / "link.jpg")
        cls.address = triage(cls.service, "mine")
        cls.photos = photos(cls.service, cls.address)

    @classmethod
    def tearDownClass(cls):
        cls.service.__exit__()

    def test_links_are_no_photos(self):
        self.assertEqual(list(self.photos), ["IMG_0.jpg", "IMG_1.jpg", "IMG_2.jpg"])

    def test_photos_of_another_folder(self):
        one = photos(self.service, triage(self.service, "other"))["IMG_0.jpg"]
        self.assertEqual(decide(self.service, self.address, 1, one, "delete", session="a" * 32).status, 404)
        self.assertEqual(self.service.get(f"{self.address}/photos?at={one['id']}").status, 404)

    def test_what_is_no_photo_or_not_served(self):
        camera = self.service.file("a.json").rsplit("/", 1)[1]
        upload = self.service.upload("up.jpg", (FIXTURES / "camera.jpg").read_bytes()).headers["Location"].rsplit("/", 1)[1]
        for identifier in (camera, upload, "", "AAAA", "../../etc/passwd", self.photos["IMG_0.jpg"]["id"][:-2] + "AA"):
            self.assertEqual(decide(self.service, self.address, 1, {"id": identifier, "key": ""}, "delete", session="b" * 32).status, 404, identifier)
        for identifier in (upload, camera, "AAAA"):
            self.assertEqual(self.service.get(f"/triage/{identifier}").status, 404, identifier)
            self.assertEqual(self.service.post(f"/triage/{identifier}/commit", {"digest": "0" * 64}).status, 404, identifier)

    def test_a_photo_that_is_another_than_was_shown(self):
        photo(self.folder / "IMG_2.jpg", 42)
        answer = decide(self.service, self.address, 1, self.photos["IMG_2.jpg"], "delete", session="c" * 32)
        self.assertEqual(answer.status, 412)
        self.assertEqual(json.loads(answer.body)["error"]["code"], "changedMeanwhile")
        self.assertEqual(verdicts(self.service, self.folder)["IMG_2.jpg"], None)

    def test_names_that_are_markup_or_no_text(self):
        folder = folder_of_photos(self.service, "names", 1)
        for name in (b"<script>alert(1)<", b"\xff\xfe", b"a\nb", b"\xe2\x80\xaegnp"):
            shutil.copy(os.fsencode(folder / "IMG_0.jpg"), os.fsencode(folder) + b"/" + name.replace(b"/", b"") + b".jpg")
        address = triage(self.service, "names")
        found = photos(self.service, address)
        self.assertEqual(len(found), 5)
        for number, one in enumerate(found.values()):
            answer = decide(self.service, address, number + 1, one, "delete", session="e" * 32)
            self.assertEqual(json.loads(answer.body)["progress"]["decided"], number + 1)
        for page in (address, address + "/queue", address + f"?at={found['<script>alert(1)<.jpg']['id']}"):
            self.assertNotIn("<script>alert", self.service.get(page).text)
        self.assertEqual([line["verdict"] for line in on_command_line(self.service, "--list", str(folder))], ["delete"] * 5)
        digest = re.search(r'name="digest" value="([0-9a-f]{64})"', self.service.get(address + "/queue").text)[1]
        self.assertIn("5 photos were moved", self.service.post(address + "/commit", {"digest": digest}).text)
        self.assertEqual(list(folder.iterdir()), [])

    def test_replayed_numbers_do_nothing(self):
        first, second = self.photos["IMG_0.jpg"], self.photos["IMG_1.jpg"]
        done = lambda *words: json.loads(decide(self.service, self.address, *words, session="d" * 32).body)["done"]
        self.assertEqual(done(1, first, "delete"), True)
        self.assertEqual(done(1, second, "delete"), False)
        self.assertEqual(done(2, first, "keep"), True)
        self.assertEqual(done(1, first, "delete"), False)
        undo = lambda seq: json.loads(self.service.request(
            "POST", f"{self.address}/undo", json.dumps({"session": "d" * 32, "seq": seq}).encode(), headers={"Content-Type": "application/json"}).body)["undone"]
        self.assertEqual([undo(3), undo(3)], [1, 0])
        self.assertEqual(verdicts(self.service, self.folder)["IMG_0.jpg"], "delete")
        self.assertEqual(verdicts(self.service, self.folder)["IMG_1.jpg"], None)
        undo(4)

    def test_orders_that_are_none(self):
        one = self.photos["IMG_0.jpg"]
        send = lambda body: self.service.request("POST", f"{self.address}/verdicts", body, headers={"Content-Type": "application/json"}).status
        order = {"session": SESSION, "seq": 1, "photo": f"{one['id']} {one['key']}", "verdict": "delete"}
        for change in ({"seq": 0}, {"seq": -1}, {"seq": "x"}, {"session": ""}, {"session": "../.."}, {"verdict": "burn"}, {"photo": ""}, {"verdict": ""}):
            self.assertIn(send(json.dumps(order | change).encode()), (400, 404), change)
        for body in (b"", b"[]", b"{", b"\xff\xfe", b"null"):
            self.assertEqual(send(body), 400, body)
        self.assertEqual(send(b'{"a":"' + b"x" * 200_000 + b'"}'), 413)
        self.assertEqual(self.service.post(f"{self.address}/commit", {"digest": "x" * (5 << 20)}).status, 413)
        self.assertEqual(self.service.get(f"{self.address}?filter=everything").status, 400)
        self.assertEqual(verdicts(self.service, self.folder)["IMG_0.jpg"], None)

    def test_other_sites_and_browsers(self):
        one = self.photos["IMG_0.jpg"]
        body = json.dumps({"session": SESSION, "seq": 70, "photo": f"{one['id']} {one['key']}", "verdict": "delete"}).encode()
        for path in ("verdicts", "undo", "commit", "restore", "start-over", "take-out", "groups"):
            answer = self.service.request("POST", f"{self.address}/{path}", body, headers={"Content-Type": "application/json", "Origin": "http://evil.example"})
            self.assertEqual(answer.status, 403, path)
            answer = self.service.request("POST", f"{self.address}/{path}", body, headers={"Content-Type": "application/json", "Cookie": None})
            self.assertEqual(answer.status, 401, path)

    def test_a_poisoned_journal_moves_nothing_outside_of_the_folder(self):
        """What a process that was taken over could write into the library does not reach other files by a commit."""
        secret = self.service.folder / "secret.jpg"
        status, one = secret.stat(), (self.folder / "IMG_1.jpg").stat()

        def file(path, status):
            return {"path": str(path), "device": status.st_dev, "inode": status.st_ino, "bytes": status.st_size, "modified": status.st_mtime_ns}

        steps = [[file(self.folder / "../../secret.jpg", status)], [file(secret, status)], [file(self.folder / "link.jpg", status)],
                 [file(self.folder / "IMG_1.jpg", one), file(secret, status)]]
        with open(self.service.folder / "data/fairy/journal.ndjson", "a") as journal:
            for number, step in enumerate(steps):
                journal.write(json.dumps({"kind": "decision", "time": "2026-11-28T12:00:00Z", "step": 900 + number, "verdict": "delete", "photos": [step]}) + "\n")
        page = self.service.get(self.address + "/queue").text
        digest = re.search(r'name="digest" value="([0-9a-f]{64})"', page)[1]
        answer = self.service.post(self.address + "/commit", {"digest": digest})
        self.assertIn("not moved", answer.text)
        self.assertTrue(secret.exists())
        self.assertTrue((self.folder / "IMG_1.jpg").exists())
        self.assertFalse((self.service.folder / "data/Trash/files/secret.jpg").exists())
        on_command_line(self.service, "--undo", str(len(steps)))

    def test_a_poisoned_journal_brings_nothing_back_that_was_not_deleted(self):
        store = self.service.folder / "store"
        (store / "files").mkdir(parents=True)
        (store / "info").mkdir()
        photo(store / "files/stolen.jpg", 7)
        status = (store / "files/stolen.jpg").stat()
        file = {"path": str(self.folder / "stolen.jpg"), "device": status.st_dev, "inode": status.st_ino, "bytes": status.st_size, "modified": status.st_mtime_ns}
        trashed = {"file": file, "trash": str(store), "name": "stolen.jpg", "copy": False}
        with open(self.service.folder / "data/fairy/journal.ndjson", "a") as journal:
            for kind, members in (("commit", {"photos": []}), ("trashed", {"files": [trashed]}), ("committed", {})):
                journal.write(json.dumps({"kind": kind, "time": "2026-11-28T12:00:00Z", "commit": 950} | members) + "\n")
        answer = self.service.post(self.address + "/restore", {"commit": 950})
        self.assertIn("1 photo was not moved", answer.text)
        self.assertTrue((store / "files/stolen.jpg").exists())
        self.assertFalse((self.folder / "stolen.jpg").exists())


class Appearance(Journey):
    def test_german(self):
        folder_of_photos(self.service, "deutsch", 2)
        with self.page(locale="de-CH") as page:
            page.goto(triage(self.service, "deutsch"))
            expect(page.get_by_role("button", name="Löschen")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
