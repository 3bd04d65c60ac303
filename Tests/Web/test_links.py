"""Links: each view has an address, `fairy://` leads to the same, and no link begins any work. All texts come from catalogues."""
import hashlib
import json
import pathlib
import re
import stat
import subprocess
import unittest

from playwright.sync_api import expect

from journey import Journey
from service import FAIRY, FIXTURES, ROOT, Service, wait_until


def serve(service, *words):
    return subprocess.run(
        [FAIRY, "serve", *words], env=service.environment, capture_output=True, text=True, timeout=60)


class DeepLinks(Journey):
    def test_a_service_that_runs_shows_the_view(self):
        for link, path in (
                ("fairy://library", "/library"), ("fairy://home", "/"), ("fairy://search?q=a%20b", "/search?q=a%20b"),
                ("FAIRY://jobs/3", "/jobs/3"), ("fairy://tour/2/", "/tour/2")):
            told = serve(self.service, "--json", "--no-open", "--open", link)
            self.assertEqual(told.returncode, 0, told.stderr)
            self.assertEqual(json.loads(told.stdout), {
                "url": self.service.origin + path, "port": self.service.port, "running": True})

    def test_what_is_no_view_is_refused(self):
        for link in (
                "fairy://convert?to=png", "fairy://jobs/1/cancel", "fairy://uploads/1/part", "fairy://library?from=3", "fairy://library#x",
                "fairy://../etc", "fairy://library/..", "fairy://library//x", "fairy://user@home", "fairy://home:80", "fairy:library",
                "http://evil.example", "fairy://", "fairy://search?q=%zz", "fairy://search?q=a&b=c", "fairy://library/a%2Fb",
                "fairy://files/" + "a" * 3000, "fairy://search?q=\n"):
            told = serve(self.service, "--no-open", "--open", link)
            self.assertEqual(told.returncode, 64, link)
            self.assertIn("is no link to a view", told.stderr)

    def test_options_that_cannot_hold_are_answered(self):
        for words in (["--port", "5000"], [str(self.service.pictures)], ["--phone"], ["--jobs", "1"], ["--library", "/tmp"],
                      ["--sandbox", "require"]):
            told = serve(self.service, "--no-open", "--open", "fairy://library", *words)
            self.assertEqual(told.returncode, 64, words)
            self.assertIn("is running", told.stderr)

    def test_the_browser_is_opened_by_a_file_that_others_cannot_read(self):
        tools = self.service.folder / "bin"
        tools.mkdir()
        said = self.service.folder / "opened"
        (tools / "xdg-open").write_text(f'#!/bin/sh\necho "$1" >> {said}\n')
        (tools / "xdg-open").chmod(0o755)
        environment = self.service.environment | {"PATH": f"{tools}:/usr/bin:/bin"}
        subprocess.run([FAIRY, "serve", "--open", "fairy://library"], env=environment, check=True, capture_output=True)
        wait_until(lambda: said.exists() and said.read_text().endswith("\n"))
        file = pathlib.Path(said.read_text().strip())
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)
        # The browser that was let in before follows it, though the file is of another site than the service.
        context = self.browser.new_context()
        with self.page() as inside:
            context.add_cookies(inside.context.cookies())
        page = context.new_page()
        page.goto(file.as_uri())
        expect(page.get_by_role("heading", name="Library")).to_be_visible()
        page.wait_for_url(f"{self.service.origin}/library")
        # A browser that was not let in is asked for the code, and does not go round in circles.
        stranger = self.browser.new_context().new_page()
        stranger.goto(file.as_uri())
        expect(stranger.get_by_role("textbox")).to_be_visible()
        # What would go on to another page would do so by then.
        stranger.wait_for_timeout(500)
        self.assertEqual(stranger.evaluate("performance.getEntriesByType('navigation').length"), 1)
        expect(stranger.get_by_role("textbox")).to_be_visible()

    def test_a_service_that_does_not_run_begins_with_the_view(self):
        with Service("--open", "fairy://library") as service:
            self.assertEqual(service.greeting["url"], f"{service.origin}/library#{service.token}")
            page = self.browser.new_context().new_page()
            page.goto(service.greeting["url"])
            expect(page.get_by_role("heading", name="Library")).to_be_visible()
            self.assertEqual(page.url, f"{service.origin}/library")


