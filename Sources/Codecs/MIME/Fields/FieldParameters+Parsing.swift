internal import ConverterCore

extension FieldParameters {
  /// What a field begins with, and its parameters.
  static func parsed(
    _ raw: Span<UInt8>, using cache: CharsetCache
  ) -> (head: String, parameters: FieldParameters) {
    UnfoldedField.with(raw, in: nil, using: cache) { line in
      var scanner = ParameterScanner(line)
      let head = scanner.head()
      guard line.contains(where: { $0 >= 0x80 }) else {
        return (head, FieldParameters(scanner, original: nil, using: cache))
      }
      // The line may have been transcoded, but a boundary is compared with bytes.
      let original = UnfoldedField.unfolded(raw)
      var other = ParameterScanner(original.span)
      _ = other.head()
      return (head, FieldParameters(scanner, original: other, using: cache))
    }
  }
}
