package import ConverterCore

/// The encoding of a file of text, found out from pieces of it.
package struct TextEncodingGuess: Sendable {
  package let charset: Charset
  /// 0…1; 1 where the file itself says it.
  package let confidence: Double
  /// Whether the file begins with a byte order mark.
  package let hasMark: Bool
  /// Whether nothing but ASCII was seen.
  package let isASCII: Bool

  private static let headLength = 1 << 16
  private static let pieceLength = 1 << 13
  private static let pieceCount = 8

  /// Looks at the head of the file, and where that is ASCII at places further on, up to its end.
  ///
  /// - Throws: `readFailed`.
  package init(of input: InputFile) throws(ConversionError) {
    let head = try input.read(at: 0, count: Self.headLength)
    let isWhole = head.count >= input.byteCount
    var pieces: [[UInt8]] = []
    if !isWhole, head.isASCII {
      let rest = input.byteCount - head.count
      for number in 1...Self.pieceCount {
        // The last one is the end of the file.
        let end = head.count + rest / Self.pieceCount * number
        let start = number == Self.pieceCount ? input.byteCount - Self.pieceLength : end
        pieces.append(try input.read(at: max(head.count, start), count: Self.pieceLength))
      }
    }
    self.init(head: head, isWhole: isWhole, pieces: pieces)
  }

  /// - Parameters:
  ///   - head: the first bytes.
  ///   - isWhole: whether nothing follows.
  ///   - pieces: bytes from further on, cut anywhere.
  package init(head: [UInt8], isWhole: Bool, pieces: [[UInt8]] = []) {
    if let (known, length) = Self.mark(of: head), let charset = Charset(known) {
      let isUTF8 = known == .utf8
      self.init(
        charset, 1, hasMark: true,
        isASCII: isUTF8 && head.dropFirst(length).allSatisfy { $0 < 0x80 })
      return
    }
    if let (known, confidence) = WideText.guess(head), let charset = Charset(known) {
      self.init(charset, confidence)
      return
    }
    let all = [head] + pieces
    let isASCII = all.allSatisfy(\.isASCII)
    var counts = UTF8Count(head, isCutBehind: !isWhole)
    for piece in pieces { counts.add(UTF8Count(piece, isCutBefore: true, isCutBehind: true)) }
    if isASCII, let charset = EscapedSets.guess(all) {
      self.init(charset, 0.95)
    } else if isASCII {
      self.init(.utf8, isWhole ? 1 : 0.95, isASCII: true)
    } else if counts.invalid == 0 {
      self.init(.utf8, counts.characters > 1 || counts.isLong ? 0.99 : 0.9)
    } else if counts.characters > 20 * counts.invalid {
      // Some cells of a file that is put together from several.
      self.init(.utf8, 0.8)
    } else if let winner = Self.contest(all) {
      self.init(winner.charset, winner.confidence)
    } else {
      self.init(.windows1252, 0.3)
    }
  }

  private init(
    _ charset: Charset, _ confidence: Double, hasMark: Bool = false, isASCII: Bool = false
  ) {
    self.charset = charset
    self.confidence = confidence
    self.hasMark = hasMark
    self.isASCII = isASCII
  }

  /// The encoding that the first bytes say, and how many bytes say it.
  package static func mark(of head: [UInt8]) -> (Charset.Known, Int)? {
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if head.starts(with: [0xFF, 0xFE, 0, 0]), head.count % 4 == 0 { return (.utf32LE, 4) }
    if head.starts(with: [0, 0, 0xFE, 0xFF]) { return (.utf32BE, 4) }
    if head.starts(with: [0xFF, 0xFE]) { return (.utf16LE, 2) }
    return head.starts(with: [0xFE, 0xFF]) ? (.utf16BE, 2) : nil
  }

  /// The older encodings of one and two bytes a character.
  private static func contest(_ pieces: [[UInt8]]) -> (charset: Charset, confidence: Double)? {
    let hasMacLineEnds = pieces[0].contains(0x0D) && !pieces[0].contains(0x0A)
    let field = EncodingContest.Field.text(hasMacLineEnds: hasMacLineEnds)
    // Most texts are clear from their first words.
    let few = ForeignWords(of: pieces, atMost: 384)
    let winner = EncodingContest(few.words, among: field).winner()
    guard few.isCut, (winner?.confidence ?? 0) < 0.98 else { return winner }
    return EncodingContest(ForeignWords(of: pieces, atMost: 3072).words, among: field).winner()
  }
}

extension Charset {
  /// What every file of ASCII is in, too.
  package static let utf8 = Charset(name: Known.utf8.rawValue, conversion: .utf8)
  static let windows1252 = Charset(
    name: Known.windows1252.rawValue, conversion: .table(.windows1252))
}

/// The words of a text that are not ASCII, each once.
private struct ForeignWords {
  private let most: Int
  private(set) var words: [[UInt8]] = []
  private var seen: Set<ArraySlice<UInt8>> = []
  private var byteCount = 0

  /// Whether there may be more than was taken.
  var isCut: Bool { byteCount >= most }

  /// - Parameter most: the bytes from which on no more are taken.
  init(of pieces: [[UInt8]], atMost most: Int) {
    self.most = most
    for piece in pieces { add(piece) }
  }

  private mutating func add(_ text: [UInt8]) {
    var start = 0
    var isForeign = false
    for index in text.indices {
      // No character of the encodings that are guessed has a byte below 0x30 but its first.
      if text[index] >= 0x30 {
        if text[index] >= 0x80 { isForeign = true }
        continue
      }
      if isForeign { add(text[start..<index]) }
      guard !isCut else { return }
      isForeign = false
      start = index + 1
    }
    if isForeign { add(text[start...]) }
  }

  private mutating func add(_ word: ArraySlice<UInt8>) {
    let word = word.prefix(256)
    guard seen.insert(word).inserted else { return }
    words.append(Array(word))
    byteCount += word.count
  }
}

extension [UInt8] {
  /// Whether no byte is above 0x7F.
  package var isASCII: Bool {
    let bytes = span
    var index = 0
    while index + 8 <= bytes.count {
      let word = bytes.littleEndian(at: index, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { return false }
      index += 8
    }
    return bytes[index...].allSatisfy { $0 < 0x80 }
  }
}
