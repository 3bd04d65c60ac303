internal import ConverterCore
internal import MIME

extension Message {
  /// Which of its parts are read, and which are files.
  ///
  /// A plain text without a word stands for no page: some programs put an empty one beside each.
  var bodies: Bodies {
    get throws(ConversionError) {
      let structure = try structure
      let bodies = structure.bodies
      guard let plain = bodies.plain, bodies.html != nil, try isBlank(plain) else { return bodies }
      return structure.readingPage(of: bodies)
    }
  }

  /// Longer ones have words.
  private static let longestBlank = 1 << 10

  private func isBlank(_ part: Part) throws(ConversionError) -> Bool {
    guard part.body.count <= Self.longestBlank else { return false }
    return try text(of: part).text.unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
    }
  }
}
