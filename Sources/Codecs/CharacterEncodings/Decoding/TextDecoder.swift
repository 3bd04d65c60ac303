package import ConverterCore

/// Turns text of some encoding into UTF-8, in pieces that may be cut anywhere.
///
/// - UTF-8 passes through unaltered, whatever its bytes are. A byte order mark at the beginning is left out,
///   also of UTF-16 and UTF-32, of which it says the order, whatever the encoding's name says.
/// - Bytes of other encodings that have no character become U+FFFD, one for each, and are counted.
/// - A hole of a code page below 0xA0 becomes the control character of its number (0x81 in windows-1252), as
///   browsers have it.
///
/// It belongs to one thread at a time.
package final class TextDecoder {
  /// How many times U+FFFD stands for bytes without a character.
  package private(set) var replacements = 0
  /// Where the first such byte is, from the beginning of the text.
  package private(set) var firstReplacement: Int?
  /// Bytes read so far.
  package private(set) var position = 0

  private var form: Form
  /// The beginning of a character whose end is still to come.
  private var rest: [UInt8] = []
  private var isAtStart: Bool

  /// Bytes that were taken, but whose character is still to come.
  package var unread: Int { rest.count }

  /// - Parameter isAtStart: whether the text begins here, perhaps with a byte order mark.
  /// - Throws: `unsupportedContent` where the C library has lost the encoding.
  package init(_ charset: Charset, isAtStart: Bool = true) throws(ConversionError) {
    self.isAtStart = isAtStart
    switch charset.conversion {
    case .utf8: form = .bytes
    case .utf16(let bigEndian): form = .units(UnitDecoder(width: 2, bigEndian: bigEndian))
    case .utf32(let bigEndian): form = .units(UnitDecoder(width: 4, bigEndian: bigEndian))
    case .table(let page): form = .table(TableDecoder(page))
    case .library(let handle):
      guard let stream = LibraryDecoder(handle.encoding) else {
        throw ConversionError(
          .unsupportedContent, "the C library cannot read the encoding \(charset.name)")
      }
      form = .library(stream)
    }
  }

  /// Appends the text of `bytes`, which follow those of the last call.
  ///
  /// - Parameter isLast: whether no more follow; a character that is cut then has none.
  package func decode(
    _ bytes: Span<UInt8>, isLast: Bool, into text: ByteBuffer
  ) {
    if isAtStart { return begin(bytes, isLast: isLast, into: text) }
    if rest.isEmpty { return run(bytes, isLast: isLast, into: text) }
    // The character that was cut, with enough behind it to end it and begin the next.
    let taken = min(bytes.count, Self.longest)
    rest.append(bytes[..<taken])
    let all = bytes.count == taken
    let joined = rest
    rest = []
    run(joined.span, isLast: isLast && all, into: text)
    guard !all else { return }
    // What is left of the joined bytes lies at the end of those that were taken.
    let unread = rest.count
    if unread <= taken {
      rest = []
      run(bytes[(taken - unread)...], isLast: isLast, into: text)
    } else {
      decode(bytes[taken...], isLast: isLast, into: text)
    }
  }

  /// No character, with the changes of state before it, has more bytes.
  private static let longest = 16

  /// Looks for the mark, for which the first bytes may have to be collected.
  private func begin(_ bytes: Span<UInt8>, isLast: Bool, into text: ByteBuffer) {
    rest.append(bytes)
    guard let length = form.markLength(of: rest, isWhole: isLast) else { return }
    isAtStart = false
    position += length
    let joined = rest
    rest = []
    run(joined.span[length...], isLast: isLast, into: text)
  }

  private func run(_ bytes: Span<UInt8>, isLast: Bool, into text: ByteBuffer) {
    var index = 0
    while index < bytes.count {
      let (consumed, stop) = form.decode(bytes[index...], into: text)
      index += consumed
      position += consumed
      switch stop {
      case .end: break
      case .invalid(let length):
        replace(into: text)
        index += length
        position += length
      case .cut where isLast:
        // A whole one may follow in what looked like a part: of "0x81 a" only the first is bad.
        replace(into: text)
        let length = form.isOfUnits ? bytes.count - index : 1
        index += length
        position += length
      case .cut:
        rest = bytes[index...].array
        index = bytes.count
      }
    }
    if isLast { form.finish(into: text) }
  }

  private func replace(into text: ByteBuffer) {
    if replacements == 0 { firstReplacement = position }
    replacements += 1
    text.append("\u{FFFD}")
  }
}

/// Why a decoder stopped before the next byte.
enum DecodingStop {
  case end
  /// The bytes that are left begin a character.
  case cut
  /// So many bytes have no character.
  case invalid(Int)
}

extension TextDecoder {
  private enum Form {
    case bytes
    case units(UnitDecoder)
    case table(TableDecoder)
    case library(LibraryDecoder)

    var isOfUnits: Bool {
      if case .units = self { true } else { false }
    }

    /// How long the mark is that the text begins with, and follows its order; `nil` if more bytes are needed.
    mutating func markLength(of head: [UInt8], isWhole: Bool) -> Int? {
      switch self {
      case .bytes:
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if head.starts(with: mark) { return 3 }
        return !isWhole && mark.starts(with: head) ? nil : 0
      case .units(var decoder):
        guard head.count >= decoder.width else { return isWhole ? 0 : nil }
        guard let bigEndian = decoder.order(markedBy: head) else { return 0 }
        decoder.bigEndian = bigEndian
        self = .units(decoder)
        return decoder.width
      case .table, .library: return 0
      }
    }

    func decode(
      _ bytes: Span<UInt8>, into text: ByteBuffer
    ) -> (consumed: Int, stop: DecodingStop) {
      switch self {
      case .bytes:
        text.append(bytes)
        return (bytes.count, .end)
      case .units(let decoder): return decoder.decode(bytes, into: text)
      case .table(let decoder): return decoder.decode(bytes, into: text)
      case .library(let decoder): return decoder.decode(bytes, into: text)
      }
    }

    func finish(into text: ByteBuffer) {
      if case .library(let decoder) = self { decoder.stream.finish(into: text) }
    }
  }
}

/// Keeps a stream of the C library in a place that an enum can hold.
private final class LibraryDecoder {
  let stream: IconvStream

  init?(_ encoding: String) {
    guard let stream = IconvStream(encoding) else { return nil }
    self.stream = stream
  }

  func decode(
    _ bytes: Span<UInt8>, into text: ByteBuffer
  ) -> (consumed: Int, stop: DecodingStop) {
    let (consumed, stop) = stream.decode(bytes, into: text)
    switch stop {
    case .end: return (consumed, .end)
    // Nothing is longer: a run of bytes that never ends a character is no text.
    case .cut: return (consumed, bytes.count - consumed > 12 ? .invalid(1) : .cut)
    case .invalid: return (consumed, .invalid(1))
    }
  }
}
