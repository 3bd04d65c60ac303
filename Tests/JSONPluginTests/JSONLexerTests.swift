import ConverterCore
import JSONPlugin
import Testing
import TreeModel

/// Text to tokens, in pieces of every size.
@Suite struct JSONLexerTests {
  private static let example =
    #" {"a": [1, -2.5e+10, "x\u00e9\"y", "é€😀", true, false, null, {}, []], "": {"b":"c"}} "#

  @Test func tokensAreTheSameInPiecesOfAnySize() throws {
    let bytes = Array(Self.example.utf8)
    let whole = try Lexing.pieces(of: bytes)
    #expect(whole.map(\.text).joined(separator: "|") ==
      #"|a||1|-2.5e+10|x\u00e9\"y|é€😀|||||||||||b|c||"#)
    for size in 1...bytes.count + 1 {
      #expect(try Lexing.pieces(of: bytes, pieceSize: size) == whole, "\(size)")
    }
  }

  @Test func prettyPrinting() throws {
    let text = try Lexing.convert(Self.example)
    print(text)
  }

  @Test(arguments: ["[1, 2 x]", "{\"a\": 1,}", "[1 2]", "{\"a\" 1}", "tru", "[\"abc", "{a: 1}", "1 2", "[01]", "[1.]", "[\"\\x\"]", "[\"a\tb\"]", "[\"\u{85}é\", \"日本\", +1]", "", "[[[", "{\"a\":", "// x\n1", "[\"\\u12g4\"]", "NaN", "[1,]"])
  func errors(text: String) throws {
    let error = #expect(throws: ConversionError.self) { try Lexing.pieces(of: Array(text.utf8)) }
    print(error?.message ?? "")
  }
}
