import Foundation
import PictureModel
import TestSupport
import Testing

/// `fairy open --as page`: a photo with the page that a scan finds in it.
@Suite(.enabled(if: Places.has(program: "python3"))) struct PageViewTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    let photo = PagePhoto(seed: 700_058, width: 960, height: 1280)
    var bytes = Array("P6 960 1280 255\n".utf8)
    for y in 0..<1280 {
      bytes += UnsafeBufferPointer(
        start: photo.pixels.planes[0].row(y, as: UInt8.self), count: 2880)
    }
    try scratch.write(bytes, to: "page.ppm")
    try scratch.write(
      Array("P6 300 300 255\n".utf8) + [UInt8](repeating: 120, count: 270_000), to: "plain.ppm")
    try scratch.write(SmallPDF(pages: 2).bytes, to: "two.pdf")
  }

  private func open(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, ["open"] + words, in: scratch.path)
  }

  /// - Returns: what a terminal of kitty's kind was sent.
  private func shown(
    _ options: String, by verb: String = "open", columns: Int = 80
  ) throws -> String {
    let script = try scratch.write(Array(terminalScript.utf8), to: "terminal.py")
    let result = try Program.shell(
      """
      unset NO_COLOR TMUX STY TERM_PROGRAM KITTY_WINDOW_ID COLORTERM COLUMNS KONSOLE_VERSION
      export TERM=xterm-kitty; cd '\(scratch.file("."))'
      python3 '\(script)' \(columns) 30 -- "$FAIRY" \(verb) \(options)
      """)
    let lines = result.lines
    #expect(lines.count == 4 && lines.first == "0", "\(result.text) \(result.error)")
    return lines.last ?? ""
  }

  @Test func aPipeGetsFactsAndWords() throws {
    let result = try open("page.ppm", "--as", "page")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.hasPrefix("page.ppm: "))
    #expect(result.text.contains("\n  Page     found, score "))
    #expect(result.text.contains("\n  Corners  "))
    #expect(!result.text.contains("\u{1b}"))
  }

  /// What has no words is not shown as nothing, and what cannot have any not as something else.
  @Test func whatHasNoWordsIsSaid() throws {
    try scratch.copy(Places.fixture("camera.jpg"), as: "photo.jpg")
    for name in ["photo.jpg", "two.pdf"] {
      let result = try open(name, "--as", "words")
      #expect(result.status == 0, "\(result.error)")
      #expect(
        result.error.contains(
          "fairy: \(name): warning: no words were found in it; leave --as away to see what is in it\n"
        ),
        "\(result.error)")
    }
    try scratch.write(Array("hello\n".utf8), to: "a.txt")
    try scratch.write(Array("a,b\n1,2\n".utf8), to: "a.csv")
    for (name, answer) in [
      (
        "a.txt",
        "a plain text file cannot be seen as \"words\"; leave --as away to see what is known of it"
      ), ("a.csv", "a CSV table cannot be seen as \"words\"; --as takes table, tree"),
    ] {
      let result = try open(name, "--as", "words")
      #expect(result.status == 64)
      #expect(result.error == "fairy: \(name): \(answer)\n")
      #expect(result.text == "")
    }
  }

  @Test func scriptsGetTheLineOfAScan() throws {
    let view = try #require(try open("page.ppm", "--as", "page", "--json").objects().first)
    let scan = try Program.run(
      Program.fairy, ["scan", "page.ppm", "--json", "-o", "out.pdf"], in: scratch.path)
    let page = try #require(try scan.objects().first)
    for key in [
      "page", "found", "corners", "width", "height", "score", "rotation", "skew", "filter",
      "words", "confidence",
    ] {
      #expect(view[key] as? NSObject == page[key] as? NSObject, "\(key)")
    }
    #expect((view["text"] as? [String: Any])?["blocks"] != nil)
  }

  @Test func whereNoneIsFoundThatIsSaid() throws {
    let result = try open("plain.ppm", "--as", "page")
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text.contains("\n  Page     not found\n"))
  }

  /// Its outline is among the pixels that the terminal gets, and words are sent before them.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/lib/x86_64-linux-gnu/libchafa.so.0")))
  func aTerminalGetsTheOutline() throws {
    let sent = try shown("page.ppm --as page")
    #expect(sent.contains(#"A\x1b7\x1b_Ga=T,f=32,s="#))
    #expect(sent.contains(#"\x1b\\\x1b8\r\n"#))
    #expect(try greenPixels(in: sent) > 300)
    let plain = try shown("page.ppm")
    #expect(try greenPixels(in: plain) == 0)
    let narrow = try shown("page.ppm --as page", columns: 40)
    #expect(!narrow.contains(#"\x1b7"#))
    #expect(try greenPixels(in: narrow) > 300)
  }

  /// How many pixels of a picture have the colour of an outline, about.
  private func greenPixels(in sent: String) throws -> Int {
    let pieces = sent.components(separatedBy: #"\x1b_G"#).dropFirst()
    // Each piece is coded by itself.
    let bytes = try pieces.flatMap { piece in
      let coded = piece.components(separatedBy: #"\x1b\\"#).first?.components(separatedBy: ";")
        .dropFirst().first
      return [UInt8](try #require(Data(base64Encoded: coded ?? "")))
    }
    return stride(from: 0, to: bytes.count - 3, by: 4).count { place in
      bytes[place] < 30 && abs(Int(bytes[place + 1]) - 230) < 20
        && abs(Int(bytes[place + 2]) - 80) < 20
    }
  }

  @Test(arguments: ["--view plain", "--color never", "--json"])
  func whoWantsTextGetsText(option: String) throws {
    let sent = try shown("page.ppm --as page \(option)")
    #expect(!sent.contains(#"\x1b_G"#))
  }

  @Test(arguments: [40, 80]) func evidenceFitsTheWindow(columns: Int) throws {
    let sent = try shown("page.ppm --color never", by: "why", columns: columns)
    let lines = sent.components(separatedBy: #"\r\n"#)
    let start = try #require(lines.firstIndex { $0.hasPrefix("  pages of paper in it") })
    #expect(lines[start...].contains { $0.contains("taken, corners ") })
    let words = lines[start...].joined(separator: " ").split(separator: " ")
    #expect(words.joined(separator: " ").contains("fairy open --as page"))
    // Python writes signs that are not ASCII as three bytes of four characters each.
    for line in lines[start...].dropLast() {
      #expect(line.replacing(#"\xe2\x88\x92"#, with: "-").count <= columns, "\(line)")
    }
  }

  @Test func pagesAreChosen() throws {
    let one = try open("page.ppm", "--as", "page", "--pages", "2")
    #expect(one.status == 64)
    #expect(one.error.contains("2"))
    let unused = try open("page.ppm", "--pages", "1")
    #expect(unused.status == 64)
    #expect(unused.error.contains("--pages has no effect"))
  }

  @Test(.enabled(if: Places.has(program: "pdftotext")))
  func pagesOfADocumentStayAsTheyAre() throws {
    let all = try open("two.pdf", "--as", "page")
    #expect(all.status == 0, "\(all.error)")
    let facts = "  Page  of a document: it stays as it is\n  Size  141×212 mm\n"
    #expect(all.text.contains("page 1\n\(facts)") && all.text.contains("page 2\n\(facts)"))
    let second = try open("two.pdf", "--as", "page", "--pages", "2", "--json").objects()
    #expect(second.map { $0["page"] as? Int } == [2])
    #expect(second.first?["found"] as? Bool == false)
    #expect(second.first?["words"] as? Int == 0)
    let set = try open("two.pdf", "--as", "page", "--set", "scan-filter=bw")
    #expect(set.status == 64 || set.error.contains("pages of a document stay as they are"))
  }

  @Test func whatIsSetForScansApplies() throws {
    let whole = try open("page.ppm", "--as", "page", "--set", "scan-corners=none", "--json")
    let page = try #require(try whole.objects().first)
    #expect(page["found"] as? Bool == false)
    #expect(page["score"] is NSNull)
    let wrong = try open("page.ppm", "--as", "page", "--set", "scan-corners=1,2")
    #expect(wrong.status == 64)
    let missing = try open("page.ppm", "--as", "page", "--set", "languages=xyz")
    #expect(missing.status == 69)
    #expect(missing.error.contains("tesseract-ocr-xyz"))
  }
}
