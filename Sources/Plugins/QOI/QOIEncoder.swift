import ConverterCore

/// Codes rows of pixels, one after the other.
final class QOIEncoder {
  private let samplesPerPixel: Int
  private let width: Int
  private let output: ByteBuffer
  private var memory = QOIMemory()
  private var run = 0

  init(samplesPerPixel: Int, width: Int, into output: ByteBuffer) {
    self.samplesPerPixel = samplesPerPixel
    self.width = width
    self.output = output
  }

  /// - Parameter row: has the width's pixels, of which each is read once; room for the longest codes is reserved.
  func add(_ row: UnsafePointer<UInt8>) {
    let step = samplesPerPixel
    var (last, seen, run) = (memory.pixel, memory.seen, run)
    // A pixel takes five bytes at most, and a run before it one.
    var target = unsafe output.reserve(6 * width)
    let start = unsafe target
    for x in 0..<width {
      let sample = unsafe row + x &* step
      let pixel = unsafe SIMD4(sample[0], sample[1], sample[2], step == 4 ? sample[3] : 255)
      if pixel == last {
        run &+= 1
        if run == 62 { unsafe Self.putRun(&run, &target) }
        continue
      }
      if run > 0 { unsafe Self.putRun(&run, &target) }
      let place = QOIMemory.place(of: pixel)
      if seen[place] == pixel {
        unsafe target.pointee = UInt8(truncatingIfNeeded: place)
        unsafe target += 1
      } else {
        seen[place] = pixel
        unsafe Self.put(pixel, after: last, &target)
      }
      last = pixel
    }
    unsafe output.count += target - start
    (memory.pixel, memory.seen) = (last, seen)
    self.run = run
  }

  func finish() {
    var target = unsafe output.reserve(1)
    guard run > 0 else { return }
    unsafe Self.putRun(&run, &target)
    output.count += 1
  }

  @inline(__always)
  private static func putRun(_ run: inout Int, _ target: inout UnsafeMutablePointer<UInt8>) {
    unsafe target.pointee = 0xC0 | UInt8(truncatingIfNeeded: run &- 1)
    unsafe target += 1
    run = 0
  }

  /// A pixel by its difference from the last, or by its samples.
  ///
  /// - Parameter target: has room for five bytes.
  @inline(__always)
  private static func put(
    _ pixel: SIMD4<UInt8>, after last: SIMD4<UInt8>, _ target: inout UnsafeMutablePointer<UInt8>
  ) {
    guard pixel.w == last.w else {
      unsafe target[0] = 0xFF
      for channel in 0..<4 { unsafe target[channel &+ 1] = pixel[channel] }
      unsafe target += 5
      return
    }
    let red = Int8(bitPattern: pixel.x &- last.x)
    let green = Int8(bitPattern: pixel.y &- last.y)
    let blue = Int8(bitPattern: pixel.z &- last.z)
    let (redToGreen, blueToGreen) = (red &- green, blue &- green)
    if (-2...1).contains(red), (-2...1).contains(green), (-2...1).contains(blue) {
      unsafe target[0] =
        0x40 | UInt8(bitPattern: red &+ 2) << 4 | UInt8(bitPattern: green &+ 2) << 2
        | UInt8(bitPattern: blue &+ 2)
      unsafe target += 1
    } else if (-32...31).contains(green), (-8...7).contains(redToGreen),
      (-8...7).contains(blueToGreen)
    {
      unsafe target[0] = 0x80 | UInt8(bitPattern: green &+ 32)
      unsafe target[1] =
        UInt8(bitPattern: redToGreen &+ 8) << 4 | UInt8(bitPattern: blueToGreen &+ 8)
      unsafe target += 2
    } else {
      unsafe target[0] = 0xFE
      for channel in 0..<3 { unsafe target[channel &+ 1] = pixel[channel] }
      unsafe target += 4
    }
  }
}
