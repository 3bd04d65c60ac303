import ConverterCore
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// Files whose objects lead in circles, or say what cannot be.
@Suite struct HostileStructureTests {
  struct Hostile: Sendable, CustomTestStringConvertible {
    let name: String
    let pdf: TinyPDF
    /// What it ends with; `nil` where it is repaired.
    let code: ConversionError.Code?
    var testDescription: String { name }

    init(
      _ name: String, _ code: ConversionError.Code? = nil, catalogue: String = "",
      pages: [String] = [""], _ others: KeyValuePairs<Int, String> = [:]
    ) {
      self.name = name
      self.code = code
      pdf = TinyPDF(catalogue, pages: pages, others)
    }

    /// One that is repaired.
    init(_ name: String, _ objects: KeyValuePairs<Int, String>) { self.init(name, nil, objects) }
  }

  /// A later object takes the place of an earlier one of the same number.
  @Test(arguments: [
    Hostile(
      "a tree of pages in itself", .damagedInput, [2: "<< /Type /Pages /Count 1 /Kids [2 0 R] >>"]),
    Hostile(
      "two trees of pages in each other", .damagedInput,
      [
        2: "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        3: "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [2 0 R] >>",
      ]),
    Hostile("no tree of pages", .damagedInput, [1: "<< /Type /Catalog >>"]),
    Hostile("a tree that is null", .damagedInput, [2: "null"]),
    Hostile("a tree without pages", .damagedInput, [2: "<< /Type /Pages /Count 9 /Kids [] >>"]),
    Hostile(
      "a number that none can hold", .damagedInput,
      [2: "<< /Type /Pages /Count 99999999999999999999 /Kids [10 0 R] >>"]),
    Hostile("a negative count", [2: "<< /Type /Pages /Count -1 /Kids [10 0 R] >>"]),
    Hostile(
      "more pages than there are",
      [2: "<< /Type /Pages /Count 2147483648 /Kids [10 0 R] /MediaBox [0 0 9 9] >>"]),
    Hostile("a page that is its own parent", [10: "<< /Type /Page /Parent 10 0 R >>"]),
    Hostile("content that is the page", .damagedInput, pages: ["/Contents 10 0 R"]),
    Hostile(
      "content in itself", .damagedInput, pages: ["/Contents 40 0 R"],
      [40: "[40 0 R [40 0 R] 50 0 R]"]),
    Hostile(
      "resources in themselves", pages: ["/Resources 40 0 R"],
      [40: "<< /XObject 40 0 R /Font 40 0 R >>"]),
    Hostile(
      "fields in each other by way of lists",
      catalogue: "/AcroForm << /Fields [<< /Kids 40 0 R >>] >>",
      [40: "[<< /Kids 40 0 R >>]"]),
    Hostile(
      "fields without end", .limitExceeded,
      catalogue: "/AcroForm << /Fields [<< /Kids 40 0 R >>] >>",
      [40: "[<< /Kids 40 0 R >> << /Kids 40 0 R >>]"]),
    Hostile(
      "names without end", .limitExceeded, catalogue: "/Names << /Dests << /Kids 40 0 R >> >>",
      [40: "[<< /Kids 40 0 R >> << /Kids 40 0 R >>]"]),
    Hostile(
      "lengths that name each other",
      [
        50: "<< /Length 51 0 R >>\nstream\n0 0 9 9 re f\nendstream",
        51: "<< /Length 50 0 R >>\nstream\n0 0 9 9 re f\nendstream",
      ]),
    Hostile("a negative length", [50: "<< /Length -1 >>\nstream\n0 0 9 9 re f\nendstream"]),
    Hostile(
      "a length beyond the file",
      [50: "<< /Length 9223372036854775807 >>\nstream\n0 0 9 9 re f\nendstream"]),
    Hostile(
      "a name of a file's version", catalogue: "/Version /99999999999999999999.9", pages: ["", ""]),
    Hostile("a page of no size", pages: ["/MediaBox [0 0 0 0] /UserUnit 1e308 /Rotate 45"]),
    Hostile(
      "a page of any size", pages: ["/MediaBox [-1e308 0 1e308 nan] /Rotate 9223372036854775807"]),
    Hostile("an object that cannot be", .damagedInput, pages: ["/X 99999999999 0 R /Y 5 99999 R"]),
    Hostile(
      "masks of themselves", pages: ["/Resources << /XObject << /Im 40 0 R >> >>"],
      [
        40:
          "<< /Subtype /Image /Width 9 /Height 9 /BitsPerComponent 8 /ColorSpace 41 0 R /SMask 40 0 R /Mask 40 0 R /Length 1 >>\nstream\nx\nendstream",
        41: "[/Indexed 41 0 R 255 41 0 R]",
      ]),
  ])
  func isRepairedOrRefused(file: Hostile) {
    #expect(EveryVerb.run(file.pdf.bytes)?.code == file.code)
  }

