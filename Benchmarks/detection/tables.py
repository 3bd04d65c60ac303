"""Tables in text, and values in text."""
import csv
import io
import json

from kinds import WORDS, crlf, encodings, kind, sentence

HEADER = ["id", "name", "city", "born", "amount", "note"]
CITIES = ["Köln", "Zürich", "Paris", "São Paulo", "Oslo", "Łódź"]


def rows(rng, count, columns=6):
    for number in range(count):
        yield [
            str(number + 1), rng.choice(WORDS), rng.choice(CITIES),
            f"{rng.randint(1940, 2010)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
            f"{rng.uniform(0, 5000):.2f}", sentence(rng, 5),
        ][:columns]


def table(rng, count=20, columns=6, header=True, **dialect):
    text = io.StringIO()
    writer = csv.writer(text, **({"lineterminator": "\n"} | dialect))
    if header:
        writer.writerow(HEADER[:columns])
    writer.writerows(rows(rng, count, columns))
    return text.getvalue()


@kind("public.comma-separated-values-text", "text/csv application/csv")
def csv_(rng):
    for note, data in encodings(table(rng)):
        yield note, data
    yield "semicolons", table(rng, delimiter=";").encode()
    yield "decimal commas", table(rng, delimiter=";").replace(".", ",").encode()
    yield "all quoted", table(rng, quoting=csv.QUOTE_ALL).encode()
    yield "no header", table(rng, header=False).encode()
    yield "two rows", table(rng, 1, 5).encode()
    yield "three columns, two rows", b"name,age,city\nAnna,34,Berlin\nBob,27,Paris\n"
    yield "two columns", table(rng, 30, 2).encode()
    yield "two columns, three rows", b"key,value\nalpha,1\nbeta,2\n"
    yield "announced separator", ("sep=;\n" + table(rng, delimiter=";")).encode()
    yield "apostrophes as quotes", table(rng, quotechar="'", quoting=csv.QUOTE_ALL).encode()
    yield "numbers only", "\n".join(
        ",".join(f"{rng.gauss(0, 1):.6f}" for _ in range(8)) for _ in range(50)).encode()
    yield "empty fields", ("a,b,c,d\n" + "1,,,\n,2,,\n,,3,4\n" * 8).encode()
    yield "ends with delimiters", ("a,b,c,\n" + "1,2,3,\n" * 12).encode()
    yield "ragged", ("a,b,c,d\n" + "1,2,3,4\n" * 9 + "1,2,3\n" + "5,6,7,8\n" * 9).encode()
    yield "line feeds in cells", ('id,text\n' + '"1","two\nlines, and a comma"\n' * 9).encode()
    yield "comments above", ("# exported 2024-01-02\n# by a program\n" + table(rng)).encode()
    yield "a title above", ("Sales report\n\n" + table(rng)).encode()
    yield "blanks behind commas", ("id, name, age, city\n" + "7, Anna, 34, Oslo\n" * 12).encode()
    yield "times in cells", ("start;end;room\n" + "08:15:00;09:45:00;A1\n" * 12).encode()
    yield "web addresses", ("url,clicks\n" + "https://example.org/a?b=c,17\n" * 12).encode()
    yield "mail addresses", ("name,mail\n" + "Anna,anna@example.org\n" * 12).encode()
    yield "wide", (",".join(f"c{n}" for n in range(300)) + "\n" + ",".join("1" * 300) + "\n").encode()
    yield "long, with CR alone", table(rng, 200).replace("\n", "\r").encode()
    yield "Cyrillic in CP1251", "имя;город;год\n".encode("cp1251") + "Анна;Москва;1987\n".encode("cp1251") * 9
    yield "Japanese in Shift-JIS", "名前,都市,年\n".encode("shift_jis") + "花子,東京,1987\n".encode("shift_jis") * 9
    yield "one long row", ("a,b,c,d,e,f,g,h\n1,2,3,4,5,6,7,8\n").encode()
    yield "JSON in cells", ('id,data\n' + '1,"{""a"": 1, ""b"": [2]}"\n' * 9).encode()
    yield "blank lines between", ("a,b,c\n\n" + "1,2,3\n\n" * 9).encode()
    yield "no end of line", b"a,b,c\n1,2,3\n4,5,6\n7,8,9"


