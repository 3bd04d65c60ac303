import CVectors
import Testing

/// Each form of the validation against the decoder of the standard library.
@Suite struct UTF8VectorTests {
  enum Form: CaseIterable {
    case best, sixteen, plain

    func prefix(_ bytes: [UInt8]) -> Int {
      switch self {
      case .best: fairy_utf8_valid_prefix(bytes, bytes.count)
      case .sixteen: fairy_utf8_valid_prefix_16(bytes, bytes.count)
      case .plain: fairy_utf8_valid_prefix_plain(bytes, bytes.count)
      }
    }
  }

  /// Where the standard library's decoder meets the first mistake.
  private func reference(_ bytes: [UInt8]) -> Int {
    var decoder = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var at = 0
    while true {
      switch decoder.parseScalar(from: &rest) {
      case .valid(let scalar): at += scalar.count
      case .emptyInput, .error: return at
      }
    }
  }

  /// One byte of each kind that the rules tell apart, and its neighbours.
  private static let kinds: [UInt8] = [
    0x00, 0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
    0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF,
  ]

  /// Puts `sequence` between 64 bytes of ASCII before and 70 behind.
  private func among(_ sequence: [UInt8], at offset: Int) -> [UInt8] {
    Array(repeating: 0x61, count: 64 + offset) + sequence + Array(repeating: 0x62, count: 70)
  }

  @Test(arguments: Form.allCases)
  func allSequencesOfOneToThreeBytes(_ form: Form) {
    var bytes = among([0, 0, 0], at: 3)
    for first in 0...255 as ClosedRange<UInt8> {
      bytes[67] = first
      // ASCII leaves what follows alone: one stands for all.
      if first < 0x80, first > 1 { continue }
      for second in 0...255 as ClosedRange<UInt8> {
        bytes[68] = second
        for third in first < 0xE0 ? Self.kinds : Array(0...255) {
          bytes[69] = third
          let valid = reference(Array(bytes[64..<80]))
          let expected = valid == 16 ? bytes.count : 64 + valid
          guard form.prefix(bytes) == expected else {
            Issue.record("\(first) \(second) \(third): \(form.prefix(bytes)), not \(expected)")
            return
          }
        }
      }
    }
  }

  @Test(arguments: Form.allCases)
  func sequencesOfFourBytesAtEveryOffset(_ form: Form) {
    for first in Self.kinds where first >= 0x80 {
      for second in Self.kinds {
        for third in [0x61, 0x80, 0xBF, 0xC2, 0xF4] as [UInt8] {
          for fourth in [0x61, 0x80, 0xBF, 0xE2] as [UInt8] {
            let sequence = [first, second, third, fourth]
            let valid = reference(sequence + [0x62])
            for offset in [0, 1, 11, 12, 13, 14, 15, 16, 27, 28, 29, 30, 31, 32, 60, 61, 62, 63] {
              let bytes = among(sequence, at: offset)
              let expected = valid == 5 ? bytes.count : 64 + offset + valid
              guard form.prefix(bytes) == expected else {
                Issue.record("\(sequence) at \(offset): \(form.prefix(bytes)), not \(expected)")
                return
              }
            }
          }
        }
      }
    }
  }

  @Test(arguments: Form.allCases)
  func everyEnd(_ form: Form) {
    let text = Array(String(repeating: "aé€😀", count: 40).utf8)
    for end in 0...text.count {
      let bytes = Array(text[..<end])
      #expect(form.prefix(bytes) == reference(bytes))
    }
  }

  @Test(arguments: Form.allCases)
  func oneBadByteAtEveryPlace(_ form: Form) {
    let text = Array(String(repeating: "日本aé😀", count: 20).utf8)
    for place in text.indices {
      for bad in [0x61, 0x80, 0xC0, 0xE2, 0xFF] as [UInt8] {
        var bytes = text
        bytes[place] = bad
        #expect(form.prefix(bytes) == reference(bytes), "\(bad) at \(place)")
      }
    }
  }

  @Test(arguments: Form.allCases)
  func anyBytes(_ form: Form) {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        bytes += ["a", "é", "€", "😀", "abcdefghijklmnop"].picked(&random).utf8
      }
      if Bool.random(using: &random), !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &random)] = Self.kinds.picked(&random)
      }
      let expected = reference(bytes)
      guard form.prefix(bytes) == expected else {
        Issue.record("\(bytes): \(form.prefix(bytes)), not \(expected)")
        return
      }
    }
  }
}

extension Array {
  /// An element by chance; there is one.
  fileprivate func picked(_ random: inout some RandomNumberGenerator) -> Element {
    self[Int.random(in: indices, using: &random)]
  }
}
