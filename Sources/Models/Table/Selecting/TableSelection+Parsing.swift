public import ConverterCore

extension TableSelection {
  /// Understands numbers of rows: `100:200`, `100:`, `:200`, `100`, and `-10:` for the last ten.
  ///
  /// - Throws: `usage`.
  public mutating func setRows(parsing text: String) throws(ConversionError) {
    let wrong = ConversionError(
      .usage,
      "\"\(text)\" does not say which rows: use 100:200, 100:, :200, or -10: for the last ten")
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    (rows, lastRows) = (nil, nil)
    if parts.count == 2, parts[1].isEmpty, parts[0].first == "-" {
      guard let count = Int(parts[0].dropFirst()), count > 0 else { throw wrong }
      lastRows = count
      return
    }
    func number(_ part: Substring, else usual: Int) throws(ConversionError) -> Int {
      if part.isEmpty { return usual }
      guard part.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(part), number > 0
      else {
        throw wrong
      }
      return number
    }
    guard (1...2).contains(parts.count), text != "", text != ":" else { throw wrong }
    let first = try number(parts[0], else: 1)
    let last = parts.count == 1 ? first : try number(parts[1], else: .max)
    guard first <= last else {
      throw ConversionError(.usage, "the rows \(text) run backwards: say \(last):\(first)")
    }
    rows = first...last
  }

  /// The words that ``setRows(parsing:)`` reads as the same rows; `nil` for all.
  public var rowsText: String? {
    if let lastRows { return "-\(lastRows):" }
    guard let rows else { return nil }
    return "\(rows.lowerBound):" + (rows.upperBound == .max ? "" : "\(rows.upperBound)")
  }

  /// Understands names divided by commas: `a,"b,c",3`. A name with a comma stands in quotes, and a quote in
  /// those twice.
  ///
  /// - Throws: `usage` for a name of no characters, or a quote without its end.
  public static func names(parsing text: String) throws(ConversionError) -> [String] {
    var names: [String] = []
    var rest = text[...]
    repeat {
      var name = ""
      if rest.first == "-", rest.dropFirst().first == "\"" {
        name = "-"
        rest.removeFirst()
      }
      if rest.first == "\"" {
        guard let (quoted, behind) = unquoted(rest), behind.isEmpty || behind.first == "," else {
          throw ConversionError(
            .usage, "\"\(text)\" has a quote that does not end before a comma or at the end")
        }
        name += quoted
        rest = behind
      } else {
        let end = rest.firstIndex(of: ",") ?? rest.endIndex
        name = String(rest[..<end])
        rest = rest[end...]
      }
      guard !name.isEmpty else {
        throw ConversionError(.usage, "\"\(text)\" has a comma too many: between two is no name")
      }
      names.append(name)
      if rest.isEmpty { return names }
      rest.removeFirst()
    } while true
  }

  /// The text in the quotes that `text` begins with, and what stands behind them.
  public static func unquoted(_ text: Substring) -> (text: String, rest: Substring)? {
    var rest = text.dropFirst()
    var result = ""
    while let next = rest.popFirst() {
      guard next == "\"" else {
        result.append(next)
        continue
      }
      guard rest.first == "\"" else { return (result, rest) }
      rest.removeFirst()
      result.append("\"")
    }
    return nil
  }
}
