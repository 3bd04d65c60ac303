import TestSupport
import Testing

/// Documents that are made to break who reads them: an end that is documented, and nothing half written.
@Suite struct HostileDocumentTests {
  /// - Parameter objects: by their numbers; 1 is the catalogue. The table of references is left to be repaired.
  private func document(_ objects: [(Int, String)]) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    let text = objects.map { "\($0.0) 0 obj\n\($0.1)\nendobj\n" }.joined()
    try scratch.write(
      Array("%PDF-1.7\n\(text)trailer << /Size 9 /Root 1 0 R >>\n%%EOF\n".utf8), to: "a.pdf")
    return scratch
  }

  private static let verbs = [
    ["info", "a.pdf"], ["compress", "a.pdf"], ["split", "--each", "a.pdf"],
    ["merge", "a.pdf", "a.pdf", "-o", "out.pdf"], ["convert", "a.pdf", "--to", "png"],
    ["convert", "a.pdf", "--to", "txt"],
  ]

  @Test(arguments: verbs)
  func pagesThatLeadToThemselves(words: [String]) throws {
    let scratch = try document([
      (1, "<< /Type /Catalog /Pages 2 0 R >>"), (2, "<< /Type /Pages /Count 1 /Kids [2 0 R] >>"),
    ])
    let result = try Program.run(Program.fairy, words, in: scratch.path)
    #expect(result.status == 65, "\(result.error)")
    #expect(result.error.contains("is damaged"))
    #expect(scratch.names == ["a.pdf"])
  }

  @Test func fieldsWithoutEnd() throws {
    let scratch = try document([
      (1, "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [<< /Kids 4 0 R >>] >> >>"),
      (2, "<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 9 9] >>"),
      (3, "<< /Type /Page /Parent 2 0 R >>"), (4, "[<< /Kids 4 0 R >> << /Kids 4 0 R >>]"),
    ])
    let result = try Program.fairy(
      "compress", "a.pdf", "--limit", "entries=10000", in: scratch.path)
    #expect(result.status == 75)
    #expect(result.error.contains("--limit entries="))
    #expect(scratch.names == ["a.pdf"])
  }

  /// qpdf makes a page of each of a million references to one, and says by an exception that nobody catches
  /// that there is no memory for them.
  @Test(arguments: verbs.prefix(2))
  func morePagesThanThereIsMemoryFor(words: [String]) throws {
    let kids = String(repeating: "3 0 R ", count: 1_000_000)
    let scratch = try document([
      (1, "<< /Type /Catalog /Pages 2 0 R >>"),
      (2, "<< /Type /Pages /Count 1000000 /Kids [\(kids)] /MediaBox [0 0 9 9] >>"),
      (3, "<< /Type /Page /Parent 2 0 R >>"),
    ])
    let result = try Program.run(
      Program.fairy, words + ["--limit", "memory=300000000"], in: scratch.path)
    #expect(result.status == 75, "\(result.error)")
    #expect(result.error.contains("--limit memory="))
    #expect(scratch.names == ["a.pdf"])
  }

  /// Deeper than a stack that a sixteenth of the limit is.
  @Test(arguments: verbs.prefix(2))
  func pagesDeeperThanThereIsMemoryFor(words: [String]) throws {
    let last = 700_000
    var objects = [(1, "<< /Type /Catalog /Pages 10 0 R >>")]
    for number in 10...last {
      let kid = number == last ? 3 : number + 1
      objects.append((number, "<< /Type /Pages /Count 1 /Kids [\(kid) 0 R] >>"))
    }
    objects.append((3, "<< /Type /Page /Parent \(last) 0 R /MediaBox [0 0 9 9] >>"))
    let scratch = try document(objects)
    let result = try Program.run(
      Program.fairy, words + ["--limit", "memory=1000000000"], in: scratch.path)
    #expect(result.status == 75, "\(result.error)")
    #expect(result.error.contains("--limit memory="))
    #expect(scratch.names == ["a.pdf"])
  }

  /// For a first page that comes first qpdf follows all references by calling itself.
  @Test func chainsOfObjectsAreLinearized() throws {
    let last = 60_000
    var objects = [
      (1, "<< /Type /Catalog /Pages 2 0 R /X 10 0 R >>"),
      (2, "<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 9 9] >>"),
      (3, "<< /Type /Page /Parent 2 0 R >>"),
    ]
    for number in 10...last { objects.append((number, "<< /N \(number + 1) 0 R >>")) }
    let scratch = try document(objects)
    let result = try Program.fairy(
      "convert", "a.pdf", "--to", "pdf", "--set", "linearize=true", "-o", "out.pdf",
      in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(scratch.names == ["a.pdf", "out.pdf"])
  }

  /// What is cut out of something else: no end, and no table of references.
  private func cutOut(behind junk: String) throws -> ScratchFolder {
    let scratch = try document([
      (1, "<< /Type /Catalog /Pages 2 0 R >>"),
      (2, "<< /Type /Pages /Count 2 /Kids [3 0 R 2 0 R] /MediaBox [0 0 9 9] >>"),
      (3, "<< /Type /Page /Parent 2 0 R >>"),
    ])
    let text = String(decoding: try scratch.bytes("a.pdf"), as: UTF8.self)
    try scratch.write(Array((junk + text.replacing("%%EOF\n", with: "")).utf8), to: "a.pdf")
    return scratch
  }

  @Test(arguments: verbs + [["open", "a.pdf"]])
  func whatCanBeRepairedIsReadWithAWarning(words: [String]) throws {
    let scratch = try cutOut(behind: "A mail,\nand an attachment.\n")
    let result = try Program.run(Program.fairy, words, in: scratch.path)
    // Its pages have no text.
    #expect(result.status == (words.last == "txt" ? 65 : 0), "\(result.error)")
    #expect(
      result.error.contains(
        "warning: is damaged and was repaired to read it: the page tree leads back to itself"),
      "\(result.error)")
  }

  @Test(arguments: [["compress"], ["split", "--each"], ["merge", "-o", "out.pdf"]])
  func whatLooksLikeTextIsReadAsWhatItIsSaidToBe(words: [String]) throws {
    let scratch = try cutOut(behind: "The words %PDF-1.7 begin it.\n")
    let refused = try Program.run(Program.fairy, words + ["a.pdf"], in: scratch.path)
    #expect(refused.status == 69, "\(refused.error)")
    let result = try Program.run(
      Program.fairy, words + ["a.pdf", "--from", "pdf"], in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let wrong = try Program.run(
      Program.fairy, words + ["a.pdf", "--from", "joe"], in: scratch.path)
    #expect(wrong.status == 64)
    #expect(
      wrong.error.contains("--from says what the input is, and \"joe\" names no type"),
      "\(wrong.error)")
  }
}
