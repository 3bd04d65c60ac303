/// How many columns text takes on a terminal.
public enum TextWidth {
  /// The columns of a character: 0 for one that joins the one before, 2 for wide ones (Unicode Standard
  /// Annex 11, and emoji).
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20..<0x300: 1
    case 0x300..<0x370, 0x483..<0x48A, 0x591..<0x5BE, 0x610..<0x61B, 0x64B..<0x660, 0x93C, 0x94D,
      0x1AB0..<0x1B00, 0x1DC0..<0x1E00, 0x200B..<0x2010, 0x20D0..<0x2100, 0x302A..<0x3030,
      0x3099..<0x309B, 0xFE00..<0xFE10, 0xFE20..<0xFE30, 0xE0100..<0xE01F0:
      0
    case 0x1100..<0x1160, 0x231A..<0x231C, 0x23E9..<0x23ED, 0x2614..<0x2616, 0x2648..<0x2654,
      0x26BD..<0x26BF, 0x2705, 0x270A..<0x270C, 0x2728, 0x274C, 0x2753..<0x2756, 0x2795..<0x2798,
      0x2B1B..<0x2B1D, 0x2B50, 0x2E80..<0x303F, 0x3041..<0x4DC0, 0x4E00..<0xA4D0, 0xA960..<0xA980,
      0xAC00..<0xD7A4, 0xF900..<0xFB00, 0xFE30..<0xFE70, 0xFF01..<0xFF61, 0xFFE0..<0xFFE7,
      0x16FE0..<0x18D00, 0x1B000..<0x1B300, 0x1F004, 0x1F0CF, 0x1F18E, 0x1F191..<0x1F19B,
      0x1F200..<0x1F320, 0x1F32D..<0x1F336, 0x1F337..<0x1F37D, 0x1F37E..<0x1F394,
      0x1F3A0..<0x1F3CB, 0x1F3E0..<0x1F3F1, 0x1F3F4, 0x1F3F8..<0x1F43F, 0x1F440,
      0x1F442..<0x1F4FD, 0x1F4FF..<0x1F53E, 0x1F54B..<0x1F568, 0x1F57A, 0x1F595..<0x1F597, 0x1F5A4,
      0x1F5FB..<0x1F650, 0x1F680..<0x1F6C6, 0x1F6CC..<0x1F6E0, 0x1F6EB..<0x1F700,
      0x1F7E0..<0x1F7F1, 0x1F90C..<0x1FB00, 0x20000..<0x3FFFE:
      2
    default: 1
    }
  }

  public static func columns(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// The text in at most `width` columns: what is too much is taken out of the middle, for names differ at
  /// their ends.
  public static func shortened(_ text: String, to width: Int) -> String {
    guard columns(of: text) > width else { return text }
    guard width > 1 else { return width < 1 ? "" : "…" }
    let scalars = Array(text.unicodeScalars)
    // The end has the extension, and is the longer part by one.
    let tailRoom = width / 2
    let headRoom = width - 1 - tailRoom
    var (head, used) = (0, 0)
    while head < scalars.count, used + columns(of: scalars[head]) <= headRoom {
      used += columns(of: scalars[head])
      head += 1
    }
    var tail = scalars.count
    used = 0
    while tail > head, used + columns(of: scalars[tail - 1]) <= tailRoom {
      tail -= 1
      used += columns(of: scalars[tail])
    }
    // A mark without its letter would stand on the ellipsis.
    while tail < scalars.count, columns(of: scalars[tail]) == 0 { tail += 1 }
    var result = String.UnicodeScalarView(scalars[..<head])
    result.append("…")
    result.append(contentsOf: scalars[tail...])
    return String(result)
  }
}
