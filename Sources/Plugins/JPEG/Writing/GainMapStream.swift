internal import ConverterCore
internal import PictureModel

/// A gain map as the second picture of a JPEG file, and what the first one says of it (Ultra HDR, version 1;
/// ISO 21496-1, annex C).
struct GainMapStream {
  /// A whole JPEG stream.
  let bytes: [UInt8]

  /// Errors of a gain map are errors of brightness over whole areas; it is small enough not to save there.
  private static let leastQuality = 85

  /// Lies as the pixels do that are written: upright, or as ``PictureFacts/staysAsStored`` says.
  ///
  /// - Returns: `nil` for a picture without a gain map, or whose gain map is not kept.
  init?(
    of picture: Picture, options: JPEGOptions, in context: ConversionContext
  ) throws(ConversionError) {
    guard let gainMap = picture.facts.gainMap,
      let map = try picture.gainMapPicture(in: context)
    else { return nil }
    var segments: [JPEGSegment] = [
      (.app1, JPEGSignature.xmp + gainMap.xmpPacket),
      (.app2, JPEGSignature.gainMap + gainMap.isoMetadata),
    ]
    if !gainMap.usesBaseColours, case .icc(let profile) = map.facts.colour,
      profile.count <= JPEGProfile.capacity
    {
      segments += JPEGProfile.split(profile).map { (.app2, $0) }
    }
    let stored =
      picture.facts.staysAsStored ? picture.facts.storedOrientation : Orientation.upright
    if map.facts.storedOrientation == stored,
      let coded = try Self.copy(of: map, gainMap, with: segments)
    {
      bytes = coded
    } else {
      let turned = Picture(
        stored: map.facts, orientation: stored.inverse, in: context, open: map.open)
      bytes = try Self.encoded(turned, segments, options, in: context)
    }
  }

  /// The stream that the gain map came in, where its pixels are wanted as they are.
  private static func copy(
    of map: Picture, _ gainMap: GainMap, with segments: [JPEGSegment]
  ) throws(ConversionError) -> [UInt8]? {
    guard gainMap.kind != .apple, gainMap.placement.isUntouched, let coded = map.coded,
      coded.coding == .jpeg
    else { return nil }
    let stream = try coded.bytes(false)
    // Behind JFIF's segment, which is the first one where there is any.
    var start = 2
    if let length = stream.number(at: 4, width: 2, .big), stream[2] == 0xFF,
      stream[3] == JPEGMarker.app0.rawValue
    {
      start += 2 + length
    }
    guard start <= stream.count else { return nil }
    var bytes = Array(stream[..<start])
    for (marker, payload) in segments {
      let length = payload.count + 2
      bytes += [0xFF, marker.rawValue, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }
    return bytes + stream[start...]
  }

  private static func encoded(
    _ map: Picture, _ segments: [JPEGSegment], _ options: JPEGOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> [UInt8] {
    var own = options
    own.quality = max(options.quality, leastQuality)
    let file = try OutputFile(.memory)
    let source = try map.pixels(for: own.demand(for: map.facts.format), in: context)
    try context.limits.check(
      .memory, PixelBuffer.byteCount(source.format, width: source.width, height: source.height),
      for: "encoding a gain map")
    let encoding = JPEGEncoding(
      source, JPEGParameters(source, options: own, metadata: PictureMetadata()), segments)
    try encoding.write(to: file, in: context) { _ in }
    return file.bytes
  }

  /// The picture's segments with those that lead to the gain map.
  ///
  /// - Returns: also where the payload of the index will lie in a file that begins as JFIF says, which is to be
  ///   replaced when the size of the picture is known.
  func segments(
    of facts: PictureFacts
  ) throws(ConversionError) -> (segments: [JPEGSegment], index: Int) {
    var segments = try facts.jpegSegments(gainMapBytes: bytes.count)
    let place = segments.firstIndex { $0.marker != .app1 } ?? segments.count
    // Start of image and JFIF's segment stand before them.
    let offset = segments[..<place].reduce(20) { $0 + 4 + $1.payload.count }
    let index = try MultiPictureIndex.payload(sizes: [0, 0], at: 0)
    segments.insert(
      contentsOf: [(.app2, index), (.app2, JPEGSignature.gainMap + GainMap.isoVersions)], at: place)
    return (segments, offset + 4)
  }

  /// Puts the gain map behind the picture that was written, and both into the index.
  ///
  /// - Parameter index: where the payload of the index lies.
  func append(to output: OutputFile, index: Int) throws(ConversionError) {
    let size = output.byteCount
    try output.write(bytes)
    try output.replace(
      try MultiPictureIndex.payload(sizes: [size, bytes.count], at: index), at: index)
  }
}
