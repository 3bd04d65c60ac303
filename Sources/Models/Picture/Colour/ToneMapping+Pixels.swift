extension ToneMapping {
  /// Changes 16-bit RGB samples, or RGBA whose alpha stays, into 8 or 16 bits of the same layout.
  ///
  /// - Parameter samplesPerPixel: 3, or 4 with alpha.
  func mapRGB<To: Sample>(
    _ source: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<To>, pixelCount: Int,
    samplesPerPixel: Int, by tables: Tables
  ) {
    withLoop(tables) { loop in
      let scale = Float(To.max)
      for pixel in 0..<pixelCount {
        let from = source + pixel * samplesPerPixel
        let to = target + pixel * samplesPerPixel
        let colour = loop.map(Int(from[0]), Int(from[1]), Int(from[2])) * scale + 0.5
        to[0] = To(truncatingIfNeeded: Int32(colour.x))
        to[1] = To(truncatingIfNeeded: Int32(colour.y))
        to[2] = To(truncatingIfNeeded: Int32(colour.z))
        if samplesPerPixel == 4 { to[3] = To(rescaling: from[3]) }
      }
    }
  }

  /// What each 16-bit gray sample becomes, in 16 bits.
  func grayValues(by tables: Tables) -> [UInt16] {
    withLoop(tables) { loop in
      (0...65535).map { UInt16(loop.map($0, $0, $0).y * 65535 + 0.5) }
    }
  }

  private func withLoop<R>(_ tables: Tables, _ body: (borrowing PixelLoop) -> R) -> R {
    tables.light.withUnsafeBufferPointer { light in
      tables.gain.withUnsafeBufferPointer { gain in
        tables.display.withUnsafeBufferPointer { display in
          tables.encoded.withUnsafeBufferPointer { encoded in
            body(PixelLoop(self, light: light, gain: gain, display: display, encoded: encoded))
          }
        }
      }
    }
  }
}

/// The tables as the loop over pixels reads them; lives as long as their pointers.
private struct PixelLoop: ~Copyable {
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
    isPQ = mapping.transfer == .pq
    (self.light, self.gain, self.display, self.encoded) = (light, gain, display, encoded)
    red = SIMD4(mapping.toTarget.columns.0)
    green = SIMD4(mapping.toTarget.columns.1)
    blue = SIMD4(mapping.toTarget.columns.2)
    sourceWeights = SIMD4(mapping.sourceWeights)
    targetWeights = SIMD4(mapping.targetWeights)
  }

  /// One pixel, from samples 0…65535 to encoded ones 0…1.
  @inline(__always)
  func map(_ r: Int, _ g: Int, _ b: Int) -> SIMD4<Float> {
    var colour = SIMD4(light[r], light[g], light[b], 0)
    let gains: SIMD4<Float>
    if isPQ {
      gains = SIMD4(gain[r], gain[g], gain[b], 0) + gain[max(r, g, b)]
    } else {
      let luminance = (colour * sourceWeights).sum()
      colour *= read(display, atRoot: luminance.squareRoot())
      gains =
        readAll(gain, atRoots: colour.squareRoot())
        + read(gain, atRoot: colour.max().squareRoot())
    }
    colour *= gains * 0.5
    colour = red * colour.x + green * colour.y + blue * colour.z
    return readAll(encoded, atRoots: intoGamut(colour).squareRoot())
  }

  /// Moves a colour towards gray of its luminance until no part is below 0 or above 1.
  @inline(__always)
  private func intoGamut(_ colour: SIMD4<Float>) -> SIMD4<Float> {
    let least = min(colour.x, colour.y, colour.z)
    let most = max(colour.x, colour.y, colour.z)
    guard least < 0 || most > 1 else { return colour }
    let luminance = min(max((colour * targetWeights).sum(), 0), 1)
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
    SIMD4(
      read(table, atRoot: roots.x), read(table, atRoot: roots.y), read(table, atRoot: roots.z), 0)
  }

  @inline(__always)
  private func read(_ table: UnsafeBufferPointer<Float>, atRoot root: Float) -> Float {
    let position = min(root, 1) * Float(ToneMapping.Tables.rootSteps)
    let index = Int(position)
    let low = table[index]
    return low + (position - Float(index)) * (table[index + 1] - low)
  }
}

extension SIMD4<Float> {
  fileprivate init(_ vector: SIMD3<Double>) {
    self.init(Float(vector.x), Float(vector.y), Float(vector.z), 0)
  }
}
