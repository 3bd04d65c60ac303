public import ConverterCore

/// Content that stands in its file as JSON, so that a viewer can go to any place of it at once.
public protocol JSONTextContent: TreeContent {
  /// The values as JSON (RFC 8259) in UTF-8, maybe behind a byte order mark: one, or several with blanks
  /// between them. `nil` where the file is in another encoding, or in a looser grammar.
  var text: InputFile? { get }
}
