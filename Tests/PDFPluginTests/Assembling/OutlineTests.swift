import ConverterCore
import Testing

@testable import PDFObjects
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
    #expect(try Assembled(Self.outlined, pages: [1]).outline == ["+One", "  One.1 0", "Web"])
    #expect(
      try Assembled(Self.outlined, pages: [2]).outline == ["+One", "  One.2 0", "Two 0", "Web"])
    #expect(try Assembled(Self.outlined, pages: [0]).outline == ["One 0", "Web"])
  }

  @Test func headingsThatLeadToNoPageStandWhereTheyStood() throws {
    let free = TinyPDF(
      "/Outlines 20 0 R", pages: ["", ""],
      [
        20: "<< /Type /Outlines /First 21 0 R /Last 24 0 R /Count 2 >>",
        21: "<< /Title (One) /Parent 20 0 R /Next 24 0 R /First 22 0 R /Last 23 0 R /Count 2 >>",
        22:
          "<< /Title (Web) /Parent 21 0 R /Next 23 0 R /A << /S /URI /URI (http://x.y) >> >>",
        23: "<< /Title (In) /Parent 21 0 R /Prev 22 0 R /Dest [10 0 R /Fit] >>",
        24: "<< /Title (Two) /Parent 20 0 R /Prev 21 0 R /Dest [11 0 R /Fit] /First 25 0 R >>",
        25:
          "<< /Title (File) /Parent 24 0 R /A << /S /GoToR /F (b.pdf) /D [0 /Fit] >> >>",
      ])
    let first = try Assembled(free, pages: [0])
    #expect(try first.outline == ["+One", "  Web", "  In 0"])
    #expect(first.text.contains("http://x.y"))
    #expect(
      first.ledger == [
        "outline dropped 1 that leads to no page stands below none that is there"
      ])
    let second = try Assembled(free, pages: [1])
    #expect(try second.outline == ["Two 0", "  File"])
    #expect(second.text.contains("b.pdf"))
  }

  @Test func headingsAsDeepAsTheyAreManyAreAllThere() throws {
    let depth = 250
    var deep = TinyPDF("/Outlines 1000 0 R", pages: ["", ""])
    deep.add([(1000, "<< /Type /Outlines /First 1001 0 R >>")])
    deep.add(
      (1...depth).map { level in
        let below = level < depth ? "/First \(1001 + level) 0 R" : ""
        return (
          1000 + level,
          "<< /Title (\(level)) /Parent \(999 + level) 0 R /Dest [11 0 R /Fit] \(below) >>"
        )
      })
    let lines = try Assembled(deep, pages: [1, 0]).outline
    #expect(lines.map { $0.drop { $0 == " " } } == (1...depth).map { "\($0) 0" })
    #expect(lines.last?.hasPrefix(String(repeating: " ", count: 198) + "250") == true)
  }

  @Test func headingsStandForTheirTags() throws {
    let tagged = TinyPDF(
      "/Outlines 20 0 R /MarkInfo << /Marked true >> /StructTreeRoot 30 0 R",
      pages: ["/StructParents 0", "/StructParents 1"],
      [
        20: "<< /Type /Outlines /First 21 0 R /Last 21 0 R /Count 1 >>",
        21: "<< /Title (One) /Parent 20 0 R /Dest [11 0 R /Fit] /SE 32 0 R >>",
        30: "<< /Type /StructTreeRoot /K [31 0 R 32 0 R] /ParentTree 33 0 R >>",
        31: "<< /S /P /P 30 0 R /Pg 10 0 R /K 0 >>", 32: "<< /S /H1 /P 30 0 R /Pg 11 0 R /K 0 >>",
        33: "<< /Nums [0 [31 0 R] 1 [32 0 R]] >>",
      ])
    let result = try Assembled(tagged, pages: [1])
    let element = result.file.root["/StructTreeRoot"]["/K"][0]
    #expect(element["/S"].name == "/H1")
    #expect(result.file.root["/Outlines"]["/First"]["/SE"].id == element.id)
    let twice = try Assembled(tagged, pages: [0, 1, 1])
    #expect(
      twice.ledger == ["tags changed pages that come again have them where they come first alone"])
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
