import ConverterCore
import Testing

@testable import PDFPlugin

@Suite struct PDFOutlineTests {
  /// One (open) → 0, with One.1 → 1 and One.2 → 2; Two → 2, red and bold; a web page.
  private static let outlined = TinyPDF(
    "/Outlines 20 0 R", pages: ["", "", ""],
    [
      20: "<< /Type /Outlines /First 21 0 R /Last 25 0 R /Count 5 >>",
      21:
        "<< /Title (One) /Parent 20 0 R /Next 24 0 R /First 22 0 R /Last 23 0 R /Count 2 /Dest [10 0 R /Fit] >>",
      22: "<< /Title (One.1) /Parent 21 0 R /Next 23 0 R /A << /S /GoTo /D [11 0 R /Fit] >> >>",
      23: "<< /Title (One.2) /Parent 21 0 R /Prev 22 0 R /Dest [12 0 R /Fit] >>",
      24:
        "<< /Title (Two) /Parent 20 0 R /Prev 21 0 R /Next 25 0 R /Dest [12 0 R /Fit] /C [1 0 0] /F 2 >>",
      25: "<< /Title (Web) /Parent 20 0 R /Prev 24 0 R /A << /S /URI /URI (http://x.y) >> >>",
    ])

  @Test func aMergeHasAHeadingAFile() throws {
    let bytes = Self.outlined.bytes
    let result = try Assembled([(bytes, "first", nil), (bytes, "second", [2, 1, 0])])
    #expect(
      try result.outline == [
        "first 0", "  +One 0", "    One.1 1", "    One.2 2", "  Two 2", "  Web",
        "second 3", "  +One 5", "    One.1 4", "    One.2 3", "  Two 3", "  Web",
      ])
    let root = result.file.root["/Outlines"]
    #expect(root["/Count"].integer == 2)
    #expect(root["/First"]["/Count"].integer == -5)
    #expect(root["/Last"]["/Prev"].id == root["/First"].id)
    #expect(root["/First"]["/First"]["/Next"]["/F"].integer == 2)
    #expect(root["/First"]["/First"]["/Next"]["/C"].numbers == [1, 0, 0])
  }

  @Test func aPartKeepsWhatFallsWithinIt() throws {
    #expect(try Assembled(Self.outlined, pages: [1]).outline == ["+One", "  One.1 0"])
    #expect(
      try Assembled(Self.outlined, pages: [2]).outline == ["+One", "  One.2 0", "Two 0"])
    #expect(try Assembled(Self.outlined, pages: [0]).outline == ["One 0"])
  }

  @Test func labelsStayWithTheirPages() throws {
    let labelled = TinyPDF(
      "/PageLabels << /Kids [<< /Nums [0 << /S /r >> 2 << /S /D /P (A-) /St 5 >>] >>] >>",
      pages: ["", "", "", ""])
    let plain = TinyPDF("", pages: ["", ""])
    let result = try Assembled([(labelled.bytes, "a", [3, 1, 2, 3]), (plain.bytes, "b", nil)])
    #expect(try result.labels == ["A-6/D", "2/r", "A-5/D", "A-6/D", "1/D", "2/D"])
    #expect(try Assembled([(plain.bytes, "b", [1])]).file.root.has("/PageLabels") == false)
  }
}
