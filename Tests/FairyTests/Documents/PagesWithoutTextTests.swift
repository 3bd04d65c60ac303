import TestSupport
import Testing

/// What holds no text is no empty text file.
@Suite struct PagesWithoutTextTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "scan.jpg")
    for words in [
      ["convert", "scan.jpg", "--to", "tiff", "-o", "scan.tiff"],
      ["convert", "scan.jpg", "--to", "pdf", "-o", "scan.pdf"],
    ] {
      #expect(try Program.run(Program.fairy, words, in: scratch.path).status == 0)
    }
  }

  private func run(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  @Test func scansAreRefused() throws {
    let result = try run("convert", "scan.pdf", "--to", "txt", "-o", "a.txt")
    #expect(result.status == 65)
    #expect(
      result.error
        == "fairy: scan.pdf: no page holds text: the pages are pictures, such as scans, or empty; "
        + "fairy scan makes them searchable, and --to md recognises their words\n")
    #expect(!scratch.names.contains("a.txt"))
  }

  @Test(
    arguments: ["scan.jpg", "scan.tiff"],
    ["txt", "markdown", "hocr", "alto", "public.json", "tsv"])
  func picturesWithoutWordsAreRefused(name: String, format: String) throws {
    let result = try run("convert", name, "--to", format, "-o", "a.out")
    #expect(result.status == 65)
    #expect(result.error == "fairy: \(name): no words were recognised in it\n")
    #expect(!scratch.names.contains("a.out"))
  }

  /// A page with a word; readers find its objects without a table of them.
  private static let page = """
    %PDF-1.4
    1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
    2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
    3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R
    /Resources << /Font << /F1 5 0 R >> >> >> endobj
    4 0 obj << /Length 38 >>
    stream
    BT /F1 12 Tf 20 100 Td (first) Tj ET
    endstream endobj
    5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
    trailer << /Size 6 /Root 1 0 R >>
    startxref
    0
    %%EOF

    """

  @Test func pagesWithoutTextAreNamed() throws {
    try scratch.write(Array(Self.page.utf8), to: "text.pdf")
    #expect(
      try run("merge", "scan.pdf", "text.pdf", "scan.jpg", "-o", "mixed.pdf").status == 0)
    let result = try run("convert", "mixed.pdf", "--to", "txt", "-o", "a.txt")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      result.error
        == "fairy: mixed.pdf: warning: pages 1, 3 hold no text: a picture, such as a scan, or empty\n"
    )
    #expect(String(decoding: try scratch.bytes("a.txt"), as: UTF8.self).contains("first"))
  }
}
