/// Up to 256 colours and their indices, for pictures that have no more.
public struct ColourTable: Sendable {
  /// What becomes of opacity.
  public enum Opacity: Sendable {
    /// What is less than half opaque is one colour, which is empty, and the rest is opaque: palettes of most formats
    /// know no degrees.
    case allOrNothing
    /// Colours of different opacity are different.
    case degrees
  }

  public private(set) var colours: [SIMD4<UInt8>] = []
  /// The most colours, the empty one included.
  public let limit: Int
  private let hasDegrees: Bool
  /// Of the first colour that is empty: transparent black.
  public private(set) var emptyIndex: Int?
  /// Open addressing: colours as words and their indices, −1 for a free place.
  private var words = [UInt32](repeating: 0, count: Self.size)
  private var indices = [Int16](repeating: -1, count: Self.size)

  /// Four times the largest table, so that probes stay short.
  private static let size = 1024

  public init(limit: Int = 256, opacity: Opacity = .allOrNothing) {
    self.limit = min(256, limit)
    hasDegrees = opacity == .degrees
  }

  /// A palette that there is already; of equal colours the first is found.
  public init(_ palette: [SIMD4<UInt8>], opacity: Opacity = .allOrNothing) {
    limit = min(256, palette.count)
    hasDegrees = opacity == .degrees
    for colour in palette.prefix(256) {
      let word = word(colour)
      if word == 0, emptyIndex == nil { emptyIndex = colours.count }
      let place = place(of: word)
      if indices[place] < 0 {
        words[place] = word
        indices[place] = Int16(colours.count)
      }
      colours.append(colour)
    }
  }

  /// Takes in the colours of pixels.
  ///
  /// - Parameters:
  ///   - pixels: samples of 8 bits, those of a pixel side by side.
  ///   - samplesPerPixel: 3 for RGB, 4 for RGBA.
  ///   - count: how many pixels there are.
  /// - Returns: `false` as soon as there are too many; what is in the table then is of no use.
  public mutating func add(
    _ pixels: UnsafePointer<UInt8>, samplesPerPixel: Int, count: Int
  ) -> Bool {
    var last: UInt32?
    for x in 0..<count {
      let word = unsafe word(pixels + x &* samplesPerPixel, samplesPerPixel)
      if word == last { continue }
      last = word
      let place = place(of: word)
      if indices[place] >= 0 { continue }
      guard colours.count < limit else { return false }
      words[place] = word
      indices[place] = Int16(colours.count)
      if word == 0 { emptyIndex = colours.count }
      unsafe colours.append(unsafeBitCast(word, to: SIMD4<UInt8>.self))
    }
    return true
  }

  /// Writes the index of each pixel; `false` for one whose colour is not in the table.
  ///
  /// - Parameters:
  ///   - pixels: samples of 8 bits, those of a pixel side by side.
  ///   - samplesPerPixel: 1 for gray, 3 for RGB, 4 for RGBA.
  ///   - count: how many pixels there are.
  ///   - target: room for as many indices, of a byte each.
  public func writeIndices(
    of pixels: UnsafePointer<UInt8>, samplesPerPixel: Int, count: Int,
    to target: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    // Neighbours are often alike.
    var last: UInt32?
    var lastIndex: UInt8 = 0
    for x in 0..<count {
      let word = unsafe word(pixels + x &* samplesPerPixel, samplesPerPixel)
      if word != last {
        let index = indices[place(of: word)]
        guard index >= 0 else { return false }
        (last, lastIndex) = (word, UInt8(truncatingIfNeeded: index))
      }
      unsafe target[x] = lastIndex
    }
    return true
  }

  /// Where the colour is, or would be.
  @inline(__always)
  private func place(of word: UInt32) -> Int {
    var place = Int((word &* 0x9E37_79B1) &>> 22)
    while indices[place] >= 0, words[place] != word { place = (place &+ 1) & (Self.size &- 1) }
    return place
  }

  @inline(__always)
  private func word(_ pixel: UnsafePointer<UInt8>, _ samplesPerPixel: Int) -> UInt32 {
    let (green, blue) = samplesPerPixel == 1 ? (0, 0) : (1, 2)
    let alpha = unsafe samplesPerPixel == 4 ? pixel[3] : 255
    return unsafe word(SIMD4(pixel[0], pixel[green], pixel[blue], alpha))
  }

  /// Red is the lowest byte; without degrees opaque, or 0.
  @inline(__always)
  private func word(_ colour: SIMD4<UInt8>) -> UInt32 {
    let bits = unsafe unsafeBitCast(colour, to: UInt32.self)
    return hasDegrees ? bits : colour.w < 128 ? 0 : bits | 0xFF00_0000
  }
}
