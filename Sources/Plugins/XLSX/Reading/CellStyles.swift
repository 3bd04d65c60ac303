import ConverterCore
import Markup

/// How cells show numbers: for each style what its number format makes of one.
struct CellStyles: Sendable {
  private let formats: [SerialDate.Format?]
  /// Codes of number formats that show a number otherwise than by its digits.
  private let codes: [String?]

  /// - Parameter part: `nil` where the workbook has no styles.
  init(
    _ part: String?, of package: WorkbookPackage, in context: ConversionContext
  ) throws(ConversionError) {
    guard let part, package.has(part) else {
      (formats, codes) = ([], [])
      return
    }
    let events = StyleEvents()
    try package.parse(part, events, in: context)
    codes = events.styles.map { id in
      let code = events.codes[id] ?? Self.builtin[id] ?? (id == 0 ? "General" : "number \(id)")
      // Text shows a number as it is, too.
      return ["general", "@"].contains(code.lowercased()) ? nil : code
    }
    formats = events.styles.map { id in
      events.codes[id].map(SerialDate.Format.init(code:)) ?? SerialDate.Format(builtin: id)
    }
  }

  /// Formats that are known by number (ECMA-376 part 1, 18.8.30), dates aside.
  private static let builtin = [
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%",
    11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 37: "#,##0 ;(#,##0)", 38: "#,##0 ;[Red](#,##0)",
    39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;[Red](#,##0.00)", 48: "##0.0E+0", 49: "@",
  ]

  /// The code of a style's format, where that shows numbers otherwise than by their digits.
  func numberFormat(of style: Int) -> String? {
    codes.indices.contains(style) ? codes[style] : nil
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

  func text(_ bytes: Span<UInt8>) throws(ConversionError) {}
}
