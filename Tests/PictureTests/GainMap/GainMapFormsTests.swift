import ConverterCore
import Foundation
import Testing

@testable import PictureModel

/// What gain maps say of themselves, in the forms of ISO 21496-1, Adobe and Apple.
@Suite("The forms of gain maps")
struct GainMapFormsTests {
  /// Of a Galaxy S25 Ultra's `tmap` item, without its version: one channel, 2.3 stops, gamma 1, no offsets.
  static let samsung: [UInt8] =
    [0, 0, 0, 0, 0x40] + number(0) + number(1) + number(0x93_3333) + number(0x40_0000)
    + number(0) + number(1) + number(0x93_3333) + number(0x40_0000) + number(1) + number(1)
    + number(0) + number(1) + number(0) + number(1)

  static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// One with a number of its own in every place.
  static let coloured: GainMap = {
    let channels = (0..<3).map { index in
      var channel = GainMap.Channel(
        minimum: -0.5 - Double(index) / 8, maximum: 2.25 + Double(index))
      channel.gamma = 1.5 + Double(index) / 4
      channel.baseOffset = 1.0 / 64
      channel.alternateOffset = 1.0 / 32 + Double(index) / 128
      return channel
    }
    var gainMap = GainMap(.iso, channels: channels, alternateHeadroom: 3.75)
    gainMap.baseHeadroom = 0.25
    gainMap.usesBaseColours = false
    return gainMap
  }()

  // MARK: ISO 21496-1

  @Test func isoOfAPhone() throws {
    let gainMap = try #require(GainMap(iso: Self.samsung))
    let stops = Double(0x93_3333) / Double(0x40_0000)
    #expect(gainMap.alternateHeadroom == stops)
    #expect(gainMap.baseHeadroom == 0 && gainMap.usesBaseColours && gainMap.kind == .iso)
    #expect(gainMap.channels == [GainMap.Channel(minimum: 0, maximum: stops)])
    // Its fractions are in their lowest terms: the bytes come back.
    #expect(gainMap.isoMetadata == Self.samsung)
  }

  @Test func isoOfThreeColours() {
    #expect(GainMap(iso: Self.coloured.isoMetadata) == Self.coloured)
    #expect(Self.coloured.isoMetadata.count == 5 + 16 + 3 * 40)
  }

  /// As libultrahdr writes it where all denominators are the same.
  @Test func isoWithACommonDenominator() throws {
    let bytes =
      [0, 0, 0, 0, 0x48] + Self.number(100) + Self.number(0) + Self.number(230)
      + Self.number(-50) + Self.number(230) + Self.number(150) + Self.number(1) + Self.number(2)
    let gainMap = try #require(GainMap(iso: bytes))
    var channel = GainMap.Channel(minimum: -0.5, maximum: 2.3)
    channel.gamma = 1.5
    channel.baseOffset = 0.01
    channel.alternateOffset = 0.02
    #expect(gainMap.channels == [channel])
    #expect(gainMap.alternateHeadroom == 2.3)
  }

  @Test(
    "nonsense in the binary form",
    arguments: [
      ("a later version", 1, [1]), ("the base is HDR", 4, [0x44]),
      ("division by zero", 17, number(0)), ("the maximum below the minimum", 21, number(3)),
      ("gamma 0", 37, number(0)), ("stops of astronomical size", 29, number(0x7FFF_FFFF)),
    ] as [(String, Int, [UInt8])])
  func isoNonsense(_: String, offset: Int, bytes: [UInt8]) {
    var form = Self.samsung
    form.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    // 3/1 is above 2.3; all others are refused for themselves.
    if offset == 21 { form.replaceSubrange(25..<29, with: Self.number(1)) }
    if offset == 29 { form.replaceSubrange(33..<37, with: Self.number(1)) }
    #expect(GainMap(iso: form) == nil)
  }

