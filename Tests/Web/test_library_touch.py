"""The library by fingers alone on a small screen, and by the keys alone: looking, choosing, tagging, the trash and back, searching."""
import unittest

from playwright.sync_api import expect

from journey import Finger
from library import fairy, make, metadata, multiply
from test_library import Documents

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


class ByTouch(Documents):
    def zoom(self, page):
        """How many times larger the page is shown, and which part of it: its left and upper edge."""
        return page.evaluate("[visualViewport.scale, visualViewport.pageLeft, visualViewport.pageTop]")

    def loaded(self, page, selector):
        page.wait_for_function("selector => { const image = document.querySelector(selector); return image.complete && image.naturalWidth }", arg=selector)

    def test_a_document_is_opened_and_paged_through(self):
        with self.page(**PHONE) as page:
            finger = Finger(page, real=True)
            page.get_by_role("navigation", name="Main").get_by_role("link", name="Library").tap()
            page.locator(".documents").get_by_role("link", name="Invoice").tap()
            expect(page.get_by_role("heading", name="Invoice", exact=True)).to_be_visible()
            expect(page.get_by_role("img", name="Page 1")).to_be_in_viewport()
            expect(page.get_by_role("img", name="Page 2")).not_to_be_in_viewport()
            # A finger that moves up moves the page by as much, whether it begins on a picture or beside it.
            for place in (60, 180):
                before = page.evaluate("scrollY")
                finger.swipe(place, 600, 0, -300, steps=20, pause=0.5)
                page.wait_for_function("before => scrollY > before + 250", arg=before)
                self.assertLessEqual(page.evaluate("scrollY"), before + 310)
            expect(page.get_by_role("img", name="Page 2")).to_be_in_viewport()
            self.loaded(page, "#page-2 img")
            # It is scrolled in one direction: nothing is wider than the screen.
            finger.swipe(300, 400, -250, 0, steps=20)
            self.assertEqual(page.evaluate("[scrollX, document.documentElement.scrollWidth]"), [0, 360])

    def test_a_long_document_has_parts(self):
        many = self.other("Many pages")
        multiply(self.service, many, 45)
        with self.page(**PHONE) as page:
            page.goto(f"/library/{many}")
            ways = page.get_by_role("navigation", name="Pages")
            expect(ways).to_contain_text("1–40 of 45")
            self.assertEqual(page.locator(".page").count(), 40)
            ways.get_by_role("link", name="Next").tap()
            expect(ways).to_contain_text("41–45 of 45")
            self.assertEqual([sheet.get_attribute("id") for sheet in page.locator(".sheets > li").all()], [f"page-{number}" for number in range(41, 46)])
            expect(page.get_by_role("img", name="Page 41")).to_be_in_viewport()
            ways.get_by_role("link", name="Previous").tap()
            expect(ways).to_contain_text("1–40 of 45")

    def test_two_fingers_zoom_the_picture_of_a_page(self):
        with self.page(**PHONE) as page:
            page.goto(f"/library/{self.invoice}")
            self.loaded(page, "#page-1 img")
            finger, box = Finger(page, real=True), page.get_by_role("img", name="Page 1").bounding_box()
            x, y = box["x"] + box["width"] / 3, box["y"] + box["height"] / 3
            self.assertEqual(self.zoom(page), [1, 0, 0])
            finger.pinch(x, y, 60, 180)
            page.wait_for_function("() => visualViewport.scale > 1.5")
            scale, left, top = self.zoom(page)
            # What was between the fingers is still on the screen.
            self.assertTrue(left <= x <= left + 360 / scale and top <= y <= top + 740 / scale, (x, y, scale, left, top))
            # There is more to see: the picture has more pixels than the screen showed before.
            self.assertGreater(page.locator("#page-1 img").evaluate("image => image.naturalWidth / image.clientWidth"), 3)
            # One finger moves it then.
            finger.swipe(250, 400, -100, -100, steps=20, pause=0.5)
            page.wait_for_function("([left, top]) => visualViewport.pageLeft > left + 20 && visualViewport.pageTop > top + 20", arg=[left, top])
            self.assertEqual(self.zoom(page)[0], scale)
            for _ in range(3):
                finger.pinch(180, 400, 300, 60)
            page.wait_for_function("() => visualViewport.scale === 1")

    def test_several_are_chosen_tagged_and_moved_to_the_trash_and_back(self):
        names = ["Third finger", "Second finger", "First finger"]
        ids = {name: self.other(name) for name in reversed(names)}
        with self.page(**PHONE) as page:
            page.goto("/library")
            box = lambda name: page.get_by_role("checkbox", name=f"Select {name}")
            bar, legend = page.locator("[data-batch-bar]"), page.locator("[data-batch-bar] legend")
            expect(bar).not_to_be_in_viewport()
            for count, name in enumerate(names[:2], 1):
                box(name).tap()
                # What can be done with them comes to where one is.
                expect(legend).to_have_text(f"With selected documents ({count})")
                expect(bar).to_be_in_viewport(ratio=1)
            box(names[1]).tap()
            expect(legend).to_have_text("With selected documents (1)")
            box(names[1]).tap()
            page.get_by_label("Tag", exact=True).tap()
            expect(page.get_by_label("Tag", exact=True)).to_be_focused()
            page.keyboard.type("by touch")
            page.get_by_role("button", name="Add tag").tap()
            expect(page.get_by_role("navigation", name="Tags").get_by_role("link", name="by touch")).to_have_attribute("aria-current", "true")
            # Those of the same second are in no order.
            self.assertEqual(sorted(self.titles(page)), sorted(names[:2]))
            self.assertEqual([metadata(self.service, ids[name])["tags"] for name in names], [["by touch"], ["by touch"], []])
            page.get_by_role("button", name="Select all on this page").tap()
            expect(legend).to_have_text("With selected documents (2)")
            page.get_by_role("button", name="Move to trash").tap()
            expect(page.get_by_text("2 documents were moved to the trash.")).to_be_visible()
            self.assertNotIn(names[0], self.titles(page))
            page.get_by_role("button", name="Undo").tap()
            expect(page.get_by_role("link", name=names[0])).to_be_visible()
            self.assertEqual(sorted(self.titles(page)[:3]), sorted(names))

            # One of them by its own page, from which it goes to the trash, and back from there.
            page.get_by_role("link", name=names[0]).tap()
            page.get_by_role("button", name="Remove the tag by touch").tap()
            expect(page.get_by_role("button", name="Remove the tag by touch")).to_have_count(0)
            page.get_by_label("New tag").tap()
            page.keyboard.type("alone")
            page.get_by_role("button", name="Add tag").tap()
            expect(page.get_by_role("link", name="alone")).to_be_visible()
            self.assertEqual(metadata(self.service, ids[names[0]])["tags"], ["alone"])
            page.get_by_role("button", name="Move to trash").tap()
            expect(page.get_by_text(f"“{names[0]}” was moved to the trash.")).to_be_visible()
            page.get_by_role("link", name="Trash").tap()
            self.assertTrue((self.service.folder / "data/fairy/trash" / ids[names[0]]).exists())
            line = page.locator(".trashed li").filter(has_text=names[0])
            # A finger that slips does not delete: that is behind a further tap.
            expect(line.get_by_role("button", name="Delete permanently")).to_be_hidden()
            line.get_by_role("button", name="Restore").tap()
            expect(page.get_by_role("heading", name=names[0])).to_be_visible()
            self.assertEqual(metadata(self.service, ids[names[0]])["tags"], ["alone"])
        fairy(self.service, "library", "trash", *ids.values())
        self.service.post("/trash", {"verb": "empty"})

    def test_what_is_found_is_marked_and_not_covered(self):
        with self.page(**PHONE) as page:
            page.get_by_role("searchbox").tap()
            page.keyboard.type("bread")
            page.keyboard.press("Enter")
            found = page.locator(".found li").filter(has_text="Invoice")
            expect(found.locator("mark").first).to_have_text("bread")
            found.get_by_role("link").tap()
            expect(page.get_by_text("2 matches")).to_be_visible()
            for number, words in ((1, "Seven loaves of rye bread"), (2, "bread is in the kitchen")):
                if number > 1:
                    page.get_by_role("button", name="Next match").tap()
                mark = page.locator(f"#hit-{number} rect")
                expect(page.locator(f"#hit-{number}")).to_have_class("hit now")
                expect(mark).to_be_in_viewport(ratio=0.99)
                # It lies on the words, and nothing lies on it.
                line, box, uncovered = mark.evaluate("""(mark, words) => {
                    const line = [...mark.ownerSVGElement.querySelectorAll("text")].find((one) => one.textContent.trim() === words).getBoundingClientRect();
                    const box = mark.getBoundingClientRect();
                    return [line.toJSON(), box.toJSON(), [0.1, 0.9].every((part) => document.elementFromPoint(
                        box.left + box.width / 2, box.top + part * box.height)?.closest(".page")?.contains(mark))];
                }""", words)
                self.assertAlmostEqual((box["top"] + box["bottom"]) / 2, (line["top"] + line["bottom"]) / 2, delta=line["height"] / 3)
                self.assertTrue(line["left"] - 4 <= box["left"] and box["right"] <= line["right"] + 4, (line, box))
                self.assertTrue(uncovered, "something lies on the mark")
            self.shot(page, "touch-marked")
            # Zoomed, the next place is shown, too.
            page.get_by_role("button", name="Previous match").tap()
            expect(page.locator("#hit-1")).to_have_class("hit now")
            expect(page.locator("#hit-1 rect")).to_be_in_viewport(ratio=1)


