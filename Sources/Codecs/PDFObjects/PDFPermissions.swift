package import ConverterCore

/// What an encrypted file lets those do who have no owner's password (ISO 32000-2, table 22).
///
/// Programs that read text aloud are always allowed to.
package struct PDFPermissions: OptionSet, Sendable {
  package let rawValue: Int

  /// In any quality.
  package static let print = PDFPermissions(rawValue: 1 << 0)
  /// As a picture of low resolution.
  package static let printLow = PDFPermissions(rawValue: 1 << 1)
  package static let copy = PDFPermissions(rawValue: 1 << 2)
  /// Content, by other ways than the following.
  package static let edit = PDFPermissions(rawValue: 1 << 3)
  static let annotate = PDFPermissions(rawValue: 1 << 4)
  /// Fields of forms.
  static let fill = PDFPermissions(rawValue: 1 << 5)
  /// Pages put in, taken out, turned.
  package static let assemble = PDFPermissions(rawValue: 1 << 6)

  package static let all = PDFPermissions(rawValue: 0x7f)

  private static let words: KeyValuePairs<String, PDFPermissions> = [
    "print": .print, "print-low": .printLow, "copy": .copy, "edit": .edit, "annotate": .annotate,
    "fill": .fill, "assemble": .assemble,
  ]

  /// The words that there are, as help shows them.
  package static let wordsText = "all|none|" + words.map(\.key).joined(separator: ",")

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// - Parameter flags: the value of `/P` (table 22), for revisions from 3 on.
  init(flags: Int) {
    let bits: KeyValuePairs<Int, PDFPermissions> = [
      3: .printLow, 4: .edit, 5: .copy, 6: .annotate, 9: .fill, 11: .assemble, 12: .print,
    ]
    self = []
    for (bit, permission) in bits where flags & 1 << (bit - 1) != 0 { insert(permission) }
    // Without the right to print there is none to print well.
    if !contains(.printLow) { remove(.print) }
  }

  /// - Parameter text: `all`, `none`, or words with commas between: `print,copy`.
  /// - Throws: `usage`.
  package init(parsing text: String) throws(ConversionError) {
    self = text == "all" ? .all : []
    if text == "all" || text == "none" { return }
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let known = Self.words.first(where: { $0.key == word }) else {
        throw ConversionError(
          .usage,
          "--set permissions takes all, none, or some of "
            + "\(Self.words.map(\.key).joined(separator: ",")); it knows no \"\(String(word).printable)\""
        )
      }
      insert(known.value)
    }
    // Who may print well may print badly; who may write notes may fill in forms (table 22, bits 3 and 6).
    if contains(.print) { insert(.printLow) }
    if contains(.annotate) { insert(.fill) }
  }
}
