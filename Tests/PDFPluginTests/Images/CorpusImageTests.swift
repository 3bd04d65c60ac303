import ConverterCore
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

@Suite struct CorpusImageTests {
  static func images(of file: PDFFile) throws -> [(stream: PDFObject, image: CodedImage)] {
    var found: [(PDFObject, CodedImage)] = []
    for number in 1..<max(2, file.trailer["/Size"].integer ?? 0) {
      let object = file.object(PDFObject.ID(number: number, generation: 0))
      if object.isStream, let image = try CodedImage(object, in: ImageFile.context) {
        found.append((object, image))
      }
    }
    return found
  }

  /// Samples are those that poppler finds.
  @Test(
    arguments: Sample.present(
      [
        ("fixtures/others/pdf/jpx.pdf", "JPEG 2000"), ("fixtures/others/pdf/fax.pdf", "CCITT G4"),
        ("fixtures/others/pdf/rgb.pdf", "Flate"), ("pdf/image-jpx.pdf", "JPEG 2000"),
        ("pdf/scan-ccitt.pdf", "CCITT G4"), ("pdf/image-flate-rgb.pdf", "Flate"),
        ("pdf/scan-sandwich-textlayer.pdf", "CCITT G4"),
      ], name: \.0))
  func samplesAreThoseOfPoppler(name: String, codec: String) throws {
    let bytes = try Sample(name).bytes()
    let file = try PDFFile(InputFile(bytes: bytes), limits: .standard)
    let image = try #require(try Self.images(of: file).first).image
    #expect(image.codec == codec)
    let reference = try ExtractedImage(of: bytes)
    switch try image.samples(scale: 1) {
    case .bitmap(let bitmap):
      let inverted = reference.samples.map { ~$0 }
      #expect(Bitmap(width: reference.width, height: reference.height, bytes: inverted) == bitmap)
    case .raster(let raster, _):
      #expect(raster.width == reference.width && raster.bytes == reference.samples)
    case .packed: Issue.record("packed")
    }
  }

  /// All files stay whole, and show what they showed.
  @Test(arguments: OtherDocuments.all)
  func everyFileStaysWhole(sample: Sample) throws {
    let bytes = try sample.bytes()
    guard let file = try? PDFFile(InputFile(bytes: bytes), limits: .standard) else { return }
    var changes = 0
    for (stream, image) in try Self.images(of: file) where image.width * image.height < 1 << 24 {
      guard case .recoded(let new) = try image.recoded(for: .inPlace(quality: 0.8)) else {
        continue
      }
      #expect(new.bytes.count < image.bytes.count)
      try new.replace(stream, in: ConversionContext(registry: Registry()))
      changes += 1
    }
    guard changes > 0 else { return }
    let scratch = try ScratchFolder()
    try scratch.write(try file.written(), to: "out.pdf")
    let check = try Program.run("/usr/bin/qpdf", ["--check", scratch.file("out.pdf")])
    #expect(check.status == 0, "\(check.text)\(check.error)")
    func shown(_ path: String) throws -> ExtractedImage {
      let run = try Program.run("/usr/bin/pdftoppm", ["-r", "50", "-f", "1", "-l", "1", path])
      return try ExtractedImage(portable: run.output)
    }
    let (before, after) = (try shown(sample.path), try shown(scratch.file("out.pdf")))
    #expect(before.samples.count == after.samples.count)
    let difference = zip(before.samples, after.samples).reduce(0) {
      $0 + abs(Int($1.0) - Int($1.1))
    }
    #expect(Double(difference) / Double(before.samples.count) < 2)
  }

  /// Damage anywhere ends in a reason, or in an image; never in a trap.
  @Test(
    arguments: OtherDocuments.named(
      fixtures: ["jpx", "fax", "cmyk", "rgb", "masks"],
      corpus: ["image-jpx", "scan-ccitt", "image-cmyk-photoshop", "text-vector-117pages"]))
  func damageIsBorne(sample: Sample) throws {
    let file = try PDFFile(InputFile(bytes: try sample.bytes()), limits: .standard)
    var image = try #require(try Self.images(of: file).first).image
    let whole = image.bytes
    var noise = Noise(23)
    let goal = RecodingGoal(dpi: 800, targetDPI: 100, monoDPI: 300, quality: Quality(0.5))
    for round in 0..<60 {
      image.bytes = whole
      if round % 3 == 0 {
        image.bytes.removeLast(Int.random(in: 0..<whole.count, using: &noise))
      } else {
        for _ in 0..<round {
          let place = Int.random(in: 0..<whole.count, using: &noise)
          image.bytes[place] = UInt8.random(in: 0...255, using: &noise)
        }
      }
      if case .recoded(let new) = try image.recoded(for: goal) {
        #expect(new.bytes.count < image.bytes.count)
      }
    }
  }
}
