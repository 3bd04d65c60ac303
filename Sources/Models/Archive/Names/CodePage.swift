/// An encoding of one byte a character whose lower half is ASCII.
struct CodePage: Sendable {
  /// The characters of 0x80 to 0xFF; U+FFFD where there is none.
  let upper: [Unicode.Scalar]
  /// The same in UTF-8, each in the lowest bytes, first byte lowest.
  private let encoded: [UInt32]
  /// Whether control bytes are letters in names, as on the screens of DOS: a smiling face for 1.
  let hasGlyphs: Bool

  private init(_ characters: String, hasGlyphs: Bool = false) {
    self.hasGlyphs = hasGlyphs
    upper = Array(characters.unicodeScalars)
    encoded = upper.enumerated().map { index, scalar in
      // A byte without a character stays.
      if scalar == "\u{FFFD}" { return UInt32(index) + 0x80 }
      return scalar.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// IBM PC. The specification of ZIP has it for names that are not marked (APPNOTE.TXT, appendix D.1).
  static let cp437 = CodePage(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ"
      + "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
      + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
      + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}", hasGlyphs: true)

  /// MS-DOS in Western Europe.
  static let cp850 = CodePage(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ"
      + "áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐"
      + "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀"
      + "ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}", hasGlyphs: true)

  /// MS-DOS in Russia.
  static let cp866 = CodePage(
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
      + "абвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
      + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
      + "рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u{A0}", hasGlyphs: true)

  /// Windows in countries that write Cyrillic.
  static let windows1251 = CodePage(
    "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ"
      + "\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
      + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
      + "абвгдежзийклмнопрстуфхцчшщъыьэюя")

  /// Windows in Western Europe.
  static let windows1252 = CodePage(
    "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ"
      + "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
      + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
      + "àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ")

  func decode(_ raw: [UInt8], into text: inout [UInt8]) {
    for byte in raw {
      guard byte >= 0x80 else {
        if hasGlyphs, let glyph = Self.glyph(of: byte) {
          text += Array(String(glyph).utf8)
        } else {
          text.append(byte)
        }
        continue
      }
      var rest = encoded[Int(byte) - 0x80]
      while rest > 0 {
        text.append(UInt8(truncatingIfNeeded: rest))
        rest >>= 8
      }
    }
  }

  /// What the screens of DOS show for a control byte; `nil` for any other, and for 0.
  private static func glyph(of byte: UInt8) -> Unicode.Scalar? {
    if byte == 0x7F { return "⌂" }
    return (1..<0x20).contains(byte) ? glyphs[Int(byte) - 1] : nil
  }

  private static let glyphs = Array("☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼".unicodeScalars)
}
