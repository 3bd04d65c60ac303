import MIME
import Testing

@Suite struct ContentsYEncTests {
  /// All bytes from 0 to 255, in lines of 64.
  private static let all: [UInt8] = {
    var lines: [UInt8] = []
    var width = 0
    for byte in UInt8(0)...255 {
      let code = byte &+ 42
      let isCritical = [0, 10, 13, 61].contains(code)
      lines += isCritical ? [61, code &+ 64] : [code]
      width += isCritical ? 2 : 1
      if width >= 64 || byte == 255 {
        lines += [13, 10]
        width = 0
      }
    }
    return lines
  }()

  private func file(_ begin: String, _ lines: [UInt8], _ end: String) -> [UInt8] {
    Array("\(begin)\r\n".utf8) + lines + Array(end.utf8)
  }

  @Test func wholeFile() {
    let content = file(
      "=ybegin line=64 size=256 name=my file.bin", Self.all, "=yend size=256 crc32=29058C73\r\n")
    #expect(decoded(content, .yEnc) == DecodedContent(Array(0...255)))
  }

  @Test(
    "wrong size, wrong checksum",
    arguments: [
      "=yend size=255", "=yend size=256 crc32=29058c74", "=yend size=256 pcrc32=0",
    ])
  func damaged(_ end: String) {
    let content = file("=ybegin line=64 size=256 name=a", Self.all, end)
    #expect(decoded(content, .yEnc) == DecodedContent(Array(0...255), isDamaged: true))
  }

  @Test func part() {
    let content = file(
      "=ybegin part=2 total=3 line=64 size=1000 name=a\r\n=ypart begin=257 end=512", Self.all,
      "=yend size=256 part=2 pcrc32=29058c73 crc32=12345678")
    #expect(decoded(content, .yEnc) == DecodedContent(Array(0...255)))
  }

  @Test func withoutEnd() {
    let content = file("=ybegin line=64 size=256 name=a", Self.all, "")
    #expect(decoded(content, .yEnc) == DecodedContent(Array(0...255), isTruncated: true))
    #expect(decoded("no such thing", .yEnc) == DecodedContent("", odd: 11, isTruncated: true))
  }

  @Test("an escape without its second half, a CR")
  func junk() {
    let content = file(
      "=ybegin line=64 size=2 name=a", [0x6B, 0x3D, 13, 10, 13, 0x6C, 13, 10], "=yend size=2")
    #expect(decoded(content, .yEnc) == DecodedContent("AB", odd: 2))
  }

  @Test("dots that a news server doubled, and those it did not")
  func dots() {
    // Lines of four: `..kl`, doubled, and then a short one.
    let doubled = file(
      "=ybegin line=4 size=7 name=a", Array("..klm\r\n..kl\r\n".utf8), "=yend size=7")
    #expect(
      decoded(doubled, .yEnc)
        == DecodedContent([4, 0x41, 0x42, 0x43, 4, 0x41, 0x42], odd: 2))
    let plain = file("=ybegin line=4 size=7 name=a", Array("..kl\r\n..k\r\n".utf8), "=yend size=7")
    #expect(decoded(plain, .yEnc) == DecodedContent([4, 4, 0x41, 0x42, 4, 4, 0x41]))
    // An escape at the end makes a line longer, too.
    let escaped = file(
      "=ybegin line=4 size=4 name=a", Array("..k=}\r\n".utf8), "=yend size=4")
    #expect(decoded(escaped, .yEnc) == DecodedContent([4, 4, 0x41, 0x13]))
  }

  @Test("a line longer than is held")
  func longLine() {
    let content = file(
      "=ybegin line=5000 size=3000 name=a", (0..<3000).flatMap { _ in [0x3D, 0x40] as [UInt8] },
      "\r\n=yend size=3000")
    let expected = DecodedContent([UInt8](repeating: 214, count: 3000))
    #expect(DecodedContent(decoding: content, .yEnc) == expected)
    for places in [[1060, 1061, 1062, 1063], Array(stride(from: 1, to: 5900, by: 3))] {
      #expect(DecodedContent(decoding: content, .yEnc, cutAt: places) == expected)
    }
  }
}
