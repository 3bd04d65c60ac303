/// The bytes of a dialect that are not text, and what they do.
///
/// A quote opens only where a cell begins; within a cell it is text. What stands between a closing quote and the
/// next delimiter is kept as text. An escape is taken away only before what would otherwise have a meaning, so
/// that `C:\temp` stays what it is.
package struct Marks: Sendable, Equatable {
  var delimiter: UInt8
  var quote: UInt8?
  var escape: UInt8?
  var doublesQuotes = true
  var skipsSpacesBeforeQuotes = false
  /// Whether a line without a byte is no row.
  var skipsEmptyLines = true

  package init(
    delimiter: UInt8, quote: UInt8? = UInt8(ascii: "\""), escape: UInt8? = nil,
    doublesQuotes: Bool = true, skipsSpacesBeforeQuotes: Bool = false, skipsEmptyLines: Bool = true
  ) {
    self.delimiter = delimiter
    self.quote = quote
    // A quote that escapes quotes doubles them.
    self.escape = escape == quote ? nil : escape
    self.doublesQuotes = doublesQuotes || (quote != nil && escape == quote)
    self.skipsSpacesBeforeQuotes = skipsSpacesBeforeQuotes
    self.skipsEmptyLines = skipsEmptyLines
  }

  /// - Parameter skipsEmptyLines: by default where rows have more than one cell.
  init(_ dialect: Dialect, skipsEmptyLines: Bool? = nil) {
    self.init(
      delimiter: dialect.delimiter, quote: dialect.quote, escape: dialect.escape,
      doublesQuotes: dialect.doublesQuotes,
      skipsSpacesBeforeQuotes: dialect.skipsSpacesBeforeQuotes,
      skipsEmptyLines: skipsEmptyLines ?? (dialect.columns.count > 1))
  }

  /// Whether an escape before the byte takes its meaning away.
  func canBeEscaped(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == quote || byte == escape || byte == 0x0A || byte == 0x0D
  }
}
