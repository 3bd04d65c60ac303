import ConverterCore
import Markup
import Testing

/// Elements of many attributes, which libxml2 compares with each other.
@Suite struct AttributeGuardTests {
  private final class Ignoring: MarkupEvents {
    func start(_ name: ElementName, _ attributes: ElementAttributes) {}
    func end(_ name: ElementName) {}
    func text(_ bytes: Span<UInt8>) {}
  }

  private func failure(
    _ bytes: [UInt8], _ language: MarkupParserHandle.Language, pieces: Int = 1000
  ) throws -> ConversionError? {
    let parser = try MarkupParserHandle(language, Ignoring())
    do throws(ConversionError) {
      for start in stride(from: 0, to: bytes.count, by: pieces) {
        try parser.feed(bytes.span[start..<min(bytes.count, start + pieces)])
      }
      try parser.feed(Span(), isLast: true)
      return nil
    } catch {
      return error
    }
  }

  private func html(_ text: String, pieces: Int = 1000) throws -> ConversionError? {
    try failure(Array(text.utf8), .html, pieces: pieces)
  }

  private static func many(_ count: Int, _ value: String = "=1") -> String {
    (0..<count).map { " a\($0)\(value)" }.joined()
  }

  @Test(arguments: ["", "=1", "='1 2'", "=\"1>2\"", " = 1", "=/x/y"], [1, 7, 10_000])
  func pagesHaveALimit(value: String, pieces: Int) throws {
    #expect(try html("<p>x<td\(Self.many(256, value))>y<b c>", pieces: pieces) == nil)
    let error = try html("<p>x<td\(Self.many(257, value))>y", pieces: pieces)
    #expect(error?.code == .limitExceeded)
    #expect(error?.limit?.name == "attributes")
    #expect(error?.limit?.needed == 257 && error?.limit?.allowed == 256)
  }

  /// What only looks like a tag, or holds blanks, does not count.
  @Test(arguments: [
    "<!-- <p\(many(300))> -->", "<script>if (a<b\(many(300, "=1;"))</script>",
    "<style>a<b\(many(300))</style>", "<p title='\(many(300))'>", "a < b \(many(300))",
    "</p\(many(300))>", "<!doctype html\(many(300))>",
    "<td a=1>" + String(repeating: "<i b>", count: 300),
  ])
  func otherTextPasses(text: String) throws { #expect(try html(text) == nil) }

  @Test(arguments: [
    "<script></script><p", "<script/><p", "<SCRIPT>x</Script ><p", "<!----><p", "<!--><p",
    "<!-- --!><p",
    "<scripts><p", "<style></style><p", "<a b='>'<p><p", "<p/", "<<p", "</x><p", "<?x><p", "<p=\"",
    "<p =\"", "<p a;=\"",
    "<p a/b=\"", "<p @x=/a='", "<p \"=\"", "<p a'='", "<p a=1 =\"", "<p a=''='",
  ])
  func nothingHidesATag(text: String) throws {
    #expect(try html(text + Self.many(300) + ">")?.limit?.name == "attributes")
  }

  private func xml(_ bytes: [UInt8]) throws -> ConversionError? {
    try failure(bytes, .xml(of: "workbook"), pieces: 3)
  }

  @Test(arguments: [256, 257])
  func xmlHasALimit(count: Int) throws {
    let element = "<p\(Self.many(count, "='1 >2'"))/>"
    let hidden = "<!-- <p\(Self.many(300))--><![CDATA[<p\(Self.many(300))]]>"
    for text in [
      "<x>\(hidden)\(element)</x>", "<?xml version='1.0' encoding='UTF-8'?><x>\(element)</x>",
    ] {
      #expect(try xml(Array(text.utf8))?.limit?.name == (count > 256 ? "attributes" : nil))
    }
    let units = Array("\u{FEFF}<x>\u{3C21}\u{2D2D}\(element)</x>".utf16)
    let (little, big) = (
      units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    )
    for bytes in [little, big] {
      #expect(try xml(bytes)?.limit?.name == (count > 256 ? "attributes" : nil))
    }
  }

  @Test func encodingsThatHideTagsAreRefused() throws {
    for name in ["IBM037", "UTF-7", "ISO-2022-JP", "Shift_JIS"] {
      let error = try xml(Array("<?xml version='1.0' encoding='\(name)'?><x/>".utf8))
      #expect(error?.code == .unsupportedContent)
      #expect(error?.message.contains(name.lowercased()) == true)
    }
    #expect(try xml([0x4C, 0x6F, 0xA7, 0x94, 0x93, 0x40])?.code == .unsupportedContent)
    #expect(try xml([0x3C, 0, 0, 0, 0x78, 0, 0, 0])?.code == .unsupportedContent)
    let latin = "<?xml version='1.0' encoding='ISO-8859-1'?><x/>"
    #expect(try xml(Array(latin.utf8)) == nil)
  }
}
