"""A library with documents in it, made by the command line, for a service to show."""
import json
import subprocess

from PIL import Image, ImageDraw, ImageFont

from service import FAIRY

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def fairy(service, *words, **options):
    """What the command line prints; it has to end well."""
    run = subprocess.run([FAIRY, *map(str, words)], env=service.environment, capture_output=True, text=True, **options)
    assert run.returncode == 0, (words, run.stdout, run.stderr)
    return run.stdout


def lines(service, *words):
    return [json.loads(line) for line in fairy(service, *words, "--json").splitlines()]


def sheet(path, text, size=(1240, 1754)):
    """A picture of a page with lines of text."""
    picture = Image.new("RGB", size, "white")
    draw, font = ImageDraw.Draw(picture), ImageFont.truetype(FONT, 40)
    for number, line in enumerate(text):
        draw.text((120, 140 + 90 * number), line, fill="black", font=font)
    picture.save(path, quality=90)
    return path


def make(service, title, *sheets, save=True):
    """A document with a page for each list of lines; its identifier."""
    photos = [sheet(service.folder / f"page-{number}.jpg", text) for number, text in enumerate(sheets)]
    made = lines(service, "library", "new", *photos, "--title", title, "--no-crop")[0]
    if save:
        fairy(service, "library", "save", made["id"])
    return made["id"]


def multiply(service, id, count):
    """Lets a document have so many pages, each of which looks like its first."""
    known = metadata(service, id)
    known["pages"] = [known["pages"][0] | {"id": number} for number in range(1, count + 1)]
    known["nextPage"] = count + 1
    (service.folder / "data/fairy/documents" / id / "metadata.json").write_text(json.dumps(known))


def metadata(service, id, place="documents"):
    return json.loads((service.folder / "data/fairy" / place / id / "metadata.json").read_text())
