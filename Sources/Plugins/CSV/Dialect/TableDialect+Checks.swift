import ConverterCore
import TableModel

extension TableDialect {
  /// Whether a byte can stand between cells.
  static func canDivide(_ byte: UInt8) -> Bool {
    byte != 0x0A && byte != 0x0D && byte != 0 && byte < 0x80
  }

  /// - Throws: `usage` for marks that no text can be read with.
  func check() throws(ConversionError) {
    let marks: [(flag: String, byte: UInt8?)] = [
      ("--delimiter", delimiter), ("--quote", quote?.byte), ("--escape", escape?.byte),
    ]
    for (flag, byte) in marks {
      guard let byte, !Self.canDivide(byte) else { continue }
      throw ConversionError(
        .usage, "\(flag) must be one ASCII character that does not end lines")
    }
    if let delimiter, delimiter == quote?.byte || delimiter == escape?.byte {
      throw ConversionError(
        .usage, "a delimiter cannot be the quote or the escape, too; choose another one")
    }
    if delimiter == UInt8(ascii: "\""), quote == nil {
      throw ConversionError(
        .usage,
        "a delimiter cannot be the quote, too; --quote none says that nothing stands around cells")
    }
    for (flag, number) in [
      ("--header", headerLines), ("--skip-lines", skippedLines), ("--footer-lines", footerLines),
    ] {
      guard let number, !(0...Self.mostLines).contains(number) else { continue }
      throw ConversionError(.usage, "\(flag) takes a number from 0 to \(Self.mostLines)")
    }
  }

  /// - Parameters:
  ///   - text: all of it.
  ///   - skipped: what is skipped of it.
  /// - Throws: `usage` where it has fewer lines than are said to be skipped, or to be the header.
  func check(
    against text: [UInt8], _ skipped: SkippedLines
  ) throws(ConversionError) {
    let left = SkippedLines.lines(in: text, from: skipped.end)
    if let skippedLines, skippedLines > skipped.found {
      throw ConversionError(
        .usage, "--skip-lines \(skippedLines) is more than the file's \(skipped.found.of("line"))")
    }
    if let headerLines, headerLines > left {
      throw ConversionError(
        .usage,
        "--header \(headerLines) is more than the \(left.of("line")) that there \(left == 1 ? "is" : "are")"
      )
    }
  }

  private static let mostLines = 1_000_000
}

extension TableDialect.Mark {
  /// `nil` for none.
  var byte: UInt8? {
    if case .character(let byte) = self { byte } else { nil }
  }
}

extension DelimiterContest.Hints {
  init(_ said: TableDialect, type: ContentType.ID, separator: UInt8?) {
    delimiter = said.delimiter ?? separator
    quote = said.quote.map { $0.byte }
    escape = said.escape.map { $0.byte }
    likely =
      switch type {
      case "public.comma-separated-values-text": UInt8(ascii: ",")
      case "public.tab-separated-values-text": 0x09
      default: nil
      }
  }
}
