import PictureModel

/// Width and height as the first tag of a drawing has them, where its bytes are plain text without a document type.
struct RootLengths {
  private var lengths: [(name: String, words: String)] = []

  /// - Parameter bytes: of which the first 64 KiB are looked at.
  init(_ bytes: [UInt8]) {
    let head = Array(bytes.prefix(1 << 16))
    var scanner = XMLScanner(head)
    guard case .open(_, let attributes, _, _) = scanner.next() else { return }
    lengths = attributes.map { attribute in
      (
        String(decoding: head[attribute.name], as: UTF8.self),
        String(decoding: head[attribute.value], as: UTF8.self)
      )
    }.filter { ["width", "height"].contains($0.name) }
  }

  /// The first that is negative, or more than any drawing has.
  var impossible: (name: String, words: String)? {
    lengths.first { length in
      let number = length.words.drop { $0.isWhitespace }.prefix { "+-.0123456789eE".contains($0) }
      // "2em" is a number before a unit that begins like an exponent.
      let value = Double(number) ?? Double(number.prefix { $0 != "e" && $0 != "E" })
      return value.map { $0 < 0 || $0 > 1e9 } ?? false
    }
  }
}
