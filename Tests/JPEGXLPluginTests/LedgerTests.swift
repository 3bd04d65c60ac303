import ColourManagementPlugin
import ConverterCore
import JPEGPlugin
import PictureModel
import SystemPackage
import TestSupport
import Testing

@testable import JPEGXLPlugin

/// What is said of all that stands beside the pixels of a JPEG file when it becomes JPEG XL, and comes back.
@Suite struct LedgerTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// A file that is turned, with a thumbnail, Photoshop's resources, a comment and a density.
  private static func full() throws -> [UInt8] {
    var plain = try Places.fixtureBytes("progressive.jpg")
    plain.replaceSubrange(13..<18, with: [1, 0, 72, 0, 72])
    let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
    let directories: [UInt8] = [
      0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 26,
      0, 2, 2, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 56, 2, 2, 0, 4, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 0,
    ]
    let exif = Array("Exif\0\0MM\0*".utf8) + directories + thumbnail
    let resources: [UInt8] =
      Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 2, 1, 2]
    // Behind the segment of JFIF, which tells the density.
    let start = 4 + Int(plain[5])
    let segments: [(marker: UInt8, payload: [UInt8])] = [
      (0xE1, exif), (0xED, resources), (0xFE, Array("by the lake".utf8)),
    ]
    var file = Array(plain[..<start])
    for segment in segments {
      file += [0xFF, segment.marker, 0, UInt8(segment.payload.count + 2)] + segment.payload
    }
    return file + plain[start...]
  }

  private static func converter() throws -> Converter {
    var registry = Registry()
    try JPEGPlugin.register(in: &registry)
    try JPEGXLPlugin.register(in: &registry)
    try PictureTransforms.register(in: &registry)
    try ColourManagementPlugin.register(in: &registry)
    return Converter(registry: registry)
  }

  private func convert(
    _ input: String, to output: String, type: String,
    _ change: (inout ConversionOptions) -> Void = { _ in }
  ) throws -> Outcome {
    try Self.convert(scratch.file(input), to: scratch.file(output), type: type, change)
  }

  private static func convert(
    _ input: String, to output: String, type: String,
    _ change: (inout ConversionOptions) -> Void = { _ in }
  ) throws -> Outcome {
    var options = ConversionOptions()
    change(&options)
    let request = Request(
      input: .file(FilePath(input)), target: try ContentType.named(type, in: .complete),
      output: .file(FilePath(output)), options: options)
    return try converter().convert(request, threads: 2)
  }

  private static func isDone(_ outcome: Outcome) -> Bool {
    if case .done = outcome.status { true } else { false }
  }

  private func lines(_ ledger: [LedgerEntry]) -> [String] {
    ledger.map { "\($0.what) \($0.action.rawValue)" + ($0.why.map { ": \($0)" } ?? "") }
  }

  private static let asItIs = "pixels kept: the file goes along as it is coded"
  private static let turned =
    "orientation kept: pixels stay as they are stored, and so does what turns them upright"

  @Test func whatComesBackIsSaidToBeKept() throws {
    let original = try Self.full()
    try scratch.write(original, to: "a.jpg")
    let outcome = try convert("a.jpg", to: "a.jxl", type: "jxl")
    let kept = [
      Self.turned, "exif kept", "thumbnail kept", "iptc kept", "texts kept", "density kept",
      Self.asItIs,
    ]
    #expect(lines(outcome.ledger) == kept)
    let converter = try Self.converter()
    let plan = try converter.plan(
      InputFile(bytes: original, name: "a.jpg"), to: ContentType.named("jxl", in: .complete),
      options: ConversionOptions(), in: converter.planning(ConversionOptions()))
    #expect(lines(plan.ledger) == kept)
    let back = try convert("a.jxl", to: "b.jpg", type: "jpeg")
    #expect(try scratch.bytes("b.jpg") == original)
    #expect(
      lines(back.ledger) == [Self.turned, "exif kept", "thumbnail kept", Self.asItIs])
  }

  /// A profile comes back where samples do. Colours that are coded with loss have none: known ones are named, and
  /// others come out in whatever space the decoder takes.
  @Test func profilesAreWhatIsSaidOfThem() throws {
    let displayP3 = try #require(ICCProfile(.displayP3))
    let wide = try #require(
      ICCProfile(
        Chromaticities(
          white: .init(0.3127, 0.3290), red: .init(0.64, 0.33), green: .init(0.21, 0.71),
          blue: .init(0.15, 0.06)), curve: .gamma(2.19921875), name: "wide"))
    for (profile, points) in [(displayP3, .displayP3), (wide, nil)]
      as [(ICCProfile, CodingIndependentCodePoints?)]
    {
      let scratch = try ScratchFolder()
      func convert(
        to output: String, _ change: (inout ConversionOptions) -> Void = { _ in }
      ) throws -> Outcome {
        try Self.convert(scratch.file("a.jxl"), to: scratch.file(output), type: "jxl", change)
      }
      try scratch.write(
        encode(picture(.rgb8) { $0.colour = .icc(profile.bytes) }), to: "a.jxl")
      let exact = try convert(to: "exact.jxl")
      #expect(exact.ledger.filter { $0.what == "icc" } == [LedgerEntry("icc", .kept)])
      #expect(
        try read(scratch.bytes("exact.jxl"), in: context()).facts.colour == .icc(profile.bytes))
      let lossy = try convert(to: "lossy.jxl") { $0.quality = Quality(0.8) }
      let colour = try read(scratch.bytes("lossy.jxl"), in: context()).facts.colour
      let why =
        points == nil
        ? "the colours are coded without it, and decoders hand them out in a space of their own"
        : "written as code points, which say the same: Display P3"
      #expect(lossy.ledger.filter { $0.what == "icc" } == [LedgerEntry("icc", .changed, why: why)])
      if let points {
        #expect(colour == .cicp(points))
      } else {
        #expect(colour != .unspecified && colour != .icc(profile.bytes))
      }
    }
  }

  /// What nobody calls lossy is said by `--set lossless=true` alone, and a preset has no say then.
  @Test(arguments: [("true", "small", true), ("true", "none", false), ("false", "small", false)])
  func aPresetWithoutEffectIsSaid(lossless: String, preset: String, isSaid: Bool) throws {
    try scratch.write(encode(picture(.rgb8)), to: "a.jxl")
    let outcome = try convert("a.jxl", to: "b.jxl", type: "jxl") {
      $0.settings = ["lossless": lossless, "preset": preset]
    }
    #expect(
      outcome.unused
        == (isSaid ? [UnusedOption("preset", why: "the result is lossless")] : []))
  }

  @Test(arguments: ["iptc", "thumbnail", "texts", "density", "pixels"])
  func whatIsKeptCanBeRequired(word: String) throws {
    try scratch.write(try Self.full(), to: "a.jpg")
    let outcome = try convert("a.jpg", to: "a.jxl", type: "jxl") { $0.require = [word] }
    #expect(Self.isDone(outcome))
  }

  /// Whoever asks for another picture is told what that one lacks.
  @Test func anotherPictureLosesThem() throws {
    try scratch.write(try Self.full(), to: "a.jpg")
    let outcome = try convert("a.jpg", to: "a.jxl", type: "jxl") { $0.quality = Quality(0.5) }
    #expect(
      lines(outcome.ledger) == [
        "orientation changed: stored turned by 90°, now upright", "exif kept",
        "thumbnail dropped: it no longer shows the picture",
        "iptc dropped: JPEG XL writer does not carry it",
        "texts dropped: JPEG XL writer does not carry it",
        "density dropped: JPEG XL writer does not carry it",
        "pixels changed: JPEG XL quality 50 %",
      ])
    let picture = try read(scratch.bytes("a.jxl"), in: context())
    #expect(picture.facts.metadata.exif.flatMap { Exif.orientation(in: $0) } == .upright)
  }

  /// A size is reached by another picture, which is upright.
  @Test func aSizeTakesAnotherPicture() throws {
    try scratch.write(try Self.full(), to: "a.jpg")
    let outcome = try convert("a.jpg", to: "a.jxl", type: "jxl") { $0.maximumBytes = 600 }
    #expect(Self.isDone(outcome))
    #expect(outcome.ledger.contains { $0.what == "iptc" && $0.action == .dropped })
    let picture = try read(scratch.bytes("a.jxl"), in: context())
    #expect(picture.coded == nil)
    #expect(picture.facts.metadata.exif.flatMap { Exif.orientation(in: $0) } == .upright)
  }

  /// libjxl takes no JPEG file that millions of bytes follow; what is coded instead is upright, and less goes along.
  @Test func aRefusalIsTold() throws {
    try scratch.write(try Self.full() + [UInt8](repeating: 0, count: 5_000_000), to: "a.jpg")
    let outcome = try convert("a.jpg", to: "a.jxl", type: "jxl")
    #expect(
      lines(outcome.ledger) == [
        "orientation changed: stored turned by 90°, now upright", "exif kept",
        "thumbnail dropped: it no longer shows the picture",
        "iptc dropped: JPEG XL writer does not carry it",
        "texts dropped: JPEG XL writer does not carry it",
        "density dropped: JPEG XL writer does not carry it",
        "pixels changed: JPEG XL quality 90 %, since libjxl does not take this JPEG file as it is",
      ])
    let picture = try read(scratch.bytes("a.jxl"), in: context())
    #expect(picture.facts.metadata.exif.flatMap { Exif.orientation(in: $0) } == .upright)
    #expect((picture.facts.width, picture.facts.height) == (64, 96))
    let refused = try convert("a.jpg", to: "b.jxl", type: "jxl") { $0.require = ["iptc"] }
    guard case .failed(let error) = refused.status else {
      Issue.record("it was written")
      return
    }
    #expect(error.code == .requirementNotMet)
  }
}
