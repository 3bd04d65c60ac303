#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Which encoding explains names best.
///
/// Each candidate reads the names as text of the languages that it is used for, and says how surprising
/// that text is, in nats: the negative logarithm of its probability under a small model of the language.
/// So encodings of one and of two bytes a character can be compared. The least surprising one wins.
struct EncodingContest {
  private struct Result {
    let charset: Charset
    let surprise: Double
    /// How much of the text no name has: box drawing, rare symbols, bytes without a character.
    let oddity: Double
    /// Whether that is too much for any archive of the encoding.
    let isOdd: Bool
    let texts: [[UInt8]]
  }

  private let names: [[UInt8]]

  init(_ names: [[UInt8]]) {
    self.names = names
  }

  func winner() -> (charset: Charset, confidence: Double)? {
    let results = Candidate.all.compactMap { judge($0) }
    // What is full of odd characters explains nothing; then the specification has the last word.
    let possible = results.filter { !$0.isOdd || $0.charset.name == Self.standard }
    let best = possible.min { $0.surprise < $1.surprise }
    guard let best else { return nil }
    // Of others that read the same text there is nothing to doubt.
    let others = possible.filter { $0.texts != best.texts }
    // The models are coarse and what they say of one character is not independent of the next, which the
    // division allows for.
    let odds = others.reduce(1.0) { $0 + exp((best.surprise - $1.surprise) / 2) }
    return (best.charset, min(0.99, (1 - best.oddity) / odds))
  }

  private static let standard = Charset.Known.cp437.rawValue

  private func judge(_ candidate: Candidate) -> Result? {
    guard let charset = Charset(candidate.charset) else { return nil }
    var surprise = candidate.rarity
    var (characters, odd, undecodable) = (0, 0, 0)
    var texts: [[UInt8]] = []
    for name in names {
      var reading = Reading()
      for unit in candidate.units(of: name, charset) {
        surprise += candidate.language.surprise(unit, &reading)
      }
      characters += reading.characters
      odd += reading.odd
      undecodable += reading.undecodable
      texts.append(charset.decode(name))
    }
    // One name may be cut in the middle of a character.
    guard undecodable <= 1 + characters / 50 || candidate.charset == .cp437 else { return nil }
    let oddity = Double(odd + undecodable) / Double(max(1, characters))
    return Result(
      charset: charset, surprise: surprise, oddity: oddity,
      isOdd: odd + undecodable > 1 && oddity > 0.1, texts: texts)
  }
}

/// An encoding, the languages that it is used for, and how it divides bytes into characters.
struct Candidate {
  let charset: Charset.Known
  let language: any LanguageModel
  /// How much more seldom it is in archives than the first, in nats.
  let rarity: Double

  static let all = [
    Candidate(charset: .cp437, language: WesternModel(), rarity: 0),
    Candidate(charset: .cp850, language: WesternModel(), rarity: 0.3),
    Candidate(charset: .cp866, language: CyrillicModel(), rarity: 1),
    Candidate(charset: .shiftJIS, language: JapaneseModel(), rarity: 1),
    Candidate(charset: .gbk, language: ChineseModel.simplified, rarity: 1),
    Candidate(charset: .eucKR, language: KoreanModel(), rarity: 1),
    Candidate(charset: .windows1252, language: WesternModel(), rarity: 4),
    Candidate(charset: .windows1251, language: CyrillicModel(), rarity: 3),
    Candidate(charset: .big5, language: ChineseModel.traditional, rarity: 2),
  ]

  /// A name's characters, in order, each as its code in the encoding and its scalar.
  func units(of name: [UInt8], _ charset: Charset) -> [CodedCharacter] {
    var units: [CodedCharacter] = []
    var index = 0
    while index < name.count {
      let byte = name[index]
      var code = UInt16(byte)
      if byte >= 0x80, isLead(byte), index + 1 < name.count {
        code = code << 8 | UInt16(name[index + 1])
      }
      if byte < 0x80 {
        units.append(CodedCharacter(code: code, scalar: Unicode.Scalar(byte)))
      } else {
        var scalar = decode(code, charset)
        if scalar == nil, code > 0xFF {
          // The second byte may begin the next character.
          code = UInt16(byte)
          scalar = decode(code, charset)
        }
        units.append(CodedCharacter(code: code, scalar: scalar))
      }
      index += code > 0xFF ? 2 : 1
    }
    return units
  }

  private func isLead(_ byte: UInt8) -> Bool {
    switch charset {
    case .shiftJIS: !(0xA0...0xDF).contains(byte) && byte != 0x80
    case .gbk, .eucKR, .big5: byte != 0x80
    default: false
    }
  }

  private func decode(_ code: UInt16, _ charset: Charset) -> Unicode.Scalar? {
    if case .table(let page) = charset.conversion {
      let scalar = page.upper[Int(code & 0x7F)]
      return scalar == "\u{FFFD}" ? nil : scalar
    }
    let raw = code > 0xFF ? [UInt8(code >> 8), UInt8(code & 0xFF)] : [UInt8(code)]
    return String(validating: charset.decode(raw), as: UTF8.self).flatMap { text in
      text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }
  }
}

/// A character and the bytes that it was in the encoding.
struct CodedCharacter {
  /// One byte, or two with the first above.
  let code: UInt16
  /// `nil` for a byte that has no character.
  let scalar: Unicode.Scalar?
}
