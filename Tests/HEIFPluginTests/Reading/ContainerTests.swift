import ConverterCore
import PictureModel
import Testing

@testable import HEIFPlugin

/// Files that are put together in unusual ways that the standards allow.
@Suite struct ContainerTests {
  private func expectRed(_ specimen: Specimen, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let samples = try readPixels(specimen.bytes, in: context())
    #expect(samples.pixel(10, 50) == [100, 94, 200], sourceLocation: sourceLocation)
  }

  @Test(arguments: [0, 1, 2], [1, 2, 5])
  func itemsLieInParts(version: Int, parts: Int) throws {
    var specimen = Specimen.red
    specimen.locationVersion = version
    specimen.items[0].parts = parts
    try expectRed(specimen)
    guard version > 0 else { return }
    specimen.items[0].method = 1
    try expectRed(specimen)
  }

  @Test func identifiersAndIndicesMayBeWide() throws {
    var specimen = Specimen.grid(columns: 2, rows: 1, width: 128, height: 64)
    specimen.hasWideIdentifiers = true
    specimen.hasWideAssociations = true
    specimen.locationVersion = 2
    try expectRed(specimen)
  }

  @Test func itemsMayTakeBytesFromItems() throws {
    var specimen = Specimen()
    // From byte 9 on: the first part has a length, the last goes to the end.
    specimen.add(
      .init(id: 1, type: "hvc1", data: [], method: 2, taken: [(9, 10), (19, 0)]),
      [Coded.hvcC, ispe()])
    specimen.items.append(
      .init(id: 5, type: "mime", data: be(0, 9) + Coded.red, contentType: "text/plain"))
    specimen.references = [("iloc", 1, [5])]
    try expectRed(specimen)
  }

  @Test func propertyZeroIsNoneAndFreeBoxesKeepTheirPlace() throws {
    var specimen = Specimen.red
    specimen.properties = [Coded.hvcC, box("free", [1, 2, 3]), ispe()]
    specimen.associations = [(1, [(1, true), (0, false), (2, true), (3, false)])]
    try expectRed(specimen)
  }

  @Test func boxesMayHaveLongSizesOrReachToTheEnd() throws {
    let bytes = Specimen.red.bytes
    let start = bytes.count - Coded.red.count - 8
    var toTheEnd = bytes
    for index in start..<start + 4 { toTheEnd[index] = 0 }
    #expect(try failure(toTheEnd) == nil)

    // A long size moves the data by 8 bytes, away from where iloc says: put it before meta.
    let long =
      Array(bytes[..<24]) + be(1, 4) + Array("skip".utf8) + be(16, 8)
    let shifted = try HEIFFile(parsing: long + Array(bytes[24...]))
    #expect(shifted.items.count == 1)
  }

  @Test func dataAfterTheBoxesIsNoHarm() throws {
    #expect(try failure(Specimen.red.bytes + [0, 0, 0, 3, 1, 2, 3, 4, 5, 6, 7, 8]) == nil)
  }

  @Test func colourPropertiesWinOverTheBitstream() throws {
    var specimen = Specimen.red
    specimen.properties += [
      nclx(9, 16, 9, full: false), box("colr", Array("prof".utf8) + [1, 2, 3]),
      box("colr", Array("rICC".utf8)),
    ]
    specimen.associations[0].properties += [(5, false), (3, false)]
    var facts = try read(specimen.bytes, in: context()).facts
    #expect(facts.format == PixelFormat(.ycbcr(.s420, .bt2020, .limited)))
    #expect(facts.colour == .cicp(CodingIndependentCodePoints(primaries: 9, transfer: 16)))
    // A profile says what colours mean, the code points still how to get them.
    specimen.associations[0].properties += [(4, false)]
    facts = try read(specimen.bytes, in: context()).facts
    #expect(facts.format == PixelFormat(.ycbcr(.s420, .bt2020, .limited)))
    #expect(facts.colour == .icc([1, 2, 3]))
  }

