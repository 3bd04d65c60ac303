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
    _ fields: HeaderFields, in block: Span<UInt8>, _ charsets: CharsetCache,
    isDigest: Bool
  ) {
    func value<Value>(_ name: StaticString, _ read: (Span<UInt8>) -> Value) -> Value? {
      fields[name].map { read(block[$0]) }
    }
    type =
      value("content-type") { MediaTypeField(parsing: $0, using: charsets) }
      ?? MediaTypeField(isDigest ? "message/rfc822" : "text/plain")
    disposition = value("content-disposition") {
      DispositionField(parsing: $0, using: charsets)
    }
    var fault: String?
    if let place = fields["content-transfer-encoding"] {
      let word = block[place]
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
    contentID = value("content-id") { Self.bare(HeaderText.decoded($0, using: charsets)) }
  }

  /// Without the brackets around it.
  private static func bare(_ text: String) -> String {
    text.hasPrefix("<") && text.hasSuffix(">") ? String(text.dropFirst().dropLast()) : text
  }
}
