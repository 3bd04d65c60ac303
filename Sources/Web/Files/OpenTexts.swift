/// Texts that were looked at last, with what is known of their lines.
actor OpenTexts {
  private var texts: [(key: String, lines: TextLines)] = []

  private static let mostKept = 8

  /// - Parameters:
  ///   - key: changes with the file and its content.
  ///   - open: opens the file where it is not open.
  func lines(
    _ key: String, open: @Sendable () async throws -> SentFile
  ) async throws -> TextLines {
    if let known = texts.firstIndex(where: { $0.key == key }) {
      texts.append(texts.remove(at: known))
      return texts[texts.count - 1].lines
    }
    let lines = TextLines(try await open())
    if texts.count >= Self.mostKept { texts.removeFirst() }
    texts.append((key, lines))
    return lines
  }
}
