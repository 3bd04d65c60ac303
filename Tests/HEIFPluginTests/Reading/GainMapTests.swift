import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import HEIFPlugin

/// What files say of their gain maps.
@Suite struct GainMapTests {
  private static let apple = "urn:com:apple:photo:2020:aux:hdrgainmap\0"
  private static let samsung = "urn:com:samsung:photo:2024:aux:hdrgainmap\0"

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// A version, then ISO 21496-1: up to 2.5 stops.
  private static let toneMap: [UInt8] =
    [0, 0, 0, 0, 0, 0x40] + number(0) + number(1) + number(5) + number(2)
    + number(0) + number(1) + number(5) + number(2) + number(1) + number(1)
    + number(0) + number(1) + number(0) + number(1)

  /// A red picture with a gain map as an auxiliary item, which XMP describes.
  private func specimen(_ urn: String, xmp: String? = nil) -> Specimen {
    var specimen = Specimen.red
    let coded = specimen.items[0].data
    specimen.items.append(.init(id: 2, type: "hvc1", data: coded))
    specimen.associations.append((2, specimen.associations[0].properties))
    specimen.properties.append(fullBox("auxC", Array(urn.utf8)))
    specimen.associations[specimen.associations.count - 1].properties.append(
      (specimen.properties.count, false))
    specimen.references.append(("auxl", 2, [1]))
    if let xmp {
      var item = Specimen.Item(id: 3, type: "mime", data: Array(xmp.utf8))
      item.contentType = "application/rdf+xml"
      specimen.items.append(item)
      specimen.references.append(("cdsc", 3, [2]))
    }
    return specimen
  }

  private static func packet(_ namespace: String, _ properties: String) -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
    <rdf:Description rdf:about="" xmlns:g="\(namespace)" \(properties)/></rdf:RDF></x:xmpmeta>
    """
  }

  @Test func applesSayItInXMP() throws {
    let xmp = Self.packet(
      "http://ns.apple.com/HDRGainMap/1.0/", #"g:HDRGainMapHeadroom="8""#)
    let picture = try read(specimen(Self.apple, xmp: xmp).bytes, in: context())
    let gainMap = try #require(picture.facts.gainMap)
    #expect(gainMap.kind == .apple && gainMap.alternateHeadroom == 3)
    #expect(gainMap.placement == .init(width: picture.facts.width, height: picture.facts.height))
    let map = try #require(try picture.gainMapPicture(in: context()))
    #expect(map.facts.format == .gray8)
  }

  @Test func othersSayItAsAdobeDoes() throws {
    let xmp = Self.packet(
      "http://ns.adobe.com/hdr-gain-map/1.0/", #"g:GainMapMax="2" g:HDRCapacityMax="2.5""#)
    let gainMap = try #require(
      try read(specimen(Self.samsung, xmp: xmp).bytes, in: context()).facts.gainMap)
    #expect(gainMap.kind == .ultraHDR && gainMap.alternateHeadroom == 2.5)
  }

  @Test func aToneMapSaysItBest() throws {
    let xmp = Self.packet(
      "http://ns.adobe.com/hdr-gain-map/1.0/", #"g:GainMapMax="2" g:HDRCapacityMax="2""#)
    var specimen = specimen(Self.samsung, xmp: xmp)
    specimen.items.append(.init(id: 4, type: "tmap", data: Self.toneMap))
    specimen.references.append(("dimg", 4, [1, 2]))
    let gainMap = try #require(try read(specimen.bytes, in: context()).facts.gainMap)
    #expect(gainMap.kind == .iso && gainMap.alternateHeadroom == 2.5)
  }

  @Test(arguments: 1..<67)
  func aToneMapThatIsCutOffOrNot(count: Int) throws {
    var specimen = specimen(Self.samsung)
    specimen.items.append(.init(id: 4, type: "tmap", data: Array(Self.toneMap.prefix(count))))
    specimen.references.append(("dimg", 4, [1, 2]))
    let gainMap = try read(specimen.bytes, in: context()).facts.gainMap
    #expect((gainMap != nil) == (count >= Self.toneMap.count))
  }

  @Test func nothingIsSaid() throws {
    #expect(try read(specimen(Self.apple).bytes, in: context()).facts.gainMap == nil)
    #expect(try read(specimen(Self.samsung).bytes, in: context()).facts.gainMap == nil)
    #expect(try read(Specimen.red.bytes, in: context()).facts.gainMap == nil)
  }

  /// Stops as `exiftool` and Apple's formula have them.
  @Test(
    arguments: Sample.present(
      [
        ("fixtures/others/gainmap-apple.heic", GainMap.Kind.apple, 1.8 - 20 * 0.008),
        ("fixtures/others/gainmap-iso.heic", .iso, 2.5),
        (
          "images/heic/iphone-13promax-portrait-gainmap.HEIC", .apple, 1.8 - 20 * 0.008020164442
        ),
        ("images/heic/iphone-13pro-depth-gainmap.heic", .apple, 1.8),
        ("images/heic/samsung-s25ultra-tmap-gainmap.heic", .iso, 2.3),
      ], name: \.0))
  func phones(file: String, kind: GainMap.Kind, stops: Double) throws {
    let picture = try read(Sample(file).bytes(), in: context())
    let gainMap = try #require(picture.facts.gainMap)
    #expect(gainMap.kind == kind)
    #expect((gainMap.alternateHeadroom - stops).magnitude < 1e-6)
    #expect(gainMap.channels == [.init(minimum: 0, maximum: gainMap.alternateHeadroom)])
    let map = try #require(try picture.gainMapPicture(in: context()))
    #expect(map.facts.width * picture.facts.height == map.facts.height * picture.facts.width)
  }
}
