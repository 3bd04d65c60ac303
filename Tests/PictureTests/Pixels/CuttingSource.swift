import ConverterCore
import PictureModel

/// Gives a buffer in bands of a certain height, each in memory that the next one overwrites.
final class CuttingSource: PixelSource {
  let buffer: PixelBuffer
  private let rows: Int
  private let scratch: PixelBuffer
  private var y = 0

  init(_ buffer: PixelBuffer, rows: Int) {
    self.buffer = buffer
    self.rows = min(rows, buffer.height)
    scratch = PixelBuffer(buffer.format, width: buffer.width, height: self.rows)
  }

  var format: PixelFormat { buffer.format }
  var width: Int { buffer.width }
  var height: Int { buffer.height }

  func nextBand() -> PixelBand? {
    guard y < height else { return nil }
    let count = min(rows, height - y)
    let band = PixelBand(buffer, y: y, bufferRow: y, height: count)
    for index in 0..<format.planeCount {
      let (plane, copy) = (band.plane(index), scratch.planes[index])
      for row in 0..<copy.height {
        copy.row(row).initializeMemory(as: UInt8.self, repeating: 0xA5, count: copy.stride)
        guard row < plane.height else { continue }
        copy.row(row).copyMemory(
          from: plane.row(row), byteCount: plane.width * format.bytesPerSample)
      }
    }
    defer { y += count }
    return PixelBand(scratch, y: y, height: count)
  }
}

extension ConversionContext {
  static func test(_ change: (inout Limits) -> Void = { _ in }) -> ConversionContext {
    var limits = Limits()
    change(&limits)
    return ConversionContext(registry: Registry(), limits: limits)
  }
}
