import ArchiveModel
import CharacterEncodings
import ConverterCore

/// How the texts of a message that are not Unicode are turned into UTF-8.
///
/// It is what the user says, else the code page that the message or the one around it says, else a guess from
/// its names and the beginning of its text.
struct MessageEncoding {
  private let decoder: NameDecoder
  private let charset: Charset?

  /// - Throws: `usage` where the user says an encoding that is not known.
  init(
    of message: Message, in bytes: [UInt8], within outer: MessageEncoding?,
    _ context: ConversionContext
  ) throws(ConversionError) {
    let page = message.codePage.flatMap { Charset(codePage: $0) }
    if let name = context.reading.encoding ?? page?.name {
      decoder = try NameDecoder(guessingFrom: [], override: name)
      charset = Charset(named: name)
    } else if let outer {
      self = outer
    } else {
      let texts =
        [message.subject, message.text] + message.attachments.prefix(1000).map(\.names.first)
      let sample = texts.compactMap { $0 }.filter { !$0.isUnicode }
        .map { Array(bytes[$0.raw(in: bytes)].prefix(4096)) }
      decoder = try NameDecoder(guessingFrom: sample, override: nil)
      charset = decoder.encoding.flatMap { Charset(named: $0.name) }
    }
  }

  /// What is said of the encoding to people.
  var shown: NameEncoding? { decoder.encoding }

  /// A name in UTF-8; empty where there is none.
  func name(_ text: StoredText, in bytes: [UInt8]) -> [UInt8] {
    let raw = bytes[text.raw(in: bytes)]
    guard text.isUnicode else { return decoder.decode(Array(raw)) }
    var cursor = FieldCursor(bytes, raw.indices)
    var units: [UInt16] = []
    units.reserveCapacity(raw.count / 2)
    while let unit = cursor.number(2) { units.append(UInt16(truncatingIfNeeded: unit)) }
    return Array(String(decoding: units, as: UTF16.self).utf8).inNormalFormC
  }

  /// A short text to show; `nil` for one that is empty.
  func line(_ text: StoredText, in bytes: [UInt8]) -> String? {
    let line = name(text, in: bytes)
    return line.isEmpty ? nil : String(decoding: line.prefix(4096), as: UTF8.self)
  }

  /// A text of any length in UTF-8.
  func text(_ text: StoredText, in bytes: [UInt8]) throws(ConversionError) -> [UInt8] {
    let raw = text.raw(in: bytes)
    guard let charset = text.isUnicode ? Charset(.utf16LE) : charset, !charset.isUTF8 else {
      return Array(bytes[raw])
    }
    let decoder = try TextDecoder(charset)
    let result = ByteBuffer(capacity: raw.count)
    decoder.decode(bytes.span[raw], isLast: true, into: result)
    return result.array
  }
}

extension Charset {
  /// The encoding that Windows knows by a number; `nil` for one that is not known here, or is no encoding of
  /// bytes.
  fileprivate init?(codePage number: Int) {
    let name: String? =
      switch number {
      case 437...1258 where number != 1200 && number != 1201: "CP\(number)"
      case 10000: "MacRoman"
      case 20127: "CP1252"
      case 20866: "KOI8-R"
      case 21866: "KOI8-U"
      case 28591...28606: "ISO-8859-\(number - 28590)"
      case 50220...50222: "ISO-2022-JP"
      case 51932: "EUC-JP"
      case 51936: "GBK"
      case 51949: "EUC-KR"
      case 54936: "GB18030"
      case 65001: "UTF-8"
      default: nil
      }
    guard let name else { return nil }
    self.init(named: name)
  }
}
