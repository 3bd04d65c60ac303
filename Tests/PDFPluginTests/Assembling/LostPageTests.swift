import ConverterCore
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite("Pages that a damaged file has lost")
struct LostPageTests {
  /// Its second page is gone; the first leads to it.
  private static let damaged: [UInt8] = {
    let link = "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [11 0 R /Fit] >>"
    let whole = TinyPDF("", pages: ["/Annots [\(link)]", "/Lost true", ""]).bytes
    let text = String(decoding: whole, as: UTF8.self)
    return Array(text.replacing("11 0 obj", with: "11 0 obx").utf8)
  }()

  private static let said = "pages dropped page 2 cannot be recovered"

  @Test func `They are left out of parts`() throws {
    let made = try Made([Self.damaged], purpose: .split(.every(1)))
    #expect(made.files.count == 2)
    #expect(made.ledger.contains(Self.said))
    for index in made.files.indices {
      let file = try made.file(index)
      #expect(try file.pageCount == 1)
      #expect(try file.page(0)["/Contents"].isStream)
    }
  }

  @Test func `They are left out of joined files`() throws {
    let made = try Made([Self.damaged, Self.damaged])
    let file = try made.file()
    #expect(
      try (0..<file.pageCount).map { try file.page($0).isDictionary } == [true, true, true, true])
    #expect(file.root["/Pages"]["/Count"].integer == 4)
    #expect(made.ledger.contains(Self.said))
    // It led nowhere before.
    #expect(!made.ledger.contains { $0.hasPrefix("links") })
  }

  @Test func `They are left out of the file that is written anew`() throws {
    let made = try Made([Self.damaged])
    #expect(try made.file().pageCount == 2)
    #expect(made.ledger.contains(Self.said))
  }

  @Test func `A file without any page is refused`() throws {
    let none = Array(
      String(decoding: TinyPDF("", pages: [""]).bytes, as: UTF8.self)
        .replacing("10 0 obj", with: "10 0 obx").utf8)
    #expect(try Made([none]).code == .damagedInput)
  }
}
