import PictureModel

extension PictureFacts.Palette {
  /// The colours of a still picture, so that a writer may keep its indices; `nil` where more than 256 would be
  /// needed.
  ///
  /// - Parameters:
  ///   - colours: of all indices.
  ///   - hasEmptyPixels: whether some pixels are of no index.
  init?(_ frame: GIFFrame, colours all: [SIMD4<UInt8>], tableCount: Int, hasEmptyPixels: Bool) {
    // Codes may name indices behind the table.
    var count = max(tableCount, 1 << frame.indexBits)
    var colours = Array(all.prefix(count))
    if hasEmptyPixels, !colours.contains(where: { $0.w == 0 }) {
      guard count < 256 else { return nil }
      colours.append(SIMD4(0, 0, 0, 0))
      count += 1
    }
    let bits = [1, 2, 4, 8].first { 1 << $0 >= count } ?? 8
    self.init(colours: colours, bitDepth: bits)
  }
}
