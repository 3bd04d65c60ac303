import ConverterCore
import SystemPackage
import TestSupport
import Testing

@testable import PDFPlugin

private let hasPeers =
  FileIdentity(path: "/usr/bin/qpdf") != nil && FileIdentity(path: "/usr/bin/pdftoppm") != nil

/// Whatever is made of a damaged file opens in other programs, or is not made.
@Suite("What is written can be opened", .enabled(if: hasPeers))
struct WrittenFileTests {
  struct Damaged: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    /// How many pages can be taken out of it.
    let pages: Int
    /// What is said to be wrong, the beginning; `nil` where nothing need be said.
    let problem: String?

    init(_ name: String, pages: Int = 2, _ problem: String?, _ bytes: [UInt8]) {
      (testDescription, self.pages, self.problem, self.bytes) = (name, pages, problem, bytes)
    }

    /// Two pages with other objects in the place of some.
    init(
      _ name: String, pages: Int = 2, _ problem: String?, _ others: KeyValuePairs<Int, String>
    ) {
      self.init(name, pages: pages, problem, TinyPDF("", pages: ["", ""], others).bytes)
    }

    /// Two pages, and a trailer with another word in the place of one.
    init(_ name: String, _ problem: String?, replacing word: String, by other: String) {
      let text = String(decoding: TinyPDF("", pages: ["", ""]).bytes, as: UTF8.self)
      self.init(name, problem, Array(text.replacing(word, with: other).utf8))
    }

