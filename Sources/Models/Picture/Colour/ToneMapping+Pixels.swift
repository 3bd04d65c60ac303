extension ToneMapping {
  /// Changes 16-bit RGB samples, or RGBA whose alpha stays, into 8 or 16 bits of the same layout.
  ///
  /// - Parameter samplesPerPixel: 3, or 4 with alpha.
  func mapRGB<To: Sample>(
    _ source: UnsafePointer<UInt16>, to target: UnsafeMutablePointer<To>, pixelCount: Int,
    samplesPerPixel: Int
  ) {
    withTables { loop in
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
  func grayValues() -> [UInt16] {
    withTables { loop in
      (0...65535).map { UInt16(loop.map($0, $0, $0).y * 65535 + 0.5) }
    }
  }

  private func withTables<R>(_ body: (borrowing PixelLoop) -> R) -> R {
    tables.light.withUnsafeBufferPointer { light in
      tables.gain.withUnsafeBufferPointer { gain in
        tables.display.withUnsafeBufferPointer { display in
          tables.encoded.withUnsafeBufferPointer { encoded in
            body(
              PixelLoop(
                isPQ: transfer == .pq, light: light, gain: gain, display: display,
                encoded: encoded, red: tables.toTarget.0, green: tables.toTarget.1,
                blue: tables.toTarget.2, sourceWeights: tables.sourceWeights,
                targetWeights: tables.targetWeights))
          }
        }
      }
    }
  }
}

/// The tables as the pixel loop reads them; lives as long as their pointers.
private struct PixelLoop: ~Copyable {
  let isPQ: Bool
  let light: UnsafeBufferPointer<Float>
  let gain: UnsafeBufferPointer<Float>
  let display: UnsafeBufferPointer<Float>
  let encoded: UnsafeBufferPointer<Float>
  let red, green, blue: SIMD4<Float>
  let sourceWeights, targetWeights: SIMD4<Float>

  /// One pixel, from samples 0…65535 to encoded ones 0…1.
  @inline(__always)
  func map(_ r: Int, _ g: Int, _ b: Int) -> SIMD4<Float> {
    var colour = SIMD4(light[r], light[g], light[b], 0)
    if isPQ {
      colour *= gain[max(r, g, b)]
    } else {
      let luminance = (colour * sourceWeights).sum()
      colour *= read(display, atRoot: luminance.squareRoot())
      colour *= read(gain, atRoot: colour.max().squareRoot())
    }
    colour = red * colour.x + green * colour.y + blue * colour.z
    colour = intoGamut(colour)
    let roots = colour.squareRoot()
    return SIMD4(
      read(encoded, atRoot: roots.x), read(encoded, atRoot: roots.y),
      read(encoded, atRoot: roots.z), 0)
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
  private func read(_ table: UnsafeBufferPointer<Float>, atRoot root: Float) -> Float {
    let position = min(root, 1) * Float(ToneMapping.Tables.rootSteps)
    let index = Int(position)
    let low = table[index]
    return low + (position - Float(index)) * (table[index + 1] - low)
  }
}
