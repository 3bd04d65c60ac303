import ConverterCore
import PictureModel
import Testing

@testable import HEIFPlugin

/// Files that are wrong on purpose: every one is an error with the right code, none a crash.
@Suite struct HostileFileTests {
  @Test func aGridOfItself() throws {
    var specimen = Specimen.grid(columns: 1, rows: 1, width: 64, height: 64)
    specimen.references = [("dimg", 1, [1])]
    let error = try #require(try failure(specimen.bytes))
    #expect(error.code == .damagedInput)
    #expect(error.message.contains("made of itself"))
  }

  @Test func aCircleOfIdentities() throws {
    var specimen = Specimen.red
    specimen.items += [
      .init(id: 2, type: "iden", data: [], method: 1),
      .init(id: 3, type: "iden", data: [], method: 1),
    ]
    specimen.references = [("dimg", 2, [3]), ("dimg", 3, [2])]
    specimen.primary = 2
    #expect(try failure(specimen.bytes)?.code == .damagedInput)
  }

  @Test func aCircleOfAlphas() throws {
    var specimen = Specimen.alpha
    specimen.associations[0].properties.append((5, false))
    specimen.references.append(("auxl", 1, [2]))
    #expect(try failure(specimen.bytes)?.code == .damagedInput)
  }

  @Test func itemsThatTakeTheirBytesFromEachOther() throws {
    var specimen = Specimen()
    specimen.add(
      .init(id: 1, type: "hvc1", data: [], method: 2, taken: [(0, 0)]), [Coded.hvcC, ispe()])
    specimen.items.append(.init(id: 2, type: "hvc1", data: [], method: 2, taken: [(0, 0)]))
    specimen.references = [("iloc", 1, [2]), ("iloc", 2, [1])]
    #expect(try failure(specimen.bytes)?.code == .damagedInput)
    specimen.references = []
    #expect(try failure(specimen.bytes)?.code == .damagedInput)
  }

  @Test func aLongChainOfItems() throws {
    var specimen = Specimen.red
    for id in 2...60 {
      specimen.items.append(.init(id: id, type: "iden", data: [], method: 1))
      specimen.references.append(("dimg", id, [id - 1]))
    }
    specimen.primary = 60
    let error = try #require(try failure(specimen.bytes))
    #expect(error.code == .limitExceeded)
    #expect(error.message.contains("nesting"))
  }

  @Test func gridsOfGridsThatMultiply() throws {
    var specimen = Specimen.red
    for id in 2...8 {
      specimen.items.append(
        .init(id: id, type: "grid", data: [0, 0, 15, 15] + be(64, 2) + be(64, 2), method: 1))
      specimen.references.append(("dimg", id, Array(repeating: id - 1, count: 256)))
    }
    specimen.primary = 8
    #expect(try failure(specimen.bytes)?.code == .limitExceeded)
  }

  @Test(arguments: [(64, 65), (65, 64), (0, 64), (65535, 65535)])
  func aGridThatItsTilesDoNotCover(width: Int, height: Int) throws {
    let specimen = Specimen.grid(columns: 1, rows: 1, width: width, height: height)
    let code = try #require(try failure(specimen.bytes)).code
    #expect(code == (width == 65535 ? .limitExceeded : .damagedInput))
  }

  @Test func aGridThatLacksTiles() throws {
    var specimen = Specimen.grid(columns: 2, rows: 2, width: 128, height: 128)
    specimen.references = [("dimg", 1, [2, 3, 2])]
    #expect(try failure(specimen.bytes)?.code == .damagedInput)
  }

  @Test func aGridOfUnlikeTiles() throws {
    var specimen = Specimen.grid(columns: 2, rows: 1, width: 128, height: 64)
    specimen.properties.append(clap(32, 32, 0, 0))
    specimen.associations[2].properties.append((6, true))
    #expect(try failure(specimen.bytes)?.code == .damagedInput)
  }

  @Test func limitsAreAskedBeforeAnythingIsDecoded() throws {
    var limits = Limits()
    limits.pixels = 64 * 64 - 1
    let error = try #require(try failure(Specimen.red.bytes, limits: limits))
    #expect(error.code == .limitExceeded)
    #expect(error.message.contains("--limit pixels="))
    limits = Limits()
    limits.memory = 64 * 64
    #expect(try failure(Specimen.red.bytes, limits: limits)?.code == .limitExceeded)
  }

  @Test func aWrongSizeIsShownWithAWarning() throws {
    var specimen = Specimen.red
    specimen.properties[1] = ispe(32, 32)
    let context = try context()
    #expect(try readPixels(specimen.bytes, in: context).width == 64)
    #expect(context.warnings.count == 1)
  }

  @Test func anAV1PictureOfAnotherSizeIsDamaged() throws {
    var specimen = Specimen()
    specimen.add(.init(id: 1, type: "av01", data: Coded.redAV1), [Coded.av1C, ispe(32, 64)])
    #expect(try failure(specimen.bytes)?.code == .damagedInput)
  }

  @Test func unknownEssentialProperties() throws {
    var specimen = Specimen.red
    specimen.properties.append(box("wxyz", []))
    specimen.associations[0].properties.append((3, false))
    #expect(try failure(specimen.bytes) == nil)
    specimen.associations[0].properties.append((3, true))
    let error = try #require(try failure(specimen.bytes))
    #expect(error.code == .unsupportedContent)
    #expect(error.message.contains("wxyz"))
  }

  @Test func propertiesThatDoNotExist() throws {
    var specimen = Specimen.red
    specimen.associations[0].properties.append((90, false))
    #expect(try failure(specimen.bytes)?.code == .damagedInput)
  }

