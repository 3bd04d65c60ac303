import CharacterEncodings
import ConverterCore
import TestSupport
import Testing

/// The text of bytes that come in pieces.
private func decode(_ pieces: [ArraySlice<UInt8>], _ encoding: String) throws -> (
  text: [UInt8], replacements: Int, first: Int?
) {
  let charset = try #require(Charset(named: encoding))
  let decoder = try TextDecoder(charset)
  let buffer = ByteBuffer(capacity: 64)
  for (index, piece) in pieces.enumerated() {
    decoder.decode(piece.span, isLast: index == pieces.count - 1, into: buffer)
  }
  return (Array(buffer.bytes), decoder.replacements, decoder.firstReplacement)
}

@Suite("Text comes out as UTF-8")
struct TextDecoderTests {
  static let phrases =
    Phrase.all + [
      Phrase("ISO-2022-JP", "名前,abc,住所\n山田太郎,x,東京都\n"),
      Phrase("ISO-8859-15", "prix: 5 €, œuvre\n"),
      Phrase("BIG5-HKSCS", "姓名,Ê̄\n香港,ê̌\n"),
      Phrase("GB18030", "姓名,😀\n韩梅梅,ʤ\n"),
      Phrase("UTF-7", "Größe,日本\n"),
      Phrase("IBM037", "A,B\nC,D"),
      Phrase("ISO-8859-1", "Größe\u{81}\n"),
      Phrase("CP850", "Größe,ação\n"),
      Phrase("CP437", "Größe,½\u{1}\n"),
    ]

  @Test("wherever its bytes are cut", arguments: phrases)
  func splits(_ phrase: Phrase) throws {
    let bytes = phrase.bytes
    let expected = Array(phrase.text.utf8)
    #expect(try decode([bytes[...]], phrase.shown).text == expected)
    for cut in 0...bytes.count {
      let result = try decode([bytes[..<cut], bytes[cut...]], phrase.shown)
      #expect(result.text == expected, "cut at \(cut)")
      #expect(result.replacements == 0)
    }
    let single = try decode(bytes.indices.map { bytes[$0...$0] } + [[]], phrase.shown)
    #expect(single.text == expected)
    // Three pieces, the middle one short, and a long text around it.
    let long = Array(repeating: bytes, count: 9).flatMap { $0 }
    for cut in stride(from: 0, to: long.count - 5, by: 3) {
      let result = try decode(
        [long[..<cut], long[cut..<cut + 5], long[(cut + 5)...]], phrase.shown)
      #expect(
        result.text == Array(repeating: expected, count: 9).flatMap { $0 }, "cut at \(cut)")
    }
  }

  @Test("without its byte order mark, which says the order of bytes whatever the name says")
  func marks() throws {
    let files: [(String, [UInt8])] = [
      ("UTF-8", [0xEF, 0xBB, 0xBF, 0x61]), ("UTF-16BE", [0xFF, 0xFE, 0x61, 0]),
      ("UTF-16", [0xFE, 0xFF, 0, 0x61]), ("UTF-32", [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61]),
    ]
    for (name, bytes) in files {
      for cut in 0...bytes.count {
        #expect(try decode([bytes[..<cut], bytes[cut...]], name).text == [0x61], "\(name) \(cut)")
      }
    }
    #expect(try decode([[0xEF, 0xBB][...]], "UTF-8").text == [0xEF, 0xBB])
  }

  @Test("with U+FFFD for what has no character, and a count of it")
  func invalid() throws {
    struct Case {
      let encoding: String
      let bytes: [UInt8]
      let text: String
      let count: Int
      let first: Int?
    }
    let cases = [
      Case(
        encoding: "windows-1252", bytes: [0x61, 0x81, 0x80], text: "a\u{81}€", count: 0, first: nil),
      Case(
        encoding: "ISO-8859-7", bytes: [0x61, 0xFF, 0x62], text: "a\u{FFFD}b", count: 1, first: 1),
      Case(
        encoding: "ASCII", bytes: [0x61, 0xE9, 0xE8], text: "a\u{FFFD}\u{FFFD}", count: 2, first: 1),
      Case(
        encoding: "UTF-16LE", bytes: [0x61, 0, 0, 0xD8, 0x62, 0, 0x63], text: "a\u{FFFD}b\u{FFFD}",
        count: 2, first: 2),
      Case(
        encoding: "UTF-16BE", bytes: [0xDC, 0, 0, 0x62, 0xD8, 0], text: "\u{FFFD}b\u{FFFD}",
        count: 2,
        first: 0),
      Case(
        encoding: "UTF-32LE", bytes: [0, 0, 0x11, 0, 0x61, 0, 0, 0], text: "\u{FFFD}a", count: 1,
        first: 0),
      Case(
        encoding: "Shift-JIS", bytes: [0x81, 0x22, 0x61], text: "\u{FFFD}\"a", count: 1, first: 0),
      Case(
        encoding: "Shift-JIS", bytes: [0x61, 0x93, 0xFA, 0x93], text: "a日\u{FFFD}", count: 1,
        first: 3),
      Case(
        encoding: "EUC-JP", bytes: [0x8F, 0xA1, 0x2C], text: "\u{FFFD}\u{FFFD},", count: 2, first: 0
      ),
    ]
    for item in cases {
      for cut in 0...item.bytes.count {
        let result = try decode([item.bytes[..<cut], item.bytes[cut...]], item.encoding)
        #expect(result.text == Array(item.text.utf8), "\(item.encoding) cut at \(cut)")
        #expect(result.replacements == item.count)
        #expect(result.first == item.first)
      }
    }
  }

  @Test("or as it is, where it is UTF-8 with faults")
  func passesThrough() throws {
    let bytes: [UInt8] = [0x61, 0xFF, 0xC3, 0x2C, 0xED, 0xA0, 0x80]
    let result = try decode([bytes[...]], "UTF-8")
    #expect(result.text == bytes)
    #expect(result.replacements == 0)
  }

  @Test(
    "of code pages as the C library has them",
    arguments: ["CP1250", "KOI8-R", "MACINTOSH", "CP1257"])
  func tables(name: String) throws {
    for byte in UInt8(0x80)...0xFF {
      let text = String(decoding: try decode([[byte]], name).text, as: UTF8.self)
      if text == "\u{FFFD}" || text.unicodeScalars.first?.properties.generalCategory == .control {
        continue
      }
      #expect(legacy(text, name) == [byte])
    }
  }
}
