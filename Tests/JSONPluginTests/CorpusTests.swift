import ConverterCore
import TestSupport
import Testing
import TreeModel

@testable import JSONPlugin

/// Real files: pretty and compact, they keep their tokens.
@Suite(.enabled(if: Corpus.isPresent)) struct CorpusTests {
  @Test(arguments: [
    "canada.json", "citm_catalog.json", "github_events.json", "northeast_states.geojson",
    "numbers.json",
    "twitter.json", "twitterescaped.json", "amazon_cellphones.ndjson",
  ])
  func tokensStay(name: String) throws {
    let bytes = try Corpus.bytes("json/\(name)")
    let isSequence = name.hasSuffix(".ndjson")
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
