/// How many columns text takes on a terminal.
public enum TextWidth {
  /// The columns of a character by itself: 0 for one that joins the one before, 2 for wide ones (Unicode
  /// Standard Annex 11, and emoji).
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x300: 1
    case 0x300..<0x370, 0x483..<0x48A, 0x591..<0x5BE, 0x610..<0x61B, 0x64B..<0x660, 0x93C, 0x94D,
      0x1160..<0x1200, 0x1AB0..<0x1B00, 0x1DC0..<0x1E00, 0x200B..<0x2010, 0x20D0..<0x2100,
      0x302A..<0x3030, 0x3099..<0x309B, 0xD7B0..<0xD7FC, 0xFE00..<0xFE10, 0xFE20..<0xFE30,
      0xE0020..<0xE0080, 0xE0100..<0xE01F0:
      0
    case 0x1100..<0x1160, 0x231A..<0x231C, 0x23E9..<0x23ED, 0x23F0, 0x23F3, 0x25FD..<0x25FF,
      0x2614..<0x2616, 0x2648..<0x2654, 0x267F, 0x2693, 0x26A1, 0x26AA..<0x26AC, 0x26BD..<0x26BF,
      0x26C4..<0x26C6, 0x26CE, 0x26D4, 0x26EA, 0x26F2..<0x26F4, 0x26F5, 0x26FA, 0x26FD, 0x2705,
      0x270A..<0x270C, 0x2728, 0x274C, 0x274E, 0x2753..<0x2756, 0x2757, 0x2795..<0x2798, 0x27B0,
      0x27BF, 0x2B1B..<0x2B1D, 0x2B50, 0x2B55, 0x2E80..<0x303F, 0x3041..<0x4DC0, 0x4E00..<0xA4D0,
      0xA960..<0xA980, 0xAC00..<0xD7A4, 0xF900..<0xFB00, 0xFE30..<0xFE70, 0xFF01..<0xFF61,
      0xFFE0..<0xFFE7, 0x16FE0..<0x18D00, 0x1B000..<0x1B300, 0x1F004, 0x1F0CF, 0x1F18E,
      0x1F191..<0x1F19B, 0x1F200..<0x1F321, 0x1F32D..<0x1F336, 0x1F337..<0x1F37D,
      0x1F37E..<0x1F394, 0x1F3A0..<0x1F3CB, 0x1F3CF..<0x1F3D4, 0x1F3E0..<0x1F3F1, 0x1F3F4,
      0x1F3F8..<0x1F43F, 0x1F440, 0x1F442..<0x1F4FD, 0x1F4FF..<0x1F53E, 0x1F54B..<0x1F54F,
      0x1F550..<0x1F568, 0x1F57A, 0x1F595..<0x1F597, 0x1F5A4, 0x1F5FB..<0x1F650,
      0x1F680..<0x1F6C6, 0x1F6CC, 0x1F6D0..<0x1F6D3, 0x1F6D5..<0x1F6D8, 0x1F6DC..<0x1F6E0,
      0x1F6EB..<0x1F6ED, 0x1F6F4..<0x1F6FD, 0x1F7E0..<0x1F7EC, 0x1F7F0, 0x1F90C..<0x1F93B,
      0x1F93C..<0x1F946, 0x1F947..<0x1FA00, 0x1FA70..<0x1FB00, 0x20000..<0x3FFFE:
      2
    case 0x370..<0x1100, 0x1200..<0x2E80, 0xA4D0..<0xAC00, 0xFB00..<0x20000:
      joins(scalar) ? 0 : 1
    default: 1
    }
  }

  /// Whether it is a mark that stands on the character before, in scripts too many to be listed.
  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// The columns of what is one character to its reader: a letter with its marks, a flag of two letters, a
  /// family of emoji.
  ///
  /// Terminals agree on these less than on single scalars. It is what those show that know of grapheme
  /// clusters (Unicode Standard Annex 29), and what text that is laid out right must have elsewhere.
  public static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    guard scalars.count > 1 else { return columns(of: first) }
    var sum = 0
    var isEmoji = false
    for scalar in scalars {
      switch scalar.value {
      // Shown as an emoji; two are joined to one; of another skin.
      case 0xFE0F where first.properties.isEmoji: isEmoji = true
      case 0x200D where first.value > 0xFF && first.properties.isEmoji: isEmoji = true
      case 0x1F3FB..<0x1F400 where scalar != first: isEmoji = true
      case 0x1F1E6..<0x1F200: sum += 1
      default: sum += columns(of: scalar)
      }
    }
    return isEmoji ? 2 : sum
  }

  /// The columns of a terminal that text takes.
  public static func columns(of text: String) -> Int {
    // Where each scalar is a character by itself there is no need to find the ends of characters.
    if text.unicodeScalars.allSatisfy(standsAlone) {
      return text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
    }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Whether the scalar never is a part of a longer character, by its range alone: Latin, Greek, Cyrillic,
  /// Chinese, Japanese and Korean, but no control and no mark.
  @inline(__always)
  public static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA1..<0xA9, 0xAA..<0xAD, 0xAF..<0x300, 0x370..<0x483, 0x48A..<0x530,
      0x2010..<0x2028, 0x20A0..<0x20C0, 0x2190..<0x2194, 0x2500..<0x2580, 0x3001..<0x302A,
      0x3041..<0x3097, 0x30A0..<0x3297, 0x3400..<0xA000, 0xAC00..<0xD7A4, 0xFF01..<0xFF9E:
      true
    default: false
    }
  }

  /// The text in at most `width` columns: what is too much is taken out of the middle, for names differ at
  /// their ends.
  public static func shortened(_ text: String, to width: Int) -> String {
    guard columns(of: text) > width else { return text }
    guard width > 1 else { return width < 1 ? "" : "…" }
    let characters = Array(text)
    // The end has the extension, and is the longer part by one.
    let tailRoom = width / 2
    let headRoom = width - 1 - tailRoom
    var (head, used) = (0, 0)
    while head < characters.count, used + columns(of: characters[head]) <= headRoom {
      used += columns(of: characters[head])
      head += 1
    }
    var tail = characters.count
    used = 0
    while tail > head, used + columns(of: characters[tail - 1]) <= tailRoom {
      tail -= 1
      used += columns(of: characters[tail])
    }
    // A mark without its letter would stand on the ellipsis.
    while tail < characters.count, columns(of: characters[tail]) == 0 { tail += 1 }
    return String(characters[..<head]) + "…" + String(characters[tail...])
  }

  /// The text in at most `width` columns: what is too much is taken off its end.
  public static func cut(_ text: String, to width: Int) -> String {
    guard columns(of: text) > width else { return text }
    guard width > 0 else { return "" }
    var result = ""
    var used = 1
    for character in text {
      used += columns(of: character)
      guard used <= width else { break }
      result.append(character)
    }
    return result + "…"
  }
}
