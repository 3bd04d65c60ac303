"""The main journeys in Firefox: by mouse and by the keys alone, at three widths, light and dark, with axe and without an error."""
import contextlib
import os
import pathlib
import subprocess
import unittest

from firefox import Firefox
from journey import SHOTS, WIDTHS
from every_page import pages
from service import FAIRY, FIXTURES, Service


def made_library(service):
    """A document of a page, so that there is something to find."""

    page = service.folder / "page.ppm"
    page.write_bytes(b"P6 60 80 255\n" + bytes([255]) * (60 * 80 * 3))
    done = subprocess.run([FAIRY, "library", "new", page, "--title", "Timetable of Bern"], env=service.environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


class Journeys(unittest.TestCase):
    """A browser and a service for all; each test leaves the browser on a page of its own."""
    theme = "light"

    @classmethod
    def setUpClass(cls):
        cls.tools = contextlib.ExitStack()
        cls.service = cls.tools.enter_context(Service())
        cls.firefox = Firefox(cls.theme)
        cls.tools.callback(cls.firefox.close)
        # By the address that is printed, as somebody copies it.
        cls.firefox.go(cls.service.greeting["url"])
        cls.firefox.text("Folders")

    @classmethod
    def tearDownClass(cls):
        cls.tools.close()

    def setUp(self):
        self.firefox.said.clear()
        self.firefox.go(self.service.origin)

    def tearDown(self):
        self.assertEqual(self.firefox.said, [])

    def at(self, title):
        self.firefox.wait(f"document.title.startsWith({title!r})")


class ByMouse(Journeys):
    def test_the_code_is_gone_from_the_address(self):
        self.assertEqual(self.firefox.run("location.hash"), "")
        self.assertEqual(self.firefox.run("matchMedia('(prefers-color-scheme: light)').matches"), True)

    def test_a_picture_of_a_folder(self):
        firefox = self.firefox
        firefox.click(firefox.link("Pictures"))
        self.at("Pictures")
        firefox.click(firefox.link("camera.jpg"))
        self.at("camera.jpg")
        firefox.wait("document.querySelector('[data-zoom] img').naturalWidth === 160")
        firefox.text("Fairy Model One")

    def test_a_filtered_table(self):
        firefox = self.firefox
        firefox.click(firefox.link("Pictures"))
        self.at("Pictures")
        firefox.click(firefox.link("towns.csv"))
        self.at("towns.csv")
        firefox.click("input[name=filter]")
        firefox.type("people>100")
        firefox.click(".asks button")
        firefox.wait("document.querySelectorAll('.grid-body [role=row]').length === 2")
        self.assertEqual(firefox.run("[...document.querySelectorAll('.grid-body [role=row]')].map(row => row.querySelectorAll('[role=gridcell]')[0].innerText)"), ["Bern", "Basel"])

    def test_a_file_is_sent_and_converted(self):
        firefox = self.firefox
        firefox.files("#files", FIXTURES / "camera.jpg")
        self.at("camera.jpg")
        firefox.run("void (document.querySelector('select[name=to]').value = 'public.png')")
        firefox.click("form.convert button:last-of-type")
        firefox.text("JPEG → Picture → PNG")

    def test_the_library_is_searched(self):
        made_library(self.service)
        firefox = self.firefox
        firefox.click(".search input")
        firefox.type("timetable")
        firefox.press("Enter")
        firefox.text("1 match")
        firefox.click(firefox.link("Timetable of Bern"))
        self.at("Timetable of Bern")


class ByTheKeys(Journeys):
    def test_a_picture_of_a_folder(self):
        firefox = self.firefox
        firefox.tab_to("on.textContent.includes('Pictures')")
        firefox.press("Enter")
        self.at("Pictures")
        firefox.tab_to("on.tagName === 'A' && on.textContent.includes('camera.jpg')")
        firefox.press("Enter")
        self.at("camera.jpg")
        firefox.tab_to("on.matches('[data-zoom]')")
        firefox.press("+", "+")
        firefox.wait("document.querySelector('[data-zoom] img').style.transform.includes('scale(1.5')")
        firefox.press("0")
        firefox.wait("document.querySelector('[data-zoom] img').style.transform === ''")

    def test_a_filtered_table(self):
        firefox = self.firefox
        firefox.go(self.service.origin)
        firefox.tab_to("on.textContent.includes('Pictures')")
        firefox.press("Enter")
        self.at("Pictures")
        firefox.tab_to("on.tagName === 'A' && on.textContent.includes('towns.csv')")
        firefox.press("Enter")
        self.at("towns.csv")
        firefox.tab_to("on.matches('input[name=filter]')")
        firefox.type("city=Chur")
        firefox.press("Enter")
        firefox.wait("document.querySelectorAll('.grid-body [role=row]').length === 1")

    def test_a_file_is_converted(self):
        firefox = self.firefox
        firefox.tab_to("on.textContent.includes('Pictures')")
        firefox.press("Enter")
        self.at("Pictures")
        firefox.tab_to("on.tagName === 'A' && on.textContent.includes('camera.jpg')")
        firefox.press("Enter")
        self.at("camera.jpg")
        firefox.tab_to("on.matches('form.convert button:last-of-type')")
        firefox.press("Enter")
        firefox.text("RECEIPT")

    def test_the_library_is_searched(self):
        firefox = self.firefox
        firefox.press("/")
        firefox.type("nothing like it")
        firefox.press("Enter")
        firefox.text("Nothing found.")


class Appearance:
    def test_every_page_at_every_width(self):
        firefox, service = self.firefox, self.service
        # The session of the browser is Firefox's; requests of the test are made with its cookie.
        service.cookie = next(cookie["value"]["value"] for cookie in firefox.send("storage.getCookies")["cookies"] if cookie["name"] == "__Host-fairy")
        self.assertTrue(firefox.run(f"matchMedia('(prefers-color-scheme: {self.theme})').matches"))
        for title, address in pages(service).items():
            firefox.go(service.origin + address)
            for name, width in WIDTHS.items():
                firefox.size(width)
                with self.subTest(title, width=name):
                    self.assertEqual(firefox.axe(), [])
                    self.assertLessEqual(firefox.run("document.documentElement.scrollWidth"), width)
                    if SHOTS:
                        firefox.shot(pathlib.Path(SHOTS) / f"firefox-{title}-{self.theme}-{name}.png")


class InTheLight(Appearance, Journeys):
    theme = "light"


class InTheDark(Appearance, Journeys):
    theme = "dark"


if __name__ == "__main__":
    unittest.main()
