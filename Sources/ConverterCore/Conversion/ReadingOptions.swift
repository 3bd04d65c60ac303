/// What the user says of an input that its bytes do not say.
public struct ReadingOptions: Sendable {
  /// Opens what is encrypted, and encrypts what a writer can encrypt. It is never written anywhere.
  public var password: Password?
  /// The encoding of text and names that do not say theirs, as `iconv` knows it.
  public var encoding: String?

  public init(password: Password? = nil, encoding: String? = nil) {
    self.password = password
    self.encoding = encoding
  }
}

/// A password, as bytes, which no description shows.
public struct Password: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  public var description: String { "(a password)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
