/// German, French, Spanish, Portuguese, Italian, the languages of Scandinavia: letters of ASCII, and among
/// them some with marks.
struct WesternModel: LanguageModel {
  var isLatin: Bool { true }

  func foreign(
    _ unit: CodedCharacter, _ scalar: Unicode.Scalar, _ reading: inout Reading
  ) -> Double {
    switch scalar {
    case "é", "ä", "ö", "ü": return lower(1.8, &reading)
    case "á", "í", "ó", "à", "è", "ç", "ñ", "å", "ø", "ß", "ã": return lower(2.6, &reading)
    case "ê", "â", "ô", "ú", "æ", "î", "û", "õ", "ï", "ë", "ò", "ù", "ì", "œ":
      return lower(3.6, &reading)
    case "ý", "ÿ", "ð", "þ", "š", "ž": return lower(6, &reading)
    case "Ä", "Ö", "Ü", "É": return upper(1.8, &reading)
    case "Å", "Ø", "À", "È", "Ç", "Ñ", "Á", "Í", "Ó", "Ú", "Æ", "Ê", "Ã": return upper(3, &reading)
    case "Â", "Î", "Ô", "Û", "Õ", "Ï", "Ë", "Ò", "Ù", "Ì", "Œ": return upper(4.5, &reading)
    case "Ý", "Ð", "Þ", "Ÿ", "Š", "Ž": return upper(6.5, &reading)
    case "–", "—", "’", "“", "”", "„", "‘", "«", "»", "·":
      reading.context = .boundary
      return 6.5
    case "°", "º", "ª", "²", "©", "®", "€", "§", "…", "™", "\u{A0}":
      reading.context = .boundary
      return 7.5
    case "¿", "¡", "½", "£", "³":
      return apart(7.5, &reading)
    case "µ", "¼", "¾", "×", "±", "¢", "¥", "´", "•", "¹":
      return apart(9, &reading)
    case "α"..."ω", "Γ"..."Ω": return reading.note(odd: 10)
    default: return reading.note(odd: 11)
    }
  }

  /// What does not follow a letter, except in other encodings' words: "Krzy¿a" is Polish.
  private func apart(_ share: Double, _ reading: inout Reading) -> Double {
    defer { reading.context = .boundary }
    return share + (reading.context == .boundary ? 0 : 3)
  }

  private func lower(_ share: Double, _ reading: inout Reading) -> Double {
    let place: Double
    switch reading.context {
    case .asciiLower: place = 2.8
    case .boundary: place = 3.6
    case .asciiUpper: place = 3.2
    // A letter with a mark beside another is seldom, except the likes of "öß".
    default: place = 4.6
    }
    reading.context = .lower
    return place + share
  }

  private func upper(_ share: Double, _ reading: inout Reading) -> Double {
    let place: Double
    switch reading.context {
    case .boundary: place = 4
    case .asciiUpper: place = 3.4
    case .upper: place = 4.6
    default: place = 7.5
    }
    reading.context = .upper
    return place + share
  }
}
