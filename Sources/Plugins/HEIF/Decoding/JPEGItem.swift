import ConverterCore
import PictureModel

/// A `jpeg` item (ISO/IEC 23008-12, annex H): the registry's JPEG reader decodes it.
enum JPEGItem {
  /// - Parameters:
  ///   - bytes: the beginning shared by several items, then the item's own bytes.
  ///   - item: for messages.
  static func picture(
    _ bytes: [UInt8], item: UInt32, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let type: ContentType.ID = "public.jpeg"
    guard
      let reader = context.registry.reader(for: type) as? any Reader<Picture>
    else {
      throw .unsupported("item \(item) is a JPEG picture, and there is no reader for those here")
    }
    return try reader.read(
      InputFile(bytes: withoutExif(bytes)), type: type, in: ReadingContext(context))
  }

  /// The JPEG stream without APP1 segments: in an HEIF file the container says how a picture is
  /// turned, and an Exif orientation inside the item must not turn it once more.
  private static func withoutExif(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return bytes }
    var kept: [UInt8] = [0xFF, 0xD8]
    var position = 2
    let (application1, startOfScan): (UInt8, UInt8) = (0xE1, 0xDA)
    while position + 4 <= bytes.count, bytes[position] == 0xFF, bytes[position + 1] != startOfScan {
      let end = position + 2 + Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
      guard end <= bytes.count else { break }
      if bytes[position + 1] != application1 { kept += bytes[position..<end] }
      position = end
    }
    return kept + bytes[position...]
  }
}

extension ImagePlanner {
  /// Reads the facts of a JPEG item; its pixels keep the format that the JPEG reader gives.
  mutating func jpeg(
    _ id: UInt32, _ properties: [ItemProperty]
  ) throws(ConversionError) -> ImagePlan {
    var header: [UInt8] = []
    for case .jpegHeader(let bytes) in properties { header = bytes }
    let facts = try JPEGItem.picture(header + file.data(of: id, in: context), item: id, in: context)
      .facts
    try spend(try context.limits.checkPixels(width: facts.width, height: facts.height))
    var geometry = ItemGeometry(width: facts.width, height: facts.height)
    try geometry.apply(properties)
    return ImagePlan(
      item: id, content: .jpeg(header: header), width: facts.width, height: facts.height,
      format: facts.format, sampleDepth: facts.sampleDepth, alpha: nil, geometry: geometry,
      colour: Self.colour(properties), coding: "JPEG \(facts.coding)")
  }
}
