import Testing

@testable import ConverterCore

@Suite("Characters of a dialect are said in many ways")
struct DialectParsingTests {
  @Test(arguments: [
    (",", 0x2C), (";", 0x3B), ("|", 0x7C), ("tab", 0x09), ("TAB", 0x09), ("\\t", 0x09),
    ("\t", 0x09), ("comma", 0x2C), ("semicolon", 0x3B), ("pipe", 0x7C), ("space", 0x20),
    (" ", 0x20), ("0x1f", 0x1F), ("0X1F", 0x1F), ("x", 0x78), ("-", 0x2D), ("single", 0x27),
    ("\"", 0x22), ("backslash", 0x5C), ("\\", 0x5C),
  ])
  func character(text: String, byte: UInt8) throws {
    #expect(try TypedCharacter.byte(parsing: text, for: "--delimiter") == byte)
    let written = TypedCharacter.text(of: byte)
    #expect(try TypedCharacter.byte(parsing: written, for: "--delimiter") == byte)
  }

  @Test(arguments: [
    "", ",,", "\n", "\r", "\0", "é", "0x", "0x00", "0x0a", "0x80", "0x100", "none", "colour",
  ])
  func refused(text: String) {
    #expect {
      try TypedCharacter.byte(parsing: text, for: "--delimiter")
    } throws: {
      let error = $0 as? ConversionError
      return error?.code == .usage && error?.message.hasPrefix("--delimiter takes one") == true
    }
  }
}
