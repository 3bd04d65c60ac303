#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Every plane for itself: another depth or range, alpha left out or added.
///
/// For planar formats of the same matrix and subsampling, and for gray, which is luma alone.
///
/// Planes of both sides are of the same size, and loops go over a row of it. A table has a value for each code of the
/// source's depth, beyond which no source has any.
final class PlaneConverter: RowConverter {
  let looksAtNeighbours = false
  private let steps: [Step]
  private let target: PixelFormat

  private enum Step {
    case copy(plane: Int)
    case map(plane: Int, table: [UInt16])
    case opaque
  }

  init?(from source: PixelFormat, to target: PixelFormat) {
    guard !source.hasAlpha || !target.hasAlpha || source.alpha == target.alpha else { return nil }
    switch (source.channels, target.channels) {
    case (.ycbcr, .ycbcr) where source.planeMatrix == target.planeMatrix: break
    case (.ycbcr(.monochrome, _, _), .gray), (.gray, .ycbcr(.monochrome, _, _)), (.gray, .gray):
      // Interleaved alpha is not a plane.
      if source.hasAlpha || target.hasAlpha { return nil }
    default: return nil
    }
    self.target = target
    steps = (0..<target.planeCount).map { plane in
      let isAlpha = plane == target.alphaPlane
      guard !isAlpha || source.hasAlpha else { return .opaque }
      let index = isAlpha ? source.planeCount - 1 : plane
      let from = isAlpha ? source.fullScale : source.scale(ofPlane: index)
      let to = isAlpha ? target.fullScale : target.scale(ofPlane: plane)
      if from == to && source.bytesPerSample == target.bytesPerSample {
        return .copy(plane: index)
      }
      return .map(
        plane: index,
        table: PixelScaling.table(
          bitDepth: source.bitDepth, from: (from.zero, from.span), to: (to.zero, to.span),
          highest: 1 << target.bitDepth - 1))
    }
  }

  func convert(_ rows: Range<Int>, of window: RowWindow, into buffer: PixelBuffer) {
    for (index, (step, plane)) in zip(steps, buffer.planes).enumerated() {
      let vertical = target.sampling(ofPlane: index).vertical
      let first = rows.lowerBound / vertical
      for y in first..<(rows.upperBound + vertical - 1) / vertical {
        let output = unsafe plane.row(y - first)
        switch step {
        case .copy(let source):
          unsafe memcpy(output, window.row(source, y), plane.width * target.bytesPerSample)
        case .map(let source, let table):
          unsafe map(
            window.row(source, y), isWide: table.count > 256, table, to: output, plane.width)
        case .opaque:
          if target.bytesPerSample == 1 {
            unsafe memset(output, 255, plane.width)
          } else {
            unsafe output.assumingMemoryBound(to: UInt16.self)
              .update(repeating: UInt16(1 << target.bitDepth - 1), count: plane.width)
          }
        }
      }
    }
  }

  private func map(
    _ input: UnsafeMutableRawPointer, isWide: Bool, _ table: [UInt16],
    to output: UnsafeMutableRawPointer, _ width: Int
  ) {
    let (bytes, words) = unsafe (
      input.assumingMemoryBound(to: UInt8.self), input.assumingMemoryBound(to: UInt16.self)
    )
    let (outBytes, outWords) = unsafe (
      output.assumingMemoryBound(to: UInt8.self), output.assumingMemoryBound(to: UInt16.self)
    )
    unsafe table.withUnsafeBufferPointer { table in
      switch (isWide, target.bytesPerSample == 2) {
      case (false, false):
        for x in 0..<width {
          unsafe outBytes[x] = UInt8(truncatingIfNeeded: table[Int(bytes[x])])
        }
      case (false, true):
        for x in 0..<width { unsafe outWords[x] = table[Int(bytes[x])] }
      case (true, false):
        for x in 0..<width {
          unsafe outBytes[x] = UInt8(truncatingIfNeeded: table[Int(words[x])])
        }
      case (true, true):
        for x in 0..<width { unsafe outWords[x] = table[Int(words[x])] }
      }
    }
  }
}

extension PixelFormat {
  /// A code value for the lowest and the distance to the highest.
  struct Scale: Equatable {
    var zero, span: Int
  }

  var fullScale: Scale { Scale(zero: 0, span: 1 << bitDepth - 1) }

  /// The scale of a plane's colours, alpha aside. Chroma is taken from its middle, which has to
  /// stay the middle.
  func scale(ofPlane index: Int) -> Scale {
    guard case .ycbcr(_, let matrix, let range) = channels else { return fullScale }
    let isLuma = index == 0 || matrix == .identity
    switch (isLuma, range) {
    case (true, .full): return fullScale
    case (true, .limited): return Scale(zero: 16 << (bitDepth - 8), span: 219 << (bitDepth - 8))
    case (false, .full): return Scale(zero: 1 << (bitDepth - 1), span: 1 << bitDepth - 1)
    case (false, .limited): return Scale(zero: 1 << (bitDepth - 1), span: 224 << (bitDepth - 8))
    }
  }
}
