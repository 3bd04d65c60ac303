extension ToneMapping {
  /// Changes 16-bit RGB samples, or RGBA whose alpha stays, into 8 or 16 bits of the same layout.
  ///
  /// - Parameter samplesPerPixel: 3, or 4 with alpha.
  func mapRGB<To: Sample>(
    _ source: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<To>, pixelCount: Int,
    samplesPerPixel: Int, by tables: Tables
  ) {
    unsafe withLoop(tables) { loop in
      let scale = Float(To.max)
      for pixel in 0..<pixelCount {
        let from = unsafe source + pixel * samplesPerPixel
        let to = unsafe target + pixel * samplesPerPixel
        let colour = unsafe loop.map(Int(from[0]), Int(from[1]), Int(from[2])) * scale + 0.5
        unsafe to[0] = To(truncatingIfNeeded: Int32(colour.x))
        unsafe to[1] = To(truncatingIfNeeded: Int32(colour.y))
        unsafe to[2] = To(truncatingIfNeeded: Int32(colour.z))
        if samplesPerPixel == 4 { unsafe to[3] = To(rescaling: from[3]) }
      }
    }
  }

  /// What each 16-bit gray sample becomes, in 16 bits.
  func grayValues(by tables: Tables) -> [UInt16] {
    unsafe withLoop(tables) { loop in
      (0...65535).map { unsafe UInt16(loop.map($0, $0, $0).y * 65535 + 0.5) }
    }
  }

  private func withLoop<R>(_ tables: Tables, _ body: (borrowing PixelLoop) -> R) -> R {
    unsafe tables.light.withUnsafeBufferPointer { light in
      unsafe tables.gain.withUnsafeBufferPointer { gain in
        unsafe tables.display.withUnsafeBufferPointer { display in
          unsafe tables.encoded.withUnsafeBufferPointer { encoded in
            unsafe body(
              PixelLoop(self, light: light, gain: gain, display: display, encoded: encoded))
          }
        }
      }
    }
  }
}

/// The tables as the loop over pixels reads them; lives as long as their pointers.
///
/// There is a value of light and gain for each of 65,536 samples. Tables over roots have one more value than steps,
/// and one behind it: a root is held to 1 and is not below 0, as parts of colours are not.
@unsafe private struct PixelLoop: ~Copyable {
  private let isPQ: Bool
  private let light: UnsafeBufferPointer<Float>
  private let gain: UnsafeBufferPointer<Float>
  private let display: UnsafeBufferPointer<Float>
  private let encoded: UnsafeBufferPointer<Float>
  private let red, green, blue: SIMD4<Float>
  private let sourceWeights, targetWeights: SIMD4<Float>

  init(
    _ mapping: ToneMapping, light: UnsafeBufferPointer<Float>, gain: UnsafeBufferPointer<Float>,
    display: UnsafeBufferPointer<Float>, encoded: UnsafeBufferPointer<Float>
  ) {
    unsafe isPQ = mapping.transfer == .pq
    unsafe (self.light, self.gain, self.display, self.encoded) = (
      light, gain, display, encoded
    )
    unsafe red = SIMD4(mapping.toTarget.columns.0)
    unsafe green = SIMD4(mapping.toTarget.columns.1)
    unsafe blue = SIMD4(mapping.toTarget.columns.2)
    unsafe sourceWeights = SIMD4(mapping.sourceWeights)
    unsafe targetWeights = SIMD4(mapping.targetWeights)
  }

  /// One pixel, from samples 0…65535 to encoded ones 0…1.
  @inline(__always)
  func map(_ r: Int, _ g: Int, _ b: Int) -> SIMD4<Float> {
    var colour = unsafe SIMD4(light[r], light[g], light[b], 0)
    let gains: SIMD4<Float>
    if unsafe isPQ {
      gains = unsafe SIMD4(gain[r], gain[g], gain[b], 0) + gain[max(r, g, b)]
    } else {
      let luminance = unsafe (colour * sourceWeights).sum()
      unsafe colour *= read(display, atRoot: luminance.squareRoot())
      gains =
        unsafe readAll(gain, atRoots: colour.squareRoot())
        + read(gain, atRoot: colour.max().squareRoot())
    }
    colour *= gains * 0.5
    colour = unsafe red * colour.x + green * colour.y + blue * colour.z
    return unsafe readAll(encoded, atRoots: intoGamut(colour).squareRoot())
  }

  /// Moves a colour towards gray of its luminance until no part is below 0 or above 1.
  @inline(__always)
  private func intoGamut(_ colour: SIMD4<Float>) -> SIMD4<Float> {
    let least = min(colour.x, colour.y, colour.z)
    let most = max(colour.x, colour.y, colour.z)
    guard least < 0 || most > 1 else { return colour }
    let luminance = unsafe min(max((colour * targetWeights).sum(), 0), 1)
    let gray = SIMD4<Float>(repeating: luminance)
    var share: Float = 1
    if least < 0 { share = luminance / (luminance - least) }
    if most > 1 { share = min(share, (1 - luminance) / (most - luminance)) }
    let moved = gray + (colour - gray) * share
    return moved.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
  }

  @inline(__always)
  private func readAll(
    _ table: UnsafeBufferPointer<Float>, atRoots roots: SIMD4<Float>
  ) -> SIMD4<Float> {
    unsafe SIMD4(
      read(table, atRoot: roots.x), read(table, atRoot: roots.y), read(table, atRoot: roots.z), 0)
  }

  @inline(__always)
  private func read(_ table: UnsafeBufferPointer<Float>, atRoot root: Float) -> Float {
    let position = min(root, 1) * Float(ToneMapping.Tables.rootSteps)
    let index = Int(position)
    let low = unsafe table[index]
    return unsafe low + (position - Float(index)) * (table[index + 1] - low)
  }
}

extension SIMD4<Float> {
  fileprivate init(_ vector: SIMD3<Double>) {
    self.init(Float(vector.x), Float(vector.y), Float(vector.z), 0)
  }
}