    static func kids(_ kids: String, count: String) -> String {
      "<< /Type /Pages /Count \(count) /Kids [\(kids)] /MediaBox [0 0 200 100] >>"
    }
  }

  private static let count = "the page tree counts other pages than it has"
  private static let loop = "the page tree leads back to itself"
  private static let kid = "the page tree has something else in place of a page"
  private static let size = "the trailer does not say how many objects there are"
  private static let identifier = "the trailer has something else in place of the identifier"

  private static let trees = [
    Damaged("far too many", count, [2: Damaged.kids("10 0 R 11 0 R", count: "9999999999")]),
    Damaged("fewer than none", count, [2: Damaged.kids("10 0 R 11 0 R", count: "-1")]),
    Damaged("a name for a number", count, [2: Damaged.kids("10 0 R 11 0 R", count: "/Two")]),
    Damaged(
      "no number", count, [2: "<< /Type /Pages /Kids [10 0 R 11 0 R] /MediaBox [0 0 9 9] >>"]),
    Damaged("the root among its kids", loop, [2: Damaged.kids("10 0 R 2 0 R 11 0 R", count: "3")]),
    Damaged(
      "a node that leads to the root", loop,
      [
        2: Damaged.kids("10 0 R 3 0 R", count: "2"),
        3: "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [2 0 R 11 0 R] >>",
        11: "<< /Type /Page /Parent 3 0 R /Contents 51 0 R >>",
      ]),
    Damaged(
      "a node in two places", loop,
      [
        2: Damaged.kids("3 0 R 10 0 R 3 0 R", count: "3"),
        3: "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [11 0 R] >>",
        11: "<< /Type /Page /Parent 3 0 R /Contents 51 0 R >>",
      ]),
    Damaged("nulls", kid, [2: Damaged.kids("null 10 0 R null 11 0 R 99 0 R", count: "5")]),
    Damaged("numbers and names", kid, [2: Damaged.kids("5 10 0 R (x) /Y 11 0 R [1]", count: "6")]),
    Damaged("a stream for a page", kid, [2: Damaged.kids("10 0 R 50 0 R 11 0 R", count: "3")]),
    Damaged(
      "no parents", "pages do not lead back to where they stand in the page tree",
      [10: "<< /Type /Page /Contents 50 0 R >>"]),
    Damaged(
      "one page in two nodes", pages: 3,
      "pages do not lead back to where they stand in the page tree",
      [
        2: Damaged.kids("10 0 R 11 0 R 3 0 R", count: "3"),
        3: "<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [11 0 R] >>",
      ]),
    Damaged("one page twice", pages: 2, nil, [2: Damaged.kids("10 0 R 10 0 R", count: "2")]),
    Damaged(
      "a page within the tree", nil,
      [2: Damaged.kids("<< /Type /Page /Parent 2 0 R /Contents 50 0 R >> 11 0 R", count: "2")]),
    Damaged(
      "no types", nil,
      [
        10: "<< /Parent 2 0 R /Contents 50 0 R >>",
        2: "<< /Count 2 /Kids [10 0 R 11 0 R] /MediaBox [0 0 9 9] >>",
      ]),
    Damaged(
      "other types", nil,
      [
        2: "<< /Type /Page /Count 2 /Kids [10 0 R 11 0 R] /MediaBox [0 0 9 9] >>",
        10: "<< /Type /Pages /Parent 2 0 R /Contents 50 0 R >>",
      ]),
    Damaged(
      "a root within the catalogue", "the root of the page tree is not an object of its own",
      [
        1:
          "<< /Type /Catalog /Pages << /Type /Pages /Count 2 /Kids [10 0 R 11 0 R] /MediaBox [0 0 9 9] >> >>"
      ]),
    Damaged("no page that is one", pages: 0, "", [2: Damaged.kids("null null", count: "2")]),
    Damaged("nothing but loops", pages: 0, "", [2: Damaged.kids("2 0 R", count: "1")]),
  ]

  private static let trailers = [
    Damaged("no size", size, replacing: "/Size 52", by: ""),
    Damaged("a size of nothing", size, replacing: "/Size 52", by: "/Size 0"),
    Damaged("a negative size", size, replacing: "/Size 52", by: "/Size -5"),
    Damaged("a text for a size", size, replacing: "/Size 52", by: "/Size (52)"),
    Damaged("a size beyond all", nil, replacing: "/Size 52", by: "/Size 99999999"),
    Damaged("a number for an identifier", identifier, replacing: "/Root", by: "/ID 5 /Root"),
    Damaged("half an identifier", identifier, replacing: "/Root", by: "/ID [<00>] /Root"),
    Damaged("numbers for identifiers", identifier, replacing: "/Root", by: "/ID [5 6] /Root"),
    Damaged(
      "a number for the information",
      "the trailer has something else in place of the document information", replacing: "/Root",
      by: "/Info 5 /Root"),
    Damaged("a table before the file", nil, replacing: "/Root", by: "/Prev (x) /Root"),
    Damaged("no catalogue", nil, replacing: "/Root 1 0 R", by: ""),
    Damaged("a catalogue that is not there", nil, replacing: "/Root 1 0 R", by: "/Root 77 0 R"),
    Damaged("no trailer", nil, replacing: "trailer", by: "trialer"),
    Damaged("no table", nil, replacing: "startxref", by: "startxfer"),
    Damaged(
      "encryption that is not there", "the trailer names an encryption that is not there",
      replacing: "/Root", by: "/Encrypt 88 0 R /Root"),
  ]

  private static let streams = [
    Damaged("content longer than the file", nil, replacing: "/Length 12", by: "/Length 99999"),
    Damaged("content too short", nil, replacing: "/Length 12", by: "/Length 3"),
    Damaged("a text for a length", nil, replacing: "/Length 12", by: "/Length (x)"),
    Damaged("no length", nil, replacing: "/Length 12", by: ""),
  ]

  @Test(arguments: trees + trailers + streams)
  func `It is repaired, or refused`(file: Damaged) throws {
    for purpose in [Request.Purpose.compress, .convert, .split(.every(1))] {
      let made = try Made([file.bytes], purpose: purpose) { $0.settings["preset"] = "none" }
      try check(made, file, pages: file.pages)
    }
    let whole = TinyPDF("", pages: [""]).bytes
    try check(try Made([file.bytes, whole]), file, pages: file.pages + 1)
  }

  private func check(_ made: Made, _ file: Damaged, pages: Int) throws {
    guard file.pages > 0 else {
      #expect(made.code == .damagedInput)
      return #expect(made.files.isEmpty)
    }
    #expect(made.code == nil, "\(made.outcome.status)")
    let counts = try made.files.map { try Self.pagesElsewhere(of: $0) }
    #expect(counts.reduce(0, +) == pages)
    guard let problem = file.problem else { return }
    #expect(
      made.outcome.warnings.contains { $0.contains(": \(problem)") }, "\(made.outcome.warnings)")
    #expect(
      made.ledger.contains { $0.hasPrefix("structure changed what was damaged is repaired: ") },
      "\(made.ledger)")
  }

  /// How many pages poppler shows of a file of which qpdf has nothing to say.
  private static func pagesElsewhere(of bytes: [UInt8]) throws -> Int {
    let scratch = try ScratchFolder()
    try scratch.write(bytes, to: "a.pdf")
    let check = try Program.run("/usr/bin/qpdf", ["--check", scratch.file("a.pdf")])
    #expect(check.status == 0, "\(check.text) \(check.error)")
    let pictures = try Program.run(
      "/usr/bin/pdftoppm", ["-r", "9", "-png", scratch.file("a.pdf"), scratch.file("p")])
    // The operator by which each page of ``TinyPDF`` is known is none that poppler knows.
    let complaints = pictures.error.split(separator: "\n")
      .filter { !$0.contains("Unknown operator 'pop'") }
    #expect(pictures.status == 0 && complaints == [])
    return scratch.names.count { $0.hasPrefix("p-") }
  }

  /// A number that only some programs believe: what qpdf makes of such a file, none opens.
  @Test(arguments: ["1", "5", "16", "100", "0", "(x)"])
  func `A key of no length is damage`(length: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(TinyPDF("", pages: ["", ""]).bytes, to: "plain.pdf")
    let run = try Program.run(
      "/usr/bin/qpdf",
      [
        "--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=y", "--",
        scratch.file("plain.pdf"), scratch.file("out.pdf"),
      ])
    #expect(run.status == 0, "\(run.error)")
    let whole = try scratch.bytes("out.pdf").latin
    let damaged = whole.replacing("/Standard /Length 128", with: "/Standard /Length \(length)")
    #expect(damaged != whole)
    for purpose in [Request.Purpose.compress, .convert, .split(.every(1))] {
      let made = try Made([damaged.latinBytes], purpose: purpose) {
        $0.reading.passwords = Passwords([Password(Array("owner".utf8))])
      }
      // Some lengths are as good as the right one.
      if made.code == nil {
        for file in made.files { #expect(try Self.pagesElsewhere(of: file) > 0) }
      } else {
        #expect(made.code == .damagedInput)
        #expect(made.files.isEmpty)
      }
    }
  }
}
