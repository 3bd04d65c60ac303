/// Turns rows of pixels into indices of a palette, from top to bottom.
///
/// With dithering the error of a pixel is passed on to its neighbours (Floyd and Steinberg, 1976), to the right and to
/// the left in turns, so that no grain leans to one side.
///
/// A place of `errors` belongs to each pixel, and one more lies before the first and behind the last: `x` is 0 to
/// `width` − 1, and a step beyond either end is there. `search` gives indices of the palette.
@safe public final class PaletteMapper {
  private let search: PaletteSearch
  private let palette: UnsafeMutablePointer<SIMD4<Int32>>
  /// For pixels that are less than half opaque.
  private let emptyIndex: UInt8
  private let width: Int
  private let dithers: Bool
  /// What the row above passes on to each pixel of the next, in 1/16.
  private let errors: UnsafeMutablePointer<SIMD4<Int32>>
  private var goesLeft = false

  /// - Parameters:
  ///   - palette: opaque colours.
  ///   - emptyIndex: of transparent pixels; 0 where there are none.
  ///   - width: of the picture, in pixels.
  ///   - dithers: whether the error of a pixel is passed on; else each gets the nearest colour.
  public init(_ palette: [SIMD4<UInt8>], emptyIndex: Int?, width: Int, dithers: Bool) {
    search = PaletteSearch(palette, isForNear: dithers)
    unsafe self.palette = .allocate(capacity: palette.count)
    for (index, colour) in palette.enumerated() {
      unsafe (self.palette + index).initialize(
        to: SIMD4(Int32(colour.x), Int32(colour.y), Int32(colour.z), 0))
    }
    self.emptyIndex = UInt8(clamping: emptyIndex ?? 0)
    self.width = width
    self.dithers = dithers
    unsafe errors = .allocate(capacity: width + 2)
    unsafe errors.initialize(repeating: .zero, count: width + 2)
  }

  deinit {
    unsafe palette.deallocate()
    unsafe errors.deallocate()
  }

  /// Writes the indices of the next row.
  ///
  /// - Parameters:
  ///   - pixels: a row of the picture: samples of 8 bits, those of a pixel side by side.
  ///   - samplesPerPixel: 3 for RGB, 4 for RGBA.
  ///   - target: room for as many indices as the picture is wide, of a byte each.
  public func writeIndices(
    of pixels: UnsafePointer<UInt8>, samplesPerPixel: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    guard dithers else {
      unsafe writeNearest(of: pixels, samplesPerPixel: samplesPerPixel, to: target)
      return
    }
    let step = goesLeft ? -1 : 1
    var x = goesLeft ? width - 1 : 0
    // The error of the last pixel, and what it and the one before pass on to the place below it.
    var (last, below) = (SIMD4<Int32>.zero, SIMD4<Int32>.zero)
    for _ in 0..<width {
      let pixel = unsafe pixels + x &* samplesPerPixel
      // What the row above left here is used up: the place holds what goes to the next row from here on.
      let place = unsafe errors + (x &+ 1)
      var error = SIMD4<Int32>.zero
      if samplesPerPixel == 4, unsafe pixel[3] < 128 {
        unsafe target[x] = emptyIndex
      } else {
        let passed = unsafe (place.pointee &+ (last &<< 3 &- last) &+ 8) &>> 4
        let wanted = unsafe SIMD4(
          Self.clamped(Int32(pixel[0]) &+ passed.x), Self.clamped(Int32(pixel[1]) &+ passed.y),
          Self.clamped(Int32(pixel[2]) &+ passed.z), 0)
        let index = search.near(wanted)
        unsafe target[x] = UInt8(truncatingIfNeeded: index)
        error = unsafe wanted &- palette[index]
      }
      unsafe (place - step).pointee = below &+ error &+ error &<< 1
      below = last &+ error &+ error &<< 2
      last = error
      x &+= step
    }
    unsafe (errors + (x &+ 1) - step).pointee = below
    goesLeft.toggle()
  }

  @inline(__always)
  private static func clamped(_ value: Int32) -> Int32 { max(0, min(255, value)) }

  @inline(__always)
  private static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    unsafe SIMD4(Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), 0)
  }

  private func writeNearest(
    of pixels: UnsafePointer<UInt8>, samplesPerPixel: Int, to target: UnsafeMutablePointer<UInt8>
  ) {
    for x in 0..<width {
      let pixel = unsafe pixels + x &* samplesPerPixel
      unsafe target[x] =
        unsafe samplesPerPixel == 4 && pixel[3] < 128
        ? emptyIndex : UInt8(truncatingIfNeeded: search.nearest(Self.load(pixel)))
    }
  }
}
