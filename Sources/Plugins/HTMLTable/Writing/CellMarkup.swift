import ConverterCore
import TableModel

/// Makes the HTML of rows, on any thread.
struct CellMarkup: Sendable {
  private let context: ConversionContext

  init(_ context: ConversionContext) { self.context = context }

  func append(_ batch: RowBatch, to html: ByteBuffer) -> CellKinds {
    var kinds: CellKinds = []
    for row in 0..<batch.rowCount {
      html.append("<tr>" as StaticString)
      for cell in batch.cells[batch.row(row)] {
        kinds.insert(CellKinds(cell.kind))
        let text = batch.text(of: cell)
        let isNumber = cell.kind == .number || cell.kind == .text && Numeral.matches(text)
        append(text, as: "td", isNumber: isNumber, to: html)
      }
      html.append("</tr>\n" as StaticString)
    }
    return kinds
  }

  /// - Parameter isNumber: whether it stands at the right.
  func append(
    _ text: Span<UInt8>, as element: StaticString, isNumber: Bool, to html: ByteBuffer
  ) {
    html.append(0x3C)
    html.append(element)
    if isNumber { html.append(" class=n" as StaticString) }
    if Self.losesSpace(text) {
      html.append(" style=\"white-space:pre-wrap\"" as StaticString)
    }
    html.append(0x3E)
    appendText(text, to: html)
    html.append("</" as StaticString)
    html.append(element)
    html.append(0x3E)
  }

  /// Whether a page would show less white space than there is.
  private static func losesSpace(_ text: Span<UInt8>) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    if first <= 0x20 || last <= 0x20 { return true }
    var wasSpace = false
    for index in text.indices {
      let byte = text[index]
      if byte < 0x20 { return true }
      let isSpace = byte == 0x20
      if isSpace, wasSpace { return true }
      wasSpace = isSpace
    }
    return false
  }

  private func appendText(_ text: Span<UInt8>, to html: ByteBuffer) {
    let isValid =
      text.allSatisfy { $0 < 0x80 } || String(validating: text) != nil
    guard isValid else {
      context.note("text", .changed, why: "bytes that are not UTF-8 became \u{FFFD}")
      let mended = Array(String(decoding: text).utf8)
      return appendText(mended.span, to: html)
    }
    var run = 0
    for index in text.indices {
      let replacement: StaticString
      switch text[index] {
      case 0x26: replacement = "&amp;"
      case 0x3C: replacement = "&lt;"
      case 0x3E: replacement = "&gt;"
      // A page takes CR for LF unless it is spelt out.
      case 0x0D: replacement = "&#13;"
      case 0x09, 0x0A, 0x20...: continue
      default:
        context.note(
          "text", .changed, why: "control characters, which no page may have, became \u{FFFD}")
        replacement = "\u{FFFD}"
      }
      html.append(text[run..<index])
      html.append(replacement)
      run = index + 1
    }
    html.append(text[run...])
  }
}
