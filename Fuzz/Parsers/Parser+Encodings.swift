import CharacterEncodings
import ConverterCore

extension Parser {
  /// A text of any encoding: guessed, and decoded whole and cut in two.
  ///
  /// The first byte chooses the encoding, the second where the text is cut.
  static let encodings = Parser(name: "encodings") { bytes in
    guard bytes.count > 2 else { return }
    let text = Array(bytes.dropFirst(2))
    let guess = TextEncodingGuess(head: text, isWhole: bytes[1] & 1 == 0)
    precondition((0...1).contains(guess.confidence), "a confidence is none")
    let known = Charset.Known.allCases
    guard let charset = Charset(known[Int(bytes[0]) % known.count]) else { return }
    let cut = Int(bytes[1]) * text.count / 256
    for charset in [charset, guess.charset] {
      let whole = decoded([text[...]], charset)
      let parts = decoded([text[..<cut], text[cut...]], charset)
      precondition(whole == parts, "a cut changes the text")
      let isText = String(validating: whole, as: UTF8.self) != nil
      precondition(isText || charset.isUTF8, "what is decoded is not UTF-8")
    }
  }

  private static func decoded(_ pieces: [ArraySlice<UInt8>], _ charset: Charset) -> [UInt8] {
    guard let decoder = try? TextDecoder(charset) else { return [] }
    let text = ByteBuffer()
    for (index, piece) in pieces.enumerated() {
      decoder.decode(piece.span, isLast: index == pieces.count - 1, into: text)
    }
    return Array(text.bytes)
  }
}
