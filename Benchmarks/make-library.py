#!/usr/bin/env python3
"""make-library.py LIBRARY TEXTS COUNT: a library of COUNT saved documents of one page with 200 words each, and the same
words as text files below TEXTS, for programs that know no such library.

The words are drawn as those of a language are: the commonest is in nearly all pages, most are in a few. "everywhere" is in
every page. Of a document only what is read for the index is there: its metadata and its words.
"""
import json
import pathlib
import random
import sys
import uuid

library, texts, count = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
chance = random.Random(7)
syllables = [first + second for first in "bdfgklmnprst" for second in ("a", "e", "i", "o", "u", "ä", "en", "er", "ost")]
vocabulary = ["".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(50_000)]
weights = [1 / (rank + 10) for rank in range(len(vocabulary))]


def date(number):
    return f"20{10 + number // 10_000 % 90:02}-{1 + number // 28 % 12:02}-{1 + number % 28:02}T12:00:00Z"


def page(words):
    lines = [words[start:start + 10] for start in range(0, len(words), 10)]
    return {"pages": [{
        "page": 1, "width": 1240, "height": 1754, "language": "eng", "blocks": [{"box": [0, 0, 1240, 1754], "lines": [
            {"box": [100, 60 * row, 1000, 40], "words": [
                {"text": word, "confidence": 0.9, "box": [100 * column, 60 * row, 90, 40]}
                for column, word in enumerate(line)]}
            for row, line in enumerate(lines)]}]}]}


def metadata(number, words):
    made = date(number)
    return template | {
        "id": str(uuid.UUID(int=chance.getrandbits(128), version=4)), "title": " ".join(words[:3]),
        "tags": [words[3]], "created": made, "modified": made}


template = json.loads((library / "template.json").read_text())
# The photo that the template was made of has no words.
template["pages"][0]["text"] = "001.json"
for number in range(count):
    words = chance.choices(vocabulary, weights, k=199) + ["everywhere"]
    about = metadata(number, words)
    folder = library / "documents" / about["id"]
    (folder / "text").mkdir(parents=True)
    (folder / "metadata.json").write_text(json.dumps(about, ensure_ascii=False) + "\n")
    (folder / "text" / about["pages"][0]["text"]).write_text(json.dumps(page(words), ensure_ascii=False) + "\n")
    place = texts / f"{number // 1000:03}"
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{number:06}.txt").write_text("\n".join([about["title"], *about["tags"], " ".join(words)]) + "\n")
# Words for searches: from those in most pages to those in a few.
(library / "words.txt").write_text("".join(
    vocabulary[int(rank)] + "\n" for rank in (1.8 ** (step / 8) for step in range(140)) if rank < len(vocabulary)))
