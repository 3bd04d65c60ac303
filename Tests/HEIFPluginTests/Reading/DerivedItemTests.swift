import ConverterCore
import PictureModel
import Testing

@testable import HEIFPlugin

@Suite struct DerivedItemTests {
  private let red: [UInt16] = [100, 94, 200]
  private let blue: [UInt16] = [104, 193, 75]

  @Test func oneItem() throws {
    let context = try context()
    let picture = try read(Specimen.red.bytes, in: context)
    #expect(picture.facts.width == 64)
    #expect(picture.facts.format == .jfif(.s420))
    #expect(picture.facts.coding == "HEVC 4:2:0 8 bit")
    #expect(picture.facts.colour == .unspecified)
    let samples = try readPixels(Specimen.red.bytes, in: context)
    #expect(samples.planes[0].samples == Array(repeating: 100, count: 64 * 64))
    #expect(samples.planes[1].samples == Array(repeating: 94, count: 32 * 32))
    #expect(samples.planes[2].samples == Array(repeating: 200, count: 32 * 32))
    #expect(context.warnings == [])
  }

  @Test func oneAV1Item() throws {
    let samples = try readPixels(Specimen.redAV1.bytes, in: context())
    #expect(samples.format == .jfif(.s420))
    #expect(samples.pixel(63, 63) == [100, 95, 199])
  }

  @Test func anAV1SequenceHeaderMayBeInThePropertyAlone() throws {
    // A temporal delimiter and the sequence header come first in the item.
    let (header, rest) = (Array(Coded.redAV1[2..<13]), Array(Coded.redAV1[13...]))
    var specimen = Specimen()
    specimen.add(
      .init(id: 1, type: "av01", data: rest),
      [box("av1C", [0x81, 0, 0x0C, 0] + header), ispe()])
    #expect(try readPixels(specimen.bytes, in: context()).pixel(0, 0) == [100, 95, 199])
  }

  @Test(arguments: [1, 4])
  func aGridCropsItsLastTiles(threads: Int) throws {
    let specimen = Specimen.grid(columns: 3, rows: 2, width: 161, height: 101)
    let picture = try read(specimen.bytes, in: context(threads: threads))
    #expect(picture.facts.coding == "HEVC 4:2:0 8 bit, 6 tiles")
    #expect(picture.siblings.isEmpty)
    let samples = try Samples(try picture.open(PixelDemand([picture.facts.format])))
    #expect(samples.width == 161 && samples.height == 101)
    for y in 0..<101 {
      for x in 0..<161 {
        let expected = (y / 64 * 3 + x / 64) % 2 == 0 ? red : blue
        guard samples.pixel(x, y) != expected else { continue }
        Issue.record("\(samples.pixel(x, y)) at \(x), \(y)")
        return
      }
    }
  }

  /// The samples that become alpha, decoded as a picture of their own.
  private func ramp() throws -> Samples {
    var specimen = Specimen.alpha
    specimen.primary = 2
    return try readPixels(specimen.bytes, in: context())
  }

  @Test func alphaIsAFourthPlane() throws {
    let ramp = try ramp()
    #expect(ramp.format == PixelFormat(.ycbcr(.monochrome, .bt601, .full)))
    #expect((0..<64).allSatisfy { abs(Int(ramp[0, $0, 9]) - 4 * $0) <= 2 })
    let samples = try readPixels(Specimen.alpha.bytes, in: context())
    #expect(samples.format.alpha == .straight)
    #expect(samples.pixel(20, 40) == red + [ramp[0, 20, 40]])
    #expect(samples.planes[3].samples == ramp.planes[0].samples)
  }

  @Test func alphaMayBePremultiplied() throws {
    var specimen = Specimen.alpha
    specimen.references.append(("prem", 1, [2]))
    #expect(try readPixels(specimen.bytes, in: context()).format.alpha == .premultiplied)
  }

