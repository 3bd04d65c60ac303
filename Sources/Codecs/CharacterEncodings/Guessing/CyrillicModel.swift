/// Russian above all; Ukrainian, Belarusian, Bulgarian, Serbian and Macedonian where they have letters of
/// their own.
struct CyrillicModel: LanguageModel {
  func foreign(
    _ unit: CodedCharacter, _ scalar: Unicode.Scalar, _ reading: inout Reading
  ) -> Double {
    switch scalar {
    case "а"..."я": return lower(pair(scalar.value - 0x430, reading), &reading)
    case "А"..."Я": return upper(pair(scalar.value - 0x410, reading), &reading)
    case "ё": return lower(6, &reading)
    case "Ё": return upper(6.5, &reading)
    case "і", "ї", "є", "ґ", "ў": return lower(5.5, &reading)
    case "І", "Ї", "Є", "Ґ", "Ў": return upper(6, &reading)
    case "ј", "љ", "њ", "ћ", "ђ", "џ", "ѓ", "ќ", "ѕ": return lower(7, &reading)
    case "Ј", "Љ", "Њ", "Ћ", "Ђ", "Џ", "Ѓ", "Ќ", "Ѕ": return upper(8, &reading)
    case "№", "«", "»", "–", "—", "“", "”", "„", "’", "…", "©", "\u{A0}":
      reading.context = .boundary
      return 6.5
    case "°", "§", "®", "™", "•", "·", "±":
      return reading.note(odd: 8.5)
    default: return reading.note(odd: 11)
    }
  }

  /// The surprise of a letter, counted from "а", behind the letter before.
  private func pair(_ letter: UInt32, _ reading: Reading) -> Double {
    guard reading.isAfterForeignLetter, let previous = reading.previous else {
      return CyrillicPairs.surprise(Int(letter), behind: nil)
    }
    switch previous {
    case "а"..."я":
      return CyrillicPairs.surprise(Int(letter), behind: Int(previous.value - 0x430))
    case "А"..."Я":
      return CyrillicPairs.surprise(Int(letter), behind: Int(previous.value - 0x410))
    // Of letters that Russian does not have nothing is known.
    default: return 3.2
    }
  }

  private func lower(_ share: Double, _ reading: inout Reading) -> Double {
    let place = reading.isAfterASCIILetter ? 3.0 : 0
    reading.context = .lower
    return share + place
  }

  private func upper(_ share: Double, _ reading: inout Reading) -> Double {
    let place: Double
    switch reading.context {
    case .boundary: place = 1
    case .upper: place = 0.2
    case .asciiUpper: place = 3.5
    default: place = 6
    }
    reading.context = .upper
    return share + place
  }
}
