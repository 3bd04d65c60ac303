import ConverterCore
import PictureModel

/// The rows of a picture in the order in which a file holds them, as samples: native words, or a byte an index.
protocol PNGRowSupply: AnyObject {
  /// Pixels in the rows to come, and how many follow; `nil` at the end. The row before the first of a run is
  /// taken for zeros.
  func run() -> (width: Int, count: Int, isFirst: Bool)?

  /// Writes the next `count` rows of the run, one behind the other.
  ///
  /// - Parameter rows: room for so many rows of the run's width.
  func take(_ count: Int, to rows: UnsafeMutableRawPointer) throws(ConversionError)

  /// Whether nothing follows.
  var isAtEnd: Bool { get }
}

/// Rows from top to bottom, as a source gives them.
final class PNGSourceRows: PNGRowSupply {
  private let source: any PixelSource
  private let layout: PNGRowLayout
  private let rowByteCount: Int
  private var band: PixelBand?
  /// The next row, in the plane and in the picture.
  private var row = 0
  private var y = 0

  init(_ source: any PixelSource, _ layout: PNGRowLayout) {
    self.source = source
    self.layout = layout
    rowByteCount = layout.sampleRowByteCount(width: source.width)
  }

  var isAtEnd: Bool { y == source.height }

  func run() -> (width: Int, count: Int, isFirst: Bool)? {
    isAtEnd ? nil : (source.width, source.height - y, y == 0)
  }

  func take(_ count: Int, to rows: UnsafeMutableRawPointer) throws(ConversionError) {
    // A row of the plane has as many samples as the layout takes, which becomes `rowByteCount` bytes.
    var rows = unsafe rows
    for _ in 0..<count {
      let plane = try nextPlane()
      if layout.isIndexed {
        try unsafe layout.writeIndices(
          of: plane.row(row), count: source.width,
          to: rows.assumingMemoryBound(to: UInt8.self))
      } else {
        unsafe rows.copyMemory(from: plane.row(row), byteCount: rowByteCount)
      }
      unsafe rows += rowByteCount
      row += 1
      y += 1
    }
  }

  private func nextPlane() throws(ConversionError) -> PixelBuffer.Plane {
    while true {
      if let band, row < band.height { return band.plane(0) }
      guard let next = try source.nextBand() else {
        throw ConversionError(.internalError, "the picture ended at row \(y) of \(source.height)")
      }
      (band, row) = (next, 0)
    }
  }
}

/// The rows of seven passes, each of which takes pixels from all over the picture (Adam7).
@safe final class PNGInterlacedRows: PNGRowSupply {
  private static let passes: [(x: Int, y: Int, columns: Int, rows: Int)] = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]

  private let samples: UnsafeMutableRawBufferPointer
  private let width: Int
  private let height: Int
  private let pixelByteCount: Int
  private var pass = 0
  private var row = 0

  /// Takes the whole picture.
  ///
  /// - Throws: `limitExceeded` when it does not fit into memory.
  init(
    _ source: any PixelSource, _ layout: PNGRowLayout, in context: ConversionContext
  ) throws(ConversionError) {
    (width, height) = (source.width, source.height)
    pixelByteCount = layout.sampleRowByteCount(width: 1)
    let (byteCount, isOverflow) = (width * pixelByteCount).multipliedReportingOverflow(by: height)
    try context.limits.check(
      .memory, isOverflow ? .max : byteCount,
      for: "writing an interlaced picture of \(width)×\(height)")
    unsafe samples = .allocate(byteCount: byteCount, alignment: 64)
    let rows = PNGSourceRows(source, layout)
    guard let base = unsafe samples.baseAddress else { return }
    // There is room for `height` rows.
    for y in 0..<height {
      try context.checkpoint(Double(y) / Double(2 * height))
      try unsafe rows.take(1, to: base + y * width * pixelByteCount)
    }
    skipEmptyPasses()
  }

  deinit { unsafe samples.deallocate() }

  var isAtEnd: Bool { pass == Self.passes.count }

  private var size: (width: Int, height: Int) {
    let pass = Self.passes[pass]
    return (
      max(0, width - pass.x + pass.columns - 1) / pass.columns,
      max(0, height - pass.y + pass.rows - 1) / pass.rows
    )
  }

  private func skipEmptyPasses() {
    while !isAtEnd, size.width == 0 || row == size.height {
      pass += 1
      row = 0
    }
  }

  func run() -> (width: Int, count: Int, isFirst: Bool)? {
    isAtEnd ? nil : (size.width, size.height - row, row == 0)
  }

  func take(_ count: Int, to rows: UnsafeMutableRawPointer) {
    guard let base = unsafe samples.baseAddress else { return }
    // `size` has just the pixels of the pass that lie within the picture, all of which `samples` holds.
    let (pass, width) = (Self.passes[pass], size.width)
    var target = unsafe rows
    for _ in 0..<count {
      let y = pass.y + row * pass.rows
      var pixel = unsafe base + (y * self.width + pass.x) * pixelByteCount
      for _ in 0..<width {
        unsafe target.copyMemory(from: pixel, byteCount: pixelByteCount)
        unsafe target += pixelByteCount
        unsafe pixel += pass.columns * pixelByteCount
      }
      row += 1
    }
    skipEmptyPasses()
  }
}
