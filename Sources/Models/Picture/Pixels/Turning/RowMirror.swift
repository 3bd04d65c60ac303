/// Every row from right to left.
final class RowMirror: RowConverter {
  let looksAtNeighbours = false

  func convert(_ rows: Range<Int>, of window: RowWindow, into buffer: PixelBuffer) {
    let format = buffer.format
    let size = format.samplesPerPixel * format.bytesPerSample
    for (index, plane) in buffer.planes.enumerated() {
      let vertical = format.sampling(ofPlane: index).vertical
      let first = rows.lowerBound / vertical
      // Rows of both have `count` pixels.
      let count = plane.width / format.samplesPerPixel
      for y in first..<(rows.upperBound + vertical - 1) / vertical {
        unsafe RowMirroring(input: window.row(index, y), output: plane.row(y - first), count: count)
          .run(pixelSize: size)
      }
    }
  }
}

/// Copies pixels of a row in reverse order: `count` of them, which both rows have, from the last to the first.
@safe struct RowMirroring: PixelTask {
  let input: UnsafeRawPointer
  let output: UnsafeMutableRawPointer
  let count: Int

  func run<Pixel: BitwiseCopyable>(_ type: Pixel.Type) {
    let pixels = unsafe input.assumingMemoryBound(to: Pixel.self)
    let mirrored = unsafe output.assumingMemoryBound(to: Pixel.self)
    for x in 0..<count { unsafe mirrored[x] = pixels[count &- 1 &- x] }
  }
}
