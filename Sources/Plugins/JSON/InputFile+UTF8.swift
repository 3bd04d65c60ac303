import CharacterEncodings
import ConverterCore

extension InputFile {
  /// The text in UTF-8, which is the only encoding of JSON: of another one, as its mark or the user says, it is
  /// transcoded in memory.
  ///
  /// - Throws: `usage` for an encoding that is not known, `limitExceeded` where memory is too small.
  func inUTF8(_ context: ConversionContext) throws(ConversionError) -> InputFile {
    let charset =
      if let said = context.reading.encoding { try self.charset(said: said) } else {
        TextEncodingGuess.mark(of: try read(at: 0, count: 4)).flatMap { Charset($0.0) }
      }
    // Nothing says that it is not UTF-8.
    guard let charset, !charset.isUTF8 else { return self }
    let text = try transcoded(from: charset, as: "JSON", in: context)
    let name = charset.name.printable
    context.note("encoding", .changed, why: "the text was in \(name), and JSON is in UTF-8")
    return text
  }
}
