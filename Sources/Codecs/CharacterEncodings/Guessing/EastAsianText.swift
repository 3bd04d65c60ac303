/// What the names of Chinese, Japanese and Korean files have in common: wide forms, marks, the kana.
enum EastAsianText {
  /// The cost of a character that carries no language; `nil` for one that does.
  static func common(_ scalar: Unicode.Scalar, _ reading: inout Reading) -> Double? {
    switch scalar.value {
    // Wide forms of ASCII.
    case 0xFF01...0xFF5E:
      let letter =
        (0xFF21...0xFF3A).contains(scalar.value) || (0xFF41...0xFF5A).contains(scalar.value)
      if letter, reading.isAfterASCIILetter { return reading.note(odd: 11) }
      defer { reading.context = .wide }
      return reading.context == .wide ? 5 : 7
    // The blank, commas, the usual brackets, the dot between words.
    case 0x3000...0x3002, 0x300C...0x3011, 0x30FB:
      defer { reading.context = .boundary }
      return 6.5 + mixture(reading)
    // Other brackets, quotation marks, dashes, dots, multiplication sign, arrows, circled digits, geometric shapes.
    case 0x3003...0x3020, 0x2010...0x2027, 0xB7, 0xD7, 0x2190...0x2193, 0x2460...0x2473,
      0x25A0...0x25EF, 0x2605,
      0x2606, 0x203B, 0x2160...0x216B, 0x33A1, 0x2103, 0x2116, 0x3231, 0x00B0:
      defer { reading.context = .boundary }
      return 9 + mixture(reading)
    default: return nil
    }
  }

  /// Letters of another script right after letters of ASCII.
  static func mixture(_ reading: Reading) -> Double { reading.isAfterASCIILetter ? 2.5 : 0 }
}

/// Japanese: kana in runs, Han characters among them.
struct JapaneseModel: LanguageModel {
  /// Where the Han characters of level 2 begin and end in the encoding: level 1 is what is used, level 2
  /// what names of people and places need (JIS X 0208).
  private let levelTwo: Range<UInt16>

  static let shiftJIS = JapaneseModel(levelTwo: 0x989F..<0xEAA5)
  static let eucJP = JapaneseModel(levelTwo: 0xD0A1..<0xF4A7)

  func foreign(
    _ unit: CodedCharacter, _ scalar: Unicode.Scalar, _ reading: inout Reading
  ) -> Double {
    let mixture = EastAsianText.mixture(reading)
    switch scalar.value {
    case 0x3041...0x3096:
      defer { reading.context = .hiragana }
      return (reading.context == .hiragana ? 4 : 4.8) + mixture
    case 0x30A1...0x30F6:
      defer { reading.context = .katakana }
      return (reading.context == .katakana ? 4.2 : 5.2) + mixture
    // The sign that makes a vowel long, and those that repeat.
    case 0x30FC where reading.context == .katakana: return 3
    case 0x3005 where reading.context == .han: return 5
    case 0xFF65...0xFF9F:
      defer { reading.context = .narrowKatakana }
      // Voice marks stand behind a letter.
      let isLost = scalar.value >= 0xFF9E && reading.context != .narrowKatakana
      return (reading.context == .narrowKatakana ? 4.4 : 9 + mixture) + (isLost ? 5 : 0)
    case 0x4E00...0x9FFF, 0x3005, 0xF900...0xFAFF:
      reading.context = .han
      return han(unit.code, scalar) + mixture
    case 0xFF61...0xFF64: return reading.note(odd: 10)
    default: return EastAsianText.common(scalar, &reading) ?? reading.note(odd: 12)
    }
  }

  private func han(_ code: UInt16, _ scalar: Unicode.Scalar) -> Double {
    if FrequentCharacters.japanese.contains(scalar) { return 6.6 }
    return code < levelTwo.lowerBound ? 9.3 : levelTwo.contains(code) ? 12.5 : 12
  }
}

/// Chinese in its simplified or traditional characters.
struct ChineseModel: LanguageModel {
  /// How usual a two-byte code is that is not among the frequent characters.
  private let rest: @Sendable (UInt16) -> Double
  private let frequent: FrequentCharacters

  static let simplified = ChineseModel(
    rest: { code in
      // GB 2312: level 1 is what is used, level 2 seldom; what GBK adds has a first byte below 0xA1 or
      // a second one.
      let (row, cell) = (code >> 8, code & 0xFF)
      return cell < 0xA1 || row < 0xA1 ? 14 : row < 0xD8 ? 9.2 : 12
    }, frequent: .simplified)

  static let traditional = ChineseModel(
    rest: { $0 < 0xC67F ? 9.2 : 12.5 }, frequent: .traditional)

  func foreign(
    _ unit: CodedCharacter, _ scalar: Unicode.Scalar, _ reading: inout Reading
  ) -> Double {
    let mixture = EastAsianText.mixture(reading)
    switch scalar.value {
    case 0x4E00...0x9FFF, 0x3007:
      reading.context = .han
      if frequent.contains(scalar) { return 6.5 + mixture }
      let cost = rest(unit.code)
      if cost > 13 { reading.odd += 1 }
      return cost + mixture
    case 0x3041...0x3096, 0x30A1...0x30F6, 0x30FC:
      // A Japanese file on a Chinese computer.
      let kind = scalar.value < 0x30A0 ? Reading.Context.hiragana : .katakana
      defer { reading.context = kind }
      return (reading.context == .boundary ? 11 : 8) + mixture
    default: return EastAsianText.common(scalar, &reading) ?? reading.note(odd: 12)
    }
  }
}

/// Korean: Hangul, hardly ever anything else.
struct KoreanModel: LanguageModel {
  func foreign(
    _ unit: CodedCharacter, _ scalar: Unicode.Scalar, _ reading: inout Reading
  ) -> Double {
    let mixture = EastAsianText.mixture(reading)
    switch scalar.value {
    case 0xAC00...0xD7A3:
      reading.context = .hangul
      if FrequentCharacters.korean.contains(scalar) { return 6 + mixture }
      // Syllables that KS X 1001 lacks and Windows added.
      if unit.code < 0xB0A1 || unit.code & 0xFF < 0xA1 {
        reading.odd += 1
        return 13 + mixture
      }
      return 9 + mixture
    case 0x4E00...0x9FFF, 0xF900...0xFAFF:
      reading.context = .han
      return 12 + mixture
    case 0x3041...0x30FF: return reading.note(odd: 11)
    default: return EastAsianText.common(scalar, &reading) ?? reading.note(odd: 12)
    }
  }
}