  @Test func aGridTakesColoursFromItsTiles() throws {
    var specimen = Specimen.grid(columns: 2, rows: 1, width: 128, height: 64)
    specimen.properties += [
      box("colr", Array("prof".utf8) + [7]), nclx(12, 13, 1, full: true),
    ]
    specimen.associations[1].properties += [(6, false), (7, false)]
    specimen.associations[2].properties += [(6, false), (7, false)]
    let facts = try read(specimen.bytes, in: context()).facts
    #expect(facts.colour == .icc([7]))
    #expect(facts.format == PixelFormat(.ycbcr(.s420, .bt709, .full)))
  }

  @Test(
    arguments: [
      (0, nil), (1, MatrixCoefficients.bt709), (2, .bt601), (4, .weighted(red: 0.3, blue: 0.11)),
      (5, .bt601), (6, .bt601), (7, .weighted(red: 0.212, blue: 0.087)), (8, .ycgco), (9, .bt2020),
      (10, .bt2020), (3, nil), (11, nil), (14, nil), (200, nil),
    ] as [(Int, MatrixCoefficients?)])
  func matrices(value: Int, expected: MatrixCoefficients?) throws {
    var specimen = Specimen.red
    specimen.properties.append(nclx(1, 13, value, full: true))
    specimen.associations[0].properties.append((3, false))
    guard let expected else {
      let error = try #require(try failure(specimen.bytes))
      #expect(error.code == (value == 0 ? .damagedInput : .unsupportedContent))
      return
    }
    let format = try read(specimen.bytes, in: context()).facts.format
    #expect(format == PixelFormat(.ycbcr(.s420, expected, .full)))
  }

  @Test func matricesFollowFromPrimaries() throws {
    // BT.709's own primaries give BT.709's matrix, to the digits of the standard.
    let points = ColourCodePoints(primaries: 1, transfer: 1, matrix: 12, isFullRange: true)
    guard case .weighted(let red, let blue) = try points.matrixCoefficients() else {
      Issue.record("no weights")
      return
    }
    #expect(abs(red - 0.2126) < 1e-4)
    #expect(abs(blue - 0.0722) < 1e-4)
  }

  @Test(arguments: [
    [0, 0, 0, 0] + Array("II*\0rest".utf8),
    [0, 0, 0, 6] + Array("Exif\0\0II*\0rest".utf8),
    // An offset that counts its own four bytes, one that is missing, one too far.
    [0, 0, 0, 4] + Array("II*\0rest".utf8),
    Array("II*\0rest".utf8),
    [0xFF, 0, 0, 0] + Array("Exif\0\0II*\0rest".utf8),
  ])
  func exifBeginsAtItsByteOrderMark(item: [UInt8]) {
    #expect(ItemMetadata.exif(item) == Array("II*\0rest".utf8))
  }

  @Test(arguments: [[], [0, 0, 0, 0], Array(repeating: 0xFF, count: 20)] as [[UInt8]])
  func noExifIsNone(item: [UInt8]) {
    #expect(ItemMetadata.exif(item) == nil)
  }

  @Test func metadataBelongsToTheItemThatItDescribes() throws {
    var specimen = Specimen.grid(columns: 2, rows: 1, width: 128, height: 64)
    let exif = { (text: String) in [0, 0, 0, 0] + Array("MM\0*\(text)".utf8) }
    specimen.items += [
      .init(id: 20, type: "Exif", data: exif("of another")),
      .init(id: 21, type: "Exif", data: exif("of the grid")),
      .init(
        id: 22, type: "mime", data: Array("<x/>".utf8), contentType: "application/rdf+xml"),
      .init(id: 23, type: "mime", data: Array("no".utf8), contentType: "text/plain"),
      .init(id: 24, type: "iptc", data: [0x1C, 2, 5]),
    ]
    specimen.references += [("cdsc", 20, [2])] + (21...24).map { ("cdsc", $0, [1]) }
    let metadata = try read(specimen.bytes, in: context()).facts.metadata
    #expect(metadata.exif == Array("MM\0*of the grid".utf8))
    #expect(metadata.xmp == Array("<x/>".utf8))
    #expect(metadata.iptc == Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 3, 0x1C, 2, 5, 0])
  }
}