  @Test func isoCutOff() {
    for form in [Self.samsung, Self.coloured.isoMetadata] {
      for count in 0..<form.count { #expect(GainMap(iso: Array(form.prefix(count))) == nil) }
    }
  }

  // MARK: XMP

  static func packet(_ attributes: String, _ elements: String = "") -> [UInt8] {
    Array(XMPTests.packet(attributes: attributes, elements: elements).utf8)
  }

  @Test func xmpWithDefaults() throws {
    let gainMap = try #require(
      GainMap(xmp: Self.packet(#" hdrgm:GainMapMax="2.5" hdrgm:HDRCapacityMax="3""#)))
    var channel = GainMap.Channel(minimum: 0, maximum: 2.5)
    (channel.baseOffset, channel.alternateOffset) = (1.0 / 64, 1.0 / 64)
    #expect(gainMap.channels == [channel])
    #expect(gainMap.baseHeadroom == 0 && gainMap.alternateHeadroom == 3)
    #expect(gainMap.kind == .ultraHDR && gainMap.usesBaseColours)
  }

  @Test func xmpWithArrays() throws {
    let gainMap = try #require(
      GainMap(
        xmp: Self.packet(
          #" hdrgm:HDRCapacityMax="3" hdrgm:Gamma="2""#,
          "<hdrgm:GainMapMax><rdf:Seq><rdf:li>1</rdf:li><rdf:li>2</rdf:li><rdf:li>3</rdf:li>"
            + "</rdf:Seq></hdrgm:GainMapMax>")))
    #expect(gainMap.channels.map(\.maximum) == [1, 2, 3])
    #expect(gainMap.channels.map(\.gamma) == [2, 2, 2])
  }

  @Test("what is written is read", arguments: [1, 3])
  func xmpRoundTrip(channels: Int) {
    var gainMap = Self.coloured
    gainMap.kind = .ultraHDR
    gainMap.usesBaseColours = true
    gainMap.channels = Array(gainMap.channels.prefix(channels))
    #expect(GainMap(xmp: gainMap.xmpPacket) == gainMap)
  }

  @Test(
    "packets that say too little or nonsense",
    arguments: [
      "", #" hdrgm:GainMapMax="2""#, #" hdrgm:HDRCapacityMax="2""#,
      #" hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2" hdrgm:BaseRenditionIsHDR="True""#,
      #" hdrgm:GainMapMax="nan" hdrgm:HDRCapacityMax="2""#,
      #" hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="inf""#,
      #" hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="1e300""#,
      #" hdrgm:GainMapMax="two" hdrgm:HDRCapacityMax="2""#,
      #" hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="-1""#,
      #" hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2" hdrgm:Gamma="0""#,
      #" hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2" hdrgm:GainMapMin="3""#,
    ])
  func xmpNonsense(attributes: String) {
    #expect(GainMap(xmp: Self.packet(attributes)) == nil)
  }

  @Test func xmpOfTheBase() throws {
    let properties = try #require(XMP.properties(of: GainMap.containerPacket(byteCount: 7817)))
    #expect(
      properties.map(\.name) == [
        XMP.Name(XMP.Namespace.gainMap, "Version"), XMP.Name(XMP.Namespace.container, "Directory"),
      ])
    let text = String(decoding: GainMap.container(byteCount: 7817), as: UTF8.self)
    #expect(text.contains(#"Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="7817""#))
  }

  // MARK: Apple

  /// Exif with an iPhone's maker note of these fractions.
  static func exif(notes: [(tag: Int, numerator: Int, denominator: Int)]) -> [UInt8] {
    var sample = TIFFSample()
    var note = Array("Apple iOS\0\0\u{1}MM".utf8)
    note += [UInt8(notes.count >> 8), UInt8(notes.count & 255)]
    let values = note.count + 12 * notes.count + 4
    for (index, field) in notes.enumerated() {
      note += [UInt8(field.tag >> 8), UInt8(field.tag & 255), 0, 10] + number(1)
      note += number(values + 8 * index)
    }
    note += number(0)
    for field in notes { note += number(field.numerator) + number(field.denominator) }
    sample.exif = [sample.bytes(0x927C, note)]
    return sample.stream
  }

  /// By Apple's formula, each of its four lines; what the phones of the corpus wrote.
  @Test(
    "the headroom in an iPhone's notes",
    arguments: [
      ([(33, 843, 1000), (48, 8, 1000)], 1.64), ([(33, 843, 1000), (48, 2, 1)], 1.399),
      ([(33, 1, 1), (48, 5, 1000)], 2.65), ([(33, 2, 1), (48, 3, 1)], 1.394),
      ([(33, 878, 1000)], 1.8), ([(48, 0, 1)], 1.8), ([(48, -1, 1000)], 1.82),
    ] as [([(Int, Int, Int)], Double)])
  func appleNotes(fields: [(Int, Int, Int)], stops: Double) throws {
    let exif = Self.exif(notes: fields.map { (tag: $0.0, numerator: $0.1, denominator: $0.2) })
    let gainMap = try #require(GainMap(appleXMP: nil, exif: exif))
    #expect((gainMap.alternateHeadroom - stops).magnitude < 1e-7)
    #expect(gainMap.channels.map(\.maximum) == [gainMap.alternateHeadroom])
    #expect(gainMap.channels.map(\.minimum) == [0] && gainMap.kind == .apple)
  }

  @Test(
    "notes that tell no headroom",
    arguments: [
      [], [(1, 1, 1)], [(33, 1, 0)], [(48, 30, 1)], [(48, -2_000_000_000, 1)],
    ] as [[(Int, Int, Int)]])
  func appleNothing(fields: [(Int, Int, Int)]) {
    let exif = Self.exif(notes: fields.map { (tag: $0.0, numerator: $0.1, denominator: $0.2) })
    #expect(GainMap(appleXMP: nil, exif: exif) == nil)
  }

  @Test func appleNotesCutOff() {
    let exif = Self.exif(notes: [(33, 843, 1000), (48, 8, 1000)])
    for count in 0..<exif.count {
      let gainMap = GainMap(appleXMP: nil, exif: Array(exif.prefix(count)))
      #expect(gainMap == nil || count >= exif.count)
    }
  }

  @Test func appleHeadroomInXMP() throws {
    let xmp = Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(XMP.Namespace.rdf)">
      <rdf:Description rdf:about="" xmlns:HDRGainMap="\(XMP.Namespace.appleGainMap)">
      <HDRGainMap:HDRGainMapVersion>131072</HDRGainMap:HDRGainMapVersion>
      <HDRGainMap:HDRGainMapHeadroom>4</HDRGainMap:HDRGainMapHeadroom>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
    let notes = Self.exif(notes: [(33, 843, 1000)])
    #expect(GainMap(appleXMP: xmp, exif: notes)?.alternateHeadroom == 2)
    #expect(GainMap(appleXMP: xmp, exif: nil)?.alternateHeadroom == 2)
    #expect(GainMap(appleXMP: nil, exif: nil) == nil)
  }

  /// For every sample the standard's formula on the recoded one gives what Apple's gives on its own, but for the
  /// rounding to 8 bits: at most half a step of 255.
  @Test(arguments: [0.3, 1.64, 1.8, 3.0])
  func appleSamples(stops: Double) throws {
    let headroom = exp2(stops)
    let gainMap = GainMap(
      .apple, channels: [.init(minimum: 0, maximum: stops)], alternateHeadroom: stops)
    let table = gainMap.appleSamples
    #expect(table[0] == 0 && table[255] == 255)
    for sample in 0...255 {
      let value = Double(sample) / 255
      // ITU-R BT.709, written out once more.
      let light = value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
      let apple = log2(1 + (headroom - 1) * light)
      let standard = Double(table[sample]) / 255 * stops
      #expect((apple - standard).magnitude <= stops / 510 + 1e-9)
    }
  }
}
