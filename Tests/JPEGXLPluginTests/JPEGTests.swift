import ConverterCore
import JPEGPlugin
import PictureModel
import TestSupport
import Testing

@testable import JPEGXLPlugin

/// JPEG files that become JPEG XL and are had again.
@Suite struct JPEGTests {
  private func jpeg(_ bytes: [UInt8], in context: ConversionContext) throws -> Picture {
    try JPEGReader().read(InputFile(bytes: bytes), type: "public.jpeg", in: ReadingContext(context))
  }

  private func restored(_ picture: Picture, _ change: (inout ConversionOptions) -> Void = { _ in })
    throws -> [UInt8]
  {
    var options = ConversionOptions()
    change(&options)
    let output = try OutputFile(.memory)
    try JPEGWriter().write(
      picture, as: "public.jpeg", to: output, options: JPEGOptions(options),
      in: WritingContext(context()))
    return output.bytes
  }

  @Test(arguments: ["camera.jpg", "turned.jpg", "progressive.jpg", "gray.jpg"])
  func filesAreHadAgain(name: String) throws {
    let context = try context()
    let original = try Places.fixtureBytes(name)
    let source = try jpeg(original, in: context)
    let file = try encode(source, [:])
    #expect(file.count < original.count || name == "gray.jpg")
    let picture = try read(file, in: context)
    #expect(picture.facts.coding == "from JPEG, which can be restored")
    #expect(!picture.facts.isLossless)
    #expect(picture.facts.storedOrientation == source.facts.storedOrientation)
    #expect(
      (picture.facts.width, picture.facts.height) == (source.facts.width, source.facts.height))
    #expect(picture.facts.metadata.exif == source.facts.metadata.exif)
    #expect(try restored(picture) == original)
    // Another quality is another picture, whichever words ask for it, and so is one that is to be encoded.
    #expect(try restored(picture) { $0.quality = Quality(0.5) } != original)
    #expect(try restored(picture) { $0.settings["preset"] = "small" } != original)
    #expect(try restored(picture) { $0.settings["lossless"] = "never" } != original)
    #expect(try restored(picture) { $0.settings["preset"] = "none" } == original)
    let plain = try #require(try picture.coded?.bytes(false))
    #expect(plain.count <= original.count)
    #expect(try jpeg(plain, in: context).facts.metadata.exif == nil)
  }

  /// The pixels are those of the JPEG, but for how decoders round.
  @Test func pixelsAreTheSame() throws {
    let context = try context()
    let source = try jpeg(Places.fixtureBytes("turned.jpg"), in: context)
    let picture = try read(encode(source, [:]), in: context)
    let rgb = PixelDemand([.rgb8])
    let (one, other) = (
      samples(try PixelBuffer(collecting: source.pixels(for: rgb, in: context), in: context)),
      samples(try PixelBuffer(collecting: picture.pixels(for: rgb, in: context), in: context))
    )
    let differences = zip(one, other).map { Double(abs($0 - $1)) }
    #expect(differences.reduce(0, +) / Double(differences.count) < 1.5)
  }

  /// Whoever asks for less around the pixels, or for a quality, gets another picture.
  @Test func otherWishesCodeAnew() throws {
    let source = try jpeg(Places.fixtureBytes("camera.jpg"), in: context())
    for change in [
      { $0.quality = Quality(0.5) }, { $0.metadata = .share }, { $0.profile = .srgb },
    ] as [@Sendable (inout ConversionOptions) -> Void] {
      #expect(try read(encode(source, [:], change), in: context()).coded == nil)
    }
  }

  /// What libjxl does not take as JPEG becomes a picture; inks are converted before.
  @Test func inksAreNotTakenAsTheyAre() throws {
    let context = try context()
    let source = try jpeg(Places.fixtureBytes("cmyk.jpg"), in: context)
    #expect(errorCode { _ = try encode(source, [:]) } == .unsupportedContent)
  }

  @Test(
    arguments: Sample.files(
      fixtures: ["camera.jpg", "gray.jpg", "progressive.jpg"],
      corpus: Corpus.files(in: "images/jpeg").filter {
        !$0.contains("bad") && !$0.contains("cmyk") && !$0.contains("gainmap")
      }))
  func filesAreHadAgain(sample: Sample) throws {
    let context = try context(threads: 2)
    let original = try sample.bytes()
    guard
      let source = try? jpeg(original, in: context), source.coded != nil
    else { return }
    let picture = try read(encode(source, [:]), in: context)
    let exact = try #require(try source.coded?.bytes(true))
    #expect(try restored(picture) == exact)
  }
}
