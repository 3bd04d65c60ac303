import CharacterEncodings
import ConverterCore
import Synchronization

/// A file whose text is in another encoding than UTF-8.
///
/// It remembers places that it has passed, so that reading may begin again near any of them.
final class TranscodedText: TextSource {
  /// The same place in the text and in the file.
  struct Place: Sendable {
    let text: Int
    let file: Int
  }

  let input: InputFile
  let charset: Charset
  private let context: ConversionContext
  /// In order, some apart.
  private let places = Mutex<[Place]>([])

  /// How far apart places are, in bytes of text.
  private static let distance = 1 << 20

  init(_ input: InputFile, _ charset: Charset, in context: ConversionContext) {
    self.input = input
    self.charset = charset
    self.context = context
  }

  var isSeekable: Bool { true }

  func open(at offset: Int) throws(ConversionError) -> sending any ByteStream {
    let place = places.withLock { places in
      places.last { $0.text <= offset } ?? Place(text: 0, file: 0)
    }
    let stream = try TranscodedStream(self, from: place)
    try stream.skip(offset - place.text)
    return stream
  }

  fileprivate func pass(_ place: Place) {
    guard charset.isStateless else { return }
    places.withLock { places in
      if place.text >= (places.last?.text ?? 0) + Self.distance { places.append(place) }
    }
  }

  /// Says at the end of the text what could not be read.
  ///
  /// - Throws: `damagedInput` where nothing may be odd.
  fileprivate func report(_ decoder: TextDecoder) throws(ConversionError) {
    guard let first = decoder.firstReplacement else { return }
    let count = decoder.replacements
    let what =
      "\(count) \(count == 1 ? "byte has" : "bytes have") no character in \(charset.name.printable), "
      + "the first at offset \(first)"
    guard !context.reading.isStrict else {
      throw ConversionError(
        .damagedInput,
        "\(what); without --strict U+FFFD stands for each, or --encoding names another one")
    }
    context.warn("\(what); U+FFFD stands for each (--encoding names another encoding)")
  }
}

/// The text of a file of another encoding, from a place on.
private final class TranscodedStream: ByteStream {
  private let source: TranscodedText
  private let decoder: TextDecoder
  private let isFromStart: Bool
  /// Where the next bytes are in the file.
  private var position: Int
  /// Where the text that is decoded ends.
  private var textEnd: Int
  /// Text that nobody has taken yet.
  private let pending = ByteBuffer(capacity: 1 << 17)
  private var pendingStart = 0
  private var isAtEnd = false

  private static let chunk = 1 << 16

  init(_ source: TranscodedText, from place: TranscodedText.Place) throws(ConversionError) {
    self.source = source
    decoder = try TextDecoder(source.charset, isAtStart: place.file == 0)
    isFromStart = place.file == 0
    (position, textEnd) = (place.file, place.text)
  }

  func read(into buffer: ByteBuffer, atMost count: Int) throws(ConversionError) -> Bool {
    guard count > 0, try fill() else { return false }
    let pending = pending
    let taken = min(count, pending.count - pendingStart)
    buffer.append(pending.span[pendingStart..<pendingStart + taken])
    pendingStart += taken
    return true
  }

  func skip(_ count: Int) throws(ConversionError) {
    var left = count
    while left > 0, try fill() {
      let skipped = min(left, pending.count - pendingStart)
      pendingStart += skipped
      left -= skipped
    }
  }

  /// - Returns: whether there is text.
  private func fill() throws(ConversionError) -> Bool {
    while pendingStart == pending.count {
      if isAtEnd { return false }
      pending.removeAll()
      pendingStart = 0
      try decodeNext()
    }
    return true
  }

  private func decodeNext() throws(ConversionError) {
    let bytes = try source.input.read(at: position, count: Self.chunk)
    position += bytes.count
    isAtEnd = position >= source.input.byteCount || bytes.isEmpty
    decoder.decode(bytes.span, isLast: isAtEnd, into: pending)
    textEnd += pending.count
    if isAtEnd {
      if isFromStart { try source.report(decoder) }
    } else {
      source.pass(TranscodedText.Place(text: textEnd, file: position - decoder.unread))
    }
  }
}
