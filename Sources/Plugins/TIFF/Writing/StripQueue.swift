import ConverterCore
import PictureModel

/// Rows of a picture as samples of the file, strip after strip.
final class StripQueue {
  /// A strip on its way into the file.
  @safe final class Strip {
    var rows = 0
    let samples: UnsafeMutableRawBufferPointer
    var coded: StripEncoderHandle?

    init(byteCount: Int) {
      unsafe samples = .allocate(byteCount: byteCount, alignment: 64)
    }

    deinit { unsafe samples.deallocate() }

    /// The rows that it has, of so many bytes each.
    @_lifetime(borrow self)
    func filled(_ rowBytes: Int) -> Span<UInt8> {
      // The part is checked, and the memory goes with the strip.
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: samples[..<(rows * rowBytes)])
      return unsafe _overrideLifetime(Span(borrowing: bytes), borrowing: self)
    }
  }

  private let source: any PixelSource
  private let coding: PageCoding
  private let lookUp: ColourLookUp?
  private var band: PixelBand?
  private var row = 0
  private(set) var y = 0

  init(_ source: any PixelSource, _ coding: PageCoding) {
    self.source = source
    self.coding = coding
    lookUp =
      if case .indices(let colours, _) = coding.samples { ColourLookUp(colours) } else { nil }
  }

  /// - Returns: whether there was anything left.
  func fill(_ strip: Strip) throws(ConversionError) -> Bool {
    let rows = min(coding.rowsPerStrip, coding.height - y)
    for index in 0..<rows {
      let target = unsafe UnsafeMutableRawBufferPointer(
        rebasing: strip.samples[index * coding.rowBytes..<(index + 1) * coding.rowBytes])
      try unsafe store(try nextRow(), to: target)
    }
    strip.rows = rows
    y += rows
    return rows > 0
  }

  /// A row of the band, as wide as the picture that is written, and of the format that its coding asks for.
  private func nextRow() throws(ConversionError) -> UnsafeRawPointer {
    while true {
      if let band, row < band.height {
        defer { row += 1 }
        return unsafe UnsafeRawPointer(band.plane(0).row(row))
      }
      guard let next = try source.nextBand() else {
        throw ConversionError(.internalError, "a picture has fewer rows than it said")
      }
      (band, row) = (next, 0)
    }
  }

  /// - Parameters:
  ///   - row: `width` pixels: of bytes where they become bits or indices, else just as many bytes as the target has.
  ///   - target: a row of the strip, of `rowBytes`.
  private func store(
    _ row: UnsafeRawPointer, to target: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) {
    let width = coding.width
    switch coding.samples {
    case .own:
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: row, count: coding.rowBytes))
    case .bilevel:
      let samples = unsafe row.assumingMemoryBound(to: UInt8.self)
      unsafe pack(1, width, to: target) { unsafe samples[$0] < 128 ? 1 : 0 }
    case .gray(let bits):
      let samples = unsafe row.assumingMemoryBound(to: UInt8.self)
      let white = (1 << bits) - 1
      unsafe pack(bits, width, to: target) {
        unsafe UInt8(truncatingIfNeeded: (Int(samples[$0]) * white + 127) / 255)
      }
    case .indices(_, let bits):
      guard let lookUp else { return }
      let samples = unsafe row.assumingMemoryBound(to: UInt8.self)
      try unsafe lookUp.find(samples, count: width)
      unsafe pack(bits, width, to: target) { lookUp.indices[$0] }
    }
  }

  /// Stores samples of less than 8 bits, the first in the highest bits.
  ///
  /// - Parameter sample: is asked for samples below `count` alone.
  private func pack(
    _ bits: Int, _ count: Int, to target: UnsafeMutableRawBufferPointer, _ sample: (Int) -> UInt8
  ) {
    let perByte = 8 / bits
    for byte in 0..<target.count {
      var packed: UInt8 = 0
      for place in 0..<perByte {
        let index = byte * perByte + place
        packed = packed << UInt8(truncatingIfNeeded: bits) | (index < count ? sample(index) : 0)
      }
      unsafe target[byte] = packed
    }
  }
}

/// The numbers of colours in a palette.
final class ColourLookUp {
  private var known: [UInt32: UInt8] = [:]
  /// Of the row that was looked up last.
  private(set) var indices: [UInt8] = []

  init(_ colours: [SIMD4<UInt8>]) {
    for (index, colour) in colours.enumerated().reversed() {
      known[Self.key(colour.x, colour.y, colour.z)] = UInt8(index)
    }
  }

  private static func key(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt32 {
    UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// - Parameter samples: three a pixel, of `count` pixels.
  /// - Throws: `damagedInput` for a colour that the palette lacks.
  func find(_ samples: UnsafePointer<UInt8>, count: Int) throws(ConversionError) {
    indices.removeAll(keepingCapacity: true)
    var last: (key: UInt32, index: UInt8)?
    for x in 0..<count {
      let key = unsafe Self.key(samples[3 * x], samples[3 * x + 1], samples[3 * x + 2])
      if let last, last.key == key {
        indices.append(last.index)
        continue
      }
      guard let index = known[key] else {
        throw ConversionError(
          .damagedInput, "the picture has pixels with an index beyond its palette")
      }
      last = (key, index)
      indices.append(index)
    }
  }
}
