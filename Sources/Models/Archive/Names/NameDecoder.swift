public import ConverterCore

/// Turns the names of an archive into UTF-8.
public struct NameDecoder: Sendable {
  /// The encoding of the names that are not ASCII; `nil` where there are none.
  public let encoding: NameEncoding?

  /// Guesses the encoding of names that do not say theirs, from all of them together.
  ///
  /// - Parameter override: the encoding, where the user said it (`--encoding`).
  /// - Throws: `usage` for one that is not known.
  public init(
    guessingFrom rawNames: some Sequence<[UInt8]>, override: String?
  ) throws(ConversionError) {
    encoding = nil
  }

  /// The name in UTF-8 and normal form C.
  public func decode(_ raw: [UInt8]) -> [UInt8] { Self.normalized(raw) }
}
