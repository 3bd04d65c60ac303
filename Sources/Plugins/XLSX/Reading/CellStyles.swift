import ConverterCore
import Markup

/// Which cells are shown as dates: for each style what its number format makes of a number.
struct CellStyles: Sendable {
  private let formats: [SerialDate.Format?]

  /// - Parameter part: `nil` where the workbook has no styles.
  init(
    _ part: String?, of package: WorkbookPackage, in context: ConversionContext
  ) throws(ConversionError) {
    guard let part, package.has(part) else {
      formats = []
      return
    }
    let events = StyleEvents()
    try package.parse(part, events, in: context)
    formats = events.styles.map { id in
      events.codes[id].map(SerialDate.Format.init(code:)) ?? SerialDate.Format(builtin: id)
    }
  }

  /// What cells of a style are shown as; `nil` for numbers.
  func format(of style: Int) -> SerialDate.Format? {
    formats.indices.contains(style) ? formats[style] : nil
  }
}

private final class StyleEvents: MarkupEvents {
  /// Number formats of the workbook's own.
  private(set) var codes: [Int: String] = [:]
  /// The number format of each style.
  private(set) var styles: [Int] = []
  private var isInStyles = false

  func start(_ name: ElementName, _ attributes: ElementAttributes) throws(ConversionError) {
    if name == "numFmt" {
      if let id = attributes.number("numFmtId"), let code = attributes.text("formatCode") {
        codes[id] = code
      }
    } else if name == "cellXfs" {
      isInStyles = true
    } else if isInStyles, name == "xf" {
      styles.append(attributes.number("numFmtId") ?? 0)
    }
  }

  func end(_ name: ElementName) throws(ConversionError) {
    if name == "cellXfs" { isInStyles = false }
  }

  func text(_ bytes: UnsafeRawBufferPointer) throws(ConversionError) {}
}
