/// Polish, Czech, Slovak, Hungarian, Romanian, Croatian, Slovenian: letters of ASCII, and among them some
/// with marks.
struct CentralEuropeanModel: LanguageModel {
  var isLatin: Bool { true }

  func foreign(
    _ unit: CodedCharacter, _ scalar: Unicode.Scalar, _ reading: inout Reading
  ) -> Double {
    switch scalar {
    case "ł", "ó", "á", "é", "í": return lower(1.9, &reading)
    case "ą", "ę", "ż", "ś", "č", "š", "ž", "ř", "ě", "ý", "ő": return lower(2.3, &reading)
    case "ć", "ń", "ů", "ú", "ö", "ü", "ă", "ţ", "ş", "î", "â", "ä": return lower(3.2, &reading)
    case "ź", "ť", "ď", "ň", "ű", "ľ", "đ", "ô", "ß": return lower(4.2, &reading)
    case "ĺ", "ŕ", "ë", "ç": return lower(6, &reading)
    case "Ł", "Ś", "Ż", "Č", "Š", "Ž", "Ř", "Á", "É", "Ö", "Ü": return upper(2.6, &reading)
    case "Ó", "Í", "Ú", "Ć", "Ź", "Ą", "Ę", "Ń", "Ý", "Ě", "Ů", "Ő", "Ű", "Î", "Ă", "Â", "Ş", "Ţ",
      "Ď", "Ť",
      "Ň", "Ľ", "Đ", "Ä":
      return upper(4, &reading)
    case "Ĺ", "Ŕ", "Ë", "Ç", "Ô": return upper(6.5, &reading)
    case "–", "—", "’", "“", "”", "„", "‘", "«", "»", "·":
      reading.context = .boundary
      return 6.5
    case "°", "§", "©", "®", "€", "…", "™", "\u{A0}":
      reading.context = .boundary
      return 7.5
    case "µ", "×", "±", "¤", "´", "•", "÷":
      reading.context = .boundary
      return 9
    default: return reading.note(odd: 11)
    }
  }

  private func lower(_ share: Double, _ reading: inout Reading) -> Double {
    let place: Double
    switch reading.context {
    case .asciiLower: place = 2.8
    case .boundary: place = 3.4
    case .asciiUpper: place = 3.2
    default: place = 4
    }
    reading.context = .lower
    return place + share
  }

  private func upper(_ share: Double, _ reading: inout Reading) -> Double {
    let place: Double
    switch reading.context {
    case .boundary: place = 3.8
    case .asciiUpper: place = 3.4
    case .upper: place = 4.4
    default: place = 7.5
    }
    reading.context = .upper
    return place + share
  }
}