class ByTheKeys(Documents):
    def to(self, page, name, most=80):
        """By Tab alone, to what has a name."""
        for _ in range(most):
            page.keyboard.press("Tab")
            on = page.evaluate("""(() => { const on = document.activeElement;
                return on.getAttribute("aria-label") ?? on.labels?.[0]?.textContent ?? on.textContent })()""")
            if on.strip().startswith(name):
                # Whoever uses keys sees where they are.
                outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                self.assertNotEqual(outline, "none", name)
                return
        self.fail(f"no Tab leads to {name}")

    def test_from_the_first_page_to_the_trash_and_back(self):
        ids = {name: make(self.service, name, ["Nothing much"], save=False) for name in ("Second key", "First key")}
        with self.page() as page:
            self.to(page, "Library")
            page.keyboard.press("Enter")
            expect(page.get_by_role("heading", name="Library")).to_be_visible()
            self.to(page, "Select First key")
            page.keyboard.press("Space")
            self.to(page, "Select Second key")
            page.keyboard.press("Space")
            expect(page.locator("[data-batch-bar] legend")).to_have_text("With selected documents (2)")
            self.to(page, "Tag")
            page.keyboard.type("by keys")
            page.keyboard.press("Enter")
            expect(page.get_by_role("navigation", name="Tags").get_by_role("link", name="by keys")).to_have_attribute("aria-current", "true")
            self.assertEqual(sorted(self.titles(page)), ["First key", "Second key"])
            self.assertEqual([metadata(self.service, id)["tags"] for id in ids.values()], [["by keys"]] * 2)
            self.to(page, "Select First key")
            page.keyboard.press("Space")
            self.to(page, "Move to trash")
            page.keyboard.press("Enter")
            expect(page.get_by_text("“First key” was moved to the trash.").or_(page.get_by_text("1 document was moved to the trash."))).to_be_visible()
            self.to(page, "Trash")
            page.keyboard.press("Enter")
            expect(page.get_by_role("heading", name="Trash")).to_be_visible()
            self.to(page, "Delete…")
            page.keyboard.press("Enter")
            self.to(page, "Delete permanently")
            page.keyboard.press("Shift+Tab")
            page.keyboard.press("Enter")
            expect(page.get_by_role("button", name="Delete permanently")).to_be_hidden()
            page.keyboard.press("Shift+Tab")
            expect(page.get_by_role("button", name="Restore")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.get_by_role("heading", name="First key")).to_be_visible()
        self.assertEqual(metadata(self.service, ids["First key"])["tags"], ["by keys"])

    def test_searching_and_going_from_place_to_place(self):
        with self.page() as page:
            page.keyboard.press("/")
            page.keyboard.type("bread")
            page.keyboard.press("Enter")
            expect(page.locator(".found mark").first).to_have_text("bread")
            self.to(page, "Invoice")
            page.keyboard.press("Enter")
            expect(page.get_by_text("2 matches")).to_be_visible()
            self.to(page, "Next match")
            page.keyboard.press("Enter")
            expect(page.locator("#hit-2")).to_have_class("hit now")
            expect(page.locator("#hit-2 rect")).to_be_in_viewport()
            expect(page.locator("#live")).to_have_text("Match 2, on page 2")
            page.keyboard.press("Enter")
            expect(page.locator("#hit-1")).to_have_class("hit now")
            self.to(page, "Print")
            self.to(page, "Title")
            page.keyboard.press("Control+a")
            page.keyboard.type("Invoice of the bakery")
            page.keyboard.press("Enter")
            expect(page.get_by_role("heading", name="Invoice of the bakery")).to_be_visible()
        self.assertEqual(metadata(self.service, self.invoice)["title"], "Invoice of the bakery")


if __name__ == "__main__":
    unittest.main()
