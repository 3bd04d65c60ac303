package import CharacterEncodings

/// The addresses of a field such as `From` or `To` (RFC 5322, 3.4 and 4.4).
///
/// It reads display names with encoded words, also in quotes, groups, comments, routes, and the forms of old
/// mail. What breaks the rules keeps its characters: words around an address are its name, semicolons between
/// addresses are commas, a bracket or quote that is not closed is text.
public struct AddressList: Equatable, Sendable {
  /// All of them, those in groups too.
  public let addresses: [MailAddress]

  /// The field as people read it: `"Dragosh M." <dragosh@lsd.ro>, b@c, Team: d@e, f@g;`.
  ///
  /// It is what Python's `email` gives for the field with `policy.default`: without comments, and with quotes
  /// around names with points and the like. On purpose it differs for adjacent encoded words in a name, between
  /// which Python keeps the blank, and for broken fields, of which Python leaves out parts.
  public let text: String

  init(addresses: [MailAddress], text: String) {
    (self.addresses, self.text) = (addresses, text)
  }

  /// - Parameters:
  ///   - raw: everything behind the colon, folds included.
  ///   - charset: of bytes that are not UTF-8; perhaps that of the message's text.
  package init(
    parsing raw: Span<UInt8>, in charset: Charset? = nil, using cache: CharsetCache
  ) {
    self = UnfoldedField.with(raw, in: charset, using: cache) { line in
      var parser = AddressParser(line, charset, cache)
      return parser.parse()
    }
  }
}

extension AddressList {
  /// The people of several fields.
  package init(joining lists: [AddressList]) {
    self.init(
      addresses: lists.flatMap(\.addresses),
      text: lists.map(\.text).filter { !$0.isEmpty }.joined(separator: ", "))
  }
}