@kind("public.tab-separated-values-text", "text/tab-separated-values text/plain")
def tsv(rng):
    for note, data in encodings(table(rng, delimiter="\t")):
        yield note, data
    yield "two columns", table(rng, 9, 2, delimiter="\t").encode()
    yield "commas in cells", ("a\tb\n" + "one, two\tthree, four\n" * 9).encode()
    yield "empty cells", ("a\tb\tc\n" + "1\t\t3\n" * 9).encode()
    yield "no header", table(rng, header=False, delimiter="\t").encode()
    yield "genome features", ("chr1\thavana\tgene\t11869\t14409\t.\t+\t.\tID=g1;Name=x\n" * 9).encode()


@kind("public.delimited-values-text", "text/plain text/csv")
def bars(rng):
    yield "plain", table(rng, delimiter="|").encode()
    yield "a dump", ("17|Anna|Oslo|2024-01-02\n" * 20).encode()


def record(rng, number=1):
    return {
        "id": number, "name": rng.choice(WORDS), "tags": [rng.choice(WORDS) for _ in range(3)],
        "score": round(rng.random(), 6), "active": rng.random() < 0.5, "parent": None,
        "place": {"city": rng.choice(CITIES), "lat": 50.1, "lon": 8.7},
    }


@kind("public.json public.geojson", "application/json application/geo+json")
def json_(rng):
    value = [record(rng, n) for n in range(20)]
    for note, data in encodings(json.dumps(value, ensure_ascii=False, indent=2), latin=False):
        yield note, data
    yield "one line", json.dumps(value).encode()
    yield "an object", json.dumps(record(rng), indent=4).encode()
    yield "tabs", json.dumps(record(rng), indent="\t").encode()
    yield "small", b'{"a":1}'
    yield "an empty object", b"{}\n"
    yield "an empty array", b"[]"
    yield "numbers", b"[1, 2.5, -3e10, 0]"
    yield "texts", b'["a", "b\\u00e9", "c"]'
    yield "blank lines before", b"\n\n  " + json.dumps(record(rng)).encode()
    yield "longer than is looked at", json.dumps([record(rng, n) for n in range(2000)]).encode()
    yield "longer, with lines", json.dumps([record(rng, n) for n in range(2000)], indent=1).encode()
    yield "deep", (b"[" * 100) + (b"]" * 100)
    yield "GeoJSON", json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [8.7, 50.1]}, "properties": {}}]}).encode()
    yield "HTML in a text", json.dumps({"html": "<html><body>x</body></html>"}).encode()
    yield "a notebook", json.dumps({"cells": [], "metadata": {}, "nbformat": 4}, indent=1).encode()
    yield "a table in arrays", ("[\n" + ",\n".join(json.dumps([n, "x", n * 2]) for n in range(30)) + "\n]\n").encode()
    yield "objects a line, in an array", ("[" + ",\n".join(json.dumps(record(rng, n)) for n in range(9)) + "]").encode()


@kind("public.ndjson", "application/x-ndjson application/json")
def ndjson(rng):
    lines = "".join(json.dumps(record(rng, n), ensure_ascii=False) + "\n" for n in range(20))
    for note, data in encodings(lines, latin=False):
        yield note, data
    yield "arrays", b'["a",1]\n["b",2]\n["c",3]\n'
    yield "two lines", b'{"a":1}\n{"a":2}\n'
    yield "longer than is looked at", "".join(
        json.dumps(record(rng, n)) + "\n" for n in range(2000)).encode()
    yield "a first line longer than is looked at", (
        json.dumps({"text": "x" * 90000}) + "\n" + json.dumps({"text": "y"}) + "\n").encode()
    yield "long lines all", "".join(
        json.dumps({"text": "x" * 70000, "n": n}) + "\n" for n in range(5)).encode()
    yield "blank lines between", b'{"a":1}\n\n{"a":2}\n\n{"a":3}\n'
    yield "no end of line", b'{"a":1}\n{"a":2}'
    yield "indented, one after the other", "\n".join(
        json.dumps(record(rng, n), indent=2) for n in range(5)).encode()
    yield "without anything between", b'{"a":1}{"a":2}{"a":3}'
    yield "a last line that is cut", ("".join(
        json.dumps(record(rng, n)) + "\n" for n in range(9)) + '{"id": 4, "na').encode()
