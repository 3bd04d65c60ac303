/// One row of a picture, channel by channel, in samples of 0…65535.
///
/// There are five lines of ``pitch`` samples, at least 16 more than the width: four colours at most, and alpha. Rows that
/// are read and written have the width's pixels, and loops go over the width, or on to a multiple of 16 in the lines.
@safe final class SampleLines {
  /// The line that alpha has, whatever the number of colours.
  static let alpha = 4

  let width: Int
  /// Colours: lines `0..<colours`.
  let colours: Int
  private let memory: UnsafeMutablePointer<UInt16>
  private let pitch: Int

  init(width: Int, colours: Int) {
    self.width = width
    self.colours = colours
    // Vector loops run on to a multiple of 16 samples.
    pitch = (width + 31) & ~15
    unsafe memory = .allocate(capacity: pitch * (SampleLines.alpha + 1))
    unsafe memory.initialize(repeating: 0, count: pitch * (SampleLines.alpha + 1))
  }

  deinit { unsafe memory.deallocate() }

  subscript(index: Int) -> UnsafeMutablePointer<UInt16> { unsafe memory + index * pitch }
}

extension SampleLines {
  /// Takes a row of interleaved samples apart.
  func load(_ row: UnsafeRawPointer, samplesPerPixel: Int, isWide: Bool) {
    for channel in 0..<samplesPerPixel {
      let line = unsafe self[channel < colours ? channel : SampleLines.alpha]
      if isWide {
        let samples = unsafe row.assumingMemoryBound(to: UInt16.self) + channel
        for x in 0..<width { unsafe line[x] = samples[x &* samplesPerPixel] }
      } else {
        let samples = unsafe row.assumingMemoryBound(to: UInt8.self) + channel
        for x in 0..<width {
          unsafe line[x] = PixelScaling.wide(samples[x &* samplesPerPixel])
        }
      }
    }
  }

  /// Puts lines together as interleaved samples.
  ///
  /// - Parameter order: the line of each sample of a pixel; `nil` for full scale.
  func store(_ order: [Int?], to row: UnsafeMutableRawPointer, isWide: Bool) {
    let samplesPerPixel = order.count
    for (channel, index) in order.enumerated() {
      if isWide {
        let samples = unsafe row.assumingMemoryBound(to: UInt16.self) + channel
        if let index {
          let line = unsafe self[index]
          for x in 0..<width { unsafe samples[x &* samplesPerPixel] = line[x] }
        } else {
          for x in 0..<width { unsafe samples[x &* samplesPerPixel] = .max }
        }
      } else {
        let samples = unsafe row.assumingMemoryBound(to: UInt8.self) + channel
        if let index {
          let line = unsafe self[index]
          for x in 0..<width {
            unsafe samples[x &* samplesPerPixel] = PixelScaling.narrow(line[x])
          }
        } else {
          for x in 0..<width { unsafe samples[x &* samplesPerPixel] = .max }
        }
      }
    }
  }

  /// Fills line `index` from a plane's row through a table of all its code values.
  func load(_ index: Int, from row: UnsafeRawPointer, through table: [UInt16]) {
    let line = unsafe self[index]
    unsafe table.withUnsafeBufferPointer { table in
      if table.count > 256 {
        let samples = unsafe row.assumingMemoryBound(to: UInt16.self)
        for x in 0..<width { unsafe line[x] = table[Int(samples[x])] }
      } else {
        let samples = unsafe row.assumingMemoryBound(to: UInt8.self)
        for x in 0..<width { unsafe line[x] = table[Int(samples[x])] }
      }
    }
  }

  /// Puts line `index`, or full scale, into a plane's row through a table of all 16-bit values.
  func store(
    _ index: Int?, to row: UnsafeMutableRawPointer, isWide: Bool, through table: [UInt16]
  ) {
    for x in 0..<width {
      let code = table[Int(index.map { unsafe self[$0][x] } ?? .max)]
      if isWide {
        unsafe row.assumingMemoryBound(to: UInt16.self)[x] = code
      } else {
        unsafe row.assumingMemoryBound(to: UInt8.self)[x] = UInt8(truncatingIfNeeded: code)
      }
    }
  }

  /// Makes three equal colours of one.
  func repeatGray() {
    for channel in 1...2 { unsafe self[channel].update(from: self[0], count: width) }
  }

  /// Multiplies the colours by alpha.
  func premultiply() {
    let alpha = unsafe self[SampleLines.alpha]
    for channel in 0..<colours {
      let line = unsafe self[channel]
      for x in 0..<width {
        // Rounded division by 65535.
        let product = unsafe UInt32(line[x]) &* UInt32(alpha[x]) &+ 32768
        unsafe line[x] = UInt16(truncatingIfNeeded: (product &+ product &>> 16) &>> 16)
      }
    }
  }

  /// Divides the colours by alpha; what is wholly transparent becomes black.
  func unpremultiply() {
    let alpha = unsafe self[SampleLines.alpha]
    for channel in 0..<colours {
      let line = unsafe self[channel]
      for x in 0..<width {
        let value = unsafe Double(line[x]) * 65535 / max(1, Double(alpha[x])) + 0.5
        unsafe line[x] = alpha[x] == 0 ? 0 : UInt16(min(65535, value))
      }
    }
  }

  /// Weighs red, green and blue into line 0 as JPEG's luma does (ITU-R BT.601).
  func makeGray() {
    let (red, green, blue) = unsafe (self[0], self[1], self[2])
    for x in 0..<width {
      // The weights in 1/2³², in full: at 16 bits their rounding would show.
      let sum =
        unsafe 1_284_195_222 &* UInt64(red[x]) &+ 2_521_145_802 &* UInt64(green[x])
        &+ 489_626_272 &* UInt64(blue[x]) &+ 1 &<< 31
      unsafe red[x] = UInt16(truncatingIfNeeded: sum &>> 32)
    }
  }
}
