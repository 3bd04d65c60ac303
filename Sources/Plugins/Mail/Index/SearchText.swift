import ConverterCore

/// Texts as an index has them.
///
/// SQLite takes what stands between blanks and marks for a word, in small letters and without accents. Chinese and
/// Japanese put no blanks between words, and compounds of Korean are looked for by their parts: runs of their
/// characters become pairs, and the last character again (会議室: 会議 議室 室), so that a word is found by its pairs.
enum SearchText {
  /// Appends UTF-8 text in normal form C, with the runs of such characters taken apart.
  static func append(_ text: Span<UInt8>, to result: ByteBuffer) {
    // Their characters, and marks that are put on others, begin with no other bytes.
    guard text.contains(where: { $0 >= 0xCC }) else { return result.append(text) }
    let text = text.array.inNormalFormC
    var last: Unicode.Scalar?
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if isOfRun(scalar) {
        if let last {
          result.append(last.utf8)
          result.append(scalar.utf8)
        }
        // Ends the pair, or the word before the run.
        result.append(0x20)
        last = scalar
      } else {
        end(&last, result)
        result.append(scalar.utf8)
      }
    }
    end(&last, result)
  }

  private static func end(_ last: inout Unicode.Scalar?, _ result: ByteBuffer) {
    guard let scalar = last else { return }
    result.append(scalar.utf8)
    result.append(0x20)
    last = nil
  }

  /// Whether it is a character of Chinese, Japanese or Korean that words are written with.
  static func isOfRun(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x3005: false
    // Marks and signs that stand among Kana.
    case 0x30A0, 0x30FB, 0x309B...0x309C, 0x3097...0x3098: false
    case 0x3005...0x3006, 0x3041...0x30FF: true
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    case 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x2FA1F: true
    default: false
    }
  }
}
