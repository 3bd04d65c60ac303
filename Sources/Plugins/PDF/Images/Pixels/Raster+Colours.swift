/// What colours a picture really has.
extension Raster {
  /// Whether red, green and blue of every pixel differ by at most `tolerance`.
  func isGray(tolerance: UInt8) -> Bool {
    guard channels == 3 else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return false }
      for y in 0..<height {
        let row = base + y * width * 3
        // Whole rows at once, without branches.
        var widest: UInt8 = 0
        for x in 0..<width {
          let (r, g, b) = (row[3 &* x], row[3 &* x &+ 1], row[3 &* x &+ 2])
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
    return bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let end = min(start + 4096, bytes.count)
        var others: UInt8 = 0
        for index in start..<end { others |= (bytes[index] &+ 1) & 0xFE }
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
    var isUsed = [Bool](repeating: false, count: 256)
    isUsed.withUnsafeMutableBufferPointer { isUsed in
      for byte in bytes { isUsed[Int(byte)] = true }
    }
    return isUsed
  }

  /// A gray picture with as many bits a sample as its levels need.
  func reduced(to bits: Int) -> [UInt8] {
    guard bits < 8 else { return bytes }
    let step = UInt8(255 / (1 << bits - 1))
    return packed(bits: bits) { $0 / step }
  }

  /// Numbers of colours with fewer bits each.
  func packedIndices(bits: Int) -> [UInt8] { bits == 8 ? bytes : packed(bits: bits) { $0 } }

  private func packed(bits: Int, _ value: (UInt8) -> UInt8) -> [UInt8] {
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

  /// `nil` for a picture of more colours.
  init?(_ raster: Raster) {
    let channels = raster.channels
    let pixels = raster.width * raster.height
    var table = ColourTable()
    let isFew = raster.bytes.withUnsafeBufferPointer { bytes in
      var previous: UInt64 = .max
      for index in 0..<pixels {
        let colour = Self.colour(bytes, index, channels)
        if colour == previous { continue }
        previous = colour
        if table.number(of: colour, adding: true) == nil { return false }
      }
      return true
    }
    guard isFew else { return nil }
    // Neighbours in colour become neighbours in number.
    let sorted = table.colours.sorted()
    var ranks = ColourTable()
    for colour in sorted { _ = ranks.number(of: colour, adding: true) }
    let indices = [UInt8](unsafeUninitializedCapacity: pixels) { room, made in
      raster.bytes.withUnsafeBufferPointer { bytes in
        var previous: UInt64 = .max
        var number: UInt8 = 0
        for index in 0..<pixels {
          let colour = Self.colour(bytes, index, channels)
          if colour != previous {
            previous = colour
            number = UInt8(truncatingIfNeeded: ranks.number(of: colour, adding: false) ?? 0)
          }
          room[index] = number
        }
      }
      made = pixels
    }
    self.indices = Raster(width: raster.width, height: raster.height, channels: 1, bytes: indices)
    colours = sorted.count
    palette = sorted.flatMap { colour in
      (0..<channels).map { UInt8(truncatingIfNeeded: colour >> UInt64(8 * (channels - 1 - $0))) }
    }
  }

  @inline(__always)
  private static func colour(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ channels: Int
  ) -> UInt64 {
    var colour: UInt64 = 0
    for channel in 0..<channels { colour = colour << 8 | UInt64(bytes[index * channels + channel]) }
    return colour
  }
}

/// Up to 256 colours by hash, in the order in which they came.
private struct ColourTable {
  private(set) var colours: [UInt64] = []
  private var slots = [Int16](repeating: -1, count: 1024)

  /// - Returns: `nil` for a colour that is not there, or would be one too many.
  mutating func number(of colour: UInt64, adding: Bool) -> Int? {
    var slot = Int(truncatingIfNeeded: (colour &* 0x9E37_79B9_7F4A_7C15) >> 54)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if colours[number] == colour { return number }
      slot = (slot + 1) & 1023
    }
    guard adding, colours.count < 256 else { return nil }
    slots[slot] = Int16(colours.count)
    colours.append(colour)
    return colours.count - 1
  }
}
