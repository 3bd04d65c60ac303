import ConverterCore
import Testing

@testable import FairyCommandLine

@Suite("Receipts") struct ReceiptTableTests {
  private func lines(width: Int) throws -> [String] {
    let receipt = try JSONValue(
      parsing: Array(
        """
        {"images":[
        {"page":1,"width":2480,"height":3508,"dpi":300,"codec":"JPEG","bytes":812034,
        "became":{"width":827,"height":1169,"codec":"JPEG","bytes":61877}},
        {"page":12,"width":640,"height":480,"dpi":96,"codec":"JPEG","bytes":30829,
        "why":"it does not become smaller"}],
        "fonts":{"count":3,"bytes":120345},
        "structure":{"streamsMerged":4,"bytesSaved":20144,"objectsDropped":31}}
        """.utf8))
    return try #require(ReceiptTable(receipt)).lines(width: width, Style(isEnabled: false))
  }

  @Test func wideOnesHaveAllColumns() throws {
    #expect(
      try lines(width: 100) == [
        "  page 1   2480×3508  300 dpi  JPEG  812 kB  →      827×1169 JPEG 62 kB",
        "  page 12    640×480   96 dpi  JPEG   31 kB  stays  it does not become smaller",
        "  3 fonts, 120 kB · 4 identical streams merged · 20 kB saved beside pictures · 31 unused objects",
        "      dropped",
      ])
  }

  @Test func narrowOnesLeaveSomeOutAndGoOnBelow() throws {
    #expect(
      try lines(width: 40) == [
        "  page 1   812 kB  →      827×1169 JPEG",
        "      62 kB",
        "  page 12   31 kB  stays  it does not",
        "      become smaller",
        "  3 fonts, 120 kB · 4 identical streams",
        "      merged · 20 kB saved beside",
        "      pictures · 31 unused objects",
        "      dropped",
      ])
  }

  @Test(arguments: 20...120) func noLineIsTooLong(width: Int) throws {
    #expect(try lines(width: width).allSatisfy { $0.count <= width })
  }
}
