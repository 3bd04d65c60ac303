"""A browser that `fairy serve` has let in, and what every page has to keep to."""
import contextlib
import os
import pathlib
import time
import unittest

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from service import PATIENCE, Service

# Screenshots are kept where this names a folder.
SHOTS = os.environ.get("FAIRY_WEB_SHOTS")
WIDTHS = {"phone": 360, "tablet": 768, "desk": 1280}
expect.set_options(timeout=PATIENCE * 1000)


class Finger:
    """Fingers on the screen of a page; pages are told that they are as fast as they are here, however busy the machine is.

    What the browser makes of them by itself, as it scrolls and zooms, goes by its own clock: for that they are `real`."""

    def __init__(self, page, real=False):
        self.page, self.session, self.clock, self.real = page, page.context.new_cdp_session(page), 0, real

    def send(self, kind, *points):
        event = {"type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]}
        self.session.send("Input.dispatchTouchEvent", event if self.real else event | {"timestamp": self.clock})

    def begin(self):
        """Some time after what came before, and after events that the browser makes by its own clock."""
        self.clock = max(self.clock + 1, time.time() + 2)

    def rest(self, seconds):
        self.clock += seconds
        if self.real:
            self.page.wait_for_timeout(1000 * seconds)

    def drag(self, *fingers, pause=0):
        """Each finger goes down at its first point, through the others, and up after a pause."""
        self.begin()
        first, *others = zip(*fingers, strict=True)
        self.send("touchStart", *first)
        for points in others:
            self.rest(0.02)
            self.send("touchMove", *points)
        self.rest(0.02 + pause)
        self.send("touchEnd")

    def swipe(self, x, y, dx, dy, steps=8, pause=0):
        self.drag([(x + dx * step / steps, y + dy * step / steps) for step in range(steps + 1)], pause=pause)

    def pinch(self, x, y, before, after, steps=8):
        """Two fingers beside each other, as far apart as is said."""
        halves = [(before + (after - before) * step / steps) / 2 for step in range(steps + 1)]
        self.drag([(x - half, y) for half in halves], [(x + half, y) for half in halves])

    def tap(self, x, y, times=1):
        self.begin()
        for _ in range(times):
            self.rest(0.1)
            self.send("touchStart", (x, y))
            self.rest(0.02)
            self.send("touchEnd")


class Journey(unittest.TestCase):
    # What `fairy serve` is told beside its folders.
    arguments = ()

    @classmethod
    def setUpClass(cls):
        cls.tools = contextlib.ExitStack()
        cls.service = cls.tools.enter_context(Service(*cls.arguments))
        cls.service.enter()
        playwright = cls.tools.enter_context(sync_playwright())
        cls.browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"], env=dict(os.environ) | cls.fonts(cls.service.folder))
        cls.tools.callback(cls.browser.close)

    @classmethod
    def tearDownClass(cls):
        cls.tools.close()

    @staticmethod
    def fonts(folder):
        """The same fonts on every machine, so that pages are laid out alike."""
        path = folder / "fonts.conf"
        path.write_text(
            f"<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>{folder}/fonts</cachedir>"
            '<match><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match></fontconfig>')
        return {"FONTCONFIG_FILE": str(path)}

    @contextlib.contextmanager
    def page(self, allow=(), **options):
        """A page of a browser that was let in; nothing may be said on its console, but for lines with a part that is allowed."""
        context = self.browser.new_context(base_url=self.service.origin, **options)
        context.add_cookies([{
            "name": "__Host-fairy", "value": self.service.cookie, "url": self.service.origin.replace("http:", "https:"), "secure": True,
            "httpOnly": True, "sameSite": "Strict"}])
        page = context.new_page()
        said = []
        page.on("console", lambda message: any(part in message.text for part in allow) or said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        # Whoever goes to the next page before a picture is there gives that picture up.
        page.on("requestfailed", lambda request: allow or request.failure == "net::ERR_ABORTED" or said.append(
            f"{request.url}: {request.failure}"))
        page.goto("/")
        yield page
        self.assertEqual(said, [])
        context.close()

    def shot(self, page, name):
        if SHOTS:
            page.screenshot(path=pathlib.Path(SHOTS) / f"{name}.png", full_page=True)

    def check(self, title, place, allow=()):
        """A page at every width, light and dark: no finding of axe, nothing wider than the screen, a screenshot.

        `place` is its address, or does in a page of a browser what leads there."""
        for theme in ("light", "dark"):
            with self.page(allow, color_scheme=theme, viewport={"width": WIDTHS["phone"], "height": 800}) as page:
                place(page) if callable(place) else page.goto(place)
                for name, width in WIDTHS.items():
                    page.set_viewport_size({"width": width, "height": 800})
                    found = Axe().run(page, options={"resultTypes": ["violations"]})
                    self.assertEqual(found.violations_count, 0, f"{title} {theme} {name}: {found.generate_report()}")
                    # Nothing but tables and texts is wider than the screen.
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, f"{title} {name}")
                    self.shot(page, f"{title}-{theme}-{name}")
