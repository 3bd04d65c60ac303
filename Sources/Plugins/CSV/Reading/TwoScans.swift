import ConverterCore
import TableModel

/// The rows of a text as the quick loops find them, and as the careful scanner alone does: for tests, and for
/// whoever looks for a text in which they differ.
package struct TwoScans {
  package let quick: [[[UInt8]]]
  package let careful: [[[UInt8]]]
  /// What claiming counts, which is what splitting finds.
  private let claimed: Int
  /// What counting without claiming finds.
  private let counted: Int

  /// - Parameter chunk: how many bytes are read at a time.
  package init(of text: [UInt8], _ marks: Marks, chunk: Int) {
    self.init(of: text, marks, chunk: chunk, with: .best)
  }

  init(
    of text: [UInt8], _ marks: Marks, chunk: Int, with instructions: DelimitedScanner.Instructions
  ) {
    let scanner = DelimitedScanner(marks, with: instructions)
    (quick, claimed) = Self.quickly(text, scanner, chunk: chunk)
    careful = Self.carefully(text, marks)
    let dialect = Dialect(
      delimiter: marks.delimiter, quote: marks.quote, escape: marks.escape,
      columns: [Column("1"), Column("2")])
    let content = DelimitedContent(
      source: PlainText(input: InputFile(bytes: text)), dialect: dialect, byteCount: text.count,
      scanner: scanner)
    let context = ConversionContext(registry: Registry())
    counted = (try? content.countRows(pieces: 64 * (1 + chunk % 3), in: context)) ?? -1
  }

  package var agree: Bool {
    quick == careful && claimed == careful.count && counted == careful.count
  }

  private static func quickly(
    _ text: [UInt8], _ scanner: DelimitedScanner, chunk: Int
  ) -> (rows: [[[UInt8]]], count: Int) {
    let source = DelimitedRows(
      RereadableStream(PlainStream(InputFile(bytes: text), at: 0)),
      scanner: scanner, columns: 2, oddities: nil,
      start: (RowMark(row: 1, position: 0), 1), chunk: chunk,
      in: ConversionContext(registry: Registry()))
    let batch = RowBatch()
    var rows: [[[UInt8]]] = []
    while (try? source.claim(batch)) == true, (try? source.split(batch)) != nil {
      for row in 0..<batch.rowCount {
        rows.append(batch.row(row).map { batch.text(of: batch.cells[$0]).array })
      }
    }
    return (rows, source.row - 1)
  }

  private static func carefully(_ text: [UInt8], _ marks: Marks) -> [[[UInt8]]] {
    let scanner = CarefulScanner(marks: marks)
    let buffer = ByteBuffer()
    buffer.append(text)
    let text = CheckedBytes(buffer)
    var at = 0
    var rows: [[[UInt8]]] = []
    while at < buffer.count {
      if marks.skipsEmptyLines, text[at] == 0x0A || text[at] == 0x0D {
        at += 1
        continue
      }
      var literal: Int?
      var none = NoSink()
      if case .open(let quote) = scanner.record(
        in: text, from: at, to: buffer.count, isLast: true, into: &none)
      {
        literal = quote
      }
      var sink = MovingSink()
      guard
        case .complete(let next) = scanner.record(
          in: text, from: at, to: buffer.count, isLast: true, literal: literal, into: &sink)
      else { break }
      rows.append(
        sink.cells.map { buffer.span[$0.start..<$0.start + $0.count].array })
      at = next
    }
    return withExtendedLifetime(buffer) { rows }
  }
}
