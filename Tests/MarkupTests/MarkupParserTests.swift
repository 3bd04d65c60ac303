import ConverterCore
import Markup
import Testing

@Suite struct MarkupParserTests {
  /// Lists what is reported: elements with the attributes `a` and `b`, and texts.
  private final class Listing: MarkupEvents {
    var lines: [String] = []
    /// The element at which it gives up.
    var stop: StaticString = ""

    func start(_ name: ElementName, _ attributes: ElementAttributes) throws(ConversionError) {
      if name == stop { throw ConversionError(.interrupted, "enough") }
      let shown = ["a", "b"].map { $0 as StaticString }.compactMap { key in
        attributes.text(key).map { " \(key)=[\($0)]" }
      }
      let known = ["p", "q", "table"].map { $0 as StaticString }.first { name == $0 }
      lines.append("<\(known.map(\.description) ?? "?")\(shown.joined())>")
    }

    func end(_ name: ElementName) throws(ConversionError) {
      lines.append(name.isOne(of: ["p", "q"]) ? "</>" : "</?>")
    }

    func text(_ bytes: Span<UInt8>) throws(ConversionError) {
      let text = String(decoding: bytes)
      // A text comes in pieces, which are the parser's own affair.
      if let last = lines.last, last.hasPrefix("'") {
        lines[lines.count - 1] = last.dropLast() + text + "'"
      } else {
        lines.append("'\(text)'")
      }
    }
  }

  private func lines(
    _ text: String, _ language: MarkupParserHandle.Language, pieces: Int = 1,
    stop: StaticString = ""
  ) throws -> [String] {
    let listing = Listing()
    listing.stop = stop
    let parser = try MarkupParserHandle(language, listing)
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      try parser.feed(bytes.span[start..<min(bytes.count, start + pieces)])
    }
    try parser.feed(Span(), isLast: true)
    return listing.lines
  }

  @Test(arguments: [1, 3, 1000])
  func xml(pieces: Int) throws {
    let text = "<x:p xmlns:x='u' x:a='1 &amp; 2' b=''>t&lt;<q b='ü'/><pp/>ü<![CDATA[<]]></x:p>"
    let found = try lines(text, .xml(of: "test"), pieces: pieces)
    #expect(
      found
        == ["<p a=[1 & 2] b=[]>", "'t<'", "<q b=[ü]>", "</>", "<?>", "</?>", "'ü<'", "</>"])
  }

  @Test(arguments: [1, 3, 1000])
  func html(pieces: Int) throws {
    let text = "<P A=1 b>t&lt;<q a='x&quot;'>ü</q><pp></p>"
    #expect(
      try lines("<table>\(text)</table>", .html, pieces: pieces).filter {
        $0 != "<?>" && $0 != "</?>"
      }
        == ["<table>", "<p a=[1] b=[]>", "'t<'", "<q a=[x\"]>", "'ü'", "</>", "</>"])
  }

  @Test func whatTheReceiverThrowsIsThrown() {
    for language in [MarkupParserHandle.Language.html, .xml(of: "test")] {
      let error = #expect(throws: ConversionError.self) {
        try lines("<p><q/></p>", language, stop: "q")
      }
      #expect(error?.message == "enough")
    }
  }

  @Test func damagedXML() {
    let damaged = #expect(throws: ConversionError.self) {
      try lines("<p>\n</q>", .xml(of: "test"))
    }
    #expect(damaged?.code == .damagedInput)
    #expect(damaged?.message.hasPrefix("holds XML that is none, in its line 2: ") == true)
    let declared = #expect(throws: ConversionError.self) {
      try lines("<!DOCTYPE p [<!ENTITY a 'b'>]><p>&a;</p>", .xml(of: "test"))
    }
    #expect(declared?.code == .unsupportedContent)
    #expect(
      declared?.message == "holds XML with a document type declaration, which no test may have")
  }
}