  /// qpdf would end the process.
  @Test func noStreamIsMadeWhereNumbersAreUsedUp() throws {
    let file = try PDFFile(
      InputFile(bytes: TinyPDF("", pages: ["/X 2147483646 0 R"]).bytes), limits: .standard)
    _ = try file.page(0)["/X"].isNull
    let error = #expect(throws: ConversionError.self) {
      for _ in 0..<4 { _ = try file.stream() }
    }
    #expect(error?.code == .unsupportedContent)
  }

  /// What stands above the root of the tree is taken away, so that what is made is in order.
  @Test func aTreeOfPagesWithParentsInACircle() throws {
    let pdf = TinyPDF(
      "", pages: [""],
      [
        2: "<< /Type /Pages /Parent 3 0 R /Count 1 /Kids [10 0 R] >>",
        3: "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [2 0 R] >>",
      ])
    let made = try Compressed(pdf.bytes)
    let file = try PDFFile(InputFile(bytes: made.bytes), limits: .standard)
    #expect(try file.pageCount == 1)
    #expect(!file.root["/Pages"].has("/Parent"))
    #expect(file.takeWarnings().isEmpty)
  }

  @Test(arguments: [
    "", "%PDF-1.7\n", "%PDF-1.7\n%%EOF", "<html></html>", "%PDF-1.7\ntrailer << /Root 1 0 R >>",
  ])
  func whatIsNoFileIsRefused(text: String) {
    #expect(EveryVerb.run(Array(text.utf8))?.code == .damagedInput)
  }

  @Test(arguments: [1, 1000, 1 << 20])
  func junkMayStandAroundAFile(count: Int) {
    let junk = [UInt8](repeating: UInt8(ascii: "x"), count: count)
    let whole = TinyPDF("", pages: ["", ""]).bytes
    #expect(EveryVerb.run(whole + junk) == nil)
    // Beyond the first kilobyte nobody looks for the beginning, but what is in the file is found.
    #expect(EveryVerb.run(junk + whole) == nil)
  }

  @Test(arguments: ["[", "<< /A ", "("], [10_000, 1_000_000])
  func nesting(opening: String, depth: Int) {
    let pdf = TinyPDF("", pages: ["/X " + String(repeating: opening, count: depth), ""])
    let code = EveryVerb.run(pdf.bytes)?.code
    #expect(code == nil || code == .damagedInput)
  }

  @Test func treesOfPagesAsDeepAsAFileIsLong() {
    let depth = 20_000
    var pdf = TinyPDF("", pages: [""], [2: "<< /Type /Pages /Count 1 /Kids [1000 0 R] >>"])
    pdf.add(
      (0..<depth).map { level in
        let kid = level + 1 < depth ? 1001 + level : 10
        return (1000 + level, "<< /Type /Pages /Count 1 /Kids [\(kid) 0 R] >>")
      })
    #expect(EveryVerb.run(pdf.bytes) == nil)
  }

  @Test func onePageMayComeAThousandTimes() {
    let kids = String(repeating: "10 0 R ", count: 1000)
    let pdf = TinyPDF(
      "", pages: [""],
      [2: "<< /Type /Pages /Count 1000 /Kids [\(kids)] /MediaBox [0 0 9 9] >>"])
    #expect(EveryVerb.run(pdf.bytes) == nil)
  }

  /// References to tables of references that lead back to themselves.
  @Test(arguments: [
    "/Prev 9", "/Prev START", "/XRefStm START", "/Prev -1", "/Prev 99999999999", "/Size -5",
  ])
  func tablesOfReferences(entry: String) throws {
    let whole = String(decoding: TinyPDF("", pages: ["", ""]).bytes, as: UTF8.self)
    let start = try #require(whole.split(separator: "\n").dropLast().last)
    let text = whole.replacing(
      "trailer << ", with: "trailer << \(entry.replacing("START", with: start)) ")
    let code = EveryVerb.run(Array(text.utf8))?.code
    #expect(code == nil || code == .damagedInput)
  }
}
