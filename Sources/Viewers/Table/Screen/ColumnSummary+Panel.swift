import ConverterCore
import TableModel

/// What is known of a column, as a screen shows it.
extension ColumnSummary {
  func paragraphs() -> [TextPanel.Paragraph] {
    var lines: [TextPanel.Paragraph] = []
    func add(_ label: String, _ text: String) { lines.append(.init(label, text)) }
    func add(_ label: String, _ text: [UInt8]) { add(label, Self.shown(text)) }
    add("Type       ", type)
    add("Rows       ", Amount.text(rowCount))
    let shares = [
      (emptyCount, "empty"), (nullCount, "null"), (missingCount, "missing: the row is too short"),
    ].filter { $0.0 > 0 }.map { "\(Amount.text($0.0)) \($0.1) (\(share($0.0)))" }
    add("Empty      ", shares.isEmpty ? "none" : shares.joined(separator: ", "))
    let (distinct, isAll) = distinctCount
    // The value for which there was no room is one more.
    add(
      "Distinct   ",
      isAll
        ? Amount.text(distinct)
        : distinct == Self.mostValues
          ? "more than \(Amount.text(distinct))"
          : "at least \(Amount.text(distinct + 1)); they are too long to be compared")
    if let smallestNumber, let largestNumber {
      add("Smallest   ", smallestNumber.text)
      add("Largest    ", largestNumber.text)
    }
    if numberCount < filledCount, let firstText, let lastText {
      add("First      ", firstText)
      add("Last       ", lastText)
    }
    if longest > 0 {
      add("Longest    ", "\(Amount.text(longest)) bytes, in row \(Amount.text(longestRow))")
    }
    lines += frequentParagraphs
    return lines
  }

  private var frequentParagraphs: [TextPanel.Paragraph] {
    frequent.enumerated().map { index, entry in
      TextPanel.Paragraph(
        index == 0 ? "Frequent   " : "           ",
        "\(Self.shown(entry.value))  \(Amount.text(entry.count)) (\(share(entry.count)))")
    }
  }

  /// A value in a line, not too long of it.
  private static func shown(_ text: [UInt8]) -> String {
    var shown = ""
    var columns = 0
    for piece in VisibleText(text[...]) {
      guard columns + piece.columns <= 60 else { return shown + "…" }
      columns += piece.columns
      shown += piece.substitute ?? String(decoding: text[piece.source], as: UTF8.self)
    }
    return shown
  }

  private func share(_ count: Int) -> String {
    let tenths = (Double(count) / Double(max(1, rowCount)) * 1000).rounded()
    return "\(Int(tenths) / 10).\(Int(tenths) % 10) %"
  }
}
