import ConverterCore
import PagedDocumentModel
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite struct PDFCatalogueTests {
  private static let attached = TinyPDF(
    "/Lang (de) /Names << /EmbeddedFiles << /Names [(a.txt) 30 0 R] >> /JavaScript << /Names [(x) 32 0 R] >> >>",
    pages: ["", ""],
    [
      30: "<< /Type /Filespec /F (a.txt) /UF (a.txt) /EF << /F 31 0 R >> >>",
      31: "<< /Length 6 >>\nstream\nsecret\nendstream",
      32: "<< /S /JavaScript /JS (app.beep\\(\\)) >>",
    ])

  @Test func attachmentsOfAllFilesAreKept() throws {
    let bytes = Self.attached.bytes
    let result = try Assembled([(bytes, "a", nil), (bytes, "b", [1, 0])])
    let names = result.file.root["/Names"]["/EmbeddedFiles"]["/Names"]
    #expect(names.items.compactMap(\.text) == ["a.txt", "a_2.txt"])
    #expect(names[1]["/UF"].text == "a.txt")
    #expect(names[3]["/UF"].text == "a_2.txt")
    #expect(result.file.root["/Lang"].text == "de")
    #expect(
      result.ledger == [
        "attachments changed the name a.txt was taken: a_2.txt",
        "scripts dropped those of a document as a whole could not do in this file what they did",
      ])
  }

  @Test func partsHaveNoAttachments() throws {
    let result = try Assembled(Self.attached, pages: [1])
    #expect(!result.text.contains("secret"))
    #expect(
      result.ledger.first
        == "attachments dropped 1 belongs to the document as a whole, of which this is a part")
    let whole = try Assembled(Self.attached, pages: [1, 0])
    #expect(whole.text.contains("secret"))
    #expect(whole.file.root["/Names"].has("/JavaScript"))
    #expect(whole.ledger.isEmpty)
  }

  @Test func layersAreShownAsTheyWere() throws {
    let layered = TinyPDF(
      """
      /OCProperties << /OCGs [20 0 R 21 0 R]
      /D << /BaseState /OFF /ON [21 0 R] /Order [(group) [20 0 R 21 0 R]] /Locked [20 0 R] >> >>
      """,
      pages: [
        "/Resources << /Properties << /A 20 0 R >> >>",
        "/Resources << /Properties << /B 21 0 R >> >>",
      ], [20: "<< /Type /OCG /Name (secret-A) >>", 21: "<< /Type /OCG /Name (secret-B) >>"])
    let result = try Assembled([(layered.bytes, "a", nil), (layered.bytes, "b", [1])])
    let layers = result.file.root["/OCProperties"]
    #expect(layers["/OCGs"].items.map { $0["/Name"].text } == ["secret-A", "secret-B", "secret-B"])
    #expect(layers["/D"]["/OFF"].items.map { $0["/Name"].text } == ["secret-A"])
    #expect(layers["/D"]["/Order"].items.map(\.count) == [0, 2, 0, 1])
    let part = try Assembled(layered, pages: [1])
    #expect(!part.text.contains("secret-A"))
    #expect(
      part.file.root["/OCProperties"]["/OCGs"][0].id
        == (try part.page(0))["/Resources"]["/Properties"]["/B"].id)
  }

  @Test func linksToAttachmentsFollowTheirNames() throws {
    let pointing = TinyPDF(
      "/Names << /EmbeddedFiles << /Names [(a.pdf) 30 0 R] >> >>",
      pages: [
        "/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoToE /D [0 /Fit] /T << /R /C /N (a.pdf) >> >> >>]"
      ],
      [
        30: "<< /Type /Filespec /F (a.pdf) /EF << /F 31 0 R >> >>",
        31: "<< /Length 6 >>\nstream\nsecret\nendstream",
      ]
    ).bytes
    let result = try Assembled([(pointing, "a", nil), (pointing, "b", nil)])
    let names = try (0...1).map { try result.page($0)["/Annots"][0]["/A"]["/T"]["/N"].text }
    #expect(names == ["a.pdf", "a_2.pdf"])
  }

  @Test func whatIsSaidOfOneFileAloneIsNamed() throws {
    func file(_ intent: String) -> [UInt8] {
      TinyPDF(
        "/OutputIntents [<< /S /GTS_PDFA1 /OutputConditionIdentifier (\(intent)) >>] /Collection << /View /T >>",
        pages: ["", ""]
      ).bytes
    }
    let same = try Assembled([(file("x"), "a", nil), (file("x"), "b", nil)])
    #expect(
      same.ledger == [
        "collection dropped how a portfolio shows its attachments is said of one file alone"
      ])
    let others = try Assembled([(file("x"), "a", nil), (file("y"), "b", nil)])
    #expect(others.ledger.contains { $0.hasPrefix("outputIntents dropped") })
    #expect(!others.file.root.has("/OutputIntents"))
    #expect(same.file.root["/OutputIntents"][0]["/OutputConditionIdentifier"].text == "x")
    let part = try Assembled([(file("x"), "a", [0])])
    #expect(part.ledger.contains { $0.hasPrefix("collection dropped") })
  }

  /// A file: its output intent, whether it claims PDF/A-2, and the profile's bytes.
  private static func intended(
    _ intent: String?, archived: Bool = false, profile: String? = nil
  ) -> [UInt8] {
    let words = intent.map {
      "/OutputIntents [<< /S /GTS_PDFA1 /OutputConditionIdentifier (\($0)) "
        + "\(profile == nil ? "" : "/DestOutputProfile 31 0 R") >>]"
    }
    return TinyPDF(
      (words ?? "") + (archived ? " /Metadata 30 0 R" : ""), pages: [""],
      [
        30: "<< /Length 20 >>\nstream\npdfaid:part=\"2\"     \nendstream",
        31: "<< /N 3 /Length 1 >>\nstream\n\(profile ?? "x")\nendstream",
      ]
    ).bytes
  }

  /// They hold for a document as a whole: pages that were meant for another output would change their colours.
  @Test(arguments: [
    (intended("x"), intended("x"), true, ""),
    (intended("x"), intended("y"), false, "outputIntents"),
    (intended("x"), intended(nil), false, "outputIntents"),
    (intended(nil), intended("x"), false, "outputIntents"),
    (intended(nil), intended(nil), false, ""),
    (intended("x", profile: "a"), intended("x", profile: "a"), true, ""),
    (intended("x", profile: "a"), intended("x", profile: "b"), false, "outputIntents"),
    // Without an intent PDF/A has no colours that one could change.
    (intended("x", archived: true), intended(nil, archived: true), true, "metadata"),
    (intended(nil, archived: true), intended("x", archived: true), true, "metadata"),
    (
      intended("x", archived: true), intended("y", archived: true), false,
      "PDF/A metadata outputIntents"
    ),
  ])
  func outputIntentsStayWhereAllAgree(
    first: [UInt8], second: [UInt8], areKept: Bool, words: String
  ) throws {
    let result = try Assembled([(first, "a", nil), (second, "b", nil)])
    #expect(result.file.root.has("/OutputIntents") == areKept)
    let noted = Set(result.context.ledger.map(\.what)).sorted().joined(separator: " ")
    #expect(noted == words)
  }

  @Test func otherWaysToShowLayersStayWithWholeFiles() throws {
    let layered = TinyPDF(
      "/OCProperties << /OCGs [20 0 R] /D << >> /Configs [<< /Name (other) /OFF [20 0 R] >>] >>",
      pages: ["/Resources << /Properties << /A 20 0 R >> >>", ""],
      [20: "<< /Type /OCG /Name (layer) >>"])
    let whole = try Assembled(layered, pages: [1, 0]).file.root["/OCProperties"]
    #expect(whole["/Configs"][0]["/OFF"][0].id == whole["/OCGs"][0].id)
    #expect(try Assembled(layered, pages: [0]).ledger.contains { $0.hasPrefix("layers changed") })
  }

  @Test func picturesWithTagsOfTheirOwnAreNotShared() throws {
    let pdf = TinyPDF(
      "/MarkInfo << /Marked true >> /StructTreeRoot 30 0 R",
      pages: ["/StructParents 0 /Resources << /XObject << /F 31 0 R >> >>"],
      [
        30: "<< /Type /StructTreeRoot /K 32 0 R /ParentTree << /Nums [0 [32 0 R] 1 [32 0 R]] >> >>",
        31:
          "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /StructParents 1 /Length 0 >>\nstream\n\nendstream",
        32: "<< /S /P /P 30 0 R /Pg 10 0 R /K [0 << /Type /MCR /MCID 0 /Stm 31 0 R >>] >>",
      ])
    let result = try Assembled([(pdf.bytes, "a", nil), (pdf.bytes, "b", nil)])
    let keys = try (0..<2).map {
      try result.page($0)["/Resources"]["/XObject"]["/F"]["/StructParents"].integer
    }
    #expect(keys == [1, 3])
  }

  @Test func aFileGivenTwiceIsThereOnce() throws {
    let picture = String(repeating: "0123456789", count: 1000)
    let pdf = TinyPDF(
      "", pages: ["/Resources << /XObject << /P 31 0 R >> >>"],
      [
        31:
          "<< /Type /XObject /Subtype /Image /Width 100 /Height 100 /BitsPerComponent 8 /ColorSpace /DeviceGray /Length 10000 >>\nstream\n\(picture)\nendstream"
      ])
    let once = try Assembled(pdf, pages: [0]).bytes.count
    let result = try Assembled([
      (pdf.bytes, "a", nil), (pdf.bytes, "b", nil), (pdf.bytes, "c", nil),
    ])
    #expect(result.bytes.count < once + 3000)
    let pictures = try (0..<3).map { try result.page($0)["/Resources"]["/XObject"]["/P"].id }
    #expect(Set(pictures).count == 1)
    #expect(Set(try (0..<3).map { try result.page($0)["/Contents"].id }).count == 1)
    #expect(Set(try (0..<3).map { try result.page($0).id }).count == 3)
  }

  @Test func pagesAreTurnedAndCut() throws {
    let pdf = TinyPDF("", pages: ["/Rotate 90", "/CropBox [10 20 110 80] /UserUnit 2"])
    let context = ConversionContext(registry: try Assembled.registry())
    var document = try PDFReader().read(
      InputFile(bytes: pdf.bytes), type: "com.adobe.pdf", in: ReadingContext(context))
    document.pages[0].rotation = 270
    document.pages[0].crop = PageBox(left: 10, bottom: 20, width: 30, height: 40)
    document.pages[1].rotation = 180
    document.pages[1].crop = PageBox(left: 20, bottom: 40, width: 1000, height: 20)
    let result = try Assembled(document, in: context)
    #expect(try result.page(0).rotation == 0)
    // Shown, the page stands upright, 100 wide and 200 high.
    #expect(try result.page(0)["/CropBox"].numbers == [140, 10, 180, 40])
    #expect(try result.page(1).rotation == 180)
    #expect(try result.page(1)["/CropBox"].numbers == [20, 40, 110, 50])
  }

  @Test func partsHaveNoResourcesOfOtherPages() throws {
    let shared = TinyPDF(
      "", pages: ["/Resources 30 0 R", "/Resources 30 0 R", "/Resources 35 0 R"],
      [
        30: "<< /XObject << /P#61ge 31 0 R /page-1 32 0 R >> /Font 33 0 R >>",
        31: "<< /Subtype /Image /Length 8 >>\nstream\nsecret-0\nendstream",
        32: "<< /Subtype /Image /Length 8 >>\nstream\nsecret-1\nendstream",
        33: "<< /F 34 0 R >>", 34: "<< /Type /Font /Subtype /Type1 /BaseFont /secret-font >>",
        35: "<< >>",
        51: "<< /Length 12 >>\nstream\n/page#2d1 Do\nendstream",
      ])
    let part = try Assembled(shared, pages: [1])
    #expect(part.text.contains("secret-1"))
    #expect(!part.text.contains("secret-0"))
    #expect(!part.text.contains("secret-font"))
    #expect(try Assembled(shared, pages: [2, 1, 0]).text.contains("secret-font"))
  }

  @Test(arguments: [
    ("/A#42 Do", ["/AB"]), ("(/x)/y[/z]/w<</v 1>>", ["/v", "/w", "/x", "/y", "/z"]), ("/", ["/"]),
    ("/a#", ["/a#"]), ("/a#4", ["/a#4"]), ("/a#zz/b%/c", ["/a#zz", "/b", "/c"]),
  ])
  func namesInContent(content: String, names: [String]) {
    #expect(ContentNames.all(in: Array(content.utf8)).sorted() == names)
  }
}
