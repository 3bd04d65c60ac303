extension FieldParameters {
  /// What a field begins with, and its parameters.
  static func parsed(
    _ raw: UnsafeRawBufferPointer, using cache: CharsetCache
  ) -> (head: String, parameters: FieldParameters) {
    UnfoldedField.with(raw, in: nil, using: cache) { line in
      var scanner = ParameterScanner(line)
      let head = scanner.head()
      guard line.contains(where: { $0 >= 0x80 }) else {
        return (head, FieldParameters(scanner, original: nil, using: cache))
      }
      // The line may have been transcoded, but a boundary is compared with bytes.
      return UnfoldedField.unfolded(raw).withUnsafeBytes { original in
        var other = ParameterScanner(original)
        _ = other.head()
        return (head, FieldParameters(scanner, original: other, using: cache))
      }
    }
  }
}
