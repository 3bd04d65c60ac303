import CharacterEncodings
import ConverterCore
import TableModel

/// The text of a file, in UTF-8.
struct MarkdownText {
  let input: InputFile
  let finding: Finding

  /// Of another encoding, as the user says, as a byte order mark says, or as it looks like, it is transcoded in
  /// memory.
  ///
  /// - Throws: `usage` for an encoding that is not known, `limitExceeded` where memory is too small.
  init(of input: InputFile, in context: ConversionContext) throws(ConversionError) {
    let charset: Charset
    let confidence: Double
    if let said = context.reading.encoding {
      (charset, confidence) = (try input.charset(said: said), 1)
    } else {
      let guess = try TextEncodingGuess(of: input)
      (charset, confidence) = (guess.charset, guess.confidence)
    }
    self.input = try input.transcoded(from: charset, as: "Markdown", in: context)
    finding = Finding(
      "encoding", charset.name.printable, json: .string(charset.name), confidence: confidence,
      flag: "--encoding")
  }
}
