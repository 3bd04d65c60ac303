/// What of a character is shown in plain text.
enum ShownScalar {
  case itself
  case other(UInt16)
  case blank
  case line
  /// It joins or parts what stands around it, and counts only there.
  case joiner
  case nothing

  /// - Parameter value: of a character beyond ASCII.
  init(_ value: UInt32) {
    switch value {
    // Pages mean the code page of Windows by these numbers (HTML, 13.2.5.80).
    case 0x80..<0xA0:
      let meant = Self.windows1252[Int(value) - 0x80]
      self = meant == 0 ? .nothing : .other(meant)
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F: self = .blank
    case 0x2028, 0x2029: self = .line
    case 0x200C, 0x200D: self = .joiner
    // Soft hyphens, fillers, marks and overrides of direction, and what nothing shows.
    case 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B, 0x200E,
      0x200F,
      0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3,
      0x1D173...0x1D17A, 0xE0000...0xE0FFF:
      self = .nothing
    default: self = .itself
    }
  }

  private static let windows1252: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122,
    0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]
}