  @Test(arguments: [
    ("avc1", "H.264"), ("unci", "unci"), ("vvc1", "H.266"), ("j2k1", "JPEG 2000"),
    ("abcd", "abcd"), ("jpeg", "JPEG"),
  ])
  func codingsAreNamed(type: String, name: String) throws {
    var specimen = Specimen.red
    specimen.items[0].type = type
    let error = try #require(try failure(specimen.bytes))
    #expect(error.code == .unsupportedContent)
    #expect(error.message.contains(name))
  }

  @Test func missingThings() throws {
    var specimen = Specimen.red
    specimen.primary = nil
    #expect(try failure(specimen.bytes)?.code == .damagedInput)
    specimen.primary = 99
    #expect(try failure(specimen.bytes)?.code == .damagedInput)
    specimen = .red
    specimen.associations = []
    #expect(try failure(specimen.bytes)?.code == .damagedInput)
    specimen = .red
    specimen.items.append(specimen.items[0])
    #expect(try failure(specimen.bytes)?.code == .damagedInput)
    #expect(try failure([])?.code == .damagedInput)
    #expect(try failure(box("ftyp", Array("heic\0\0\0\0".utf8)))?.code == .damagedInput)
  }

  @Test func aTrackWithoutItems() throws {
    func file(_ coding: String) -> [UInt8] {
      let samples = box(
        "stbl",
        fullBox("stsd", be(1, 4) + box(coding, be(0, 24) + be(320, 2) + be(240, 2)))
          + fullBox("stsz", be(0, 4) + be(12, 4)))
      let media = fullBox("hdlr", be(0, 4) + Array("pict".utf8) + be(0, 13)) + box("minf", samples)
      return box("ftyp", Array("msf1\0\0\0\0".utf8)) + box("moov", box("trak", box("mdia", media)))
    }
    let error = try #require(try failure(file("avc1")))
    #expect(error.code == .unsupportedContent)
    #expect(error.message.contains("12 frames"))
    // Of a coding that is known, the rest is missed.
    #expect(try failure(file("hvc1"))?.code == .damagedInput)
  }

  @Test func countsThatTheFileIsTooSmallFor() throws {
    let most = be(-1, 4)
    let boxes = [
      fullBox("iloc", version: 2, be(0x4400, 2) + most + be(0, 40)),
      // No bytes at all for a part, and many of them.
      fullBox(
        "iloc", version: 1,
        be(0, 2) + be(40, 2) + (0..<40).flatMap { be($0, 2) + be(0, 4) + be(0xFFFF, 2) }),
      fullBox("iloc", be(0x9999, 2) + be(1, 2) + be(0, 60)),
      fullBox("iloc", be(0x8880, 2) + be(1, 2) + be(1, 4) + Array(repeating: 0xFF, count: 40)),
      box("iprp", fullBox("ipma", version: 1, flags: 1, most + be(0, 9))),
      box("grpl", fullBox("altr", be(0, 4) + most)),
      fullBox("iref", box("dimg", be(1, 2) + be(0xFFFF, 2) + be(2, 2))),
      box("iprp", box("ipco", be(4, 4) + Array("irot".utf8))),
      box("iprp", box("ipco", be(100, 4) + Array("irot".utf8))),
      box("iprp", box("ipco", be(1, 4) + Array("irot".utf8) + be(-1, 8))),
      box("iprp", box("ipco", clap(0, 1, 0, 0))),
      box("iprp", box("ipco", box("clap", be(1, 4) + be(0, 28)))),
      box("iprp", box("ipco", box("hvcC", [1] + be(0, 20) + be(0xFF, 2) + most))),
    ]
    for (index, hostile) in boxes.enumerated() {
      var specimen = Specimen.red
      specimen.furtherBoxes = hostile
      #expect(try failure(specimen.bytes)?.code == .damagedInput, "box \(index)")
    }
  }

  @Test func partsThatRepeatTheFile() throws {
    var specimen = Specimen.red
    specimen.items[0].parts = 30
    var bytes = specimen.bytes
    // Every part becomes the whole file from its first byte on.
    let iloc = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("iloc".utf8)) })
    let base = iloc + 8 + 2 + 2 + 2 + 2 + 2
    for index in base..<base + 4 { bytes[index] = 0 }
    for index in base + 6..<base + 6 + 30 * 8 { bytes[index] = 0 }
    let error = try #require(try failure(bytes))
    #expect(error.code == .damagedInput)
    #expect(error.message.contains("add up"))
  }

  @Test func everyTruncation() throws {
    let files = [
      Specimen.alpha.bytes, Specimen.grid(columns: 2, rows: 1, width: 128, height: 64).bytes,
      MinimizedImageTests.file(),
    ]
    for bytes in files {
      for count in 0..<bytes.count {
        let error = try #require(try failure(Array(bytes[..<count])), "\(count) bytes were enough")
        #expect(error.code == .damagedInput, "\(count) bytes: \(error)")
      }
    }
  }

  /// Numbers that look random and are the same in every run (xorshift).
  private struct Dice {
    var state: UInt64
    mutating func roll(_ sides: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(sides))
    }
  }

  @Test(arguments: 1...8)
  func damagedBytes(seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    var limits = Limits()
    limits.pixels = 1 << 20
    let files = [
      Specimen.alpha.bytes, Specimen.grid(columns: 2, rows: 2, width: 100, height: 100).bytes,
      Specimen.redAV1.bytes, MinimizedImageTests.file(),
    ]
    for whole in files {
      for _ in 0..<150 {
        var bytes = whole
        for _ in 0...dice.roll(3) {
          let place = dice.roll(bytes.count)
          bytes[place] = UInt8(dice.roll(256))
        }
        _ = try failure(bytes, limits: limits)
      }
    }
  }
}
