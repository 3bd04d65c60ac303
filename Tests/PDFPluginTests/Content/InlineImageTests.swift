import ConverterCore
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite struct InlineImageTests {
  /// The data of all pictures in a content stream.
  private static func data(_ content: [UInt8]) -> [[UInt8]] {
    var scanner = ContentScanner(content)
    var found: [[UInt8]] = []
    while true {
      switch scanner.next() {
      case .operator(.beginInlineImage):
        guard let image = scanner.inlineImage(from: 0) else { return found }
        found.append(Array(content[image.data]))
      case .end: return found
      default: break
      }
    }
  }

  @Test(arguments: [
    ("BI /W 4 /H 2 /BPC 8 /CS /G ID  EI EI \nEI Q", [" EI EI \n"]),
    ("BI /W 4 /H 2 /BPC 8 /CS /G ID\r\n EI EI Q\r\nEI Q", [" EI EI Q"]),
    ("BI /W 4 /H 2 /BPC 8 /CS /G ID 12345678EI Q", ["12345678"]),
    ("BI /W 9 /H 2 /IM true ID 1234\nEI Q", ["1234"]),
    (
      "BI /W 2 /H 1 /BPC 4 /CS /RGB ID 123 EI Q BI /W 1 /H 1 /BPC 8 /CS /CMYK ID 1234 EI",
      ["123", "1234"]
    ),
    // The length is wrong, or is not known.
    ("BI /W 9 /H 9 /BPC 8 /CS /G ID 1234 EI Q", ["1234"]),
    ("BI /W 9 /H 9 /BPC 8 /CS /Cs1 ID 12 EI\u{1}34 EI Q", ["12 EI\u{1}34"]),
    ("BI /W 9 /H 9 /BPC 8 /CS /G /F /Fl ID 12 EI 3\u{2}4 EI Q q", ["12 EI 3\u{2}4"]),
    ("BI /W 9 /H 9 /BPC 8 /CS /G /F /A85 ID 12 EI Q q 34~> EI Q", ["12 EI Q q 34~>"]),
    ("BI /W 9 /H 9 /BPC 8 /CS /G /F [/AHx] ID 1 EI 3> EI Q", ["1 EI 3>"]),
    ("BI /W 9 /H 9 /BPC 8 /CS /G /F /Fl /L 7 ID 1 EI Q \nEI Q", ["1 EI Q "]),
    ("BI /W 9 /H 9 /F /Fl ID 1234\nEI", ["1234"]),
    // None at all.
    ("BI /W 9 /H 9 /F /Fl ID 1234", []),
    ("BI /W 9 ] ID 1234 EI", []),
    ("BI /W 9223372036854775807 /H 9223372036854775807 /BPC 8 /CS /G ID 1234 EI Q", ["1234"]),
    ("BI ID", []), ("BI", []), ("BI ID EI", [""]),
  ])
  func end(content: String, data: [String]) {
    #expect(Self.data(Array(content.utf8)) == data.map { Array($0.utf8) })
  }

  @Test func largeOnesAreTakenOut() throws {
    let samples = (0..<64).map { UInt8($0 * 3) }
    let content =
      Array("q % c\n8 0 0 8 0 0 cm BI /W 8/H 8/BPC 8/CS[/I/RGB 1(\\000\\377abcd)]/I true ID ".utf8)
      + samples
      + Array("\nEI Q q BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q".utf8)
    let result = try #require(
      InlineImage.externalizingInlineImages(in: content, above: 63, besides: ["/Inline0"]))
    #expect(
      String(decoding: result.content, as: UTF8.self)
        == "q % c\n8 0 0 8 0 0 cm /Inline1 Do Q q BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q")
    let image = try #require(result.images.first)
    #expect(result.images.count == 1)
    #expect(image.name == "/Inline1")
    #expect(image.data == samples)
    let file = try PDFFile.empty()
    let stream = try image.stream(in: file, resources: file.dictionary())
    #expect(try stream.data(.none) == samples)
    #expect(stream["/Width"].integer == 8)
    #expect(stream["/Interpolate"].boolean == true)
    let space = stream["/ColorSpace"]
    #expect(space[0].name == "/Indexed")
    #expect(space[1].name == "/DeviceRGB")
    #expect(space[3].string == [0, 255] + Array("abcd".utf8))
    #expect(InlineImage.externalizingInlineImages(in: content, above: 64) == nil)
  }

  @Test func filtersAndNamedColourSpaces() throws {
    let content = Array(
      "BI /W 9/H 9/BPC 8/CS/Mine/F[/A85/Fl]/DP[null<</Predictor 12>>]ID 123456789~> EI Q".utf8)
    #expect(InlineImage.externalizingInlineImages(in: content, above: 4) == nil)
    let result = try #require(
      InlineImage.externalizingInlineImages(in: content, above: 4, colourSpaces: ["/Mine"]))
    let file = try PDFFile.empty()
    let resources = file.dictionary([
      "/ColorSpace": file.dictionary([
        "/Mine": file.array([file.name("/ICCBased"), file.integer(7)])
      ])
    ])
    let stream = try #require(result.images.first).stream(in: file, resources: resources)
    #expect(stream["/Filter"].items.map(\.name) == ["/ASCII85Decode", "/FlateDecode"])
    #expect(stream["/DecodeParms"][1]["/Predictor"].integer == 12)
    #expect(stream["/ColorSpace"][1].integer == 7)
    #expect(String(decoding: result.content, as: UTF8.self) == "/Inline0 Do Q")
  }

  @Test(arguments: [
    "BI /W 9 /H 9 /F /Fl ID 12345678 EI Q strange", "BI /W 9 /H 9 /F /Fl ID 12345678 EI Q (",
    "<< BI /W 9 /H 9 /F /Fl ID 12345678 EI Q",
    "BI /W 9 /H 9 /F /Fl ID 12345678 EI q 1 g Q BT ET EI Q",
    "BI /W 1 /H 1 /F /X ID 12345 EI q Q q Q q Q /Inline0 Do",
    "BI /W 9",
  ])
  func whatIsNotUnderstoodStays(content: String) {
    #expect(InlineImage.externalizingInlineImages(in: Array(content.utf8), above: 4) == nil)
  }

  /// What is found after that is the same image at the same size, and pages that share resources keep them.
  @Test func pagesAreRewritten() throws {
    var written = WrittenPDF()
    let picture = "BI /W 8 /H 8 /BPC 8 /CS /G ID \(String(repeating: "x", count: 64))\nEI Q /Im Do"
    written.addPage(3, "/Resources 9 0 R", "q 72 0 0 72 0 0 cm \(picture)")
    written.addPage(5, "/Resources 9 0 R", "/Im Do /F Do")
    written.add(9, "<< /XObject << /Im 10 0 R /F 11 0 R >> >>")
    written.addImage(10, width: 9, height: 9)
    written.addForm(11, "/Resources << >>", "9 0 0 18 0 0 cm \(picture)")
    let file = try written.file()
    let page = try file.page(0)
    #expect(try ImageUses.find(in: file, in: written.context).inlineImages == 2)
    #expect(try page.externalizeInlineImages(above: 64, in: written.context) == 0)
    #expect(try page.externalizeInlineImages(above: 63, in: written.context) == 1)
    #expect(try page.externalizeInlineImages(above: 63, in: written.context) == 0)
    let form = file.object(PDFObject.ID(number: 11, generation: 0))
    #expect(try form.externalizeInlineImages(above: 63, in: written.context) == 1)
    #expect(try file.page(1)["/Resources"]["/XObject"].keys == ["/F", "/Im"])
    let uses = try ImageUses.find(in: file, in: written.context)
    #expect(uses.inlineImages == 0)
    for (owner, dpi) in [(page, 8.0), (form, 32)] {
      let image = owner["/Resources"]["/XObject"]["/Inline0"]
      #expect(try image.data(.none)?.count == 64)
      #expect(uses.images[try #require(image.id)]?.dpi == dpi)
    }
  }
}
