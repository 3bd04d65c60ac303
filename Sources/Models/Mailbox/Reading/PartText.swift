internal import CVectors
internal import CharacterEncodings
public import ConverterCore
internal import MIME

/// The text of a part, in UTF-8.
public struct PartText {
  public let bytes: ByteBuffer
  /// The encoding that it was read in.
  public let encoding: String
  /// Why that is not the one that the part names, in a few words; `nil` where it is.
  public let remark: String?
  /// Whether it is all of the text.
  public let isWhole: Bool

  public var text: String {
    withExtendedLifetime(bytes) { String(decoding: bytes.bytes, as: UTF8.self) }
  }

  /// Bytes of text that are taken; nobody reads more than this of a message.
  public static let most = 16 << 20
}

extension Message {
  /// The text of a part whose content is text.
  ///
  /// Its encoding is the one that it names, as long as its bytes can be that; else it is guessed.
  public func text(
    of part: Part, atMost most: Int = PartText.most
  ) throws(ConversionError) -> PartText {
    let (content, isWhole) = try content(of: part, atMost: most)
    return try text(content, named: part.type.parameters["charset"], isWhole: isWhole)
  }

  func text(
    _ content: ByteBuffer, named name: String?, isWhole: Bool = true
  ) throws(ConversionError) -> PartText {
    let isASCII = content.bytes.allSatisfy { $0 < 0x80 }
    let named = name.flatMap { reader.charsets.charset(named: $0) }
    if isASCII, named?.isASCIICompatible ?? true {
      return PartText(
        bytes: content, encoding: named?.name ?? "US-ASCII", remark: nil, isWhole: isWhole)
    }
    if let named {
      let (text, replacements) = try Self.decode(content, named, isWhole: isWhole)
      if replacements == 0, !named.isUTF8 || text.utf8Count == text.count {
        return PartText(bytes: text, encoding: named.name, remark: nil, isWhole: isWhole)
      }
    }
    let guess = Self.guess(content, isWhole: isWhole)
    let (text, replacements) = try Self.decode(content, guess, isWhole: isWhole)
    let remark: String
    switch (name, named) {
    case (nil, _): remark = "its encoding is not named, and was taken for \(guess.name)"
    case (let name?, nil):
      remark = "its encoding \"\(name.printable)\" is not known, and was taken for \(guess.name)"
    case (let name?, let named?):
      // A guess that fits no better does not overrule what is said.
      if guess.name == named.name || replacements > 0 {
        let (text, count) = try Self.decode(content, named, isWhole: isWhole)
        return PartText(
          bytes: text, encoding: named.name,
          remark: count > 0 ? "\(count) of its characters are damaged" : nil, isWhole: isWhole)
      }
      remark = "it is not in \(name.printable), as it says, and was taken for \(guess.name)"
    }
    return PartText(bytes: text, encoding: guess.name, remark: remark, isWhole: isWhole)
  }

  /// - Parameter isWhole: where it is not, a character that is cut at its end is left out.
  private static func decode(
    _ content: ByteBuffer, _ charset: Charset, isWhole: Bool
  ) throws(ConversionError) -> (ByteBuffer, replacements: Int) {
    let text = ByteBuffer(capacity: content.count + content.count / 8 + 64)
    let decoder = try TextDecoder(charset)
    decoder.decode(content.bytes, isLast: isWhole, into: text)
    // The decoder lets UTF-8 pass as it is.
    if !isWhole, charset.isUTF8, text.count - text.utf8Count < 4 { text.count = text.utf8Count }
    return (text, decoder.replacements)
  }

  private static func guess(_ content: ByteBuffer, isWhole: Bool) -> Charset {
    let head = Array(content.bytes.prefix(1 << 16))
    return TextEncodingGuess(head: head, isWhole: isWhole && head.count == content.count).charset
  }
}

extension ByteBuffer {
  /// Bytes from its beginning on that are well-formed UTF-8.
  fileprivate var utf8Count: Int { fairy_utf8_valid_prefix(start, count) }
}

extension Charset {
  /// Whether ASCII means itself in it.
  fileprivate var isASCIICompatible: Bool {
    switch conversion {
    case .utf8, .table: true
    case .utf16, .utf32: false
    case .library: isStateless
    }
  }
}
