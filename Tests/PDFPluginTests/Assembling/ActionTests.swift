import ConverterCore
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite("What pages and links do")
struct ActionTests {
  /// The first page opens the third; its link goes to the web, then to the second and the third.
  private static let acting = TinyPDF(
    "/AA << /WC << /S /GoTo /D [12 0 R /Fit] >> >> /AcroForm << /Fields [30 0 R 31 0 R] >>",
    pages: [
      "/AA << /O << /S /GoTo /D [12 0 R /Fit] >> /C 21 0 R >> /Annots [20 0 R]",
      "/AA << /O << /S /ResetForm /Fields [30 0 R] >> >>", "/Annots [30 0 R 31 0 R]",
    ],
    [
      20:
        "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (http://x.y) /Next [22 0 R 21 0 R] >> >>",
      21: "<< /S /GoTo /D [12 0 R /Fit] >>", 22: "<< /S /GoTo /D [11 0 R /Fit] >>",
      30: "<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (a) >>",
      31: "<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (secret) >>",
    ])

  @Test func pagesOpenOthersWhereverTheseAre() throws {
    let bytes = acting
    let result = try Assembled([(bytes, "a", nil), (bytes, "b", [2, 1, 0, 0])])
    let aims = try [0, 5, 6].map { index in
      let actions = try result.page(index)["/AA"]
      return [try result.page(of: actions["/O"]), try result.page(of: actions["/C"])]
    }
    #expect(aims == [[2, 2], [3, 3], [3, 3]])
    #expect(try result.page(4)["/AA"]["/O"]["/Fields"][0].text == "a_2")
    let reordered = try Assembled(Self.acting, pages: [2, 1, 0])
    #expect(try reordered.page(of: reordered.file.root["/AA"]["/WC"]) == 0)
    #expect(reordered.ledger.isEmpty)
  }

  private var acting: [UInt8] { Self.acting.bytes }

  @Test func whatLeadsToPagesLeftOutIsLostAndTheRestStays() throws {
    let result = try Assembled(Self.acting, pages: [0, 2])
    let next = try result.page(0)["/Annots"][0]["/A"]["/Next"]
    #expect(try next.items.map { try result.page(of: $0) } == [1])
    #expect(result.ledger.first?.contains("1 link leads") == true)
    let alone = try Assembled(Self.acting, pages: [0])
    #expect(try alone.page(0)["/Annots"][0]["/A"]["/URI"].text == "http://x.y")
    #expect(try !alone.page(0)["/Annots"][0]["/A"].has("/Next"))
    #expect(try !alone.page(0)["/AA"].has("/O"))
    #expect(!alone.text.contains("secret"))
    let second = try Assembled(Self.acting, pages: [1])
    #expect(!second.text.contains("secret"))
  }

  @Test func fieldsOfOtherPagesStayOutOfListsOfActions() throws {
    let pdf = TinyPDF(
      "/AcroForm << /Fields [31 0 R] >>", pages: ["/Annots [20 0 R]", "/Annots [31 0 R]"],
      [
        20:
          "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Named /N /Print /Next [21 0 R 22 0 R] >> >>",
        21: "<< /S /Named /N /Print >>", 22: "<< /S /ResetForm /Fields [31 0 R] >>",
        31: "<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (a) /V (secret) >>",
      ])
    let result = try Assembled(pdf, pages: [0])
    #expect(!result.text.contains("secret"))
    #expect(try result.page(0)["/Annots"][0]["/A"]["/Next"][1]["/Fields"][0].text == "a")
  }

  @Test func listsOfActionsWithinThemselvesEnd() throws {
    let looping = TinyPDF(
      "", pages: ["/Annots [20 0 R]", ""],
      [
        20: "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A 21 0 R >>",
        21: "<< /S /URI /URI (http://x.y) /Next 22 0 R >>",
        22: "[22 0 R 22 0 R 21 0 R << /S /GoTo /D [11 0 R /Fit] >> 22 0 R]",
      ])
    let result = try Assembled(looping, pages: [1, 0])
    #expect(try result.page(1)["/Annots"][0]["/A"]["/URI"].text == "http://x.y")
  }

  @Test func whatLedNowhereIsNotSaidToBeLost() throws {
    let dangling = TinyPDF(
      "", pages: ["/Annots [20 0 R 21 0 R 22 0 R]", ""],
      [
        20: "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest (nowhere) >>",
        21: "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [99 0 R /Fit] >> >>",
        22: "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [7 /Fit] >> >>",
      ])
    #expect(try Assembled(dangling, pages: [1, 0]).ledger.isEmpty)
    let part = try Assembled(dangling, pages: [0])
    #expect(!part.ledger.contains { $0.contains("3 links") })
  }

  /// One article over two pages, and a link to it.
  private static let article = TinyPDF(
    "/Threads [25 0 R]", pages: ["/B [26 0 R]", "/B [27 0 R] /Annots [28 0 R]"],
    [
      25: "<< /Type /Thread /F 26 0 R /I << /Title (Story) >> >>",
      26: "<< /Type /Bead /T 25 0 R /N 27 0 R /V 27 0 R /P 10 0 R /R [0 0 9 9] >>",
      27: "<< /Type /Bead /T 25 0 R /N 26 0 R /V 26 0 R /P 11 0 R /R [0 0 9 9] >>",
      28:
        "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Thread /D 0 >> >>",
    ])

  @Test func articlesOfWholeFilesStay() throws {
    let turned = try Assembled(Self.article, pages: [1, 0])
    let thread = turned.file.root["/Threads"][0]
    #expect(thread["/I"]["/Title"].text == "Story")
    #expect(thread["/F"]["/P"].id == (try turned.page(1)).id)
    #expect(try turned.page(0)["/B"][0].id == thread["/F"]["/N"].id)
    #expect(turned.ledger.isEmpty)
    let bytes = Self.article.bytes
    let merged = try Assembled([(bytes, "a", nil), (bytes, "b", nil)])
    #expect(merged.file.root["/Threads"].count == 2)
    #expect(try merged.page(3)["/Annots"][0]["/A"]["/D"].integer == 1)
    #expect(try merged.page(3)["/B"][0]["/P"].id == merged.page(3).id)
    let part = try Assembled(Self.article, pages: [0])
    #expect(part.file.root["/Threads"].isNull)
    #expect(part.ledger.contains { $0.hasPrefix("threads dropped") })
  }
}
