import ConverterCore
import PictureModel

/// Turns rows of pixels into bytes, from top to bottom.
final class NetpbmRowCoding {
  private let kind: NetpbmKind
  private let width: Int
  private let count: Int
  /// For PBM.
  private let mapper: PaletteMapper?
  private var colours: [UInt8]
  private var bits: [UInt8]

  init(_ kind: NetpbmKind, width: Int, dithers: Bool) {
    self.kind = kind
    self.width = width
    count = width * kind.format.samplesPerPixel
    let isBits = kind.name == .pbm
    mapper =
      isBits
      ? PaletteMapper(
        [SIMD4(255, 255, 255, 255), SIMD4(0, 0, 0, 255)], emptyIndex: nil, width: width,
        dithers: dithers) : nil
    colours = [UInt8](repeating: 0, count: isBits ? 3 * width : 0)
    bits = [UInt8](repeating: 0, count: isBits ? width : 0)
  }

  /// - Parameter row: `count` samples, of two bytes where they have more than 8 bits: no index is beyond. Of bits
  ///   there is one sample for each pixel, and `colours` and `bits` have room for the width.
  func append(_ row: UnsafeMutableRawPointer, to buffer: ByteBuffer) {
    if let mapper {
      unsafe appendBits(row.assumingMemoryBound(to: UInt8.self), mapper, to: buffer)
    } else if kind.isPlain {
      unsafe appendText(row, to: buffer)
    } else if kind.format.bitDepth > 8 {
      let samples = unsafe row.assumingMemoryBound(to: UInt16.self)
      let target = unsafe buffer.reserve(2 * count)
      for index in 0..<count {
        unsafe target[2 &* index] = UInt8(truncatingIfNeeded: samples[index] &>> 8)
        unsafe target[2 &* index &+ 1] = UInt8(truncatingIfNeeded: samples[index])
      }
      buffer.count += 2 * count
    } else {
      unsafe buffer.append(UnsafeRawBufferPointer(start: row, count: count))
    }
  }

  /// 1 is black; the mapper's colours are in this order.
  private func appendBits(
    _ row: UnsafePointer<UInt8>, _ mapper: PaletteMapper, to buffer: ByteBuffer
  ) {
    for x in 0..<width {
      (colours[3 * x], colours[3 * x + 1], colours[3 * x + 2]) = unsafe (row[x], row[x], row[x])
    }
    unsafe mapper.writeIndices(of: colours, samplesPerPixel: 3, to: &bits)
    if kind.isPlain {
      for x in 0..<width {
        buffer.append(bits[x] == 0 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
        buffer.append(x % 35 == 34 || x == width - 1 ? 0x0A : 0x20)
      }
      return
    }
    for start in stride(from: 0, to: width, by: 8) {
      var byte: UInt8 = 0
      for x in start..<min(width, start + 8) { byte |= bits[x] << UInt8(7 - x + start) }
      buffer.append(byte)
    }
  }

  /// Lines of at most 70 characters, as the format asks for.
  private func appendText(_ row: UnsafeMutableRawPointer, to buffer: ByteBuffer) {
    var length = 0
    for index in 0..<count {
      let sample =
        unsafe kind.format.bitDepth > 8
        ? Int(row.assumingMemoryBound(to: UInt16.self)[index])
        : Int(row.assumingMemoryBound(to: UInt8.self)[index])
      let digits = Array(String(sample).utf8)
      if length > 0 {
        let fits = length + 1 + digits.count <= 70
        buffer.append(fits ? 0x20 : 0x0A)
        length = fits ? length + 1 : 0
      }
      buffer.append(digits)
      length += digits.count
    }
    buffer.append(0x0A)
  }
}
