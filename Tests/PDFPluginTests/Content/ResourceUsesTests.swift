import ConverterCore
import Testing

@testable import PDFPlugin

@Suite struct ResourceUsesTests {
  private static let everything =
    "/XObject << /A 10 0 R /B 10 0 R >> /Font << /A 20 0 R /B 20 0 R >> /ExtGState << /A <<>> /B <<>> >> "
    + "/Pattern << /A 21 0 R /B 21 0 R >> /Shading << /A <<>> /B <<>> >> "
    + "/ColorSpace << /A /DeviceGray /B /DeviceGray /DefaultRGB /DeviceRGB >> "
    + "/Properties << /A <<>> /B <<>> >>"

  private static func file(_ content: String, catalogue: String = "") -> WrittenPDF {
    var file = WrittenPDF(catalogue: catalogue)
    file.addPage(3, "/Resources << \(everything) >>", content)
    file.addImage(10, width: 9, height: 9)
    file.add(20, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    file.add(21, "<< /PatternType 2 /Shading << /ShadingType 1 /ColorSpace /DeviceRGB >> >>")
    return file
  }

  @Test(arguments: [
    ("/A Do", ResourceCategory.xObject), ("/A 12 Tf", .font), ("/A gs", .graphicsState),
    ("/Pattern cs /A scn", .pattern), ("1 0 0 /A SCN", .pattern), ("/A sh", .shading),
    ("/A cs", .colourSpace), ("/A CS", .colourSpace),
    ("BI /W 1 /H 1 /BPC 8 /CS /A ID x EI", .colourSpace),
    ("BI /W 1 /H 1 /BPC 8 /CS [/I /A 1 <00>] ID x EI", .colourSpace),
    // Twice, and viewers differ in which they take.
    ("BI /W 1 /H 1 /BPC 8 /CS /G /ColorSpace /A ID x EI", .colourSpace),
    ("BI /W 1 /H 1 /BPC 8 /ColorSpace /A /CS /G ID x EI", .colourSpace),
    ("BI /W 1 /H 1 /BPC 8 /CS /G /CS /A ID x EI", .colourSpace),
    ("/OC /A BDC EMC", .properties), ("/OC /A DP", .properties),
  ])
  func eachCategory(content: String, category: ResourceCategory) throws {
    let file = Self.file(content)
    let uses = try file.uses().resources
    for other in ResourceCategory.allCases {
      let names: Set<String> = other == category ? ["/B"] : ["/A", "/B"]
      #expect(uses.unused.first { $0.category == other }.map { Set($0.names) } == names, "\(other)")
    }
    #expect(uses.dropUnused() == 13)
    #expect(uses.dropUnused() == 0)
  }

  @Test(arguments: ["strange", "(", "<< 1", "BI", "ID", "/#FF Do", "[ q"])
  func doubtKeepsAll(content: String) throws {
    let uses = try Self.file(content).uses().resources
    #expect(uses.unused.isEmpty)
    #expect(uses.dropUnused() == 0)
  }

  @Test func unknownOperatorsMayBeAnnounced() throws {
    #expect(try Self.file("BX strange EX").uses().resources.dropUnused() == 14)
  }

  @Test func templatesKeepAll() throws {
    let file = Self.file("", catalogue: "/Names << /Templates << >> >>")
    #expect(try file.uses().resources.dropUnused() == 0)
  }

  /// Forms without resources use their page's, and fields those of the form dictionary.
  @Test func sharedDictionaries() throws {
    var file = WrittenPDF(catalogue: "/AcroForm << /DR << /Font 32 0 R >> >>")
    file.addPage(3, "/Resources << /XObject 30 0 R /Font 32 0 R >>", "/A Do")
    file.addPage(5, "/Resources << /XObject 30 0 R >>", "/B Do")
    file.addPage(7, "/Resources << /XObject << /B 10 0 R /C 11 0 R /D 10 0 R >> >>", "/C Do")
    file.add(30, "<< /A 10 0 R /B 10 0 R /C 10 0 R >>")
    file.addImage(10, width: 9, height: 9)
    file.addForm(11, "", "/D Do")
    file.add(32, "<< /F << /Type /Font >> >>")
    let uses = try file.uses().resources
    #expect(
      uses.unused.map { "\($0.category) \($0.names)" } == [
        "xObject [\"/C\"]", "xObject [\"/B\"]",
      ])
  }
}
