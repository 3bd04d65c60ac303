internal import ConverterCore
import TreeModel

/// The value in the line, as a whole.
extension TreeScreen {
  /// The most bytes of a value that are shown or copied.
  private static let most = 1 << 20

  func showValue() throws(ConversionError) {
    guard let range = try rangeHere() else { return }
    let path = String(
      decoding: try text.path(of: subject, last: 8, longest: 64).text, as: UTF8.self)
    var title = path.printable
    var part = range
    if range.count > Self.most {
      title += ", the first \(Self.most) of \(range.count) bytes"
      part = range.lowerBound..<range.lowerBound + Self.most
    }
    panel = TextPanel(
      title: title, [TextPanel.Paragraph(text: try content(of: part, endsInQuote: part == range))])
  }

  func copyValue() throws(ConversionError) {
    guard let range = try rangeHere() else { return }
    guard range.count <= Self.most else {
      message = "a value of \(range.count) bytes is too large to be copied"
      return
    }
    try copy(try content(of: range, endsInQuote: true), as: "the value")
  }

  func copyPath() throws(ConversionError) {
    let (path, isWhole) = try text.path(of: subject)
    guard isWhole else {
      message =
        path.count > UnfoldedText.longestPath
        ? "the path is not copied: it is longer than 1 MiB"
        : "the path is not copied: it has a key of more than 64 KiB"
      return
    }
    try copy(path, as: "the path")
  }

  private func copy(_ bytes: [UInt8], as what: String) throws(ConversionError) {
    do throws(ConversionError) {
      try screen.copy(bytes)
      message = "copied \(what), \(bytes.count) \(bytes.count == 1 ? "byte" : "bytes")"
    } catch {
      guard error.code == .limitExceeded else { throw error }
      message = error.message
    }
  }

  /// Where the value stands; says so where that cannot be told.
  private func rangeHere() throws(ConversionError) -> Range<Int>? {
    do throws(ConversionError) {
      if cursor.kind != .damage, cursor.kind != .end,
        let range = try text.range(ofValueAt: text.walker(at: subject))
      {
        return range
      }
      message =
        text.index.progress.isFinished
        ? "the value has no end" : "the value is still being read"
    } catch {
      guard error.code == .damagedInput else { throw error }
      message = error.message
    }
    return nil
  }

  /// What a string means; of everything else the bytes as they stand.
  private func content(
    of range: Range<Int>, endsInQuote: Bool
  ) throws(ConversionError) -> [UInt8] {
    let bytes = try text.window.copy(from: range.lowerBound, count: range.count)
    guard bytes.first == UInt8(ascii: "\"") else { return bytes }
    let form = bytes.span.dropFirst()
    return UnfoldedText.meaning(of: endsInQuote ? form.dropLast() : form)
  }

  static let help = TextPanel(
    title: "Keys",
    [
      ("↑ ↓ j k", "a line up or down"),
      ("PgUp PgDn b f", "a page; Ctrl-U and Ctrl-D half of one"),
      ("Home End g G", "the first line, the last one"),
      ("J K, Shift-↓ Shift-↑", "the next or previous member of the same container"),
      ("H, Shift-←", "the container around"),
      ("→ l", "unfolds a container, or goes into it"),
      ("← h", "folds a container, or goes to the one around"),
      ("Space, Enter", "folds or unfolds; Enter shows other values whole"),
      ("0 … 9", "folds all containers that have this many around them"),
      ("e E", "unfolds all in the container, all there is"),
      ("/ \\", "looks for text in keys and values, downwards or upwards"),
      ("n N", "the next match, the one in the other direction"),
      ("v", "shows the value whole"),
      ("y c, p", "copies the value, the path"),
      ("q", "quits"),
    ].map { TextPanel.Paragraph($0.0 + "  ", $0.1) })
}
