/// An encoding of one byte a character whose lower half is ASCII.
package struct CodePage: Sendable {
  /// The characters of 0x80 to 0xFF; U+FFFD where there is none.
  package let upper: [Unicode.Scalar]
  /// The same in UTF-8, each in the lowest bytes, first byte lowest.
  private let encoded: [UInt32]
  /// Whether control bytes are letters in names, as on the screens of DOS: a smiling face for 1.
  package let hasGlyphs: Bool

  private init(_ characters: String, hasGlyphs: Bool = false) {
    self.init(Array(characters.unicodeScalars), hasGlyphs: hasGlyphs)
  }

  private init(_ upper: [Unicode.Scalar], hasGlyphs: Bool = false) {
    self.hasGlyphs = hasGlyphs
    self.upper = upper
    encoded = upper.enumerated().map { index, scalar in
      // A byte without a character stays.
      if scalar == "\u{FFFD}" { return UInt32(index) + 0x80 }
      return scalar.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// Asks the library for each byte.
  ///
  /// - Returns: `nil` for an encoding in which a byte is not always a character by itself, or ASCII is not
  ///   itself.
  init?(_ handle: IconvHandle) {
    for byte in UInt8(0)..<0x80 where handle.character(of: byte) != .scalar(Unicode.Scalar(byte)) {
      return nil
    }
    var upper: [Unicode.Scalar] = []
    for byte in UInt8(0x80)...0xFF {
      switch handle.character(of: byte) {
      case .scalar(let scalar): upper.append(scalar)
      case .none: upper.append("\u{FFFD}")
      case .several: return nil
      }
    }
    self.init(upper)
  }

  /// Western Europe before Windows. Its upper controls are what they are in Unicode.
  static let latin1 = CodePage((UInt8(0x80)...0xFF).map { Unicode.Scalar($0) })

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

  package func decode(_ raw: [UInt8], into text: inout [UInt8]) {
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

  /// The characters of 0x80 to 0xFF in text, where bytes may not stay as they are; `nil` for none.
  ///
  /// A hole below 0xA0 is the control character of its number, as browsers have it: that loses nothing.
  var textual: [Unicode.Scalar?] {
    upper.enumerated().map { index, scalar in
      if scalar != "\u{FFFD}" { return scalar }
      return index < 0x20 ? Unicode.Scalar(UInt8(index + 0x80)) : nil
    }
  }

  /// What the screens of DOS show for a control byte; `nil` for any other, and for 0.
  private static func glyph(of byte: UInt8) -> Unicode.Scalar? {
    if byte == 0x7F { return "⌂" }
    return (1..<0x20).contains(byte) ? glyphs[Int(byte) - 1] : nil
  }

  private static let glyphs = Array("☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼".unicodeScalars)
}
