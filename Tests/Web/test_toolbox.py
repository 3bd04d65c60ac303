"""What is done with files beyond a single conversion: quality, splitting, several results, files that were added, ways on."""
import io
import re
import time
import unittest
import zipfile

from playwright.sync_api import expect

import looks
from journey import Journey
from service import FIXTURES, Service

PHOTO = (FIXTURES / "camera.jpg").read_bytes()


def identifier(address):
    return address.removeprefix("/files/")


def wait(service, page="/jobs/state"):
    """Until no job runs any more."""
    end = time.monotonic() + 60
    while '"running"' in service.get(page).text:
        assert time.monotonic() < end, "a job does not end"
        time.sleep(0.05)


def begin(service, fields):
    """Begins a job and waits for its end; the address of its page, and the page."""
    answer = service.post("/jobs", fields)
    assert answer.status == 303, answer.text
    wait(service)
    return answer.headers["Location"], service.get(answer.headers["Location"]).text


def downloads(service, page):
    return [service.get(address).body for address in re.findall(r'href="(/files/[^"]+/download)"', page)]


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service().__enter__()
        cls.addClassCleanup(cls.service.__exit__)
        pictures = cls.service.pictures
        (pictures / "IMG_1.HEIC").write_bytes((FIXTURES / "photo.heic").read_bytes())
        (pictures / "no table.html").write_text("<!doctype html><p>Just words of a page.</p>")
        (pictures / "bad.jpg").write_bytes(PHOTO[:300])
        (pictures / "book.pdf").write_bytes(looks.pdf([["one"], ["two"], ["three"]], [("First", 0), ("Third", 2)]))
        with zipfile.ZipFile(pictures / "notes.zip", "w") as pack:
            pack.writestr("notes.txt", "words in a text\n")
        cls.service.enter()

    def test_quality(self):
        file = identifier(self.service.file("camera.jpg"))
        sizes = []
        for quality in ("0.3", "0,9", "90", "95"):
            _, page = begin(self.service, {"file": file, "to": "public.jpeg", "quality": quality})
            results = downloads(self.service, page)
            self.assertEqual(len(results), 1, page)
            sizes.append(len(results[0]))
        self.assertEqual(sizes[1], sizes[2])
        self.assertLess(sizes[0], sizes[1])
        self.assertLess(sizes[2], sizes[3])
        for wrong in ("good", "nan", "1e999"):
            answer = self.service.post("/jobs", {"file": file, "to": "public.jpeg", "quality": wrong})
            self.assertEqual(answer.status, 400)
            self.assertIn(f"such as 0.8 or 80, not “{wrong}”", answer.text)

    def test_nothing_selected(self):
        answer = self.service.post("/jobs", {"to": "public.png"})
        self.assertEqual(answer.status, 400)
        self.assertIn("No file is selected.", answer.text)

    def test_a_document_is_split(self):
        file = identifier(self.service.file("book.pdf"))
        self.assertIn('value="split"', self.service.get(f"/files/{file}").text)
        for fields, count in (({"by": "every", "every": "1"}, 3), ({"by": "every", "every": "2"}, 2),
                              ({"by": "pages", "ranges": "1-2; 3"}, 2), ({"by": "outline"}, 2)):
            _, page = begin(self.service, {"file": file, "verb": "split"} | fields)
            parts = downloads(self.service, page)
            self.assertEqual(len(parts), count, (fields, page))
            for part in parts:
                self.assertEqual(part[:5], b"%PDF-")
        answer = self.service.post("/jobs", {"file": file, "verb": "split", "by": "pages"})
        self.assertEqual(answer.status, 400)
        self.assertNotIn('value="split"', self.service.get(self.service.file("camera.jpg")).text)

    def test_a_heic_with_a_name_in_capitals_has_a_small_picture(self):
        page = self.service.get(self.service.link("/", "Pictures")).text
        entry = next(line for line in page.split("<li>") if "IMG_1.HEIC" in line)
        thumbnail = re.search(r'src="(/files/[^"]+/thumbnail/[^"]+)"', entry)[1]
        self.assertEqual(self.service.get(thumbnail).body[:3], b"\xff\xd8\xff")

    def test_a_page_without_a_table_is_shown_as_its_text(self):
        page = self.service.get(self.service.file("no table.html")).text
        self.assertIn("Just words of a page.", page)
        self.assertNotIn("data-table", page)

    def test_the_way_on_from_a_damaged_picture(self):
        page = self.service.get(self.service.file("bad.jpg")).text
        self.assertIn('role="alert"', page)
        self.assertRegex(page, r'data-way="next" href="/files/[^"]+"><bdi>camera.jpg')

    def test_a_text_in_an_archive(self):
        archive = self.service.file("notes.zip")
        page = self.service.get(self.service.link(archive, "notes.txt")).text
        self.assertIn("Unpack the archive", page)
        fields = dict(re.findall(r'<input type="hidden" name="(file|to)" value="([^"]+)"', page.split("Unpack the archive to look")[1].split("</form>")[0]))
        self.assertEqual(fields, {"file": identifier(archive), "to": "public.folder"})
        _, page = begin(self.service, fields)
        folder = re.search(r'href="(/folders/[^"]+)"', page)[1]
        self.assertIn("words in a text", self.service.get(self.service.link(folder, "notes.txt")).text)

    def test_what_is_fetched_ahead_is_not_among_the_files_opened_last(self):
        for _ in range(2):
            self.service.post("/recent/clear", {})
            address = self.service.file("camera.jpg")
            self.assertEqual(self.service.get(address, headers={"Fairy-Ahead": "1"}).status, 200)
            self.assertNotIn("camera.jpg", self.service.get("/recent").text)
            self.service.get(address)
            self.assertIn("camera.jpg", self.service.get("/recent").text)