  @Test func alphaOfAnotherSizeIsScaled() throws {
    var specimen = Specimen.grid(columns: 2, rows: 1, width: 128, height: 64)
    specimen.add(
      .init(id: 9, type: "hvc1", data: Coded.ramp), [Coded.monochromeHvcC, ispe(), auxC(alphaURN)])
    specimen.references.append(("auxl", 9, [1]))
    let samples = try readPixels(specimen.bytes, in: context())
    let ramp = try ramp()
    #expect(samples.pixel(0, 0) == red + [ramp[0, 0, 0]])
    #expect(samples.pixel(127, 63) == blue + [ramp[0, 63, 63]])
    // Between two samples of alpha: a quarter and three quarters of the way.
    for x in 1..<127 {
      let first = (x - 1) / 2
      let weight = x % 2 == 0 ? 0.75 : 0.25
      let (left, right) = (Double(ramp[0, first, 5]), Double(ramp[0, first + 1, 5]))
      #expect(samples[3, x, 5] == UInt16((left + (right - left) * weight).rounded()))
    }
  }

  @Test func transformationsTurnTheFactsToo() throws {
    var specimen = Specimen.grid(columns: 2, rows: 1, width: 128, height: 64)
    specimen.properties += [irot(3), clap(32, 128, 0, 0)]
    specimen.associations[0].properties += [(6, true), (7, true)]
    let facts = try read(specimen.bytes, in: context()).facts
    #expect(facts.width == 32 && facts.height == 128)
    #expect(facts.storedOrientation == .rotated90)
  }

  @Test func anIdentityItemTurnsItsBaseFurther() throws {
    var specimen = Specimen.red
    specimen.properties.append(clap(32, 16, 0, 0))
    specimen.associations[0].properties.append((3, true))
    specimen.add(.init(id: 7, type: "iden", data: [], method: 1), [irot(1)])
    specimen.references = [("dimg", 7, [1])]
    specimen.primary = 7
    let facts = try read(specimen.bytes, in: context()).facts
    #expect(facts.width == 16 && facts.height == 32)
  }

  @Test func aToneMappedItemShowsItsBase() throws {
    var specimen = Specimen.alpha
    specimen.items.append(.init(id: 3, type: "tmap", data: [0], method: 1))
    specimen.references = [("dimg", 3, [1, 2])]
    specimen.primary = 3
    let picture = try read(specimen.bytes, in: context())
    #expect(picture.facts.coding == "HEVC 4:2:0 8 bit")
  }

  @Test func anOverlayLiesOnItsCanvas() throws {
    var specimen = Specimen.alpha
    let offsets = be(-32, 2) + be(-16, 2) + be(40, 2) + be(30, 2)
    specimen.add(
      .init(
        id: 9, type: "iovl",
        data: [0, 0] + be(0xFFFF, 2) + be(0x8080, 2) + be(0, 2) + be(0xFFFF, 2) + be(80, 2)
          + be(60, 2) + offsets,
        method: 1),
      [ispe(80, 60)])
    specimen.add(.init(id: 3, type: "hvc1", data: Coded.blue), [Coded.hvcC, ispe()])
    specimen.references.append(("dimg", 9, [3, 1]))
    specimen.primary = 9
    let samples = try readPixels(specimen.bytes, in: context())
    #expect(samples.format == .rgb8)
    #expect(samples.width == 80 && samples.height == 60)
    let (canvas, blueRGB, redRGB): ([UInt16], [UInt16], [UInt16]) = (
      [255, 128, 0], [30, 119, 219], [201, 60, 40]
    )
    func near(_ pixel: [UInt16], _ expected: [UInt16]) -> Bool {
      zip(pixel, expected).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
    }
    #expect(near(samples.pixel(79, 0), canvas))
    #expect(near(samples.pixel(0, 0), blueRGB))
    #expect(near(samples.pixel(31, 47), blueRGB))
    #expect(near(samples.pixel(32, 47), canvas))
    #expect(near(samples.pixel(31, 48), canvas))
    // Column 20 of the ramp: alpha 80 of 255.
    let mixed = zip(redRGB, canvas).map { UInt16((Int($0) * 80 + Int($1) * 175) / 255) }
    #expect(near(samples.pixel(60, 50), mixed))
  }
}
