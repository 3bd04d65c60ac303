internal import ConverterCore
internal import MIME

/// What the header of a part says of its content.
struct PartHeader {
  let type: MediaTypeField
  let disposition: DispositionField?
  let encoding: TransferEncoding
  let contentID: String?
  let fault: String?

  /// - Parameter isDigest: whether it is one of a `multipart/digest`, whose parts are messages unless they say
  ///   something else.
  init(
    _ fields: HeaderFields, in block: UnsafeRawBufferPointer, _ charsets: CharsetCache,
    isDigest: Bool
  ) {
    func value(_ name: StaticString) -> UnsafeRawBufferPointer? {
      fields[name].map { UnsafeRawBufferPointer(rebasing: block[$0]) }
    }
    type =
      value("content-type").map { MediaTypeField(parsing: $0, using: charsets) }
      ?? MediaTypeField(isDigest ? "message/rfc822" : "text/plain")
    disposition = value("content-disposition").map {
      DispositionField(parsing: $0, using: charsets)
    }
    var fault: String?
    if let word = value("content-transfer-encoding") {
      let known = TransferEncoding(parsing: word)
      encoding = known ?? .identity
      if known == nil {
        fault =
          "its transfer encoding \"\(HeaderText.decoded(word, using: charsets).printable)\" is not known"
      }
    } else {
      encoding = .identity
    }
    self.fault = fault
    contentID = value("content-id").map { Self.bare(HeaderText.decoded($0, using: charsets)) }
  }

  /// Without the brackets around it.
  private static func bare(_ text: String) -> String {
    text.hasPrefix("<") && text.hasSuffix(">") ? String(text.dropFirst().dropLast()) : text
  }
}
