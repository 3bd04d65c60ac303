"""Spreadsheets, databases and tables in text."""
import io
import pathlib
import tempfile
import zipfile

from . import converted, files, prefixed, run, seeds

CSV = b'id,name,price,when\n007,"a ""b"",\nc",1.50,2024-01-02\n8,\xc3\xbc,"2523,00",\n,,,\n'


@seeds("csv")
def csv():
    yield "quoted", CSV
    yield "semicolons", b"a;b;c\r\n1;'x;y';3\r\n\r\n4;5\r\n"
    yield "tabs", b"\xef\xbb\xbfa\tb\n1\t2\n# comment\n3\t\\t\n"
    yield "utf16", CSV.decode().encode("utf-16")
    yield "latin1", "größe|a\n1|ß\n".encode("latin-1")
    yield "pipes", b"+---+\n| a | b |\n| 1 | 2 |\n"
    yield "sep", b"sep=;\na;b\n1;2\n"
    yield "ragged", b"a,b\n1\n1,2,3\n\"open\n"


@seeds("delimited")
def delimited():
    return prefixed([("quoted", CSV), ("escaped", b'a,"b\\"c"\r\n"d"x,e\r"f\n\n')], *[[mode, 40] for mode in range(32)])


@seeds("html")
def html():
    yield "spans", (b"<table><caption>t<thead><tr><th>a<th colspan=2>b<tbody><tr><td rowspan=2>1<td>2<td>3<tr><td>4<br>5"
                    b"<td>&amp;<table><tr><td>n</table></table>")
    yield "charset", b'<meta charset="windows-1252"><table><tr><td>\xe4<td><b>x</b> <a href="y">z</a></table><table><tr><td>2</table>'
    yield from converted([("a.csv", CSV)], "html")


@seeds("sqlite")
def sqlite():
    with tempfile.TemporaryDirectory() as folder:
        statements = """CREATE TABLE t (a PRIMARY KEY, b); INSERT INTO t VALUES (1, 'x'), (2.5, x'00ff'), (NULL, zeroblob(3));
          CREATE TABLE u (c) STRICT; CREATE INDEX i ON t (b); CREATE VIEW v AS SELECT * FROM t;
          CREATE TABLE w (k PRIMARY KEY, d) WITHOUT ROWID; INSERT INTO w VALUES ('y', 9)"""
        for name, start in [("utf8", "PRAGMA page_size=512;"), ("utf16", "PRAGMA page_size=512; PRAGMA encoding='UTF-16';")]:
            run(["sqlite3", pathlib.Path(folder) / name, start + statements.replace(" STRICT", "")])
        run(["sqlite3", pathlib.Path(folder) / "large", "CREATE TABLE l (a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
             "SELECT i+1 FROM n LIMIT 300) INSERT INTO l SELECT printf('%.90c', 'x') || i FROM n"])
        yield from files(folder)


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
SHEET = f"""<worksheet xmlns="{MAIN}"><dimension ref="A1:D4"/><cols><col min="1" max="2" hidden="1"/></cols><sheetData>
<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>b</t></is></c><c r="C1" t="str"><f>A1</f><v>c</v></c></row>
<row r="2" spans="1:4"><c r="A2" s="1"><v>45000.5</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" t="e"><v>#N/A</v></c>
<c r="D2" s="2"><v>1.5E-7</v></c></row><row r="4" hidden="1"><c r="C4" t="s"><v>1</v></c><c t="d"><v>2024-01-02</v></c></row>
</sheetData><mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells><autoFilter ref="A1:C2"/>
<hyperlinks><hyperlink ref="A1" r:id="rId1" xmlns:r="{OFFICE}"/></hyperlinks></worksheet>"""


def book(sheets=(SHEET,), date1904=False, method=zipfile.ZIP_STORED, strings=None):
    """A workbook whose entries are only stored, so that what is in them can be changed."""
    numbers = range(1, len(sheets) + 1)
    parts = {
        "[Content_Types].xml": f"""<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
</Types>""",
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" Type="{OFFICE}/officeDocument" '
                       'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><workbookPr date1904="{int(date1904)}"/><sheets>'
                           + "".join(f'<sheet name="s{n}" sheetId="{n}" r:id="rId{n}" state="{["visible", "hidden"][n == 2]}"/>'
                                     for n in numbers)
                           + '</sheets><definedNames><definedName name="n">s1!A1</definedName></definedNames></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">' + "".join(
            f'<Relationship Id="rId{n}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>' for n in numbers)
            + f'<Relationship Id="a" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
            f'<Relationship Id="b" Type="{OFFICE}/styles" Target="/xl/styles.xml"/></Relationships>',
        "xl/sharedStrings.xml": strings or f'<sst xmlns="{MAIN}" count="2" uniqueCount="2"><si><t>a</t></si><si><r><rPr><b/></rPr>'
                                '<t xml:space="preserve"> r</t></r><r><t>_x000D_</t></r><phoneticPr/></si></sst>',
        "xl/styles.xml": f"""<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="164" formatCode="[h]:mm;@"/>
<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="22"/>
<xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>""",
    } | {f"xl/worksheets/sheet{n}.xml": sheet for n, sheet in zip(numbers, sheets)}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


@seeds("xlsx")
def xlsx():
    yield "stored", book()
    yield "deflated", book(method=zipfile.ZIP_DEFLATED)
    yield "three", book([SHEET, SHEET.replace("45000", "60"), f'<worksheet xmlns="{MAIN}"><sheetData/></worksheet>'], date1904=True)
    yield "unnumbered", book([f'<worksheet xmlns="{MAIN}"><sheetData><row><c><v>1</v></c><c/></row><row/></sheetData></worksheet>'])
    yield "far", book([SHEET.replace('r="C4"', 'r="XFD4"').replace('row r="4"', 'row r="1048576"')])
    yield "strict", book([SHEET.replace(MAIN, "http://purl.oclc.org/ooxml/spreadsheetml/main")])
    yield from converted([("a.csv", CSV)], "xlsx")
    yield from produced_by_openpyxl()


def produced_by_openpyxl():
    try:
        import openpyxl
    except ImportError:
        return
    import datetime
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for row in (["a", "b", "c"], [1, "x", datetime.date(2024, 1, 2)], [True, "=A2", datetime.timedelta(hours=30)]):
        sheet.append(row)
    workbook.create_sheet("two").append([1.5])
    file = io.BytesIO()
    workbook.save(file)
    stored = io.BytesIO()
    with zipfile.ZipFile(file) as packed, zipfile.ZipFile(stored, "w") as archive:
        for name in packed.namelist():
            archive.writestr(name, packed.read(name))
    yield "openpyxl", stored.getvalue()


@seeds("markdown")
def markdown():
    yield "aligned", b"# t\n\n| a | b |\n|:--|--:|\n| 1 | x\\|y |\n| `c|d` | **e** |\n\ntext\n\na | b\n--|--\n1 | 2\n"
    yield from converted([("a.csv", CSV)], "markdown")
