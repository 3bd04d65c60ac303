import CharacterEncodings
import ConverterCore
import TableModel

/// The encoding of a file: what the user says, or what it looks like.
struct EncodingChoice {
  let charset: Charset
  let confidence: Double
  private let isASCII: Bool
  private let hasMark: Bool

  /// - Throws: `usage` for an encoding that is not known; `readFailed`.
  init(of input: InputFile, said: String?) throws(ConversionError) {
    guard let said else {
      let guess = try TextEncodingGuess(of: input)
      charset = guess.charset
      confidence = guess.confidence
      isASCII = guess.isASCII
      hasMark = guess.hasMark
      return
    }
    guard let named = Charset(named: said) else {
      throw ConversionError(
        .usage,
        "the encoding \"\(said.printable)\" is not known; there are UTF-8, UTF-16, windows-1252, Shift-JIS, "
          + "GBK, EUC-KR, and those that iconv -l lists")
    }
    charset = named.following(markOf: try input.read(at: 0, count: 4))
    confidence = 1
    (isASCII, hasMark) = (false, false)
  }

  var finding: Finding {
    let text =
      isASCII && !hasMark ? "ASCII" : charset.name + (hasMark ? " with a byte order mark" : "")
    return Finding(
      "encoding", text.printable, json: .string(charset.name), confidence: confidence,
      flag: "--encoding")
  }
}
