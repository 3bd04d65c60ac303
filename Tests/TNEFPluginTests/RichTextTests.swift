import ArchiveModel
import ConverterCore
import TestSupport
import Testing

@Suite struct RichTextTests {
  private func opened(_ body: [UInt8], limits: Limits = .standard) throws -> Opened {
    var file = TinyTNEF()
    file.message(0x69003, TinyTNEF.block([.binary(0x1009, body)]))
    return try Opened(file.bytes, limits: limits)
  }

  /// The examples of [MS-OXRTFCP] 4.1 and 4.2.
  private static let hello: [UInt8] = [
    0x2D, 0, 0, 0, 0x2B, 0, 0, 0, 0x4C, 0x5A, 0x46, 0x75, 0xF1, 0xC5, 0xC7, 0xA7, 0x03, 0x00,
    0x0A, 0x00, 0x72, 0x63, 0x70, 0x67, 0x31, 0x32, 0x35, 0x42, 0x32, 0x0A, 0xF3, 0x20, 0x68,
    0x65, 0x6C, 0x09, 0x00, 0x20, 0x62, 0x77, 0x05, 0xB0, 0x6C, 0x64, 0x7D, 0x0A, 0x80, 0x0F,
    0xA0,
  ]
  private static let crossing: [UInt8] = [
    0x1A, 0, 0, 0, 0x1C, 0, 0, 0, 0x4C, 0x5A, 0x46, 0x75, 0xE2, 0xD4, 0x4B, 0x51, 0x41, 0x00,
    0x04, 0x20, 0x57, 0x58, 0x59, 0x5A, 0x0D, 0x6E, 0x7D, 0x01, 0x0E, 0xB0,
  ]

  @Test func examplesOfTheSpecification() throws {
    #expect(
      try opened(Self.hello).text("body.rtf")
        == "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n")
    #expect(
      try opened(Self.crossing).text("body.rtf") == "{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}")
  }

  @Test func longTextsWrapTheWindow() throws {
    let text = (0..<3000).map { "\\par \($0 * $0 % 977)" }.joined()
    let opened = try opened(TinyTNEF.compressed(rtf: Array(text.utf8)))
    #expect(try opened.text("body.rtf") == text)
    #expect(opened.entries[0].method == "LZFu")
  }

  /// The mark, not the number of bytes that was promised, and the checksum has been compared.
  @Test func theEndMarkEndsIt() throws {
    var body = Self.hello
    body[4] += 5
    #expect(
      try opened(body).text("body.rtf") == "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n")
  }

  @Test func storedTextIsTakenAsItIs() throws {
    #expect(
      try opened(TinyTNEF.stored(rtf: Array("{\\rtf1 a}".utf8))).text("body.rtf") == "{\\rtf1 a}")
    #expect(try opened(TinyTNEF.stored(rtf: [])).text("body.rtf") == "")
  }

  @Test func damageIsTheFaultOfTheEntry() throws {
    func fault(_ change: (inout [UInt8]) -> Void) throws -> ConversionError? {
      var body = Self.hello
      change(&body)
      return try opened(body).fault("body.rtf")
    }
    #expect(try fault { _ in } == nil)
    #expect(try fault { $0[20] ^= 1 }?.message == "is damaged: its checksum is wrong")
    #expect(try fault { $0.removeLast() }?.message == "is damaged: it is shorter than it says")
    #expect(try fault { $0 = [] }?.message == "is damaged: it is shorter than it says")
    #expect(try fault { $0[0] = 11 }?.message == "is damaged: it is shorter than it says")
    #expect(
      try fault { $0[6] = 1 }?.message
        == "is damaged: 33 bytes cannot give the 65579 that it promises")
    #expect(try fault { $0[8] = 0x4D }?.code == .unsupportedContent)
    let cut = Array(Self.hello[16..<30])
    #expect(
      try fault {
        $0 =
          TinyTNEF.number(cut.count + 12, 4) + TinyTNEF.number(43, 4) + Array("LZFu".utf8)
          + TinyTNEF.number(TinyTNEF.crc32(cut), 4) + cut
      }?.message == "is damaged: it ends before its last byte")
  }

  @Test func memoryIsLimited() throws {
    var limits = Limits.standard
    limits.memory = 1000
    let body = TinyTNEF.compressed(rtf: [UInt8](repeating: 0x41, count: 2000))
    let fault = try opened(body, limits: limits).fault("body.rtf")
    #expect(fault?.code == .limitExceeded)
    #expect(fault?.message.contains("--limit memory=2000") == true)
  }
}
