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
      let count = round < 500 ? round % 12 : Int(random.next() % 300)
      var text = (0..<count).map { _ in letters[Int(random.next() % UInt64(letters.count))] }
      // Quoted cells as they should be, so that some of it is regular.
      if round % 3 == 0 { text = Self.quoting(text, &random) }
      let chunk = 1 + Int(random.next() % 200)
      let expected = Reference(marks).rows(of: text)
      let found = Self.rows(of: text, marks, chunk: round % 2 == 0 ? chunk : 1 << 12)
      guard found != expected else { continue }
      Issue.record("\(String(decoding: text, as: UTF8.self).debugDescription), \(chunk): \(found)")
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
        let expected = Reference(marks).rows(of: text)
        let found = Self.rows(of: text, marks, chunk: 1 << 12)
        guard found != expected else { continue }
        Issue.record("\(String(decoding: text, as: UTF8.self).debugDescription): \(found)")
        return
      }
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

  private static func rows(of text: [UInt8], _ marks: Marks, chunk: Int) -> [[[UInt8]]] {
    let context = ConversionContext(registry: Registry())
    let rows = DelimitedRows(
      RereadableStream(PlainStream(InputFile(bytes: text), at: 0)),
      scanner: DelimitedScanner(marks), columns: 2, oddities: nil,
      start: (RowMark(row: 1, position: 0), 1), chunk: chunk, in: context)
    let batch = RowBatch()
    var result: [[[UInt8]]] = []
    var counted = 0
    while (try? rows.claim(batch)) == true {
      counted = rows.row - 1
      try? rows.split(batch)
      for row in 0..<batch.rowCount {
        result.append(batch.row(row).map { Array(batch.text(of: batch.cells[$0])) })
      }
    }
    // What claiming counts is what splitting finds.
    return counted == result.count ? result : [[Array("\(counted) rows were counted".utf8)]] + result
  }
}

/// The careful scanner alone, over a whole text.
struct Reference {
  let marks: Marks

  init(_ marks: Marks) { self.marks = marks }

  func rows(of text: [UInt8]) -> [[[UInt8]]] {
    let careful = CarefulScanner(marks: marks)
    let buffer = ByteBuffer()
    buffer.append(text)
    var at = 0
    var rows: [[[UInt8]]] = []
    var none = NoSink()
    while at < buffer.count {
      if marks.skipsEmptyLines, buffer.start[at] == 0x0A || buffer.start[at] == 0x0D {
        at += 1
        continue
      }
      var literal: Int?
      if case .open(let quote) = careful.record(
        in: buffer.start, from: at, to: buffer.count, isLast: true, into: &none)
      {
        literal = quote
      }
      var sink = MovingSink()
      guard
        case .complete(let next) = careful.record(
          in: buffer.start, from: at, to: buffer.count, isLast: true, literal: literal, into: &sink)
      else { break }
      rows.append(
        sink.cells.map {
          Array(UnsafeRawBufferPointer(start: buffer.start + $0.start, count: $0.count))
        })
      at = next
    }
    return rows
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
