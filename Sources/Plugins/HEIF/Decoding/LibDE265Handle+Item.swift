import ConverterCore

extension LibDE265Handle {
  /// Decodes an item and lends its first picture to `body`.
  ///
  /// - Parameters:
  ///   - sets: parameter sets without start codes.
  ///   - data: the item's bytes.
  ///   - units: where its NAL units are within them.
  /// - Returns: a warning of the decoder about the picture, which it gave all the same.
  /// - Throws: `damagedInput` when no picture comes out.
  static func decode(
    item: UInt32, sets: [[UInt8]], data: [UInt8], units: [Range<Int>], threads: Int,
    _ body: (DecodedPlanes) throws(ConversionError) -> Void
  ) throws(ConversionError) -> String? {
    let decoder = try LibDE265Handle(threads: threads, subject: "item \(item)")
    for set in sets { try decoder.push(set.span) }
    for unit in units { try decoder.push(data.span.extracting(unit)) }
    try decoder.flush()
    var step = Step.more
    while step == .more {
      step = try decoder.step()
      if try decoder.takePicture(body) { return decoder.takeWarning() }
    }
    throw .damaged("item \(item) holds no whole HEVC picture")
  }
}
