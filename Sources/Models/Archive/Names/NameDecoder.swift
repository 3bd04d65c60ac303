import CharacterEncodings
public import ConverterCore

/// Turns the names of an archive into UTF-8.
///
/// Bytes to which the encoding gives no character stay as they are, so that names that differ stay
/// different and nothing is lost; the name is then not UTF-8.
public struct NameDecoder: Sendable {
  /// The encoding of the names that are not ASCII; `nil` where there are none.
  public let encoding: NameEncoding?
  private let charset: Charset?
  /// Whether names that are UTF-8 by themselves are of another encoding nevertheless.
  private let isExclusive: Bool

  /// Guesses the encoding of names that do not say theirs, from all of them together.
  ///
  /// - Parameters:
  ///   - rawNames: all such names, as the archive has them.
  ///   - override: the encoding, where the user said it (`--encoding`).
  /// - Throws: `usage` for one that is not known.
  public init(
    guessingFrom rawNames: some Sequence<[UInt8]>, override: String?
  ) throws(ConversionError) {
    if let override {
      guard let charset = Charset(named: override) else {
        throw ConversionError(
          .usage,
          "the encoding \"\(override.printable)\" is not known; there are CP437, CP850, CP866, "
            + "Shift-JIS, GBK, EUC-KR, and those that iconv -l lists")
      }
      self.charset = charset
      encoding = NameEncoding(name: charset.name, confidence: 1)
      isExclusive = true
      return
    }
    var sample = NameSample()
    for name in rawNames { sample.add(name) }
    isExclusive = false
    guard let guess = sample.guess() else {
      (charset, encoding) = (nil, nil)
      return
    }
    charset = guess.charset
    encoding = NameEncoding(name: guess.charset.name, confidence: guess.confidence)
  }

  /// Whether control bytes have characters of their own, so that ASCII is no longer itself.
  public var hasGlyphs: Bool {
    if case .table(let page)? = charset?.conversion { page.hasGlyphs } else { false }
  }

  /// The name in UTF-8 and normal form C.
  public func decode(_ raw: [UInt8]) -> [UInt8] {
    if raw.isASCII, !hasGlyphs { return raw }
    guard let charset, isExclusive || raw.isASCII || !NameSample.isClearlyUTF8(raw) else {
      return raw.inNormalFormC
    }
    return charset.decode(raw).inNormalFormC
  }
}
