import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import SVGPlugin

/// What a drawing may ask for, and what it may not.
@Suite struct HostileDrawingTests {
  private func context(
    _ settings: [String: String] = [:], limits: Limits = .standard
  ) -> ConversionContext {
    var reading = ReadingOptions()
    reading.settings = settings
    return ConversionContext(registry: Registry(), limits: limits, reading: reading)
  }

  private func read(
    _ bytes: [UInt8], in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    try SVGReader().read(
      InputFile(bytes: bytes), type: "public.svg-image", in: ReadingContext(context))
  }

  private func pixels(
    _ text: String, in context: ConversionContext
  ) throws(ConversionError) -> [[UInt8]] {
    let picture = try read(Array(text.utf8), in: context)
    let source = try picture.open(PixelDemand([PixelFormat(.rgb, alpha: .premultiplied)]))
    let buffer = try PixelBuffer(collecting: source, in: context)
    return (0..<buffer.height).flatMap { y in
      (0..<buffer.width).map { x in
        (0..<4).map { buffer.planes[0].row(y, as: UInt8.self)[4 * x + $0] }
      }
    }
  }

  private func failure(
    _ text: String, limits: Limits = .standard
  ) -> (code: ConversionError.Code, message: String)? {
    do throws(ConversionError) {
      _ = try pixels(text, in: context(limits: limits))
      return nil
    } catch {
      return (error.code, error.message)
    }
  }

  private static func drawing(_ content: String, declaring type: String = "") -> String {
    type + "<svg xmlns=\"http://www.w3.org/2000/svg\" "
      + "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"1\" height=\"1\">\(content)</svg>"
  }

