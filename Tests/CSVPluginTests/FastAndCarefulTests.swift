import ConverterCore
import TableModel
import Testing

@testable import CSVPlugin

/// The quick loops find what the careful scanner finds, whatever the text, wherever it is cut.
@Suite struct FastAndCarefulTests {
  static let dialects: [Marks] = [
    Marks(delimiter: UInt8(ascii: ",")),
    Marks(delimiter: UInt8(ascii: ","), skipsEmptyLines: false),
    Marks(delimiter: UInt8(ascii: ";"), quote: nil),
    Marks(delimiter: UInt8(ascii: ","), escape: UInt8(ascii: "\\")),
    Marks(delimiter: UInt8(ascii: ","), escape: UInt8(ascii: "\\"), doublesQuotes: false),
    Marks(delimiter: UInt8(ascii: ","), doublesQuotes: false),
    Marks(delimiter: UInt8(ascii: ","), skipsSpacesBeforeQuotes: true),
  ]

  /// Texts over few letters, in which everything odd is common; a few quotes among much text, so that the
  /// quick loops go far; and the same with fewer marks still.
  static let alphabets = [
    ",\"\n\r\\a; ", "aaaaaaaaaaaaaaaaaaaaaa,,,,,,\n\n\r\"", "aaaaaaaaaaaa,,\n", ",\"\n", "a,\"\"",
  ]

  @Test(arguments: dialects.indices, alphabets)
  func sameOnRandomText(dialect: Int, alphabet: String) {
    let marks = Self.dialects[dialect]
    let letters = Array(alphabet.utf8)
    var random = Seeded(state: UInt64(dialect + 1) &* 0x9E37_79B9)
    for round in 0..<1500 {
      let count = round < 500 ? round % 13 : Int(random.next() % 300)
      var text = (0..<count).map { _ in letters[Int(random.next() % UInt64(letters.count))] }
      // Quoted cells as they should be, so that some of it is regular.
      if round % 4 == 0 { text = Self.quoting(text, &random) }
      let chunk = 1 + Int(random.next() % 200)
      let scans = TwoScans(
        of: text, marks, chunk: round % 2 == 0 ? chunk : 1 << 12,
        with: DelimitedScanner.Instructions.allCases[round % 3])
      guard !scans.agree else { continue }
      let shown = String(decoding: text, as: UTF8.self).debugDescription
      Issue.record("\(shown), \(chunk): \(scans.quick), not \(scans.careful)")
      return
    }
  }

  /// Every text of a few letters, at every place of two blocks.
  @Test(arguments: [[UInt8](",\"\na".utf8), [UInt8](",\"\r\n".utf8)])
  func sameOnShortTexts(letters: [UInt8]) {
    let marks = Marks(delimiter: UInt8(ascii: ","))
    for place in [0, 58, 61, 63, 64, 125] {
      for number in 0..<4096 {
        var rest = number
        var text = [UInt8](repeating: UInt8(ascii: "x"), count: place)
        for _ in 0..<6 {
          text.append(letters[rest % 4])
          rest /= 4
        }
        let scans = TwoScans(
          of: text, marks, chunk: 1 << 12,
          with: DelimitedScanner.Instructions.allCases[number % 3])
        guard !scans.agree else { continue }
        let shown = String(decoding: text, as: UTF8.self).debugDescription
        Issue.record("\(shown): \(scans.quick), not \(scans.careful)")
        return
      }
    }
  }

  /// Pieces that are counted apart come to what the whole has.
  @Test(arguments: dialects.indices, alphabets)
  func countsInPieces(dialect: Int, alphabet: String) throws {
    let marks = Self.dialects[dialect]
    let letters = Array(alphabet.utf8)
    var random = Seeded(state: UInt64(dialect + 7) &* 0x9E37_79B9)
    for round in 0..<600 {
      var text = (0..<Int(random.next() % 500)).map { _ in
        letters[Int(random.next() % UInt64(letters.count))]
      }
      if round % 2 == 0 { text = Self.quoting(text, &random) }
      let dialect = Dialect(delimiter: marks.delimiter, quote: marks.quote, escape: marks.escape)
      let content = DelimitedContent(
        source: PlainText(input: InputFile(bytes: text)), dialect: dialect, byteCount: text.count,
        scanner: DelimitedScanner(
          marks, with: DelimitedScanner.Instructions.allCases[round % 3]))
      let context = ConversionContext(registry: Registry(), threads: 1 + round % 4)
      let count = try content.countRows(pieces: 64 * (1 + round % 2), in: context)
      let expected = TwoScans(of: text, marks, chunk: 64).careful.count
      guard count != expected else { continue }
      let shown = String(decoding: text, as: UTF8.self).debugDescription
      Issue.record("\(shown): \(count), not \(expected)")
      return
    }
  }

  @Test(arguments: DelimitedScanner.Instructions.allCases)
  func countsLineEnds(instructions: DelimitedScanner.Instructions) {
    var random = Seeded(state: 3)
    for count in 0..<300 {
      let text = (0..<count).map { _ in [0x0A, 0x0D, 0x61, 0x61][Int(random.next() % 4)] as UInt8 }
      let marked = String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n")
      let expected = marked.utf8.count { $0 != 0x61 }
      let found = DelimitedScanner.lineEnds(text.span, with: instructions)
      #expect(found == expected)
    }
  }

  private static func quoting(_ text: [UInt8], _ random: inout Seeded) -> [UInt8] {
    var result: [UInt8] = []
    for cell in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      if random.next() % 2 == 0 {
        result += cell.filter { $0 != UInt8(ascii: "\"") }
      } else {
        result.append(UInt8(ascii: "\""))
        for byte in cell {
          result += byte == UInt8(ascii: "\"") ? [byte, byte] : [byte]
        }
        result.append(UInt8(ascii: "\""))
      }
      result.append(UInt8(ascii: random.next() % 4 == 0 ? "\n" : ","))
    }
    return result
  }
}

/// Numbers that look random and are the same in each run (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
