import CVectors
import Testing

/// Each form of the decoder against plain loops, over bytes behind which nothing can be read.
@Suite struct Base64VectorTests {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// What comes of the rules in the header, one byte after the other.
  private func reference(_ text: [UInt8]) -> (bytes: [UInt8], odd: Int) {
    var (bytes, group, pads, odd, hasEnded) = ([UInt8](), [Int](), 0, 0, false)
    func flush() {
      let bits = (group + [0, 0, 0]).prefix(4).reduce(0) { $0 << 6 | $1 }
      bytes += [bits >> 16 & 255, bits >> 8 & 255, bits & 255].prefix(max(0, group.count - 1))
        .map { UInt8($0) }
      group = []
    }
    for byte in text where ![0x20, 0x09, 0x0A, 0x0D].contains(byte) {
      if hasEnded {
        odd += 1
      } else if let value = Self.alphabet.firstIndex(of: byte) {
        odd += pads
        pads = 0
        group.append(value)
        if group.count == 4 { flush() }
      } else if byte == 0x3D, group.count >= 2 {
        pads += 1
        hasEnded = group.count + pads == 4
        if hasEnded { flush() }
      } else {
        odd += 1
      }
    }
    flush()
    return (bytes, odd)
  }

  private func check(_ text: [UInt8], cutAt place: Int) {
    let expected = reference(text)
    let inAlphabet = text.count { Self.alphabet.contains($0) }
    GuardedBytes.with(text) { bytes in
      for form in MailVectorTests.forms {
        var state = fairy_base64_state()
        var measured = fairy_base64_state()
        var out: [UInt8] = []
        var count = 0
        for (start, size) in [(0, place), (place, text.count - place)] {
          var room = [UInt8](repeating: 0xAA, count: (size / 4 + 1) * 3 + 32 + 8)
          let written = fairy_base64_decode(&state, bytes + start, size, &room, form)
          #expect(room.suffix(8) == [UInt8](repeating: 0xAA, count: 8)[...])
          out += room[..<written]
          count += fairy_base64_measure(&measured, bytes + start, size, form)
          #expect(count == out.count)
          #expect(measured.held == state.held && measured.has_ended == state.has_ended)
        }
        var last = [UInt8](repeating: 0, count: 2)
        let size = fairy_base64_finish(&state, &last)
        out += last[..<size]
        #expect(out == expected.bytes, "\(text) cut at \(place)")
        #expect(Int(state.odd) == expected.odd, "\(text) cut at \(place)")
        #expect(fairy_base64_count(bytes, text.count, form) == inAlphabet)
      }
    }
  }

  @Test("every byte at every place of a line")
  func everyByte() {
    for byte in UInt8(0)...255 {
      for place in [0, 1, 2, 3, 31, 32, 33, 63, 64, 75] {
        var text = (0..<76).map { Self.alphabet[$0 * 7 % 64] } + [13, 10]
        text += text
        text[place] = byte
        check(text, cutAt: 40)
      }
    }
  }

  @Test func anyText() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<3000 {
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        text += (0..<Int.random(in: 0...90, using: &random)).map { _ in
          Self.alphabet[Int.random(in: 0..<64, using: &random)]
        }
        let ends = ["\n", "\r\n", "=", "==", " ", "!", "é", "\r"]
        text += ends[Int.random(in: ends.indices, using: &random)].utf8
      }
      check(text, cutAt: Int.random(in: 0...text.count, using: &random))
    }
  }

  @Test("more than a lane counts to")
  func manyBytes() {
    let text = (0..<20_000).map { Self.alphabet[$0 % 64] } + [13, 10]
    for form in MailVectorTests.forms {
      #expect(fairy_base64_count(text, text.count, form) == 20_000)
    }
  }
}
