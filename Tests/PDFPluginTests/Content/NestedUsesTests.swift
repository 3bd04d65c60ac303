import ConverterCore
import Testing

@testable import PDFPlugin

/// Images that pages draw through something else.
@Suite struct NestedUsesTests {
  private static let resources = "/Resources << /XObject << /Im 10 0 R >> >>"

  private static func file(
    _ content: String, page: String, _ add: (inout WrittenPDF) -> Void
  ) -> WrittenPDF {
    var file = WrittenPDF()
    file.addPage(3, page, content)
    file.addImage(10, width: 100, height: 100)
    add(&file)
    return file
  }

  @Test func formsWithinForms() throws {
    let file = Self.file(
      "2 0 0 2 0 0 cm /A Do 2 0 0 2 0 0 cm /B Do",
      page: "/Resources << /XObject << /A 11 0 R /B 12 0 R >> >>"
    ) {
      $0.addForm(11, "/Matrix [0 3 -3 0 5 5] \(Self.resources)", "6 0 0 6 0 0 cm /Im Do")
      // 4 · (1, 2) by forms, 36 by the image in the innermost: 144 × 72 units and that of A once more.
      $0.addForm(12, "/Matrix [.5 0 0 1 0 0] /Resources << /XObject << /C 13 0 R >> >>", "/C Do")
      $0.addForm(13, Self.resources, "36 0 0 18 0 0 cm /Im Do")
    }
    let use = try #require(try file.use(of: 10))
    #expect(use.dpi == 100)
    #expect(use.uses == 2)
  }

  @Test func aFormTakesThePagesResources() throws {
    var file = Self.file(
      "1 0 0 1 0 0 cm /A Do", page: "/Resources << /XObject << /A 11 0 R /Im 10 0 R >> >>"
    ) {
      $0.addForm(11, "", "72 0 0 72 0 0 cm /Im Do")
      $0.addImage(14, width: 30, height: 100)
    }
    file.addPage(20, "/Resources << /XObject << /A 11 0 R /Im 14 0 R >> >>", "2 0 0 1 0 0 cm /A Do")
    #expect(try file.use(of: 10)?.dpi == 100)
    #expect(try file.use(of: 14)?.dpi == 15)
  }

  /// A pattern lies in the space of the page, whatever the page does before it paints.
  @Test func tilingPatterns() throws {
    let file = Self.file(
      "9 0 0 9 0 0 cm /Pattern cs /P scn 0 0 10 10 re f",
      page: "/Resources << /Pattern << /P 11 0 R >> >>"
    ) {
      $0.addStream(
        11,
        "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 "
          + "/Matrix [2 0 0 2 0 0] \(Self.resources)", "36 0 0 18 0 0 cm /Im Do")
    }
    #expect(try file.use(of: 10)?.dpi == 100)
  }

  /// 50 units of text space, of which the font's matrix makes 10, times 12 points, times the text's 2.
  @Test(arguments: [
    "BT /F 12 Tf 2 0 0 2 0 0 Tm (a) Tj ET",
    "/F 6 Tf 2 0 0 2 0 0 cm BT 200 Tz 2 0 0 1 0 0 Tm [(a)] TJ ET",
  ])
  func glyphs(content: String) throws {
    let file = Self.file(content, page: "/Resources << /Font << /F 11 0 R >> >>") {
      $0.add(
        11,
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] "
          + "/CharProcs << /a 12 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 "
          + "/LastChar 97 /Widths [9] \(Self.resources) >>")
      $0.addStream(12, "", "9 0 d0 50 0 0 10 0 0 cm /Im Do")
    }
    let wide = content.contains("Tz") ? 6.0 * 2 * 2 * 2 : 24
    let use = try #require(try file.use(of: 10))
    #expect(abs(use.dpi - 7200 / (50 * 0.1 * wide)) < 1e-9, "\(use.dpi)")
  }

  @Test func softMaskGroups() throws {
    let file = Self.file(
      "q 2 0 0 2 0 0 cm /G gs Q",
      page: "/Resources << /ExtGState << /G << /SMask << /S /Luminosity /G 11 0 R >> >> >> >>"
    ) { $0.addForm(11, "/Matrix [3 0 0 3 0 0] \(Self.resources)", "12 0 0 12 0 0 cm /Im Do") }
    #expect(try file.use(of: 10)?.dpi == 100)
  }

  /// The box, turned upright, fills the rectangle: 100 × 50 units on 200 × 300 points.
  @Test(arguments: ["/N 11 0 R", "/N << /Off 12 0 R /On 11 0 R >>", "/N 12 0 R /D 11 0 R"])
  func annotations(appearance: String) throws {
    let file = Self.file(
      "",
      page: "/Annots [7 null << /Subtype /Stamp /Rect [300 400 100 100] /AP << \(appearance) >> >>]"
    ) {
      $0.addStream(
        11,
        "/Subtype /Form /BBox [0 0 50 100] /Matrix [0 1 -1 0 0 0] \(Self.resources)",
        "24 0 0 36 0 0 cm /Im Do")
      $0.addForm(12, "", "")
    }
    // 24 units upwards, six times as long; 36 units to the left, twice as long.
    #expect(try file.use(of: 10)?.dpi == 50)
  }

  @Test func contentThatCannotBeUnderstoodMayDrawAnything() throws {
    let file = Self.file(
      "strange (", page: "/Resources << /XObject << /Im 10 0 R /A 11 0 R >> >>"
    ) {
      $0.addForm(11, "/Resources << /XObject << /Im 12 0 R >> >>", "1 0 0 1 0 0 cm /Im Do")
      $0.addImage(12, width: 9, height: 9)
    }
    #expect(try file.use(of: 10) == ImageUse(dpi: 0, pages: [], uses: 0, isMask: false))
    #expect(try file.use(of: 12) == ImageUse(dpi: 0, pages: [], uses: 0, isMask: false))
  }
}
