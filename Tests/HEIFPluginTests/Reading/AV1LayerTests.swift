import ConverterCore
import Testing

@testable import HEIFPlugin

/// Pictures in several spatial layers, as libaom's encoder of layers makes them.
@Suite struct AV1LayerTests {
  /// Two layers of 64×64 pixels: Y 50, Cb 100, Cr 150 and Y 110, Cb 110, Cr 160 everywhere. The second operating
  /// point is the first layer alone.
  static let two = bytes(
    hex: """
      12000a0c00130100808157ffcd9a10803213104a00000100000000ebc9bdfca12e6924e5140a0c00130100808157ff\
      cd9a10803608131044400001000000001aafd30d0c631884186d
      """)
  /// The same, the first layer in half of the size.
  static let growing = bytes(
    hex: """
      12000a0c00130100808157ffcd9a1080321812fbf003f003f4a00000100000003efeeb227db672ee0fe80a0c001301\
      00808157ffcd9a10803608131044400001000000001aafd30d0c631884186d
      """)
  /// A third layer of Y 170, Cb 120, Cr 170.
  static let three = bytes(
    hex: """
      12000a0e0027010180804040abffe6cd08403213104a00000100000000ebc9bdfca12e6924e5140a0e002701018080\
      4040abffe6cd08403608131044400001000000001aafd30d0c631884186d36101d30c0400000451300000400004000\
      bc2dffe76312e4e769816bd9e9a280
      """)
  static let lowest: [UInt16] = [50, 100, 150]
  static let middle: [UInt16] = [110, 110, 160]
  static let highest: [UInt16] = [170, 120, 170]

  struct Case: Sendable {
    let data: [UInt8]
    var layer: Int?
    var operatingPoint: Int?
    var side = 64
    let shown: [UInt16]
    let warning: String?
  }

  static let cases = [
    Case(data: two, shown: middle, warning: "2 layers, of which the highest is shown"),
    Case(
      data: two, layer: 0xFFFF, shown: middle, warning: "2 layers, of which the highest is shown"),
    Case(
      data: two, layer: 0, shown: lowest,
      warning: "2 layers, of which layer 0, which the file selects, is shown"),
    Case(
      data: two, layer: 1, shown: middle,
      warning: "2 layers, of which layer 1, which the file selects, is shown"),
    Case(data: two, layer: 0xFFFF, operatingPoint: 1, shown: lowest, warning: nil),
    Case(
      data: growing, layer: 0xFFFF, shown: middle,
      warning: "2 layers, of which the highest is shown"),
    Case(
      data: growing, layer: 0, side: 32, shown: lowest,
      warning: "2 layers, of which layer 0, which the file selects, is shown"),
    Case(
      data: three, layer: 0xFFFF, shown: highest, warning: "3 layers, of which the highest is shown"
    ),
    Case(
      data: three, layer: 1, shown: middle,
      warning: "3 layers, of which layer 1, which the file selects, is shown"),
    Case(
      data: three, layer: 0xFFFF, operatingPoint: 1, shown: middle,
      warning: "2 layers, of which the highest is shown"),
  ]

  @Test(arguments: cases)
  func theLayerIsChosen(one: Case) throws {
    let context = try context()
    let samples = try readPixels(Self.specimen(one).bytes, in: context)
    #expect([samples.width, samples.height] == [one.side, one.side])
    for (x, y) in [(0, 0), (one.side - 1, one.side - 1), (7, 20)] {
      #expect(samples.pixel(x, y) == one.shown)
    }
    #expect(context.warnings == one.warning.map { ["item 1 holds its picture in \($0)"] } ?? [])
  }

  @Test func aLayerThatIsNotThere() throws {
    let one = Case(data: Self.two, layer: 3, shown: [], warning: nil)
    let error = try #require(try failure(Self.specimen(one).bytes))
    #expect(error.code == .damagedInput)
    #expect(error.message == "item 1 selects a layer that its AV1 picture does not have")
  }

  /// An item of one layer needs no selector, but may have one.
  @Test func aSelectorOfTheOnlyLayer() throws {
    let one = Case(data: Coded.redAV1, layer: 0, shown: [], warning: nil)
    let context = try context()
    #expect(try readPixels(Self.specimen(one).bytes, in: context).pixel(0, 0) == [100, 95, 199])
    #expect(context.warnings == [])
  }

  /// An AV1 item with selectors that are essential, as they must be.
  private static func specimen(_ one: Case) -> Specimen {
    var specimen = Specimen()
    var properties = [Coded.av1C, ispe(one.side, one.side), fullBox("a1lx", [])]
    if let point = one.operatingPoint { properties.append(box("a1op", [UInt8(point)])) }
    if let layer = one.layer { properties.append(box("lsel", be(layer, 2))) }
    specimen.add(.init(id: 1, type: "av01", data: one.data, parts: 2), properties)
    for index in specimen.associations[0].properties.indices.dropFirst(3) {
      specimen.associations[0].properties[index].essential = true
    }
    return specimen
  }
}
