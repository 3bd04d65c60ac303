import ConverterCore

/// Samples of eight bits, interleaved, as the stream has them before its array Decode maps them.
struct Raster: Sendable, Equatable {
  var width: Int
  var height: Int
  var channels: Int
  var bytes: [UInt8]

  var rowBytes: Int { width * channels }
}

extension Raster {
  /// Samples of 1, 2, 4, 8 or 16 bits, rows of which begin with a byte, brought to eight bits.
  ///
  /// - Parameters:
  ///   - packed: at least all rows.
  ///   - isIndex: whether samples are numbers of colours, which stay as they are.
  init(width: Int, height: Int, channels: Int, bits: Int, packed: [UInt8], isIndex: Bool) {
    (self.width, self.height, self.channels) = (width, height, channels)
    let count = width * channels
    let rowBytes = (count * bits + 7) / 8
    if bits == 8 {
      bytes = packed.count == rowBytes * height ? packed : Array(packed.prefix(rowBytes * height))
      return
    }
    precondition(packed.count >= rowBytes * height, "all rows are there")
    let mask = UInt8(truncatingIfNeeded: 1 << min(bits, 8) - 1)
    let scale: UInt8 = isIndex || bits == 16 ? 1 : 255 / mask
    // Each row is read as far as its `count` samples go, which is `rowBytes`, and `count` bytes are written for it.
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: count * height) { room, made in
      unsafe packed.withUnsafeBufferPointer { packed in
        guard let base = packed.baseAddress, let target = room.baseAddress else { return }
        for y in 0..<height {
          let row = unsafe base + y * rowBytes
          let output = unsafe target + y * count
          if bits == 16 {
            for x in 0..<count {
              // To the nearest: 65535 is 255.
              let value = unsafe UInt32(row[2 * x]) << 8 | UInt32(row[2 * x + 1])
              unsafe output[x] = UInt8(truncatingIfNeeded: (value &* 255 &+ 32895) >> 16)
            }
          } else {
            for x in 0..<count {
              let position = x &* bits
              let shift = UInt8(truncatingIfNeeded: 8 &- bits &- position & 7)
              unsafe output[x] = (row[position >> 3] >> shift & mask) &* scale
            }
          }
        }
        made = count * height
      }
    }
  }

  /// Numbers of colours replaced by the colours; numbers that the palette lacks by its last.
  func looked(up palette: [UInt8], channels: Int) -> Raster {
    let last = max(0, palette.count / channels - 1)
    var table = [UInt8](repeating: 0, count: 256 * channels)
    for index in 0..<256 {
      for channel in 0..<channels {
        let place = min(index, last) * channels + channel
        if place < palette.count { table[index * channels + channel] = palette[place] }
      }
    }
    let pixels = width * height
    precondition(bytes.count >= pixels, "all rows are there")
    // A byte is read for each pixel and `channels` written; the table has as many for each of the 256 bytes.
    let result = unsafe [UInt8](unsafeUninitializedCapacity: pixels * channels) { room, made in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe table.withUnsafeBufferPointer { table in
          guard let from = bytes.baseAddress, let to = room.baseAddress,
            let table = table.baseAddress
          else { return }
          switch channels {
          case 1: for index in 0..<pixels { unsafe to[index] = table[Int(from[index])] }
          case 3:
            for index in 0..<pixels {
              let colour = unsafe table + 3 &* Int(from[index])
              unsafe (to[3 &* index], to[3 &* index &+ 1]) = (colour[0], colour[1])
              unsafe to[3 &* index &+ 2] = colour[2]
            }
          default:
            for index in 0..<pixels {
              let colour = unsafe table + channels &* Int(from[index])
              for channel in 0..<channels {
                unsafe to[channels &* index &+ channel] = colour[channel]
              }
            }
          }
        }
      }
      made = pixels * channels
    }
    return Raster(width: width, height: height, channels: channels, bytes: result)
  }

  /// The one channel of a picture whose three are the same, or nearly so.
  func gray() -> Raster {
    let pixels = width * height
    precondition(bytes.count >= 3 * pixels, "all rows are there")
    // Three bytes are read for each pixel, and one is written.
    let result = unsafe [UInt8](unsafeUninitializedCapacity: pixels) { room, made in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let from = bytes.baseAddress, let to = room.baseAddress else { return }
        for index in 0..<pixels {
          let sum =
            unsafe UInt16(from[3 &* index]) &+ UInt16(from[3 &* index &+ 1]) &* 2
            &+ UInt16(from[3 &* index &+ 2])
          unsafe to[index] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
        }
      }
      made = pixels
    }
    return Raster(width: width, height: height, channels: 1, bytes: result)
  }
}
