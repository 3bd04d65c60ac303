/// Finds the index of a colour in a palette.
struct PNGColourLookup {
  /// Open addressing: colours as RGBA words and their indices, −1 for a free place.
  private var colours = [UInt32](repeating: 0, count: Self.size)
  private var indices = [Int16](repeating: -1, count: Self.size)

  /// Four times the largest palette, so that probes stay short.
  private static let size = 1024

  /// - Parameter palette: up to 256 colours; of equal ones the first is found.
  init(_ palette: [SIMD4<UInt8>]) {
    precondition(palette.count <= 256)
    for (index, colour) in palette.enumerated() {
      let word = Self.word(colour.x, colour.y, colour.z, colour.w)
      var place = Self.place(of: word)
      while indices[place] >= 0, colours[place] != word { place = (place + 1) % Self.size }
      guard indices[place] < 0 else { continue }
      colours[place] = word
      indices[place] = Int16(index)
    }
  }

  /// Writes an index for each of `count` pixels; `false` when a colour is not in the palette.
  ///
  /// - Parameter samplesPerPixel: 1 for gray, 3 for RGB, 4 for RGBA.
  func writeIndices(
    from pixels: UnsafePointer<UInt8>, samplesPerPixel: Int, count: Int,
    to target: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    let (green, blue) = samplesPerPixel == 1 ? (0, 0) : (1, 2)
    // Neighbours are often alike.
    var lastWord: UInt32?
    var lastIndex: UInt8 = 0
    for x in 0..<count {
      let pixel = pixels + x * samplesPerPixel
      let word = Self.word(
        pixel[0], pixel[green], pixel[blue], samplesPerPixel == 4 ? pixel[3] : 255)
      if word != lastWord {
        guard let index = index(of: word) else { return false }
        (lastWord, lastIndex) = (word, index)
      }
      target[x] = lastIndex
    }
    return true
  }

  private func index(of word: UInt32) -> UInt8? {
    var place = Self.place(of: word)
    while indices[place] >= 0 {
      if colours[place] == word { return UInt8(indices[place]) }
      place = (place + 1) % Self.size
    }
    return nil
  }

  private static func word(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> UInt32 {
    UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }

  private static func place(of word: UInt32) -> Int {
    Int((word &* 0x9E37_79B1) >> 22)
  }
}
