#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Which encoding explains names, or pieces of a text, best.
///
/// Each candidate reads them as text of the languages that it is used for, and says how surprising
/// that text is, in nats: the negative logarithm of its probability under a small model of the language.
/// So encodings of one and of two bytes a character can be compared. The least surprising one wins.
package struct EncodingContest {
  private struct Result {
    let charset: Charset
    let surprise: Double
    /// How much of the text no name has: box drawing, rare symbols, bytes without a character.
    let oddity: Double
    /// Whether that is too much for any archive of the encoding.
    let isOdd: Bool
    let texts: [[UInt8]]
  }

  private let pieces: [[UInt8]]
  private let field: Field

  /// - Parameter pieces: each whole characters, and not all ASCII.
  package init(_ pieces: [[UInt8]], among field: Field) {
    self.pieces = pieces
    self.field = field
  }

  package func winner() -> (charset: Charset, confidence: Double)? {
    let results = field.candidates.compactMap { judge($0) }
    // What is full of odd characters explains nothing; then the standard has the last word.
    let possible = results.filter { !$0.isOdd || $0.charset.name == field.standard.rawValue }
    let best = possible.min { $0.surprise < $1.surprise }
    guard let best else { return nil }
    // Of others that read the same text there is nothing to doubt.
    let others = possible.filter { $0.texts != best.texts }
    // The models are coarse and what they say of one character is not independent of the next, which the
    // division allows for.
    let odds = others.reduce(1.0) { $0 + exp((best.surprise - $1.surprise) / 2) }
    return (best.charset, min(0.99, (1 - best.oddity) / odds))
  }

  private func judge(_ candidate: Candidate) -> Result? {
    guard let charset = Charset(candidate.charset) else { return nil }
    var units = UnitReader(charset, candidate.charset)
    var surprise = candidate.rarity
    var (characters, odd, undecodable) = (0, 0, 0)
    var texts: [[UInt8]] = []
    for piece in pieces {
      var reading = Reading()
      for unit in units.units(of: piece) {
        surprise += candidate.language.surprise(unit, &reading)
      }
      characters += reading.characters
      odd += reading.odd
      undecodable += reading.undecodable
      // No later piece can make up for so many.
      if undecodable > 8 + characters / 4, candidate.charset != field.standard { return nil }
      texts.append(charset.decode(piece))
    }
    // One name may be cut in the middle of a character.
    guard undecodable <= 1 + characters / 50 || candidate.charset == field.standard else {
      return nil
    }
    let oddity = Double(odd + undecodable) / Double(max(1, characters))
    return Result(
      charset: charset, surprise: surprise, oddity: oddity,
      isOdd: odd + undecodable > 1 && oddity > 0.1, texts: texts)
  }
}

extension EncodingContest {
  /// The encodings that may win.
  package struct Field: Sendable {
    let candidates: [Candidate]
    /// The one that is left where none explains anything.
    let standard: Charset.Known

    /// Names in archives: the specification of ZIP says CP437.
    package static let archiveNames = Field(
      candidates: [
        Candidate(.cp437, WesternModel(), rarity: 0),
        Candidate(.cp850, WesternModel(), rarity: 0.3),
        Candidate(.cp866, CyrillicModel(), rarity: 1),
        Candidate(.shiftJIS, JapaneseModel.shiftJIS, rarity: 1),
        Candidate(.gbk, ChineseModel.simplified, rarity: 1),
        Candidate(.eucKR, KoreanModel(), rarity: 1),
        Candidate(.windows1252, WesternModel(), rarity: 4),
        Candidate(.windows1251, CyrillicModel(), rarity: 3),
        Candidate(.koi8R, CyrillicModel(), rarity: 4),
        Candidate(.macCyrillic, CyrillicModel(), rarity: 5),
        Candidate(.big5, ChineseModel.traditional, rarity: 2),
      ], standard: .cp437)

    /// Files of text: what programs under Windows save; what those under DOS did is rare.
    ///
    /// - Parameter hasMacLineEnds: whether its lines end as those of the Mac did until 2001.
    package static func text(hasMacLineEnds: Bool) -> Field {
      Field(
        candidates: [
          Candidate(.windows1252, WesternModel(), rarity: 0),
          Candidate(.windows1250, CentralEuropeanModel(), rarity: 2.5),
          Candidate(.latin2, CentralEuropeanModel(), rarity: 4),
          Candidate(.windows1251, CyrillicModel(), rarity: 2),
          Candidate(.koi8R, CyrillicModel(), rarity: 4),
          Candidate(.shiftJIS, JapaneseModel.shiftJIS, rarity: 2),
          Candidate(.eucJP, JapaneseModel.eucJP, rarity: 4),
          Candidate(.gbk, ChineseModel.simplified, rarity: 2),
          Candidate(.big5, ChineseModel.traditional, rarity: 2.5),
          Candidate(.eucKR, KoreanModel(), rarity: 2),
          Candidate(.macRoman, WesternModel(), rarity: hasMacLineEnds ? 1 : 6),
          Candidate(.cp850, WesternModel(), rarity: 6),
          Candidate(.cp437, WesternModel(), rarity: 6.5),
          Candidate(.cp866, CyrillicModel(), rarity: 6),
          Candidate(.macCyrillic, CyrillicModel(), rarity: hasMacLineEnds ? 3 : 7),
        ], standard: .windows1252)
    }
  }
}

/// An encoding and the languages that it is used for.
struct Candidate: Sendable {
  let charset: Charset.Known
  let language: any LanguageModel
  /// How much more seldom it is than the first, in nats.
  let rarity: Double

  init(_ charset: Charset.Known, _ language: any LanguageModel, rarity: Double) {
    self.charset = charset
    self.language = language
    self.rarity = rarity
  }
}
