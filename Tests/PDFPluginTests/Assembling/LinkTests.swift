import ConverterCore
import PagedDocumentModel
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite struct PDFLinkTests {
  /// The first page leads to all three: by itself, by an action, by names of both kinds.
  private static let linked = TinyPDF(
    "/Names << /Dests << /Names [(here) [10 0 R /Fit] (there) 40 0 R] >> >> /Dests << /old [12 0 R /FitH 7] >>",
    pages: ["/Annots [20 0 R 21 0 R 22 0 R 23 0 R 24 0 R 25 0 R]", "/Annots 41 0 R", ""],
    [
      20: "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [11 0 R /XYZ 1 2 0] >>",
      21: "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [12 0 R /Fit] >> >>",
      22: "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A 42 0 R >>",
      23: "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest /old >>",
      24: "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (http://x.y) >> >>",
      25: "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A 42 0 R /P 10 0 R >>",
      26:
        "<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (secret-annotation) /P 11 0 R >>",
      40: "<< /D [12 0 R /FitV 3] >>",
      41: "[26 0 R]",
      42: "<< /S /GoTo /D (there) >>",
    ])

  private func aims(of page: Int, in result: Assembled) throws -> [Int?] {
    try result.page(page)["/Annots"].items.map { annotation in
      try result.page(of: annotation.has("/Dest") ? annotation["/Dest"] : annotation["/A"])
    }
  }

  @Test func reorderedPagesAreLedToWhereTheyAre() throws {
    let result = try Assembled(Self.linked, pages: [2, 1, 0])
    #expect(try aims(of: 2, in: result) == [1, 0, 0, 0, nil, 0])
    #expect(result.ledger.isEmpty)
    // The web link and the text stay.
    #expect(result.text.contains("http://x.y"))
    #expect(result.text.contains("secret-annotation"))
  }

  @Test func linksToPagesLeftOutLeadNowhere() throws {
    let result = try Assembled(Self.linked, pages: [0, 2])
    #expect(try aims(of: 0, in: result) == [nil, 1, 1, 1, nil, 1])
    #expect(
      result.ledger == [
        "links dropped 1 link leads to a page that is left out: it stays, and leads nowhere"
      ])
    #expect(!result.text.contains("secret-annotation"))
    #expect(!result.text.contains("page-1"))
  }

  @Test func everyLinkThatSharesADeadActionIsCounted() throws {
    let result = try Assembled(Self.linked, pages: [0])
    #expect(try aims(of: 0, in: result) == [nil, nil, nil, nil, nil, nil])
    #expect(result.ledger.first?.contains("5 links") == true)
    #expect(!result.text.contains("/GoTo"))
  }

  @Test func sameNamesOfTwoFilesStayApart() throws {
    let bytes = Self.linked.bytes
    let result = try Assembled([(bytes, "a", nil), (bytes, "b", nil)])
    #expect(try aims(of: 0, in: result) == [1, 2, 2, 2, nil, 2])
    #expect(try aims(of: 3, in: result) == [4, 5, 5, 5, nil, 5])
    let names = result.file.root["/Names"]["/Dests"]["/Names"].items
    #expect(
      names.compactMap(\.string).map { String(decoding: $0, as: UTF8.self) }
        == ["here", "here_2", "old", "old_2", "there", "there_2"])
  }

  @Test func aPageThatComesTwiceHasItsOwnAnnotations() throws {
    let result = try Assembled(Self.linked, pages: [0, 1, 2, 0])
    #expect(try aims(of: 0, in: result) == [1, 2, 2, 2, nil, 2])
    #expect(try aims(of: 3, in: result) == [1, 2, 2, 2, nil, 2])
    let (first, second) = (try result.page(0), try result.page(3))
    #expect(first.id != second.id)
    #expect(first["/Contents"].id == second["/Contents"].id)
    #expect(first["/Annots"][5]["/P"].id == first.id)
    #expect(second["/Annots"][5]["/P"].id == second.id)
  }

  @Test func theSourceStaysAsItWas() throws {
    let context = ConversionContext(registry: try Assembled.registry())
    let document = try PDFReader().read(
      InputFile(bytes: Self.linked.bytes, name: "a.pdf"), type: "com.adobe.pdf",
      in: ReadingContext(context))
    func part(_ pages: [Int]) throws -> [UInt8] {
      var part = document
      part.pages = pages.map { document.pages[$0] }
      return try Assembled(part, in: context).bytes
    }
    let first = try part([0, 2])
    _ = try part([1])
    #expect(try part([0, 2]) == first)
    #expect(try Assembled(Self.linked, pages: [0, 2]).bytes == first)
  }

  @Test func wholeFilesAreTheSourceItself() throws {
    let context = ConversionContext(registry: try Assembled.registry())
    let document = try PDFReader().read(
      InputFile(bytes: Self.linked.bytes), type: "com.adobe.pdf", in: ReadingContext(context))
    let sources = try OpenSources(of: document, in: context)
    let file = try PDFAssembly(document, of: sources, in: WritingContext(context)).file()
    #expect(file === sources.documents.first?.file)
  }
}
