internal import CharacterEncodings
public import ConverterCore
internal import MIME

/// The text of a part, in UTF-8.
public struct PartText {
  public let bytes: ByteBuffer
  /// The encoding that it was read in.
  public let encoding: String
  /// Why that is not the one that the part names, and what of its base64 is none, in a few words; `nil` where all is
  /// well.
  public fileprivate(set) var remark: String?
  /// Whether it is all of the text.
  public let isWhole: Bool

  public var text: String {
    String(decoding: bytes.span)
  }

  /// Bytes of text that are taken; nobody reads more than this of a message.
  public static let most = 16 << 20
}

extension Message {
  /// The text of a part whose content is text, without the files in it.
  ///
  /// Such files stand in plain text as lines of letters (uuencode, yEnc); a line with the name takes their place.
  ///
  /// Its encoding is the one that it names, the part before the page itself, as long as its bytes can be that and are
  /// not rather UTF-8; else it is guessed.
  public func text(
    of part: Part, atMost most: Int = PartText.most
  ) throws(ConversionError) -> PartText {
    let stream = content(of: part)
    let (content, isWhole) = try stream.gathered(atMost: most)
    let text = part.mayHoldFiles ? content.withoutFiles() : content
    var name = part.type.parameters["charset"]
    if name == nil, part.type.type == "text/html" {
      name = PageCharset.name(in: text.span, reader.charsets)
    }
    var read = try self.text(text, named: name, isWhole: isWhole)
    // What is no base64 is lost, such as lines that a mailing list put behind it; other encodings keep it.
    if part.encoding == .base64, let fault = stream.fault {
      read.remark = read.remark.map { "\($0); \(fault)" } ?? fault
    }
    return read
  }

  func text(
    _ content: ByteBuffer, named name: String?, isWhole: Bool = true
  ) throws(ConversionError) -> PartText {
    let isASCII = content.span.allSatisfy { $0 < 0x80 }
    if isASCII, let name, HZText.isName(name), let chinese = Charset(.gbk) {
      let (text, count) = try Self.decode(
        HZText.withUpperBits(content.span), chinese, isWhole: isWhole)
      return PartText(
        bytes: text, encoding: HZText.name,
        remark: count > 0 ? "\(count) of its characters are damaged" : nil, isWhole: isWhole)
    }
    let named = name.flatMap { reader.charsets.charset(named: $0) }
    // Where nobody knows the encoding, an escape may mean that nothing is what it looks like.
    let isPlain = isASCII && (name == nil || named != nil || !content.span.contains(0x1B))
    if isPlain, named?.isASCIICompatible ?? true {
      return PartText(
        bytes: content, encoding: named?.name ?? "US-ASCII", remark: nil, isWhole: isWhole)
    }
    if let name, let named, content.count - content.utf8Count < (isWhole ? 1 : 4),
      WrongLabel.hides(content.span, as: name, named), let utf8 = Charset(.utf8)
    {
      let (text, _) = try Self.decode(content, utf8, isWhole: isWhole)
      return PartText(
        bytes: text, encoding: utf8.name, remark: Self.remark(name.printable, utf8),
        isWhole: isWhole)
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
      remark = Self.remark(name.printable, guess)
    }
    return PartText(bytes: text, encoding: guess.name, remark: remark, isWhole: isWhole)
  }

  private static func remark(_ name: String, _ guess: Charset) -> String {
    "it is not in \(name), as it says, and was taken for \(guess.name)"
  }

  /// - Parameter isWhole: where it is not, a character that is cut at its end is left out.
  private static func decode(
    _ content: ByteBuffer, _ charset: Charset, isWhole: Bool
  ) throws(ConversionError) -> (ByteBuffer, replacements: Int) {
    let text = ByteBuffer(capacity: content.count + content.count / 8 + 64)
    let decoder = try TextDecoder(charset)
    decoder.decode(content.span, isLast: isWhole, into: text)
    // The decoder lets UTF-8 pass as it is.
    if !isWhole, charset.isUTF8, text.count - text.utf8Count < 4 { text.count = text.utf8Count }
    return (text, decoder.replacements)
  }

  private static func guess(_ content: ByteBuffer, isWhole: Bool) -> Charset {
    let head = content.span.prefix(1 << 16).array
    return TextEncodingGuess(head: head, isWhole: isWhole && head.count == content.count).charset
  }
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
