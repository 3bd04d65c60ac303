import ConverterCore
import Testing

@testable import PDFPlugin

/// Content that is made to break who reads it.
@Suite struct HostileContentTests {
  private static let image = "/Resources << /XObject << /Im 10 0 R >> >>"

  private static func page(_ content: String) -> WrittenPDF {
    var file = WrittenPDF()
    file.addPage(3, image, content)
    file.addImage(10, width: 100, height: 100)
    return file
  }

  @Test(arguments: [10_000, 200_000])
  func nestedStates(depth: Int) throws {
    let content =
      "72 0 0 72 0 0 cm " + String(repeating: "q ", count: depth) + "/Im Do .5 0 0 .5 0 0 cm "
      + String(repeating: "Q ", count: depth) + "/Im Do"
    let use = try #require(try Self.page(content).use(of: 10))
    #expect(use.uses == 2)
    #expect(use.dpi == 100)
  }

  @Test func formsThatDrawThemselves() throws {
    var file = WrittenPDF()
    file.addPage(3, "/Resources << /XObject << /A 11 0 R >> >>", "/A Do")
    file.addImage(10, width: 100, height: 100)
    let resources = "/Resources << /XObject << /A 11 0 R /B 12 0 R /Im 10 0 R >> >>"
    file.addForm(11, resources, "2 0 0 2 0 0 cm /A Do /B Do")
    file.addForm(12, resources, "/B Do /A Do 36 0 0 36 0 0 cm /Im Do")
    #expect(try file.use(of: 10)?.dpi == 100)
  }

  /// A form that draws the next one twice, 2¹⁰⁰ times in all, each smaller than the first by a little.
  @Test(arguments: [30, 100, 3000])
  func formsWithinForms(depth: Int) throws {
    var file = WrittenPDF()
    file.addPage(3, "/Resources << /XObject << /F 100 0 R >> >>", "/F Do")
    file.addImage(10, width: 100, height: 100)
    for level in 0..<depth {
      file.addForm(
        100 + level,
        "/Resources << /XObject << /F \(level + 1 == depth ? 10 : 101 + level) 0 R >> >>",
        (level + 1 == depth ? "72 0 0 72 0 0 cm " : "")
          + "/F Do q .9 .1 0 .9 0 0 cm /F Do Q .5 0 .2 1 0 0 cm /F Do")
    }
    let use = try #require(try file.use(of: 10))
    #expect(use.dpi > 0 && use.dpi <= 100.000001)
    #expect(use.uses == (depth == 30 ? 205_891_132_094_649 : .max))
  }

  @Test func manyMapsOfOneImage() throws {
    let content = (0..<20_000).map { "q \($0 % 700 + 1) 0 0 \(700 - $0 % 700) 0 0 cm /Im Do Q" }
    let use = try #require(try Self.page(content.joined(separator: "\n")).use(of: 10))
    #expect(abs(use.dpi - 7200.0 / 700) < 1e-9)
    #expect(use.uses == 20_000)
  }

  private static let everything = Array(
    """
    q 1 0 0 1 10.5 -3 cm /Im Do Q BT /F1 12 Tf 1 0 0 1 0 0 Tm 90 Tz (a(b)\\)\\101) Tj [<41 42> -3 (c)] TJ ET
    /G gs /Cs1 cs /P scn 1 0 0 rg /Sh sh /OC /MC0 BDC /Span << /ActualText <FEFF> /X [1 [2]] >> BDC EMC
    BI /W 4 /H 2 /BPC 8 /CS /G ID 1 EI Q34 EI q BX strange EX % comment
    BI /W 4 /H 2 /BPC 8 /CS /X /F [/A85 /Fl] /DP [null << /Predictor 12 >>] ID abc~> EI 0 0 9 9 re f
    """.utf8)

  @Test func everyByteMayBeTheLast() throws {
    for count in 0...Self.everything.count {
      let content = Array(Self.everything.prefix(count))
      let summary = try ContentInterpreter.summary(of: content) { () throws(ConversionError) in }
      if count == Self.everything.count {
        #expect(summary.isCertain)
        #expect(summary.inlineImages == 2)
      }
      ContentProbe.read(content)
    }
  }

  @Test func everyByteMayBeAnother() throws {
    var generator = SystemRandomNumberGenerator()
    for index in Self.everything.indices {
      for byte: UInt8 in [0, 0x28, 0x3C, 0x5B, 0x29, 0x2F, 0x45, 0xFF, generator.next()] {
        var content = Self.everything
        content[index] = byte
        ContentProbe.read(content)
      }
    }
  }

  @Test func everyByteOfAFileMayBeTheLast() throws {
    var file = WrittenPDF()
    file.addPage(
      3, "/Resources << /XObject << /Im 10 0 R /A 11 0 R >> >>", "/A Do BI /W 1 /H 1 ID x EI")
    file.addImage(10, width: 100, height: 100)
    file.addForm(11, "", "72 0 0 72 0 0 cm /Im Do")
    let bytes = file.bytes
    for count in stride(from: 0, through: bytes.count, by: 3) {
      try? ContentProbe.walk(Array(bytes.prefix(count)), in: file.context)
    }
  }

  @Test func stopsWhenTold() throws {
    let cancellation = Cancellation()
    let context = ConversionContext(registry: Registry(), cancellation: cancellation)
    let file = try Self.page("/Im Do").file()
    cancellation.cancel()
    #expect(throws: ConversionError.self) { try ImageUses.find(in: file, in: context) }
  }
}
