import ConverterCore
import Foundation
import PictureModel
import SystemPackage
import TestSupport

/// A picture with some features, as a writer of fairy codes it.
struct StillPicture {
  private let picture: Picture

  init(_ format: PixelFormat, _ features: [Feature]) {
    let has = Set(features).contains
    picture = SyntheticPicture(width: 24, height: 16).picture(format) { facts in
      facts.isLossless = true
      if has(PictureFeature.profile), let profile = ICCProfile(.displayP3) {
        facts.colour = .icc(profile.bytes)
      }
      if has(PictureFeature.exif) { facts.metadata.exif = Self.exif }
      if has(PictureFeature.xmp) { facts.metadata.xmp = Array(Self.xmp.utf8) }
      if has(PictureFeature.iptc) { facts.metadata.iptc = Self.iptc }
      if has(PictureFeature.texts) {
        facts.metadata.texts = [
          PictureMetadata.Text(keyword: "Comment", text: PictureFeature.texts.marker)
        ]
      }
      if has(PictureFeature.density) { facts.metadata.dotsPerInch = (300, 300) }
      if has(PictureFeature.background) { facts.background = [65535, 0, 0] }
    }
  }

  private init(_ picture: Picture) { self.picture = picture }

  func file(as type: ContentType.ID) throws -> [UInt8] {
    let writers = Conversion.registry.writers.compactMap { $0 as? any Writer<Picture> }
    guard let writer = writers.first(where: { $0.types.contains(type) }) else {
      throw ConversionError(.noRoute, "nothing writes \(type)")
    }
    return try Self.write(picture, as: type, with: writer)
  }

  private static func write<W: Writer<Picture>>(
    _ picture: Picture, as type: ContentType.ID, with writer: W
  ) throws -> [UInt8] {
    // JPEG XL keeps a profile as it is where it loses nothing.
    try writer.file(
      of: picture, as: type, type == "public.jpeg-xl" ? ["lossless": "true"] : [:],
      in: ConversionContext(registry: Conversion.registry))
  }

  /// Ultra HDR.
  static func withGainMap() throws -> [UInt8] {
    var picture = SyntheticPicture(width: 96, height: 64).picture(.rgb8)
    picture.siblings = [
      Sibling(name: "gainmap") { () throws(ConversionError) in
        SyntheticPicture(width: 48, height: 32).picture(.gray8)
      }
    ]
    var gainMap = GainMap(
      .iso, channels: [.init(minimum: 0, maximum: 1.75)], alternateHeadroom: 1.75)
    gainMap.placement = GainMap.Placement(width: 96, height: 64)
    picture.facts.gainMap = gainMap
    return try StillPicture(picture).file(as: "public.jpeg")
  }

  /// A fixture in another format.
  static func converted(_ fixture: String, to type: ContentType.ID) throws -> [UInt8] {
    guard let target = Conversion.converter.catalog[type] else { return [] }
    let folder = try ScratchFolder()
    let output = folder.file("a")
    let outcome = Conversion.converter.convert(
      Request(
        input: .file(FilePath(Places.fixture(fixture))), target: target,
        output: .file(FilePath(output))))
    if case .failed(let error) = outcome.status { throw error }
    return try folder.bytes("a")
  }

  /// Big-endian: an artist's name, and the directory of a place.
  private static let exif: [UInt8] = {
    let name = Array(PictureFeature.exif.marker.utf8) + [0]
    func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    func long(_ value: Int) -> [UInt8] { word(value >> 16) + word(value & 0xFFFF) }
    func rationals(_ values: [Int]) -> [UInt8] { values.flatMap { long($0) + long(1) } }
    let main = 8
    let nameStart = main + 2 + 2 * 12 + 4
    let padded = name + (name.count % 2 == 0 ? [] : [0])
    let place = nameStart + padded.count
    let degrees = place + 2 + 4 * 12 + 4
    let directory: [UInt8] =
      word(2) + word(0x013B) + word(2) + long(name.count) + long(nameStart)
      + word(0x8825) + word(4) + long(1) + long(place) + long(0)
    let gps: [UInt8] =
      word(4) + word(1) + word(2) + long(2) + [0x4E, 0, 0, 0]
      + word(2) + word(5) + long(3) + long(degrees)
      + word(3) + word(2) + long(2) + [0x45, 0, 0, 0]
      + word(4) + word(5) + long(3) + long(degrees + 24) + long(0)
    return [0x4D, 0x4D, 0, 0x2A] + long(main) + directory + padded + gps
      + rationals([48, 51, 29]) + rationals([2, 17, 40])
  }()

  private static let xmp = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
    xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="\(PictureFeature.xmp.marker)"/></rdf:RDF>\
    </x:xmpmeta><?xpacket end="w"?>
    """

  /// A Photoshop resource (0x0404) with a caption (2:120).
  private static let iptc: [UInt8] = {
    let text = Array(PictureFeature.iptc.marker.utf8)
    let record: [UInt8] = [0x1C, 2, 120, 0, UInt8(text.count)] + text
    let padded = record + (record.count % 2 == 0 ? [] : [0])
    return Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(record.count)] + padded
  }()
}
