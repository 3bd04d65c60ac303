"""Every page that a service has, by a short name: all are looked at at every width, in both themes, by axe and as a tree of roles.

Answers to forms, which have no address, and pages of a phone are looked at where they are tested."""
import shutil
import time

import looks
from library import fairy, lines, make, metadata, sheet
from pages import photo
from service import FIXTURES, PATIENCE, wait_until
from test_triage import decide, folder_of_photos, on_command_line, photos, triage, words_on


def files(service):
    (service.results / "Looks").mkdir()
    looks.fill(service.results / "Looks")
    folder = service.link(service.link("/", "Results"), "Looks")
    at = lambda name: service.link(folder, name)
    found = {"folder": service.link("/", "Pictures"), "picture": service.file("camera.jpg"), "table": service.file("towns.csv"),
             "tree": service.file("a.json"), "archive": service.file("pack.zip"), "unreadable": service.file("towns.csv") + "?filter=nothing",
             "mails": at("post.mbox"), "mail": at("post.mbox") + "?message=7", "reader": at("report.pdf"), "markdown": at("notes.md"),
             "text": at("page.txt"), "unknown": at("junk.bin"), "protected": at("own.locked.pdf")}
    # What takes its time to be known of a file is known then.
    for name, address in found.items():
        if name != "folder":
            wait_until(lambda: "Details are still being gathered." not in service.get(address).text)
    return found


def library(service):
    invoice = make(service, "Invoice", ["Invoice 2026 of the Harbour Bakery", "Seven loaves of rye bread"], ["bread is in the kitchen"])
    make(service, "Only a draft", ["Scribble"], save=False)
    fairy(service, "library", "tag", invoice, "tax", "household")
    fairy(service, "library", "trash", make(service, "In the trash", ["Nothing much"], save=False))
    number = metadata(service, invoice)["pages"][0]["id"]
    return {"library": "/library", "library-nothing": "/library?tag=none", "found": "/search?q=bread", "document": f"/library/{invoice}",
            "document-found": f"/library/{invoice}?q=bread", "correction": f"/library/{invoice}?correct={number}", "trash": "/trash",
            "settings": "/settings"}


def scanning(service):
    first, second = service.folder / "desk.jpg", sheet(service.folder / "page.jpg", ["Dear Ada"])
    photo().save(first, quality=92)
    draft = f"/scan/{lines(service, 'library', 'new', first, second, '--title', 'Letter')[0]['id']}"
    return {"scan": "/scan", "draft": draft, "sheet": f"{draft}/pages/1", "camera": f"{draft}/camera", "scanner": f"{draft}/scanner"}


def triaging(service):
    folder = folder_of_photos(service, "Shown", 5)
    shutil.copy(FIXTURES / "photo.heic", folder / "a.heic")
    (folder / "copy.jpg").write_bytes((folder / "IMG_4.jpg").read_bytes())
    on_command_line(service, "--decide", "delete", str(folder / "IMG_0.jpg"), str(folder / "IMG_1.jpg"))
    on_command_line(service, "--decide", "keep", str(folder / "IMG_2.jpg"))
    address = triage(service, "Shown")
    words_on(service.results / "Words/bakery.png", "Bakery Salmon\nBread 4.20 EUR")
    words = triage(service, "Words")
    decide(service, words, 1, photos(service, words)["bakery.png"], "text")
    wait_until(lambda: "1 group" in service.get(address + "/groups").text)
    note = wait_until(lambda: [line for line in lines(service, "notes", "list") if "salmon" in line["text"].lower()], seconds=3 * PATIENCE)
    return {"triage": "/triage", "triage-cards": address, "triage-queue": address + "/queue", "triage-groups": address + "/groups",
            "notes": "/notes", "note": f"/notes/{note[0]['id']}"}


def others(service):
    picture = service.file("camera.jpg").removeprefix("/files/")
    for name in ("towns.csv", "a rather long name of a file that goes on and on and on for more than one line.csv"):
        service.upload(name, b"city\nBern\n")
        # The list is ordered by the second in which they came.
        time.sleep(1.1)
    cut = service.upload("cut.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF").headers["Location"].removeprefix("/files/")
    for number, fields in enumerate(({"file": picture, "to": "public.png"}, {"file": picture, "verb": "compress"}, {"file": cut, "to": "public.png"}), 1):
        service.post("/jobs", fields)
        wait_until(lambda: '"running"' not in service.get(f"/jobs/{number}/state").text)
    # Files that were opened are listed.
    for name in ("camera.jpg", "a.json", "pack.zip", "towns.csv"):
        service.get(service.file(name))
    return {"library-empty": "/library", "search": "/search?q=bern", "results": "/jobs", "receipt": "/jobs/1", "comparison": "/jobs/2", "failed": "/jobs/3",
            "browsers": "/sessions", "uploads": "/uploads", "missing": "/nowhere", "preferences": "/preferences", "report": "/report", "phone": "/phone",
            **{f"tour-{step}": f"/tour/{step}" for step in range(1, 5)}, "recent": "/recent", "home": "/"}


GROUPS = {"files": files, "library": library, "scanning": scanning, "triaging": triaging, "others": others}


def pages(service, *groups):
    """Their addresses, of all groups or some; things are done so that each page shows something."""
    # The first page and the empty library come before there is more.
    found = {}
    for name in groups or reversed(GROUPS):
        found |= GROUPS[name](service)
    return found
