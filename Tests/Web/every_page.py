"""Every page that a service has, by a short name: all are looked at at every width, in both themes, by axe and as a tree of roles."""


def pages(service):
    """Their addresses; some things are done so that each page shows something."""
    picture, table = service.file("camera.jpg"), service.file("towns.csv")
    if "towns.csv" not in service.get("/uploads").text:
        service.upload("towns.csv", b"city\nBern\n")
    if "job-1" not in service.get("/jobs").text:
        service.post("/jobs", {"file": picture.removeprefix("/files/"), "to": "public.png"})
        while '"running"' in service.get("/jobs/state").text:
            pass
    # The first page is the last: it lists the files that were opened.
    return {"folder": service.link("/", "Pictures"), "picture": picture, "table": table, "tree": service.file("a.json"),
            "archive": service.file("pack.zip"), "library": "/library", "search": "/search?q=bern", "results": "/jobs", "receipt": "/jobs/1",
            "browsers": "/sessions", "uploads": "/uploads", "missing": "/nowhere", "unreadable": service.file("towns.csv") + "?filter=nothing", "home": "/"}
