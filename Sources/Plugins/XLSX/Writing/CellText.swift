import ConverterCore

/// Text in the XML of a cell.
enum CellText {
  /// What was found while it was written.
  struct Report {
    /// In the units of UTF-16, which spreadsheets count.
    var units = 0
    var isValidUTF8 = true
  }

  /// Appends `text`, with what XML cannot hold escaped as `_x0000_` (ECMA-376 part 1, 22.9.2.19).
  static func append(_ text: Span<UInt8>, to xml: ByteBuffer) -> Report {
    var report = Report()
    var index = 0
    var run = 0
    func flush(upTo end: Int) {
      if end > run { xml.append(text[run..<end]) }
    }
    while index < text.count {
      let byte = text[index]
      if byte >= 0x80 {
        let length = sequenceLength(text, index)
        report.units += length == 4 ? 2 : 1
        if length == 0 {
          flush(upTo: index)
          xml.append("\u{FFFD}" as StaticString)
          report.isValidUTF8 = false
          index += 1
          run = index
        } else if length == 3, byte == 0xEF, text[index + 1] == 0xBF, text[index + 2] >= 0xBE {
          flush(upTo: index)
          appendEscape(text[index + 2] == 0xBE ? 0xFFFE : 0xFFFF, to: xml)
          index += 3
          run = index
        } else {
          index += length
        }
        continue
      }
      report.units += 1
      if isPlain(byte) {
        index += 1
        continue
      }
      if byte == 0x5F, !EscapedText.isEscape(text, at: index) {
        index += 1
        continue
      }
      flush(upTo: index)
      switch byte {
      case UInt8(ascii: "&"): xml.append("&amp;" as StaticString)
      case UInt8(ascii: "<"): xml.append("&lt;" as StaticString)
      case UInt8(ascii: ">"): xml.append("&gt;" as StaticString)
      // What looks like an escape, other characters of control, and CR, which XML takes for LF.
      default: appendEscape(UInt32(byte), to: xml)
      }
      index += 1
      run = index
    }
    flush(upTo: index)
    return report
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A: true
    case 0..<0x20, 0x26, 0x3C, 0x3E, 0x5F: false
    default: true
    }
  }

  private static func appendEscape(_ code: UInt32, to xml: ByteBuffer) {
    let digits = Array("0123456789ABCDEF".utf8)
    xml.append("_x" as StaticString)
    for shift in stride(from: 12, through: 0, by: -4) {
      xml.append(digits[Int(code >> UInt32(shift) & 15)])
    }
    xml.append(0x5F)
  }

  /// How many bytes the character at `index` has; 0 where it is not UTF-8 (RFC 3629).
  private static func sequenceLength(_ text: Span<UInt8>, _ index: Int) -> Int {
    let byte = text[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch byte {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return 0
    }
    guard index + length <= text.count, second.contains(text[index + 1]) else { return 0 }
    for place in 2..<max(2, length) where text[index + place] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
