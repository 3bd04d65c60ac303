import PictureModel

/// What colours a picture really has.
extension Raster {
  /// Whether red, green and blue of every pixel differ by at most `tolerance`.
  func isGray(tolerance: UInt8) -> Bool {
    guard channels == 3 else { return false }
    // Rows of three bytes a pixel are read, all of which are there.
    precondition(bytes.count >= rowBytes * height, "all rows are there")
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return false }
      for y in 0..<height {
        let row = unsafe base + y * width * 3
        // Whole rows at once, without branches.
        var widest: UInt8 = 0
        for x in 0..<width {
          let (r, g, b) = unsafe (row[3 &* x], row[3 &* x &+ 1], row[3 &* x &+ 2])
          widest = max(widest, max(r, max(g, b)) &- min(r, min(g, b)))
        }
        if widest > tolerance { return false }
      }
      return true
    }
  }

  /// Whether every sample of a gray picture is 0 or 255.
  var isBlackAndWhite: Bool {
    guard channels == 1 else { return false }
    // Places go up to the number of bytes.
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let end = min(start + 4096, bytes.count)
        var others: UInt8 = 0
        for index in start..<end { unsafe others |= (bytes[index] &+ 1) & 0xFE }
        if others != 0 { return false }
        start = end
      }
      return true
    }
  }

  /// A picture of 0 and 255, or of 0 and 1, as bits.
  func bitmap() -> Bitmap {
    Bitmap(width: width, height: height, bytes: packed(bits: 1) { $0 & 1 })
  }

  /// How many bits hold the levels of a gray picture: 1, 2, 4 or 8.
  var levelBits: Int {
    let isUsed = usedLevels
    for bits in [1, 2, 4] {
      let step = 255 / (1 << bits - 1)
      if isUsed.indices.allSatisfy({ !isUsed[$0] || $0 % step == 0 }) { return bits }
    }
    return 8
  }

  /// How many levels a gray picture has.
  var levelCount: Int { usedLevels.count { $0 } }

  private var usedLevels: [Bool] {
    // A byte is always a place in it, so that nothing is left to check.
    var isUsed = InlineArray<256, Bool>(repeating: false)
    for byte in bytes { isUsed[Int(byte)] = true }
    return isUsed.indices.map { isUsed[$0] }
  }

  /// A gray picture with as many bits a sample as its levels need.
  func reduced(to bits: Int) -> [UInt8] {
    guard bits < 8 else { return bytes }
    let step = UInt8(255 / (1 << bits - 1))
    return packed(bits: bits) { $0 / step }
  }

  /// Numbers of colours with fewer bits each.
  func packedIndices(bits: Int) -> [UInt8] { bits == 8 ? bytes : packed(bits: bits) { $0 } }

  func packed(bits: Int, _ value: (UInt8) -> UInt8) -> [UInt8] {
    let perByte = 8 / bits
    let rowBytes = (width + perByte - 1) / perByte
    var result = [UInt8](repeating: 0, count: rowBytes * height)
    for y in 0..<height {
      for x in 0..<width {
        let shift = UInt8(truncatingIfNeeded: 8 - bits * (x % perByte + 1))
        result[y * rowBytes + x / perByte] |= value(bytes[y * width + x]) << shift
      }
    }
    return result
  }
}

/// A picture of at most 256 colours: their numbers, and the colours in the order of their samples.
struct IndexedRaster {
  let indices: Raster
  /// As many bytes for each as the picture has channels.
  let palette: [UInt8]
  let colours: Int

  /// 1, 2, 4 or 8.
  var bits: Int { colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8 }

  /// - Precondition: a pixel has 1, 3 or 4 samples.
  /// - Returns: `nil` for a picture of more colours.
  init?(_ raster: Raster) {
    let channels = raster.channels
    precondition(
      [1, 3, 4].contains(channels), "pixels are gray, of three colours, or of four inks")
    let pixels = raster.width * raster.height
    // The table reads and writes as many pixels as it is told, and there are so many.
    precondition(raster.bytes.count >= pixels * channels, "all rows are there")
    // A fourth sample may be anything, and is told apart as opacity is.
    var table = ColourTable(opacity: .degrees)
    let isFew = unsafe raster.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return true }
      return unsafe table.add(base, samplesPerPixel: channels, count: pixels)
    }
    guard isFew else { return nil }
    // Neighbours in colour become neighbours in number.
    let sorted = table.colours.sorted { one, other in
      (0..<4).first { one[$0] != other[$0] }.map { one[$0] < other[$0] } ?? false
    }
    let ranks = ColourTable(sorted, opacity: .degrees)
    let indices = unsafe [UInt8](unsafeUninitializedCapacity: pixels) { room, made in
      unsafe raster.bytes.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress, let target = room.baseAddress else { return }
        let isKnown = unsafe ranks.writeIndices(
          of: base, samplesPerPixel: channels, count: pixels, to: target)
        precondition(isKnown, "every colour was taken into the table")
        made = pixels
      }
    }
    self.indices = Raster(width: raster.width, height: raster.height, channels: 1, bytes: indices)
    colours = sorted.count
    palette = sorted.flatMap { colour in (0..<channels).map { colour[$0] } }
  }
}
