import ConverterCore
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// The smallest resolution of an image of 100 × 100 pixels over all that draws it, where it is known exactly.
@Suite struct ImageUsesTests {
  private static let image = "/Resources << /XObject << /Im 10 0 R >> >>"

  /// A page that draws image 10.
  private static func page(_ content: String, _ entries: String = image) -> WrittenPDF {
    var file = WrittenPDF()
    file.addPage(3, entries, content)
    file.addImage(10, width: 100, height: 100)
    return file
  }

  private static let drawn: [(content: String, dpi: Double)] = [
    ("72 0 0 72 0 0 cm /Im Do", 100),
    ("72 0 0 -72 10 20 cm /Im Do", 100),
    ("0 72 -72 0 0 0 cm /Im Do", 100),
    ("36 0 0 144 0 0 cm /Im Do", 50),
    // Turned by the angle of 3, 4 and 5.
    ("43.2 57.6 -57.6 43.2 0 0 cm /Im Do", 100),
    // Skewed: the slanted side is longer.
    ("72 0 54 72 0 0 cm /Im Do", 80),
    ("2 0 0 2 5 5 cm 36 0 0 36 0 0 cm /Im Do", 100),
    ("q 720 0 0 720 0 0 cm Q 72 0 0 72 0 0 cm /Im Do", 100),
    ("Q Q 72 0 0 72 0 0 cm q q /Im Do", 100),
    ("q 72 0 0 72 0 0 cm /Im Do Q q 0 144 -36 0 0 0 cm /Im Do Q", 50),
    ("72 0 0 72 0 0 cm /I#6d Do", 100),
    ("% 1 0 0 1 0 0 cm (\n72 0 0 72 0 0 cm[(a)(\\))-1]TJ/Im Do", 100),
    ("+72. 0 0 72.00 0 0 cm /Im Do", 100),
    ("/A <</B [/Im]>> BDC 72 0 0 72 0 0 cm /Im Do EMC", 100),
    // Six numbers count, and fewer are no matrix.
    ("9 9 72 0 0 72 0 0 cm 5 cm /Im Do", 100),
    ("0 0 0 0 0 0 cm /Im Do", ImageUse.finest),
    ("72 0 0 0 0 0 cm /Im Do", 100),
    ("1\(String(repeating: "0", count: 400)) 0 0 1 0 0 cm /Im Do", 0),
    (
      "\(String(repeating: "1\(String(repeating: "0", count: 200)) 0 0 1 0 0 cm ", count: 3)) /Im Do",
      0
    ),
  ]

  @Test(arguments: drawn)
  func contentOfAPage(content: String, dpi: Double) throws {
    let use = try #require(try Self.page(content).use(of: 10))
    #expect(abs(use.dpi - dpi) <= 1e-9 * dpi, "\(use.dpi)")
    #expect(use.pages == [0])
    #expect(!use.isMask)
  }

  @Test(arguments: [
    "", "/Im", "/Other Do", "BT (/Im Do) Tj ET", "% /Im Do", "[/Im Do]", "/im Do", "Do", "1 Do",
  ])
  func drawnNowhere(content: String) throws {
    #expect(try Self.page(content).use(of: 10)?.pages ?? [] == [])
  }

  @Test func unitsOfAPage() throws {
    let file = Self.page("72 0 0 72 0 0 cm /Im Do", Self.image + " /UserUnit 4 /Rotate 90")
    #expect(try file.use(of: 10)?.dpi == 25)
  }

  @Test func pagesAndUses() throws {
    var file = WrittenPDF()
    for page in 0..<20 {
      file.addPage(
        100 + 2 * page, Self.image,
        page % 2 == 0 ? "q 36 0 0 36 0 0 cm /Im Do Q 72 0 0 \(72 + page) 0 0 cm /Im Do" : "")
    }
    file.addImage(10, width: 100, height: 100)
    let use = try #require(try file.use(of: 10))
    #expect(use.pages == [0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
    #expect(use.uses == 20)
    #expect(use.dpi == 7200.0 / 90)
  }

  @Test func inheritedResources() throws {
    var file = WrittenPDF()
    file.addPage(3, "", "72 0 0 72 0 0 cm /Im Do")
    file.addImage(10, width: 100, height: 100)
    let bytes = String(decoding: file.bytes, as: UTF8.self)
    // Lengths change: qpdf finds the objects anew.
    let inherited = bytes.replacing("/Type /Pages", with: "/Type /Pages \(Self.image)")
    let opened = try PDFFile(InputFile(bytes: Array(inherited.utf8)), limits: .standard)
    let uses = try ImageUses.find(in: opened, in: file.context)
    #expect(uses.images[PDFObject.ID(number: 10, generation: 0)]?.dpi == 100)
  }

  @Test func masksLieWhereTheirImageDoes() throws {
    var file = WrittenPDF()
    file.addPage(3, Self.image, "72 0 0 72 0 0 cm /Im Do")
    file.addImage(10, width: 100, height: 100, "/SMask 11 0 R /Mask 12 0 R")
    file.addImage(11, width: 200, height: 300)
    file.addImage(12, width: 50, height: 40, "/ImageMask true")
    let uses = try file.uses().images.images.mapValues { ($0.dpi, $0.isMask) }
    let expected: [Int: (Double, Bool)] = [10: (100, false), 11: (200, true), 12: (40, true)]
    #expect(uses.count == 3)
    for (number, use) in expected {
      let found = try #require(uses[PDFObject.ID(number: number, generation: 0)])
      #expect(found == use)
    }
  }

  @Test func aStencilIsAMask() throws {
    var file = WrittenPDF()
    file.addPage(3, Self.image, "72 0 0 72 0 0 cm /Im Do")
    file.addImage(10, width: 100, height: 100, "/ImageMask true")
    #expect(try file.use(of: 10)?.isMask == true)
  }

  @Test func inlineImagesAreCounted() throws {
    let file = Self.page("q BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q BI /W 1 /H 1 /IM true ID x\nEI")
    #expect(try file.uses().images.inlineImages == 2)
  }
}
