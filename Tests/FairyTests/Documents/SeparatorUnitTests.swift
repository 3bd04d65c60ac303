import ConverterCore
import Runner
import SystemPackage
import Testing

@testable import FairyCommandLine

/// What words mean separator sheets, and how a batch is divided by them.
@Suite struct SeparatorUnitTests {
  @Test(arguments: [
    ("any", "any"), ("patch-t", "patch-t"), ("Patch-T", "patch-t"), ("barcode", "barcode"),
    ("barcode=PATCHT", "barcode"), ("barcode=A=b", "barcode=A=b"), ("ANY", "any"),
  ])
  func marks(word: String, kept: String) throws {
    let mark = try #require(SeparatorMark(parsing: word))
    #expect(mark.word == kept)
    #expect(SeparatorMark(parsing: kept) == mark)
  }

  @Test(arguments: ["", "patch", "barcode=", "patch-t=1", "any=x", "blank"])
  func wordsThatAreNone(word: String) {
    #expect(SeparatorMark(parsing: word) == nil)
  }

  @Test func descriptions() {
    #expect(SeparatorMark.any.description == #"Patch-T code or barcode "PATCHT""#)
    #expect(SeparatorMark(parsing: "patch-t")?.description == "Patch-T code")
    #expect(SeparatorMark(parsing: "barcode=X")?.description == #"barcode "X""#)
  }

  @Test(arguments: [
    ("scan a.jpg --separator", "scan a.jpg --separator any"),
    ("scan --separator -o x.pdf a.jpg", "scan --separator any -o x.pdf a.jpg"),
    ("scan --separator a.jpg", "scan --separator any a.jpg"),
    ("scan --separator p/", "scan --separator any p/"),
    ("scan --separator barcode a.jpg", "scan --separator barcode a.jpg"),
    ("scan --separator barcode=a.b a.jpg", "scan --separator barcode=a.b a.jpg"),
    ("scan --separator nonsense a.jpg", "scan --separator nonsense a.jpg"),
    ("scan -- --separator", "scan -- --separator"), ("convert --separator", "convert --separator"),
  ])
  func aBareOption(words: String, completed: String) {
    let words = words.split(separator: " ").map(String.init)
    #expect(SeparatorFlag.completed(words).joined(separator: " ") == completed)
  }

  @Test(arguments: [
    SeparatedPage(3), SeparatedPage(1, .patch), SeparatedPage(2, .barcode("A \"b\"\n")),
    SeparatedPage(9, isBlank: true), SeparatedPage(4, failure: "is damaged"),
  ])
  func linesOfWorkers(page: SeparatedPage) throws {
    #expect(try SeparatedPage(JSONValue(parsing: Array(page.json.description.utf8))) == page)
  }

  @Test(arguments: ["{}", #"{"page":0}"#, #"{"page":"1"}"#, "[]"])
  func linesThatAreNone(line: String) throws {
    let json = try JSONValue(parsing: Array(line.utf8))
    let error = #expect(throws: ConversionError.self) { try SeparatedPage(json) }
    #expect(error?.code == .damagedInput)
  }

  @Test(arguments: [([1, 2, 3], "1-3"), ([2], "2"), ([1, 3, 4, 9], "1,3-4,9")])
  func ranges(numbers: [Int], text: String) {
    #expect(ScanDocuments.ranges(numbers) == text)
  }

  /// A file for each word, a letter for each page: `s` separates, `b` is blank, `p` is a page; `?` is not known.
  private func divided(_ words: String) throws -> ScanDocuments {
    let files = words.split(separator: " ")
    return try ScanDocuments(
      files.indices.map { .file(FilePath("\($0)")) },
      files.map { letters in
        letters == "?"
          ? nil
          : letters.enumerated().map { index, letter in
            SeparatedPage(index + 1, letter == "s" ? .patch : nil, isBlank: letter == "b")
          }
      })
  }

  /// Documents as `0:1-2+1`, one after the other.
  @Test(arguments: [
    ("p p", "0+1", 0), ("p s p", "0 2", 1), ("s p s s p s", "1 4", 4), ("ppsp", "0:1-2 0:4", 1),
    ("pps spp", "0:1-2 1:2-3", 2), ("psp p psp", "0:1 0:3+1+2:1 2:3", 2), ("s", "", 1),
    ("ss s", "", 3), ("? s ?", "0 2", 1), ("p s b", "0", 1), ("b p s p b", "0+1 3+4", 1),
    ("pbpsb", "0:1-3", 1), ("pp", "0", 0),
  ])
  func division(words: String, documents: String, separators: Int) throws {
    let found = try divided(words)
    let text = found.all.map { document in
      document.parts.map { part in
        (part.input.path?.string ?? "") + (part.pages.map { ":\($0.text)" } ?? "")
      }.joined(separator: "+")
    }.joined(separator: " ")
    #expect(text == documents)
    #expect(found.separators.count == separators)
  }

  @Test func namesOfDocuments() throws {
    let two = try divided("p s p")
    #expect(two.path(of: 1, base: "a/out.pdf") == "a/out-2.pdf")
    let ten = try divided(String(repeating: "p s ", count: 10))
    #expect(ten.path(of: 0, base: "out.pdf") == "out-01.pdf")
    #expect(ten.path(of: 9, base: "out.pdf") == "out-10.pdf")
    #expect(try divided("s p").path(of: 0, base: "out.pdf") == "out.pdf")
  }
}
