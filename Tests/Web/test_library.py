"""The library in the web view: its list, documents, search, trash and settings, by mouse and by keys, and what others try."""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

from playwright.sync_api import expect

from journey import Journey
from library import fairy, lines, make, metadata
from service import FAIRY, Service
from test_safety import patiently, web

INVOICE = ["Invoice 2026 of the Harbour Bakery", "Seven loaves of rye bread", "Salmon for the party", "Thank you"]
LETTER = ["Dear Ada", "the plumber comes on Monday", "bread is in the kitchen"]


READY = pathlib.Path(tempfile.mkdtemp(prefix="fairy-library-"))


def tearDownModule():
    shutil.rmtree(READY)


def ready(service):
    """Puts a document of two pages and a draft into the library, which is made once; their identifiers."""
    place = service.folder / "data/fairy"
    if not (READY / "ids").exists():
        ids = make(service, "Invoice", INVOICE, LETTER), make(service, "Only a draft", ["Scribble"], save=False)
        shutil.copytree(place, READY / "library")
        (READY / "ids").write_text(" ".join(ids))
    else:
        shutil.copytree(READY / "library", place, dirs_exist_ok=True)
    return (READY / "ids").read_text().split()


class Documents(Journey):
    """All of these share one library; each test makes the documents that it changes."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.invoice, cls.draft = ready(cls.service)

    def other(self, title, save=False):
        return make(self.service, title, ["Nothing much"], save=save)

    def titles(self, page):
        return page.locator(".documents .name").all_inner_texts()


class Listing(Documents):
    def test_states_tags_and_orders(self):
        fairy(self.service, "library", "tag", self.invoice, "tax", "food")
        with self.page() as page:
            page.get_by_role("navigation", name="Main").get_by_role("link", name="Library").click()
            self.assertEqual(self.titles(page), ["Only a draft", "Invoice"])
            page.get_by_role("link", name="Oldest").click()
            self.assertEqual(self.titles(page), ["Invoice", "Only a draft"])
            page.get_by_role("link", name="Name").click()
            self.assertEqual(self.titles(page), ["Invoice", "Only a draft"])
            page.get_by_role("navigation", name="States").get_by_role("link", name="draft 1").click()
            self.assertEqual(self.titles(page), ["Only a draft"])
            expect(page.get_by_text("There is no PDF yet.")).to_be_visible()
            page.get_by_role("navigation", name="States").get_by_role("link", name="All 2").click()
            page.get_by_role("navigation", name="Tags").get_by_role("link", name="tax").click()
            self.assertEqual(self.titles(page), ["Invoice"])
            self.assertIn("order=name&tag=tax", page.url)
            thumbnail = page.locator(".documents img").first
            self.assertEqual(thumbnail.evaluate("image => image.decode().then(() => Math.max(image.naturalWidth, image.naturalHeight))"), 512)

    def test_several_are_tagged_packed_joined_and_trashed(self):
        names = [f"Batch {number}" for number in range(2)]
        ids = [self.other(name, save=True) for name in names]
        with self.page() as page:
            def choose():
                page.goto("/library")
                for name in names:
                    page.get_by_role("checkbox", name=f"Select {name}").check()
            choose()
            expect(page.locator("[data-batch-bar] legend")).to_have_text("With selected documents (2)")
            page.get_by_label("Tag", exact=True).fill("a batch")
            page.get_by_role("button", name="Add tag").click()
            expect(page).to_have_url(re.compile(r"tag=a%20batch"))
            self.assertEqual(self.titles(page), list(reversed(names)))
            for verb, result in (("Make a ZIP", "Documents.zip"), ("Join into one PDF", "Joined.pdf")):
                choose()
                page.get_by_role("button", name=verb).click()
                expect(page.get_by_role("heading", name="Receipt")).to_be_visible()
                expect(page.get_by_role("link", name=result)).to_be_visible()
                if verb == "Make a ZIP":
                    page.get_by_role("link", name=result).click()
                    self.assertEqual(page.locator(".lines bdi").all_inner_texts(), [f"{name}.pdf" for name in reversed(names)])
            choose()
            page.get_by_role("button", name="Move to trash").click()
            expect(page.get_by_text("2 documents were moved to the trash.")).to_be_visible()
            self.assertNotIn(names[0], self.titles(page))
            page.get_by_role("button", name="Undo").click()
            self.assertEqual(self.titles(page)[:2], list(reversed(names)))
            self.assertEqual(metadata(self.service, ids[0])["tags"], ["a batch"])
        fairy(self.service, "library", "trash", *ids)

    def test_drafts_are_not_left_out_silently(self):
        with self.page(allow=("status of 400",)) as page:
            page.goto("/library")
            page.get_by_role("checkbox", name="Select Invoice").check()
            page.get_by_role("checkbox", name="Select Only a draft").check()
            page.get_by_role("button", name="Make a ZIP").click()
            expect(page.get_by_role("alert")).to_contain_text("Only a draft")


class OneDocument(Documents):
    def test_title_note_and_tags(self):
        id = self.other("Receipt")
        fairy(self.service, "library", "tag", self.invoice, "known")
        with self.page() as page:
            page.goto(f"/library/{id}")
            page.get_by_role("textbox", name="Title").fill("Receipt of the <b>baker</b>")
            page.get_by_role("textbox", name="Note").fill("two lines\nof a note")
            page.get_by_role("button", name="Save").click()
            expect(page.get_by_role("heading", name="Receipt of the <b>baker</b>")).to_be_visible()
            self.assertIn("known", page.locator("#known-tags option").evaluate_all("all => all.map(one => one.value)"))
            for tag in ("food", "known"):
                page.get_by_label("New tag").fill(tag)
                page.get_by_role("button", name="Add tag").click()
            page.get_by_role("button", name="Remove the tag food").click()
            expect(page.get_by_role("button", name="Remove the tag food")).to_have_count(0)
        stored = metadata(self.service, id)
        self.assertEqual((stored["title"], stored["note"], stored["tags"]), ("Receipt of the <b>baker</b>", "two lines\nof a note", ["known"]))

    def test_what_cannot_be_a_title_is_said_in_place(self):
        with self.page(allow=("status of 422",)) as page:
            page.goto(f"/library/{self.invoice}")
            title, note = page.get_by_role("textbox", name="Title"), page.get_by_role("textbox", name="Note")
            title.evaluate("field => field.removeAttribute('required')")
            title.fill("")
            note.fill("kept as typed")
            page.get_by_role("button", name="Save").click()
            expect(page.get_by_role("alert")).to_have_text("a title and a tag have 1 to 4096 bytes")
            expect(title).to_have_value("")
            expect(note).to_have_value("kept as typed")
        self.assertEqual(metadata(self.service, self.invoice)["title"], "Invoice")

    def test_two_windows_lose_nothing(self):
        id = self.other("Two windows")
        with self.page() as one, self.page(allow=("status of 409",)) as two:
            for page in (one, two):
                page.goto(f"/library/{id}")
            one.get_by_role("textbox", name="Title").fill("From the first")
            one.get_by_role("button", name="Save").click()
            two.get_by_role("textbox", name="Title").fill("From the second")
            two.get_by_role("button", name="Save").click()
            expect(two.get_by_role("heading", name="Changed in another window")).to_be_visible()
            self.assertEqual(two.locator(".different pre").all_inner_texts(), ["From the first", "From the second"])
            self.assertEqual(metadata(self.service, id)["title"], "From the first")
            self.shot(two, "conflict")
            two.get_by_role("button", name="Save what I typed").click()
            expect(two.get_by_role("heading", name="From the second")).to_be_visible()
        self.assertEqual(metadata(self.service, id)["title"], "From the second")

    def test_to_the_trash_and_back_by_keys_alone(self):
        id = self.other("Keys")
        with self.page() as page:
            page.goto(f"/library/{id}")
            page.get_by_role("button", name="Move to trash").focus()
            page.keyboard.press("Enter")
            expect(page.get_by_text("“Keys” was moved to the trash.")).to_be_visible()
            self.assertEqual(self.service.get(f"/library/{id}").status, 404)
            page.get_by_role("button", name="Undo").focus()
            page.keyboard.press("Enter")
            expect(page.get_by_role("heading", name="Keys")).to_be_visible()

    def test_a_corrected_text_is_found(self):
        id = make(self.service, "Misread", ["Strawberry jam", "of the garden"])
        with self.page() as page:
            page.goto(f"/library/{id}")
            page.get_by_role("link", name="Correct the text").click()
            page.get_by_label("Text of this page").fill("Raspberry jam\nof the garden")
            page.get_by_role("button", name="Save").nth(0).click()
            expect(page.get_by_text("corrected by hand")).to_be_visible()
            self.assertEqual(metadata(self.service, id)["pages"][0]["correction"], "Raspberry jam\nof the garden")
            # The command line finds what was corrected, and no more what was read.
            self.assertEqual([hit["id"] for hit in lines(self.service, "search", "raspberry")], [id])
            self.assertEqual(lines(self.service, "search", "strawberry"), [])
            # It stays where the document is saved once more.
            fairy(self.service, "library", "save", id)
            self.assertEqual(metadata(self.service, id)["pages"][0]["correction"], "Raspberry jam\nof the garden")
            page.goto(f"/library/{id}?q=raspberry")
            expect(page.locator("mark#hit-1")).to_have_text("Raspberry")
            page.get_by_role("link", name="Correct the text").click()
            page.get_by_role("button", name="Restore the recognised text").click()
            expect(page.get_by_text("corrected by hand")).to_have_count(0)
        self.assertEqual([hit["id"] for hit in lines(self.service, "search", "strawberry")], [id])

    def test_downloads_have_the_title_as_their_name(self):
        with self.page() as page:
            page.goto(f"/library/{self.invoice}")
            with page.expect_download() as download:
                page.get_by_role("link", name="Download PDF").click()
            self.assertEqual(download.value.suggested_filename, "Invoice.pdf")
            self.assertEqual(download.value.path().read_bytes()[:5], b"%PDF-")
            with page.expect_download() as download:
                page.get_by_role("link", name="Download picture").nth(1).click()
            self.assertEqual(download.value.suggested_filename, "Invoice-2.jpg")
            self.assertEqual(download.value.path().read_bytes()[:2], b"\xff\xd8")
            # Drafts go on where they were begun.
            page.goto(f"/library/{self.draft}")
            self.assertEqual(page.get_by_role("link", name="Continue").get_attribute("href"), f"/scan/{self.draft}")


class Searching(Documents):
    def test_words_are_marked_on_the_page(self):
        with self.page() as page:
            page.get_by_role("searchbox").fill("bread")
            page.keyboard.press("Enter")
            found = page.locator(".found li").filter(has_text="Invoice")
            expect(found.locator("mark").first).to_have_text("bread")
            expect(page.get_by_role("heading", name="Not searched")).to_be_visible()
            found.get_by_role("link").click()
            self.assertRegex(page.url, rf"/library/{self.invoice}\?q=bread#page-1$")
            expect(page.get_by_text("2 matches")).to_be_visible()
            # "bread" is the last word of the second line: below the first, in the middle of the page.
            picture, mark = page.locator(".page img").first.bounding_box(), page.locator("#hit-1 rect").bounding_box()
            left, top = (mark["x"] - picture["x"]) / picture["width"], (mark["y"] - picture["y"]) / picture["height"]
            self.assertTrue(0.4 < left < 0.6 and 0.12 < top < 0.16, (left, top))
            self.shot(page, "marked")
            first = page.locator("#hit-1")
            expect(first).to_have_class("hit now")
            page.get_by_role("button", name="Next match").click()
            expect(page.locator("#hit-2")).to_have_class("hit now")
            expect(page.locator("#hit-2 rect")).to_be_in_viewport()
            expect(page.locator("#live")).to_have_text("Match 2, on page 2")
            page.get_by_role("button", name="Previous match").click()
            expect(first).to_have_class("hit now")

    def test_text_on_the_picture_can_be_copied(self):
        with self.page() as page:
            page.goto(f"/library/{self.invoice}")
            text = page.locator(".over").first.evaluate("""over => { const range = document.createRange(); range.selectNodeContents(over);
                getSelection().removeAllRanges(); getSelection().addRange(range); return getSelection().toString(); }""")
            self.assertIn("Seven loaves of rye bread", text)
            self.assertIn("Salmon for the party", text)

    def test_without_javascript(self):
        with self.page(java_script_enabled=False) as page:
            page.goto("/search?q=plumber")
            page.locator(".found a").click()
            self.assertRegex(page.url, r"#page-2$")
            expect(page.locator("#hit-1 rect")).to_be_visible()
            page.get_by_role("link", name="Match 1, on page 2").click()
            expect(page.locator("#hit-1")).to_be_in_viewport()
            page.get_by_role("textbox", name="Note").fill("without a script")
            page.get_by_role("button", name="Save").click()
            expect(page.get_by_role("textbox", name="Note")).to_have_value("without a script")

    def test_mailboxes_that_are_not_searched_are_named(self):
        settings = self.service.folder / "data/fairy/settings/settings.json"
        with self.page() as page:
            page.goto("/settings")
            page.get_by_label("Mailboxes").fill("/home/ada/mail.mbox")
            page.get_by_role("button", name="Save").click()
            page.goto("/search?q=bread")
            expect(page.get_by_text("/home/ada/mail.mbox")).to_be_visible()
        self.assertEqual(json.loads(settings.read_text())["mailboxes"], ["/home/ada/mail.mbox"])


class Trash(Documents):
    def test_restored_and_deleted_after_a_confirmation(self):
        kept, gone = self.other("Comes back"), self.other("Goes")
        fairy(self.service, "library", "trash", kept, gone)
        with self.page() as page:
            page.goto("/library")
            page.get_by_role("link", name="Trash").click()
            line = page.locator(".trashed li").filter(has_text="Comes back")
            line.get_by_role("button", name="Restore").click()
            expect(page.get_by_role("heading", name="Comes back")).to_be_visible()
            page.goto("/trash")
            line = page.locator(".trashed li").filter(has_text="Goes")
            expect(line.get_by_role("button", name="Delete permanently")).to_be_hidden()
            line.get_by_text("Delete…").click()
            self.shot(page, "trash")
            line.get_by_role("button", name="Delete permanently").click()
            expect(page.get_by_text("1 document was deleted.")).to_be_visible()
        trash = self.service.folder / "data/fairy/trash"
        self.assertFalse((trash / gone).exists())
        self.assertEqual([path.name for path in trash.iterdir()], [])
        self.assertTrue((self.service.folder / "data/fairy/documents" / kept).exists())

    def test_emptied(self):
        ids = [self.other(f"Rubbish {number}") for number in range(2)]
        fairy(self.service, "library", "trash", *ids)
        with self.page(java_script_enabled=False) as page:
            page.goto("/trash")
            page.get_by_text("Empty the trash…").click()
            page.get_by_role("button", name="Delete all permanently").click()
            expect(page.get_by_text("2 documents were deleted.")).to_be_visible()
            expect(page.get_by_text("The trash is empty.")).to_be_visible()
        self.assertEqual(list((self.service.folder / "data/fairy/trash").iterdir()), [])


class Syncing(Documents):
    def test_a_failed_sync_says_why_and_what_to_do(self):
        missing = self.service.folder / "no stick"
        run = subprocess.run([FAIRY, "library", "sync", "--with", missing], env=self.service.environment, capture_output=True, text=True)
        self.assertNotEqual(run.returncode, 0)
        with self.page() as page:
            page.goto("/library")
            page.get_by_role("navigation", name="States").get_by_role("link", name="sync failed 1").click()
            self.assertEqual(self.titles(page), ["Invoice"])
            page.locator(".documents").get_by_role("link", name="Invoice").click()
            failure = metadata(self.service, self.invoice)["sync"]["failure"]
            expect(page.locator(".tools .fault")).to_have_text(failure)
            expect(page.locator(".tools")).to_contain_text("fairy library sync --now")

    def test_what_was_deleted_is_not_brought_back(self):
        stick = self.service.folder / "stick"
        stick.mkdir()
        id = make(self.service, "Not wanted", ["Not wanted"])
        fairy(self.service, "library", "sync", "--now", "--with", stick)
        self.assertEqual(metadata(self.service, id)["state"], "synced")
        fairy(self.service, "library", "trash", id)
        self.assertEqual(self.service.post("/trash", {"verb": "delete", "document": id}).status, 303)
        fairy(self.service, "library", "sync")
        self.assertNotIn(id, [item["id"] for item in lines(self.service, "library", "list")])
        self.assertTrue((stick / "documents" / id).exists())


class Settings(Documents):
    def stored(self):
        return json.loads((self.service.folder / "data/fairy/settings/settings.json").read_text())

    def test_the_command_line_has_them(self):
        with self.page() as page:
            page.goto("/settings")
            page.get_by_role("textbox", name="Title").fill("Paper %Y")
            page.get_by_label("Size of the PDF").select_option("small")
            page.get_by_label("Page size").select_option("a4")
            page.get_by_label("What is exported").select_option("both")
            page.get_by_label("Folder for PDFs").fill(str(self.service.results))
            page.get_by_label("Remember opened files").uncheck()
            page.get_by_role("button", name="Save").click()
            expect(page.get_by_text("Saved.")).to_be_visible()
        stored = self.stored()
        self.assertEqual((stored["title"], stored["form"]["preset"], stored["form"]["pageSize"], stored["save"]), ("Paper %Y", "small", "a4", "both"))
        self.assertFalse(stored["recent"]["kept"])
        id = lines(self.service, "library", "new", self.service.pictures / "camera.jpg")[0]
        self.assertEqual(id["title"], time.strftime("Paper %Y"))
        self.assertEqual(metadata(self.service, id["id"])["form"]["preset"], "small")

    def test_a_wrong_value_is_answered_in_place(self):
        before = self.service.get("/settings").text
        seen = re.search(r'name="seen" value="([0-9a-f]+)"', before)[1]
        answer = self.service.post("/settings", {"seen": seen, "imageFolder": "relative/path", "languages": "deu"})
        self.assertEqual(answer.status, 422)
        self.assertRegex(answer.text, r'id="imageFolder" name="imageFolder" value="relative/path"[^>]*aria-invalid="true"')
        self.assertIn("&quot;images&quot; is &quot;relative/path&quot;, and has to be a path that begins with /", answer.text)
        # All or nothing: what was right was not saved either, and stands there still.
        self.assertIn('name="languages" value="deu"', answer.text)
        self.assertEqual(self.service.get("/settings").text, before)

    def test_two_windows_lose_nothing(self):
        seen = re.search(r'name="seen" value="([0-9a-f]+)"', self.service.get("/settings").text)[1]
        self.assertEqual(self.service.post("/settings", {"seen": seen, "title": "First"}).status, 303)
        answer = self.service.post("/settings", {"seen": seen, "title": "Second"})
        self.assertEqual(answer.status, 409)
        self.assertIn("changed in another window", answer.text)
        self.assertIn('value="Second"', answer.text)
        self.assertEqual(self.stored()["title"], "First")


class Resources(Documents):
    """Documents as JSON."""

    def ask(self, method, path, body=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        body = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        return self.service.request(method, path, body, headers=headers)

    def test_lists_and_documents(self):
        id = self.other("One of many")
        answer = json.loads(self.service.get("/api/documents?count=1").text)
        self.assertEqual((answer["documents"][0]["id"], len(answer["documents"])), (id, 1))
        self.assertGreaterEqual(answer["total"], 3)
        drafts = json.loads(self.service.get("/api/documents?state=draft&order=oldest").text)["documents"]
        self.assertEqual({item["state"] for item in drafts}, {"draft"})
        one = self.service.get(f"/api/documents/{self.invoice}")
        self.assertEqual(one.headers["ETag"], f'"{json.loads(one.text)["revision"]}"')
        self.assertEqual(self.ask("GET", f"/api/documents/{self.invoice}", If_None_Match=one.headers["ETag"]).status, 304)
        pages = json.loads(self.service.get(f"/api/documents/{self.invoice}/pages").text)["pages"]
        self.assertEqual([page["number"] for page in pages], [1, 2])
        self.assertIn("Harbour Bakery", pages[0]["text"])
        self.assertEqual(self.service.get(pages[1]["picture"]).body[:2], b"\xff\xd8")
        hits = json.loads(self.service.get("/api/search?q=plumber").text)
        self.assertEqual([(hit["id"], hit["page"]) for hit in hits["hits"]], [(self.invoice, 2)])
        self.assertTrue(hits["notSearched"])

    def test_changes_need_the_revision(self):
        id = self.other("Tagged")
        path = f"/api/documents/{id}"
        tag = self.service.get(path).headers["ETag"]
        self.assertEqual(self.ask("PATCH", path, {"title": "No"}).status, 428)
        first = self.ask("PATCH", path, {"title": "Yes"}, If_Match=tag)
        self.assertEqual((first.status, json.loads(first.text)["title"]), (200, "Yes"))
        self.assertEqual(self.ask("PATCH", path, {"title": "Late"}, If_Match=tag).status, 412)
        self.assertEqual(self.ask("PATCH", path, {"title": "Weak"}, If_Match="W/" + first.headers["ETag"]).status, 412)
        self.assertEqual(self.ask("PUT", path, {"title": "Part"}, If_Match=first.headers["ETag"]).status, 400)
        whole = self.ask("PUT", path, {"title": "Whole", "note": "n", "tags": ["a", "a", "b"]}, If_Match=first.headers["ETag"])
        self.assertEqual(json.loads(whole.text)["tags"], ["a", "b"])
        page = self.ask("PATCH", path + "/pages/1", {"text": "by hand"}, If_Match=whole.headers["ETag"])
        self.assertEqual(page.status, 200)
        self.assertEqual(self.ask("DELETE", path).status, 428)
        self.assertEqual(self.ask("DELETE", path, If_Match=whole.headers["ETag"]).status, 412)
        self.assertEqual(self.ask("DELETE", path, If_Match=page.headers["ETag"]).status, 204)
        self.assertEqual(self.service.get(path).status, 404)
        self.assertEqual(metadata(self.service, id, "trash")["pages"][0]["correction"], "by hand")

    def test_no_update_is_lost_among_many(self):
        """Ten writers add a tag each, and look again whenever they were too late: all tags are there."""
        id = self.other("Crowded")
        path = f"/api/documents/{id}"

        def add(tag):
            while True:
                now = self.service.get(path)
                tags = json.loads(now.text)["tags"] + [tag]
                if self.ask("PATCH", path, {"tags": tags}, If_Match=now.headers["ETag"]).status == 200:
                    return
        threads = [threading.Thread(target=add, args=[f"t{number}"]) for number in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(metadata(self.service, id)["tags"]), sorted(f"t{number}" for number in range(10)))

    def test_what_makes_no_sense_is_refused(self):
        path = f"/api/documents/{self.invoice}"
        before = metadata(self.service, self.invoice)
        any = {"If_Match": "*"}
        for body in (b"", b"{", b"[]", {"title": 1}, {"title": None}, {"tags": "x"}, {"tags": [1]}, {"state": "synced"}, {"title": "", "note": "x"},
                     {"tags": [""]}, {"title": "x" * 5000}, b'{"title":"a","title":"b"}'):
            self.assertEqual(self.ask("PATCH", path, body, **any).status, 400, body)
        self.assertEqual(self.ask("PATCH", path, b"[" * 100_000, **any).status, 400)
        self.assertEqual(self.ask("PATCH", path, b" " * (5 << 20), **any).status, 413)
        self.assertEqual(self.ask("PATCH", path + "/pages/99", {"text": "x"}, **any).status, 400)
        self.assertEqual(self.ask("PATCH", path + "/pages/1", {"text": 7}, **any).status, 400)
        self.assertEqual(self.ask("PATCH", path + "/pages/1", {"text": "x" * (2 << 20)}, **any).status, 400)
        for id in ("x", "..", "%2e%2e%2f", "3f2a9c1e-5b07-4d8e-9a61-0c2f7d4b8e13", self.invoice.upper(), self.invoice + "%00"):
            for address in (f"/api/documents/{id}", f"/api/documents/{id}/pages", f"/library/{id}", f"/library/{id}/pdf", f"/library/{id}/pages/1",
                            f"/library/{id}/thumbnail/1", f"/trash/{id}/thumbnail/1"):
                self.assertEqual(self.service.get(address).status, 404, address)
            self.assertEqual(self.ask("PATCH", f"/api/documents/{id}", {"title": "x"}, **any).status, 404)
            self.assertEqual(self.service.post("/trash", {"verb": "delete", "document": id}).status, 404)
        for query in ("state=none", "order=upwards"):
            self.assertEqual(self.service.get(f"/api/documents?{query}").status, 400)
            self.assertEqual(self.service.get(f"/library?{query}").status, 400)
        for page in ("0", "-1", "3", "x", "9" * 30):
            self.assertEqual(self.service.get(f"/library/{self.invoice}/pages/{page}").status, 404)
        self.assertEqual(self.service.post(f"/library/{self.invoice}", {"title": "No revision"}).status, 400)
        self.assertEqual(self.service.post(f"/library/{self.invoice}/trash", {"revision": "1"}).status, 409)
        # A document that is not in the trash cannot be deleted.
        self.assertEqual(self.service.post("/trash", {"verb": "delete", "document": self.invoice}).status, 404)
        self.assertEqual(self.service.post("/settings", {"title": "without having seen them"}).status, 409)
        self.assertEqual(metadata(self.service, self.invoice), before)

    def test_other_sites_change_nothing(self):
        path = f"/api/documents/{self.invoice}"
        for headers in ({"Origin": "http://evil.example"}, {"Origin": None}, {"Sec-Fetch-Site": "cross-site"}):
            answer = self.service.request("PATCH", path, b'{"title":"x"}', headers={"If-Match": "*"} | headers)
            self.assertEqual(answer.status, 403)
            self.assertEqual(self.service.post("/trash", {"verb": "empty"}, headers=headers).status, 403)
        self.assertEqual(self.service.get(path, headers={"Cookie": None}).status, 401)

    def test_thumbnails_are_kept_by_their_revision_alone(self):
        now = metadata(self.service, self.invoice)["revision"]
        self.assertIn("immutable", self.service.get(f"/library/{self.invoice}/thumbnail/{now}").headers["Cache-Control"])
        self.assertEqual(self.service.get(f"/library/{self.invoice}/thumbnail/{now + 1}").headers["Cache-Control"], "no-store")

    def test_text_on_pages_is_text(self):
        """What was recognised, typed and named is no markup."""
        id = make(self.service, "<script>alert(1)</script>", ["<b>bold</b>"])
        fairy(self.service, "library", "tag", id, '"><img src=x>')
        with self.page() as page:
            for address in (f"/library/{id}?q=bold", "/library", "/search?q=bold", f"/library/{id}?q=%22%3E%3Cscript%3E"):
                page.goto(address)
                self.assertEqual(page.locator("img[src=x], main script, pre b").count(), 0)


class Kills(unittest.TestCase):
    def test_in_the_middle_of_edits(self):
        """50 kills of the web process at random moments of edits: each edit is whole, or did not happen."""
        chance = random.Random(26)
        with Service() as service:
            service.enter()
            cookie, id = service.cookie, make(service, "Often killed", ["Some words"])
            path, kills, acknowledged = f"/api/documents/{id}", 0, "Often killed"
            while kills < 50:
                # The broker gives up after some restarts, as it should.
                for _ in range(5):
                    pid, sent, stop = web(service), [], threading.Event()

                    def edit():
                        while not stop.is_set():
                            title = f"{len(sent)} " + "x" * chance.randrange(2000)
                            sent.append(title)
                            try:
                                answer = service.request("PATCH", path, json.dumps({"title": title}).encode(), headers={"If-Match": "*"})
                                if answer.status == 200:
                                    nonlocal acknowledged
                                    acknowledged = title
                            except Exception:
                                return
                    sent.append(acknowledged)
                    thread = threading.Thread(target=edit)
                    thread.start()
                    time.sleep(0.02 + chance.random() * 0.05)
                    os.kill(pid, signal.SIGKILL)
                    stop.set()
                    thread.join()
                    kills += 1
                    # What was acknowledged is there, or the edit behind it whose answer was cut off.
                    title = json.loads(patiently(lambda: service.get(path)).text)["title"]
                    self.assertIn(title, sent[max(0, sent.index(acknowledged)):])
                    acknowledged = title
                self.assertEqual(service.stop(), 0)
                service.start()
                service.cookie = cookie
            now = service.get(path)
            self.assertEqual(service.request("PATCH", path, b'{"note":"at the end"}', headers={"If-Match": now.headers["ETag"]}).status, 200)
            self.assertEqual(fairy(service, "library", "check", "--dry-run"), "all is well\n")
            self.assertEqual([item["title"] for item in lines(service, "library", "list")], [acknowledged])


class Appearance(Documents):
    def test_german(self):
        with self.page(locale="de-CH") as page:
            page.goto("/trash")
            expect(page.get_by_role("heading", name="Papierkorb")).to_be_visible()


if __name__ == "__main__":
    unittest.main()
