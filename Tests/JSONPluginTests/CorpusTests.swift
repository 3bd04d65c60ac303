import ConverterCore
import TestSupport
import Testing
import TreeModel

@testable import JSONPlugin

/// Files of other programs: pretty and compact, they keep their tokens.
@Suite struct CorpusTests {
  @Test(
    arguments: Sample.present(["fixtures/others/json", "json"], name: \.self)
      .flatMap(Sample.files(in:)))
  func tokensStay(sample: Sample) throws {
    let bytes = try sample.bytes()
    let isSequence = sample.name.hasSuffix(".ndjson")
    let type: ContentType.ID = isSequence ? "public.ndjson" : "public.json"
    let tokens = try Lexing.pieces(of: bytes, isSequence: isSequence)
    var text = bytes
    for indent in isSequence ? ["compact"] : ["2", "compact", "tab", "0"] {
      text = try Lexing.convert(text, from: type, to: type, ["indent": indent])
      #expect(try Lexing.pieces(of: text, isSequence: isSequence) == tokens, "\(indent)")
    }
    for layout in isSequence ? [.compact] : [TreeLayout.spaces(3), .compact] {
      let careful = try FastFormatterTests.careful(bytes, layout, isSequence: isSequence)
      for size in [100, 4096, 1 << 18] {
        let fast = try FastFormatterTests.fast(
          bytes, layout, isSequence: isSequence, pieceSize: size)
        #expect(fast == careful)
      }
    }
  }
}
