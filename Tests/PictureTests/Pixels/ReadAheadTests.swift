import ConverterCore
import Synchronization
import Testing

@testable import PictureModel

/// Bands that a thread decodes before they are asked for.
@Suite("Reading ahead")
struct ReadAheadTests {
  /// Just what is worth a thread.
  private static let (width, height) = (1024, 1024)

  /// Bands of 48 rows that share their memory, and an error in place of one of them.
  private final class Decoder: PixelSource {
    let format: PixelFormat
    let width = ReadAheadTests.width
    let height = ReadAheadTests.height
    private let failingRow: Int?
    private let buffer: PixelBuffer
    private var y = 0
    /// Bands given so far.
    let count = Atomic(0)

    init(_ format: PixelFormat, failingAt row: Int? = nil) {
      self.format = format
      failingRow = row
      buffer = PixelBuffer(format, width: width, height: 48)
    }

    func nextBand() throws(ConversionError) -> PixelBand? {
      guard y < height else { return nil }
      if let failingRow, y >= failingRow {
        throw ConversionError(.damagedInput, "the data end at row \(y)")
      }
      let rows = min(48, height - y)
      let band = PixelBand(buffer, y: y, height: rows)
      for index in 0..<format.planeCount {
        let plane = band.plane(index)
        for row in 0..<plane.height {
          let samples = plane.row(row, as: UInt8.self)
          for x in 0..<plane.width {
            samples[x] = UInt8(truncatingIfNeeded: x &* 7 ^ (y + row) &* 13 &+ index &* 31)
          }
        }
      }
      y += rows
      count.add(1, ordering: .sequentiallyConsistent)
      return band
    }
  }

  private func context(threads: Int) -> ConversionContext {
    ConversionContext(registry: Registry(), threads: threads)
  }

  private func samples(_ source: any PixelSource) throws -> [UInt8] {
    let buffer = try PixelBuffer(collecting: source, in: context(threads: 1))
    return buffer.planes.flatMap { plane in
      (0..<plane.height).flatMap { y in
        UnsafeBufferPointer(start: plane.row(y, as: UInt8.self), count: plane.width)
      }
    }
  }

  @Test(
    "The pixels are the same, in the same bands",
    arguments: [.rgb8, .jfif(.s420)] as [PixelFormat])
  func pixels(_ format: PixelFormat) throws {
    let slow = try samples(Decoder(format))
    let source = Decoder(format).readAhead(in: context(threads: 2))
    #expect(!(source is Decoder))
    #expect(try samples(source) == slow)
    let again = Decoder(format).readAhead(in: context(threads: 2))
    var tops: [Int] = []
    while let band = try again.nextBand() { tops.append(band.y) }
    #expect(tops == Array(stride(from: 0, to: Self.height, by: 48)))
    #expect(try again.nextBand() == nil)
  }

  @Test("Without threads to spare, or with little to do, the source is itself")
  func notWorthIt() {
    let source = Decoder(.gray8)
    #expect(source.readAhead(in: context(threads: 1)) === source)
    let small = BufferSource(PixelBuffer(.gray8, width: 1024, height: 1023))
    #expect(small.readAhead(in: context(threads: 2)) === small)
  }

  @Test("An error of the thread comes where its band would, and again", arguments: [0, 48, 960])
  func failure(row: Int) throws {
    let source = Decoder(.gray8, failingAt: row).readAhead(in: context(threads: 2))
    var rows = 0
    func readAll() throws(ConversionError) {
      while let band = try source.nextBand() { rows += band.height }
    }
    let expected = ConversionError(.damagedInput, "the data end at row \(row)")
    for _ in 0..<2 {
      let error = #expect(throws: ConversionError.self) { try readAll() }
      #expect(error?.code == expected.code && error?.message == expected.message)
      #expect(rows == row)
    }
  }

  @Test("A source that is let go of early ends its thread")
  func abandoned() throws {
    let decoder = Decoder(.gray8)
    var source: (any PixelSource)? = decoder.readAhead(in: context(threads: 2))
    _ = try source?.nextBand()
    source = nil
    // The band that was taken, those that wait, and one that may have been in the making.
    let count = decoder.count.load(ordering: .sequentiallyConsistent)
    #expect((1...4).contains(count))
  }
}