class NothingBegins(unittest.TestCase):
    """No GET changes anything, whatever stands behind its question mark."""

    def state(self, service):
        """All files but those that looking makes: small pictures, what photos look like, and what was opened last."""
        left_out = re.compile(r"^(cache/fairy/serve/pictures|data/fairy/recent\.ndjson|data/fairy/looks\.ndjson|data/fairy/index\.sqlite|cache/fairy/index)")
        files = {}
        for path in sorted(service.folder.rglob("*")):
            name = str(path.relative_to(service.folder))
            if path.is_file() and not left_out.match(name):
                files[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        return files

    def test_of_all_routes_with_all_parameters(self):
        sources = [path.read_text() for path in (ROOT / "Sources/Web").rglob("*.swift")]
        routes = {route for text in sources for route in re.findall(r'\.get\(\s*"([^"]*)"', text) if "\\(" not in route}
        posts = {route for text in sources for route in re.findall(r'\.(?:post|put|delete|patch)\(\s*"([^"]*)"', text)}
        names = {name for text in sources for name in re.findall(r'orm(?:\([^()]*\))?\["([\w-]+)"\]|\.number\(\s*"([\w-]+)"', text) for name in name if name}
        self.assertGreater(len(routes), 20)
        self.assertGreater(len(names), 10)
        with Service("--phone", "--phone-address", "127.0.0.2") as service:
            service.enter()
            upload = service.upload("a.jpg", (FIXTURES / "camera.jpg").read_bytes()).headers["Location"].split("/")[-1]
            service.post("/phone/stop", {"for": "/"})
            service.post("/jobs", {"file": upload, "to": "public.png"})
            wait_until(lambda: "running" not in service.get("/jobs/state").text)
            folder = service.link("/", "Pictures").split("/")[-1]
            values = {
                "file": upload, "id": upload, "number": "1", "to": "public.png", "verb": "compress", "folder": "Results", "allow": "yes",
                "for": "/", "token": "0" * 64, "session": "0" * 64, "theme": "dark", "code": "000000"}
            query = "&".join(f"{name}={values.get(name, '1')}" for name in sorted(names))
            addresses = set()
            for route in routes | posts:
                for identifier in (upload, folder, "1", "00000000-0000-0000-0000-000000000000", "x"):
                    addresses.add("/" + re.sub(r":[\w]+", identifier, route.lstrip("/")))
            before, jobs = self.state(service), service.get("/jobs/state").text
            for address in sorted(addresses):
                for path in (address, f"{address}?{query}", *(f"{address}?{name}={values.get(name, '1')}" for name in ("to", "file", "verb", "allow"))):
                    if "/events" in address:
                        continue
                    answer = service.get(path)
                    self.assertLess(answer.status, 501, path)
            # And whatever the pages themselves link to.
            seen, waiting = set(), ["/"]
            while waiting:
                address = waiting.pop()
                if address in seen or len(seen) > 200:
                    continue
                seen.add(address)
                text = service.get(address).body.decode(errors="replace")
                waiting += [link.replace("&amp;", "&") for link in re.findall(r'(?:href|src)="(/[^"#]*)', text) if "/assets/" not in link]
            self.assertGreater(len(seen), 20)
            self.assertEqual(service.get("/jobs/state").text, jobs)
            self.assertEqual(self.state(service), before)
            # Nor does a HEAD.
            for address in sorted(addresses)[::5]:
                service.request("HEAD", address)
            self.assertEqual(self.state(service), before)
            self.assertIn('data-phase="closed"', service.get("/phone").text)


class Mirrored(Journey):
    """In a language that runs from right to left, is a third longer, and has each text of a catalogue in brackets."""

    # What stands in no catalogue: names (in bdi), code, what the program says in English, numbers and sizes.
    FOREIGN = """() => {
      const found = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode, parent = node.parentElement;
        if (!parent || parent.closest("bdi, code, script, style, noscript, [lang=en], [dir=auto], .mark, pre")) continue;
        const text = node.textContent.replace(/\\u27e6[^\\u27e7]*\\u27e7/g, "").replace(/[\\d.,]+\\s*(B|kB|MB|GB|TB)\\b/g, "");
        if (/\\p{L}/u.test(text)) found.push(node.textContent.trim());
      }
      for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], img[alt]")) {
        for (const name of ["aria-label", "placeholder", "title", "alt"]) {
          // A text with a name in it has brackets around the rest.
          const text = (element.getAttribute(name) ?? "").replace(/\\d+x\\d+/, "");
          // The title of a cell is what is cut off of its text.
          if (name === "title" && text === element.textContent.trim()) continue;
          if (/\\p{L}/u.test(text) && !text.includes("\\u27e6") && !element.closest("bdi, [lang=en]")) found.push(`${name}: ${text}`);
        }
      }
      return found;
    }"""

    def pages(self):
        return {"home": "/", "recent": "/recent", "preferences": "/preferences", "report": "/report", "phone": "/phone",
                "tour-1": "/tour/1", "tour-2": "/tour/2", "tour-3": "/tour/3", "tour-4": "/tour/4", "library": "/library",
                "search": "/search?q=bern", "results": "/jobs", "browsers": "/sessions",
                "folder": self.service.link("/", "Pictures"), "picture": self.service.file("camera.jpg"),
                "table": self.service.file("towns.csv"), "tree": self.service.file("a.json"), "archive": self.service.file("pack.zip"), "scan": "/scan"}

    def test_every_page_fits_a_phone_and_takes_all_texts_from_a_catalogue(self):
        pages = self.pages()
        with self.page(locale="ar-XB", viewport={"width": 360, "height": 740}) as page:
            for title, address in pages.items():
                with self.subTest(title):
                    page.goto(address)
                    self.assertEqual(page.locator("html").get_attribute("dir"), "rtl")
                    self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 360)
                    self.assertGreaterEqual(page.evaluate("Math.min(0, document.documentElement.scrollLeft)"), 0)
                    self.assertEqual(page.evaluate(self.FOREIGN), [])
                    self.shot(page, f"mirrored-{title}")

    def test_both_languages_have_the_same_texts(self):
        words = [json.loads((ROOT / f"Sources/Web/Resources/words.{language}.json").read_text()) for language in ("en", "de")]
        self.assertEqual(words[0].keys(), words[1].keys())
        for key, text in words[0].items():
            self.assertEqual(sorted(re.findall(r"\{\w+\}", text)), sorted(re.findall(r"\{\w+\}", words[1][key])), key)
        # Each text is used.
        used = "".join(path.read_text() for path in (ROOT / "Sources/Web").rglob("*") if path.suffix in (".swift", ".mustache"))
        # Of some, the program puts the end behind a beginning: "filter_\\(filter.rawValue)".
        beginnings = (*re.findall(r'"([A-Za-z_]+_)\\\(', used), "page_size_", "preset_", "sum_")
        for key in words[0]:
            self.assertTrue(key.rsplit(".", 1)[0] in used or key.startswith(beginnings), key)


if __name__ == "__main__":
    unittest.main()
