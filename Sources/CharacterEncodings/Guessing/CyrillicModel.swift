/// Russian above all; Ukrainian, Belarusian, Bulgarian, Serbian and Macedonian where they have letters of
/// their own.
struct CyrillicModel: LanguageModel {
  /// The surprise of each letter in Russian text, from "а" to "я": its frequency in the National Corpus.
  private static let letters: [Double] = [
    2.52, 4.14, 3.09, 4.07, 3.51, 2.47, 4.66, 4.10, 2.61, 4.40, 3.35, 3.12, 3.44, 2.70, 2.21, 3.57,
    3.05, 2.90, 2.77, 3.64, 5.95, 4.63, 5.34, 4.24, 4.92, 5.63, 7.82, 3.96, 4.05, 5.75, 5.05, 3.91,
  ]

  func foreign(
    _ unit: CodedCharacter, _ scalar: Unicode.Scalar, _ reading: inout Reading
  ) -> Double {
    switch scalar {
    case "а"..."я": return lower(Self.letters[Int(scalar.value - 0x430)], scalar, &reading)
    case "А"..."Я":
      return upper(Self.letters[Int(scalar.value - 0x410)], lowercase(scalar), &reading)
    case "ё": return lower(6, scalar, &reading)
    case "Ё": return upper(6.5, scalar, &reading)
    case "і", "ї", "є", "ґ", "ў": return lower(5.5, scalar, &reading)
    case "І", "Ї", "Є", "Ґ", "Ў": return upper(6, scalar, &reading)
    case "ј", "љ", "њ", "ћ", "ђ", "џ", "ѓ", "ќ", "ѕ": return lower(7, scalar, &reading)
    case "Ј", "Љ", "Њ", "Ћ", "Ђ", "Џ", "Ѓ", "Ќ", "Ѕ": return upper(8, scalar, &reading)
    case "№", "«", "»", "–", "—", "“", "”", "„", "’", "…", "©", "\u{A0}":
      reading.context = .boundary
      return 6.5
    case "°", "§", "®", "™", "•", "·", "±":
      return reading.note(odd: 8.5)
    default: return reading.note(odd: 11)
    }
  }

  private func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(scalar.value + 0x20) ?? scalar
  }

  private func lower(
    _ share: Double, _ letter: Unicode.Scalar, _ reading: inout Reading
  ) -> Double {
    let place = spelling(letter, reading) + (reading.isAfterASCIILetter ? 3 : 0)
    reading.context = .lower
    return share + place
  }

  private func upper(
    _ share: Double, _ letter: Unicode.Scalar, _ reading: inout Reading
  ) -> Double {
    var place = spelling(letter, reading)
    switch reading.context {
    case .boundary: place += 1
    case .upper: place += 0.2
    case .asciiUpper: place += 3.5
    default: place += 6
    }
    reading.context = .upper
    return share + place
  }

  /// What Russian spelling forbids: signs and "ы" at the beginning of words, signs after vowels.
  private func spelling(_ letter: Unicode.Scalar, _ reading: Reading) -> Double {
    guard letter == "ь" || letter == "ъ" || letter == "ы" else { return 0 }
    guard reading.isAfterForeignLetter, let previous = reading.previous else { return 5 }
    switch previous {
    case "а", "е", "ё", "и", "о", "у", "ы", "э", "ю", "я", "ь", "ъ", "й", "А", "Е", "Ё", "И", "О",
      "У",
      "Ы", "Э", "Ю", "Я", "Ь", "Ъ", "Й":
      return 4
    default: return 0
    }
  }
}
