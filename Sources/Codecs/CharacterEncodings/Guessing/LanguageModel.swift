/// How usual characters are in names of some languages.
protocol LanguageModel: Sendable {
  /// Whether letters of ASCII stand in the same words.
  var isLatin: Bool { get }

  /// How surprising a character is that is not ASCII, in nats.
  ///
  /// - Parameter reading: what came before; the model says there what the character is.
  func foreign(_ unit: CodedCharacter, _ scalar: Unicode.Scalar, _ reading: inout Reading) -> Double
}

/// What has been read of a name.
struct Reading {
  /// What stands before the next character.
  enum Context {
    /// The beginning, a blank, a digit, punctuation.
    case boundary
    case asciiLower, asciiUpper
    /// Letters that are not ASCII, of scripts with cases.
    case lower, upper
    /// Characters of scripts without cases, by kind.
    case han, hangul, hiragana, katakana, narrowKatakana, wide
  }

  var context = Context.boundary
  /// Characters that are not ASCII, and how many of them no name has.
  var characters = 0
  var odd = 0
  /// Bytes that have no character.
  var undecodable = 0
  /// The letter before, where the model looks for pairs of them.
  var previous: Unicode.Scalar?

  var isAfterASCIILetter: Bool { context == .asciiLower || context == .asciiUpper }
  var isAfterForeignLetter: Bool { context != .boundary && !isAfterASCIILetter }

  /// Notes a character that hardly any name has.
  mutating func note(odd cost: Double) -> Double {
    odd += 1
    context = .boundary
    return cost
  }
}

extension LanguageModel {
  var isLatin: Bool { false }

  func surprise(_ unit: CodedCharacter, _ reading: inout Reading) -> Double {
    guard let scalar = unit.scalar else {
      reading.undecodable += 1
      reading.characters += 1
      reading.context = .boundary
      return 16
    }
    defer { reading.previous = scalar }
    if scalar.value < 0x80 { return ascii(scalar, &reading) }
    reading.characters += 1
    return foreign(unit, scalar, &reading)
  }

  private func ascii(_ scalar: Unicode.Scalar, _ reading: inout Reading) -> Double {
    // A letter of another script in the same word.
    let mixture: Double
    switch reading.context {
    case .lower, .upper: mixture = isLatin ? 0 : 2.5
    case .boundary, .asciiLower, .asciiUpper: mixture = 0
    default: mixture = 2.5
    }
    switch scalar {
    case "a"..."z":
      reading.context = .asciiLower
      return 3 + mixture
    case "A"..."Z":
      reading.context = .asciiUpper
      return 3.8 + mixture
    case "0"..."9", " ", "_", "-", ".":
      reading.context = .boundary
      return 2.9
    case "\0"..<" ", "\u{7F}", "\\":
      reading.context = .boundary
      return 9
    default:
      reading.context = .boundary
      return 5
    }
  }
}
