import ColourManagementPlugin
import ConverterCore
import PictureModel
import TestSupport
import Testing

@Suite struct DamagedProfileTests {
  /// Converts one pixel; damaged profiles must neither crash nor fail the conversion.
  private func convert(
    _ profile: [UInt8], _ format: PixelFormat = .rgb8, to policy: ConversionOptions.ProfilePolicy
  ) throws -> [LedgerEntry] {
    let context = testContext()
    let picture = testPicture(
      format, width: 2, colour: .icc(profile), samples: [1, 100, 250, 7, 30, 60, 200, 0])
    let converted = try ColourTransform().apply(
      to: picture, for: .jpeg, options: options(policy), in: context)
    let output: PixelFormat = format.channels == .gray ? .gray8 : .rgb8
    _ = try samples(of: converted, as: output)
    return context.ledger
  }

  @Test func truncatedAtEveryLength() throws {
    let whole = ICCProfile(.displayP3)!.bytes
    for count in 0..<whole.count {
      for policy in [ConversionOptions.ProfilePolicy.keep, .srgb] {
        let ledger = try convert(Array(whole[..<count]), to: policy)
        let reason =
          count < 132
          ? "it has \(count) bytes, not even a header"
          : "it says it has \(whole.count) bytes, there are \(count)"
        #expect(
          ledger.first
            == LedgerEntry(
              "icc", .dropped, why: "it is damaged: \(reason); the colours are taken as sRGB"))
      }
    }
  }

  /// Truncated with a size in the header that fits, so that the tag table is what is wrong.
  @Test func truncatedWithAMatchingSize() throws {
    let whole = ICCProfile(.displayP3)!.bytes
    for count in 132..<whole.count {
      var cut = Array(whole[..<count])
      cut[2] = UInt8(count >> 8)
      cut[3] = UInt8(count & 255)
      let ledger = try convert(cut, to: .srgb)
      #expect(ledger.first?.action == .dropped)
    }
  }

  /// Every byte of a profile, changed to the values that break most.
  @Test(arguments: [UInt8(0), 1, 0x7f, 0x80, 0xff])
  func everyByteChanged(value: UInt8) throws {
    let whole = ICCProfile(.displayP3)!.bytes
    for index in whole.indices {
      var changed = whole
      changed[index] = value
      _ = try convert(changed, to: .srgb)
    }
    let gray = ICCProfile(gray: ToneCurve.gamma(1.8), name: "gray")!.bytes
    for index in gray.indices {
      var changed = gray
      changed[index] = value
      _ = try convert(changed, .gray8, to: .srgb)
    }
  }

  @Test(arguments: CMYKTests.printers)
  func aPrintersTablesCutAndChanged(_ printer: CMYKTests.Printer) throws {
    let whole = try printer.profile()
    // The header, the tag table and the beginning of the first table.
    for index in stride(from: 0, to: 700, by: 17) {
      var changed = whole
      changed[index] = 0xff
      _ = try convert(changed, .cmyk8, to: .keep)
    }
    for count in stride(from: 132, to: whole.count, by: whole.count / 14) {
      var cut = Array(whole[..<count])
      for byte in 0..<4 { cut[byte] = UInt8(truncatingIfNeeded: count >> (24 - 8 * byte)) }
      let ledger = try convert(cut, .cmyk8, to: .keep)
      #expect(ledger.first?.action == .dropped)
    }
  }

  @Test func randomBytes() throws {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    func next() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    let whole = ICCProfile(.displayP3)!.bytes
    for _ in 0..<60 {
      // With a good header and tag table, what they point to is read.
      let tail = (0..<whole.count - 252).map { _ in next() }
      _ = try convert(Array(whole[..<252]) + tail, to: .srgb)
      _ = try convert((0..<400).map { _ in next() }, to: .srgb)
    }
  }

  @Test func tablesLargerThanTheirTag() throws {
    // An A2B0 whose grid of 255 to the power of 15 would need more memory than there is.
    var profile = ICCProfile(.displayP3)!.bytes
    let entry = 132
    profile.replaceSubrange(entry..<entry + 4, with: Array("A2B0".utf8))
    let offset = profile[entry + 4..<entry + 8].reduce(0) { $0 << 8 | Int($1) }
    let length = 52
    profile.replaceSubrange(entry + 8..<entry + 12, with: [0, 0, 0, UInt8(length)])
    for type in ["mft1", "mft2", "mAB "] {
      var table = Array(type.utf8) + [UInt8](repeating: 0, count: length - 4)
      table.replaceSubrange(8..<11, with: [15, 15, 255])
      table.replaceSubrange(24..<28, with: [0, 0, 0, 32])
      for side in 32..<48 { table[side] = 255 }
      profile.replaceSubrange(offset..<offset + length, with: table)
      let ledger = try convert(profile, to: .srgb)
      #expect(
        ledger.first
          == LedgerEntry(
            "icc", .dropped,
            why: "it is damaged: a table of it is larger than its tag; "
              + "the colours are taken as sRGB"))
    }
  }

  @Test(arguments: ["link", "abst", "nmcl", "\0\0\0\0"])
  func profilesOfOtherThingsThanDevices(kind: String) throws {
    var profile = ICCProfile(.displayP3)!.bytes
    profile.replaceSubrange(12..<16, with: Array(kind.utf8))
    #expect(throws: ICCProfile.Flaw.self) { try ICCProfile(profile) }
  }

  /// A look-up table of the right size whose content Little CMS refuses.
  @Test func aProfileThatOnlyTheLibraryRefuses() throws {
    var profile = ICCProfile(.displayP3)!.bytes
    let entry = 132
    profile.replaceSubrange(entry..<entry + 4, with: Array("A2B0".utf8))
    let ledger = try convert(profile, to: .srgb)
    #expect(
      ledger == [
        LedgerEntry(
          "icc", .dropped,
          why: "Little CMS cannot convert from an unnamed space; the colours are taken as sRGB"),
        LedgerEntry("icc", .added, why: "colours without a profile are taken as sRGB"),
      ])
  }

  @Test func namesAreSafeToPrint() throws {
    let profile = try #require(
      ICCProfile(gray: .gamma(2), name: "a\u{1b}[31m\nb" + String(repeating: "x", count: 500)))
    #expect(profile.name == "a[31mb" + String(repeating: "x", count: 94))
  }
}