class Results(unittest.TestCase):
    def setUp(self):
        self.service = Service().__enter__()
        self.addCleanup(self.service.__exit__)
        self.service.enter()
        self.numbers = []
        for to in ("public.png", "public.tiff", "com.microsoft.bmp"):
            address, _ = begin(self.service, {"file": identifier(self.service.file("camera.jpg")), "to": to})
            self.numbers.append(address.removeprefix("/jobs/"))

    def change(self, verb, numbers, **more):
        return self.service.post("/jobs/chosen", [("job", number) for number in numbers] + [("verb", verb), *more.items()])

    def test_some_are_packed(self):
        answer = self.change("pack", self.numbers[:2])
        self.assertEqual(answer.status, 303, answer.text)
        wait(self.service)
        packed, = downloads(self.service, self.service.get(answer.headers["Location"]).text)
        self.assertEqual(sorted(zipfile.ZipFile(io.BytesIO(packed)).namelist()), ["camera.png", "camera.tif"])

    def test_some_are_put_into_a_folder(self):
        answer = self.change("place", self.numbers, folder="Results")
        self.assertEqual(answer.status, 303, answer.text)
        self.assertIn("3 files were saved to Results.", self.service.get(answer.headers["Location"]).text)
        self.assertEqual(sorted(path.name for path in self.service.results.iterdir()), ["camera.bmp", "camera.png", "camera.tif"])
        self.assertEqual((self.service.results / "camera.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        # Folders that were not named with `:rw` take nothing.
        self.assertEqual(self.change("place", self.numbers, folder="Pictures").status, 403)

    def test_some_are_deleted(self):
        self.assertEqual(self.change("delete", self.numbers[1:]).status, 303)
        page = self.service.get("/jobs").text
        self.assertIn(f'id="job-{self.numbers[0]}"', page)
        self.assertEqual(page.count('id="job-'), 1)
        self.assertEqual(self.service.get(f"/jobs/{self.numbers[1]}").status, 404)

    def test_what_has_no_file_is_never_left_out_in_silence(self):
        archive = self.service.pictures / "pack.zip"
        with zipfile.ZipFile(archive, "w") as pack:
            pack.writestr("a.txt", "a")
        bad = self.service.pictures / "bad.jpg"
        bad.write_bytes(PHOTO[:300])
        folder, failed = (begin(self.service, {"file": identifier(self.service.file(path.name)), "to": to})[0].removeprefix("/jobs/")
                          for path, to in ((archive, "public.folder"), (bad, "public.png")))
        for other in (folder, failed):
            for verb in ("pack", "place"):
                answer = self.change(verb, [*self.numbers, other], folder="Results")
                self.assertEqual(answer.status, 400)
                self.assertIn("has no files to save or pack", answer.text)
        self.assertEqual(list(self.service.results.iterdir()), [])
        # They can be deleted with the others.
        self.assertEqual(self.change("delete", [*self.numbers, folder, failed]).status, 303)
        self.assertEqual(self.service.get("/jobs").text.count('id="job-'), 0)

    def test_none(self):
        for verb in ("pack", "place", "delete"):
            self.assertEqual(self.change(verb, []).status, 400)
            self.assertEqual(self.change(verb, ["999", "x"]).status, 400)
        self.assertEqual(self.service.get("/jobs").text.count('id="job-'), 3)


class Mail(unittest.TestCase):
    def test_the_way_on_stays_in_what_was_chosen(self):
        with Service() as service:
            letters = "".join(
                f"From x Mon Jan  1 00:00:00 2024\nFrom: {'anna' if number % 3 == 0 else 'bert'}@example.org\nSubject: letter {number}\n"
                f"Date: Mon, 01 Jan 2024 00:00:00 +0000\n\nwords\n\n" for number in range(1, 13))
            (service.pictures / "post.mbox").write_text(letters)
            service.enter()
            address = service.file("post.mbox")

            def walk(page, count):
                seen = []
                for _ in range(count):
                    text = service.get(page).text
                    seen.append(int(re.search(r"letter (\d+)", text)[1]))
                    found = re.search(r'rel="next" href="([^"]+)"', text)
                    if not found:
                        return seen, text
                    page = found[1].replace("&amp;", "&")
                return seen, service.get(page).text

            first = re.search(r'href="([^"]+message=3)"', service.get(address + "?sender=anna").text)[1].replace("&amp;", "&")
            self.assertEqual(walk(first, 10)[0], [3, 6, 9, 12])
            everything = re.search(r'href="([^"]+message=1)"', service.get(address).text)[1].replace("&amp;", "&")
            self.assertEqual(walk(everything, 20)[0], list(range(1, 13)))


class InTheBrowser(Journey):
    def test_files_that_were_added_are_selected_and_joined_in_order(self):
        for name, words in (("b.pdf", "second"), ("a.pdf", "first")):
            self.service.upload(name, looks.pdf([[words]]))
        with self.page() as page:
            page.goto("/uploads")
            page.get_by_label("Select b.pdf").check()
            page.get_by_label("Select a.pdf").check()
            expect(page.locator("[data-chosen]")).to_have_text("2 selected")
            page.get_by_role("button", name="Join", exact=False).first.click()
            expect(page.get_by_role("heading", name="Receipt")).to_be_visible(timeout=30_000)
            page.get_by_role("link", name=re.compile(r"\.pdf$")).first.click()
            expect(page.locator(".words-layer").first).to_contain_text("second", timeout=30_000)

    def test_select_all(self):
        with self.page() as page:
            page.goto(self.service.link("/", "Pictures"))
            boxes = page.locator("input[name=file]")
            page.get_by_label("Select all").check()
            self.assertEqual(page.locator("input[name=file]:checked").count(), boxes.count())
            expect(page.locator("[data-chosen]")).to_have_text(f"{boxes.count()} selected")
            boxes.first.uncheck()
            self.assertTrue(page.get_by_label("Select all").evaluate("box => box.indeterminate"))

    def test_the_options_follow_the_format(self):
        with self.page() as page:
            page.goto(self.service.file("camera.jpg"))
            expect(page.get_by_role("button", name="Show options for this format")).to_be_hidden()
            page.locator("form.convert select[name=to]").first.select_option("public.png")
            expect(page.locator("details.options code", has_text="compression")).to_have_count(1)
            page.locator("form.convert select[name=to]").first.select_option("public.jpeg")
            expect(page.locator("details.options code", has_text="compression")).to_have_count(0)
