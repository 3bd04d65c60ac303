import TestSupport
import Testing

/// Words for pages of a PDF that are pictures of paper.
@Suite struct TextLayerTests {
  private let scratch: ScratchFolder

  private static let lines = [
    "The quick brown fox jumps over the lazy dog", "and counts 1234 sheep on the way home",
    "before it reads the letter of Monday again",
  ]

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(
      Array(TextPDF.page(Self.lines, from: 700).utf8), to: "text.pdf")
    for words in [
      ["/usr/bin/pdftoppm", "-r", "200", "-gray", "text.pdf", "page"],
      [Program.fairy, "convert", "page-1.pgm", "--to", "pdf", "-o", "scan.pdf"],
    ] {
      #expect(try Program.run(words[0], Array(words.dropFirst()), in: scratch.path).status == 0)
    }
  }

  private func fairy(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  private func text(of name: String) throws -> [String] {
    try Program.run("/usr/bin/pdftotext", [name, "-"], in: scratch.path).lines
      .filter { !$0.isEmpty && $0 != "\u{C}" }
  }

  private func pictures(of name: String) throws -> [UInt8] {
    let status = try Program.run(
      "/usr/bin/pdfimages", ["-all", name, "\(name)-image"], in: scratch.path
    ).status
    #expect(status == 0)
    return try scratch.bytes("\(name)-image-000.png")
  }

  @Test func pagesWithoutTextGetTheirWords() throws {
    let result = try fairy(
      "convert", "scan.pdf", "--to", "pdf", "--set", "text-layer=missing", "--set",
      "languages=eng", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(try text(of: "out.pdf") == Self.lines)
    #expect(try pictures(of: "out.pdf") == pictures(of: "scan.pdf"))
    #expect(try scratch.bytes("out.pdf").count < scratch.bytes("scan.pdf").count + 10_000)
    #expect(
      try Program.run("/usr/bin/qpdf", ["--check", "out.pdf"], in: scratch.path).status == 0)
  }

  @Test func theyGetThemOnceOnly() throws {
    for (layer, input, output) in [
      ("missing", "scan", "a"), ("missing", "a", "b"), ("redo", "a", "c"),
    ] {
      let result = try fairy(
        "convert", "\(input).pdf", "--to", "pdf", "--set", "text-layer=\(layer)", "--set",
        "languages=eng", "-o", "\(output).pdf")
      #expect(result.status == 0, "\(result.error)")
      #expect(result.error.contains("has no effect") == (output == "b"))
      #expect(try text(of: "\(output).pdf") == Self.lines)
    }
  }

  @Test func pagesThatAreTurnedAreReadAsTheyAreShown() throws {
    for degrees in ["90", "180", "270"] {
      let turned = try Program.run(
        "/usr/bin/qpdf", ["--rotate=\(degrees)", "scan.pdf", "turned.pdf"], in: scratch.path)
      #expect(turned.status == 0)
      let result = try fairy(
        "convert", "turned.pdf", "--to", "pdf", "--set", "text-layer=missing", "--set",
        "languages=eng", "-o", "out\(degrees).pdf")
      #expect(result.status == 0, "\(result.error)")
      // As viewers have it that turn pages themselves.
      let upright = try Program.run(
        "/usr/bin/qpdf", ["--rotate=0", "out\(degrees).pdf", "upright\(degrees).pdf"],
        in: scratch.path)
      #expect(upright.status == 0)
      #expect(try text(of: "upright\(degrees).pdf") == Self.lines)
    }
  }

  @Test func partlySearchablePagesGetWhatIsMissing() throws {
    try scratch.write(Array(TextPDF.page(["Stamp 77"], from: 100).utf8), to: "stamp.pdf")
    let stamped = try Program.run(
      "/usr/bin/qpdf", ["scan.pdf", "--overlay", "stamp.pdf", "--", "stamped.pdf"],
      in: scratch.path)
    #expect(stamped.status == 0)
    let result = try fairy(
      "convert", "stamped.pdf", "--to", "pdf", "--set", "text-layer=missing", "--set",
      "languages=eng", "-o", "out.pdf")
    #expect(result.status == 0, "\(result.error)")
    #expect(try text(of: "out.pdf") == Self.lines + ["Stamp 77"])
  }

  @Test(arguments: ["md", "hocr", "alto", "tsv", "json"])
  func wordsOfPagesInEveryFormat(format: String) throws {
    for name in ["text.pdf", "scan.pdf"] {
      let result = try fairy(
        "convert", name, "--to", format, "--set", "languages=eng", "-o", "-")
      #expect(result.status == 0, "\(result.error)")
      for word in ["quick", "1234", "Monday"] { #expect(result.text.contains(word)) }
    }
  }
}