  @Test func entitiesThatMultiplyAreRefused() {
    var type = "<!DOCTYPE svg [<!ENTITY a0 \"0123456789\">"
    for level in 1...9 {
      type += "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: 10) + "\">"
    }
    let found = failure(Self.drawing("<text>&a9;</text>", declaring: type + "]>"))
    #expect(found?.code == .damagedInput)
    #expect(
      found?.message
        == "has entities that expand to more than 10000000 bytes, which no drawing needs: it is made "
        + "to exhaust whoever reads it")
    let attribute = failure(Self.drawing("<g class='&a9;'/>", declaring: type + "]>"))
    #expect(attribute?.message == found?.message)
  }

  @Test(
    arguments: [
      ("<!ENTITY a \"&b;\"><!ENTITY b \"&a;\">", "has an entity, a, that stands within itself"),
      (
        "<!ENTITY % p \"<!ENTITY a 'b'>\">%p;",
        "has parameter entities, which no drawing needs and fairy does not expand"
      ),
    ])
  func entitiesWithoutEndAreRefused(declarations: String, message: String) {
    let found = failure(
      Self.drawing("<text>&a;</text>", declaring: "<!DOCTYPE svg [\(declarations)]>"))
    #expect(found?.message == message)
  }

  /// As Illustrator writes them.
  @Test func plainEntitiesAreDrawn() throws {
    let text = Self.drawing(
      "<rect width=\"1\" height=\"1\" fill=\"&c;\"/>",
      declaring: "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"svg11.dtd\" "
        + "[<!-- \" --><!ENTITY c \"#ff0000\">]>")
    let context = context()
    #expect(try pixels(text, in: context) == [[255, 0, 0, 255]])
    #expect(context.ledger.isEmpty)
  }

  @Test func whatLiesOutsideIsToldOf() throws {
    let context = context()
    let text =
      "<?xml-stylesheet href=\"a.css\"?>"
      + Self.drawing(
        "<style>@import 'b.css'; @font-face { src: url(http://c.example/f.woff) }</style>"
          + "<a href=\"https://example.org\"/><image href=\"d.png\"/><image href=\"d.png\"/>"
          + "<image xlink:href=\"data:image/png;base64,AA==\"/><use href=\"e.svg#x\"/>"
          + "<rect id=\"r\" fill=\"url(#r)\" style=\"filter: url('f.svg#x')\"/>")
    _ = try read(Array(text.utf8), in: context)
    #expect(
      context.ledger == [
        LedgerEntry(
          "references", .dropped,
          why:
            "nothing outside the file is loaded: a.css, b.css, http://c.example/f.woff and 3 more")
      ])
    #expect(SVGReader().ledgerWords == ["references"])
  }

  /// Each is looked at once, however often it is copied and however many style sheets there are.
  @Test func workDoesNotMultiply() {
    let time = processorTime {
      let copies = String(repeating: "<use href=\"#b\"/>", count: 60_000)
      let groups = "<g id=\"b\"/><g id=\"a\">\(copies)</g>"
      let uses = String(repeating: "<use href=\"#a\"/>", count: 60_000)
      #expect(failure(Self.drawing(groups + uses))?.code == .damagedInput)
      let sheets = String(repeating: "<style>", count: 150_000)
      #expect(failure(Self.drawing(sheets)) != nil)
    }
    #expect(time < .seconds(20))
  }

  @Test func elementsAreCounted() {
    let found = failure(Self.drawing(String(repeating: "<g/>", count: 1_000_000)))
    #expect(found?.code == .limitExceeded)
  }

  /// librsvg would read these, and the scan would find nothing in them.
  @Test func encodingsThatHideMarkupAreRefused() {
    let text = Self.drawing("<text>&a;</text>", declaring: "<!DOCTYPE svg [<!ENTITY a \"&a;\">]>")
    func message(_ bytes: [UInt8]) -> String? {
      do throws(ConversionError) {
        _ = try read(bytes, in: context())
        return nil
      } catch {
        return error.code == .damagedInput ? error.message : "\(error.code)"
      }
    }
    let advice = ", which cannot be looked through for what is unsafe; save it as UTF-8"
    let wide = text.utf8.flatMap { byte -> [UInt8] in [0, 0, 0, byte] }
    #expect(message(wide) == "is written in UTF-32" + advice)
    #expect(message([0, 0, 0xFE, 0xFF] + wide) == "is written in UTF-32" + advice)
    let narrow = text.utf8.flatMap { byte -> [UInt8] in [byte, 0, 0, 0] }
    #expect(message([0xFF, 0xFE, 0, 0] + narrow) == "is written in UTF-32" + advice)
    for name in ["UTF-7", "ISO-2022-JP", "IBM037"] {
      let declared = "<?xml version='1.0' encoding='\(name)'?>" + text
      #expect(message(Array(declared.utf8)) == "is written in \(name)" + advice)
    }
    for name in ["UTF-8", "iso-8859-1", "Shift_JIS", "windows-1252"] {
      let declared = "<?xml version=\"1.0\" encoding = \"\(name)\"?>" + Self.drawing("")
      #expect(message(Array(declared.utf8)) == nil, "\(name)")
    }
  }

  /// Text in UTF-16 is looked through as well.
  @Test func otherEncodingsHideNothing() throws {
    let text = Self.drawing("<g id=\"a\"><use href=\"#a\"/></g>")
    let units: [UInt16] = [0xFEFF] + text.utf16
    let bytes = units.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
    let error = #expect(throws: ConversionError.self) { _ = try read(bytes, in: context()) }
    #expect(error?.message == "draws a copy of \"a\" within itself, which has no end")
  }

  /// An inch has as many pixels as are asked for, and the rest of the drawing goes along.
  @Test func densityIsChosen() throws {
    let text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0.0208333in\" height=\"1\" "
      + "viewBox=\"0 0 2 1\"><rect width=\"1\" height=\"1\" fill=\"#ff8000\"/></svg>"
    let context = context(["dpi": "192"])
    let picture = try read(Array(text.utf8), in: context)
    #expect((picture.facts.width, picture.facts.height) == (4, 2))
    #expect(picture.facts.metadata.dotsPerInch?.x == 192)
    let orange: [UInt8] = [255, 128, 0, 255]
    let none: [UInt8] = [0, 0, 0, 0]
    let row = [orange, orange, none, none]
    #expect(try pixels(text, in: context) == row + row)
    #expect(try read(Array(text.utf8), in: self.context()).facts.metadata.dotsPerInch == nil)
    let error = #expect(throws: ConversionError.self) {
      _ = try read(Array(text.utf8), in: self.context(["dpi": "5"]))
    }
    #expect(error?.code == .usage)
  }
}
