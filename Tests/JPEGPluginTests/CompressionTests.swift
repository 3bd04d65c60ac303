import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import JPEGPlugin

@Suite("Compressing without loss, and with some")
struct CompressionTests {
  /// Segments beside the picture, with the bytes of their payloads.
  static func segments(_ bytes: [UInt8]) throws -> [[UInt8]] {
    let input = InputFile(bytes: bytes)
    return try JPEGSegments(input, range: 0..<bytes.count).segments
      .filter { (0xE0...0xEF).contains($0.marker.rawValue) || $0.marker == .comment }
      .map { [$0.marker.rawValue] + bytes[$0.payload] }
  }

  /// A photo-like file that libjpeg's usual tables suit badly.
  static func wasteful(
    _ format: PixelFormat = .jfif(.s420), width: Int = 250, height: Int = 130
  ) throws -> [UInt8] {
    try encode(speckled(format, width: width, height: height).picture(), quality: 0.9)
  }

  /// A file whose Exif says how it is turned, and nothing else.
  static func turned(_ file: [UInt8], by number: Int) -> [UInt8] {
    let exif: [UInt8] =
      Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(number)]
      + [0, 0, 0, 0, 0, 0]
    return file.prefix(2) + MultiPictureTests.segment(.app1, JPEGSignature.exif + exif)
      + file.dropFirst(2)
  }

  static let formats: [PixelFormat] =
    [.gray8, .rgb8, .cmyk8] + [.s420, .s422, .s440, .s444].map { PixelFormat.jfif($0) }

  @Test("the same samples in fewer bytes", arguments: formats)
  func lossless(_ format: PixelFormat) throws {
    let source = try Self.wasteful(format)
    let result = try Conversion(source, compressing: true, [:])
    #expect(result.error == nil)
    #expect(result.bytes.count < source.count)
    #expect(result.entry("pixels") == LedgerEntry("pixels", .kept, why: "coded anew without loss"))
    let native = try read(source).facts.format
    #expect(try decode(result.bytes, as: native) == decode(source, as: native))
    #expect(try Self.segments(result.bytes) == Self.segments(source))
  }

  @Test("the smaller of both codings is taken, and the one that is asked for")
  func codings() throws {
    let source = try Self.wasteful()
    let best = try Conversion(source, compressing: true, [:]).bytes
    let progressive = try Conversion(source, compressing: true, ["progressive": "true"]).bytes
    let baseline = try Conversion(source, compressing: true, ["progressive": "false"]).bytes
    #expect(try read(progressive).facts.coding == "progressive, 4:2:0")
    #expect(try read(baseline).facts.coding == "baseline, 4:2:0")
    #expect(progressive.count != baseline.count)
    #expect(best == (progressive.count < baseline.count ? progressive : baseline))
  }

  @Test("each way to code the same picture", arguments: TinyJPEG.all)
  func tiny(_ tiny: TinyJPEG) throws {
    let result = try Conversion(tiny.bytes, compressing: true, [:])
    #expect(result.error == nil)
    #expect(result.bytes.count <= tiny.bytes.count)
    let format: PixelFormat = tiny.format == .gray8 ? .gray8 : .rgb8
    #expect(try decode(result.bytes, as: format).digest == tiny.digest)
    #expect(try Self.segments(result.bytes) == Self.segments(tiny.bytes))
  }

  @Test("nothing becomes larger, and twice is as once")
  func twice() throws {
    let once = try Conversion(try Self.wasteful(), compressing: true, [:]).bytes
    let again = try Conversion(once, compressing: true, [:])
    #expect(again.bytes == once)
    #expect(again.entry("file")?.action == .kept)
  }

  @Test("orientation stays with the pixels it turns", arguments: [2, 3, 6, 8])
  func orientation(_ number: Int) throws {
    let source = Self.turned(try Self.wasteful(), by: number)
    let kept = try Conversion(source, compressing: true, [:])
    #expect(kept.entry("orientation")?.action == .kept)
    #expect(try Self.segments(kept.bytes) == Self.segments(source))
    for policy in [ConversionOptions.MetadataPolicy.share, .none] {
      let result = try Conversion(source, compressing: true) { $0.metadata = policy }
      #expect(result.error == nil)
      let picture = try read(result.bytes)
      #expect(picture.facts.storedOrientation.rawValue == number)
      #expect(try decode(result.bytes, as: .rgb8) == decode(source, as: .rgb8))
    }
  }

  /// Where the last Huffman table before the last scan begins.
  static func lastTable(_ bytes: [UInt8]) throws -> Int {
    let scan = try #require(bytes.indices.last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
    return try #require(
      bytes[..<scan].indices.last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 })
  }

  @Test("a segment between scans comes along")
  func laterSegments() throws {
    let tiny = TinyJPEG.scanPerComponent.bytes
    let table = try Self.lastTable(tiny)
    let comment = MultiPictureTests.segment(.comment, Array("between".utf8))
    let source = tiny[..<table] + comment + tiny[table...]
    let result = try Conversion(Array(source), compressing: true, [:])
    #expect(result.bytes.count < source.count)
    #expect(
      try Self.segments(result.bytes).last == [JPEGMarker.comment.rawValue] + "between".utf8)
  }

  @Test("no more segments behind the first scan than any program writes")
  func tooManyLaterSegments() throws {
    let tiny = TinyJPEG.scanPerComponent.bytes
    let table = try Self.lastTable(tiny)
    let comment = MultiPictureTests.segment(.comment, [])
    let limit = JPEGSegments.segmentLimit
    for (count, code) in [(limit, nil), (limit + 1, ConversionError.Code.damagedInput)] {
      let comments = Array(repeatElement(comment, count: count).joined())
      let result = try Conversion(
        tiny[..<table] + comments + tiny[table...], compressing: true, [:])
      #expect(result.error?.code == code)
    }
  }

  @Test("what stands beside the picture goes from file to file, not through memory")
  func largeSurroundings() throws {
    let tiny = TinyJPEG.scanPerComponent.bytes
    let table = try Self.lastTable(tiny)
    let beside = (0..<50).map { number in
      MultiPictureTests.segment(
        JPEGMarker(rawValue: 0xE9), Array(repeating: UInt8(number), count: 60_000))
    }
    let source =
      tiny[..<20] + beside[..<25].joined() + tiny[20..<table] + beside[25...].joined()
      + tiny[table...]
    var limits = Limits.standard
    limits[.memory] = 1 << 20
    let context = ConversionContext(registry: Registry(), limits: limits, purpose: .compress)
    var picture = try read(Array(source), in: context)
    picture.facts.staysAsStored = true
    let output = try OutputFile(.scratch)
    try JPEGWriter().write(
      picture, as: "public.jpeg", to: output, options: JPEGOptions(ConversionOptions()),
      in: WritingContext(context)
    )
    var bytes = [UInt8](repeating: 0, count: output.byteCount)
    let count = try bytes.withUnsafeMutableBytes { try output.read(at: 0, into: $0) }
    #expect(count == bytes.count && count < source.count)
    #expect(
      try Self.segments(bytes) == [Array(tiny[3..<4] + tiny[6..<20])]
        + beside.map { [0xE9] + $0[4...] })
    #expect(try decode(bytes, as: .rgb8).digest == TinyJPEG.scanPerComponent.digest)
    // In memory, as where a size is looked for, they count.
    #expect(errorCode { _ = try encode(picture, in: context) } == .limitExceeded)
  }

  @Test("what follows in the file stays, and the index leads to it")
  func furtherPictures() throws {
    let others = [TinyJPEG.gray, .progressive].map { (type: 0x02_0003, bytes: $0.bytes) }
    let source =
      MultiPictureTests.file(others, after: try Self.wasteful()) + Array("trailer".utf8)
    for settings in [[:], ["preset": "small"]] {
      let result = try Conversion(source, compressing: true, settings)
      #expect(result.bytes.count < source.count)
      #expect(result.entry("images")?.action == .kept)
      let tail = others.flatMap(\.bytes) + Array("trailer".utf8)
      #expect(Array(result.bytes.suffix(tail.count)) == tail)
      let siblings = try read(result.bytes).siblings
      #expect(siblings.map(\.name) == ["2", "3"])
      let digests = try siblings.map {
        try Pixels($0.open().open(PixelDemand([.gray8, .rgb8]))).digest
      }
      #expect(digests == [TinyJPEG.gray.digest, TinyJPEG.progressive.digest])
      // The first size of the index is that of the first stream.
      let input = InputFile(bytes: result.bytes)
      let place = try #require(
        try JPEGSegments(input, range: 0..<result.bytes.count)
          .position(of: .app2, after: JPEGSignature.multiPicture))
      let tiff = try #require(TIFFStream(Array(result.bytes[place])))
      #expect(tiff.integer(at: 30, byteCount: 4) == result.bytes.count - tail.count)
    }
  }

  @Test("a picture whose place nobody tells keeps its place")
  func unlisted() throws {
    let source = try Self.wasteful() + TinyJPEG.gray.bytes
    let result = try Conversion(source, compressing: true, [:])
    #expect(result.bytes == source)
    #expect(
      result.entry("file")?.why?.hasPrefix("a picture follows the first one") == true)
  }

  @Test("damage is left to those who may make more of it")
  func damage() throws {
    var source = try Self.wasteful()
    source[source.count / 2] ^= 0x55
    let result = try Conversion(source, compressing: true, [:])
    #expect(result.error != nil || result.bytes == source)
    let cut = Array(try Self.wasteful().dropLast(2))
    #expect(try Conversion(cut, compressing: true, [:]).error?.code == .damagedInput)
    #expect(try Conversion(cut, compressing: true, [:]).bytes.isEmpty)
  }

  @Test("every truncation fails or keeps the file")
  func truncation() throws {
    let whole = TinyJPEG.progressive.bytes
    for count in stride(from: 0, to: whole.count, by: 7) {
      let result = try Conversion(Array(whole.prefix(count)), compressing: true, [:])
      #expect(result.error != nil, "\(count) bytes")
    }
  }

  @Test("a preset is a quality, and a quality is never above the file's own")
  func presets() throws {
    let source = try Self.wasteful()
    var sizes: [Int] = []
    for preset in ["small", "balanced", "high", "none"] {
      let result = try Conversion(source, compressing: true, ["preset": preset])
      sizes.append(result.bytes.count)
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 4)
    let same = try Conversion(source, compressing: true) { $0.quality = Quality(0.7) }
    #expect(same.bytes.count == sizes[1])
    #expect(
      same.entry("pixels")?.why == "JPEG quality 70 %, from about 90 %")
    let above = try Conversion(source, compressing: true) { $0.quality = Quality(0.95) }
    #expect(above.bytes.count == sizes[3])
    #expect(
      above.entry("pixels")
        == LedgerEntry(
          "pixels", .kept,
          why: "coded anew without loss: their quality is about 90, and 95 would only add bytes"))
  }

  @Test("-q contradicts none, and words are checked")
  func contradictions() throws {
    let source = try Self.wasteful()
    let both = try Conversion(source, compressing: true) {
      $0.quality = Quality(0.5)
      $0.settings["preset"] = "none"
    }
    #expect(both.error?.code == .usage)
    #expect(try Conversion(source, compressing: true, ["preset": "tiny"]).error?.code == .usage)
  }

  @Test("what is encoded at a quality that was found stays as it is stored", arguments: [0.6, nil])
  func foundQuality(_ likeness: Double?) throws {
    let others = [(type: 0x02_0002, bytes: TinyJPEG.gray.bytes)]
    let listed =
      MultiPictureTests.file(others, after: try Self.wasteful()) + Array("trailer".utf8)
    let source = Self.turned(listed, by: 6)
    let result = try Conversion(source, compressing: true) {
      $0.likeness = likeness
      if likeness == nil { $0.maximumBytes = source.count / 2 }
      $0.require = ["images"]
    }
    #expect(result.error == nil)
    #expect(result.bytes.count < source.count)
    #expect(result.entry("pixels")?.why?.hasPrefix("JPEG quality ") == true)
    #expect(result.entry("orientation")?.action == .kept)
    #expect(result.entry("images")?.action == .kept)
    let picture = try read(result.bytes)
    #expect((picture.facts.width, picture.facts.height) == (130, 250))
    #expect(picture.facts.storedOrientation == .rotated90)
    #expect(picture.siblings.map(\.name) == ["2"])
    let tail = TinyJPEG.gray.bytes + Array("trailer".utf8)
    #expect(Array(result.bytes.suffix(tail.count)) == tail)
    #expect(
      try decode(result.bytes, as: .rgb8).psnr(to: decode(source, as: .rgb8)) > 18)
  }

  @Test("a plan that looks for a quality does not promise what is without loss")
  func plannedSearch() throws {
    let source = try Self.wasteful(width: 256, height: 128)
    let ledger = try Conversion.plan(source) {
      $0.likeness = 0.9
      $0.settings["rotate"] = "90"
    }
    #expect(
      ledger.first { $0.what == "pixels" }
        == LedgerEntry(
          "pixels", .changed,
          why: "JPEG quality to be found, since another quality or size is asked for"))
    let refused = try Conversion(source) {
      $0.likeness = 0.9
      $0.settings["lossless"] = "only"
    }
    #expect(refused.error?.code == .usage)
  }

  @Test("a size that is met without loss loses nothing; else quality gives way")
  func maximumSize() throws {
    let source = try Self.wasteful()
    let lossless = try Conversion(source, compressing: true, [:]).bytes
    let fitting = try Conversion(source, compressing: true) { $0.maximumBytes = lossless.count }
    #expect(fitting.bytes == lossless)
    #expect(fitting.outcome.ledger.filter { $0.what == "pixels" }.map(\.action) == [.kept])
    let smaller = try Conversion(source, compressing: true) {
      $0.maximumBytes = lossless.count / 2
    }
    #expect(smaller.bytes.count <= lossless.count / 2)
    #expect(smaller.bytes.count > lossless.count / 3)
    #expect(smaller.outcome.ledger.contains { $0.what == "quality" && $0.action == .changed })
    let impossible = try Conversion(source, compressing: true) { $0.maximumBytes = 100 }
    #expect(impossible.error?.code == .limitExceeded)
  }

  @Test("a size that is met at the quality asked for takes no loss that saves nothing")
  func maximumSizeOfQuality() throws {
    let flat = try encode(
      Pixels(.gray8, width: 64, height: 64) { _, _, _ in 128 }.picture(), quality: 0.9)
    let lossless = try Conversion(flat, compressing: true, [:])
    #expect(lossless.bytes.count < flat.count)
    for isPreset in [true, false] {
      let result = try Conversion(flat, compressing: true) {
        $0.maximumBytes = flat.count
        if isPreset { $0.settings["preset"] = "small" } else { $0.quality = Quality(0.5) }
      }
      #expect(result.bytes == lossless.bytes)
      #expect(
        result.entry("pixels")
          == LedgerEntry(
            "pixels", .kept,
            why: "coded anew without loss, which takes no more than quality 50"))
    }
    // Where a loss saves something, it is taken, with a maximum and without.
    let source = try Self.wasteful()
    let free = try Conversion(source, compressing: true, ["preset": "small"])
    let fitting = try Conversion(source, compressing: true) {
      $0.maximumBytes = source.count
      $0.settings["preset"] = "small"
    }
    #expect(fitting.bytes == free.bytes)
    #expect(fitting.entry("pixels")?.action == .changed)
  }

  @Test("--require pixels refuses a loss")
  func required() throws {
    let source = try Self.wasteful()
    let lossy = try Conversion(source, compressing: true) {
      $0.settings["preset"] = "small"
      $0.require = ["pixels"]
    }
    #expect(lossy.error?.code == .requirementNotMet)
    let lossless = try Conversion(source, compressing: true) { $0.require = ["pixels"] }
    #expect(lossless.error == nil)
  }

  @Test("memory for coefficients is asked for before it is taken")
  func memory() throws {
    var limits = Limits.standard
    limits[.memory] = 50_000
    let context = ConversionContext(registry: Registry(), limits: limits, purpose: .compress)
    var picture = try read(try Self.wasteful(), in: context)
    picture.facts.staysAsStored = true
    #expect(errorCode { _ = try encode(picture, in: context) } == .limitExceeded)
  }

  @Test(
    "quality is estimated as libjpeg scales it", arguments: [1, 10, 25, 49, 50, 75, 90, 99, 100])
  func estimate(_ quality: Int) throws {
    let bytes = try encode(
      Pixels.waves(.gray8, width: 16, height: 16).picture(), quality: Double(quality) / 100)
    var decoder = try JPEGDecoderHandle(
      JPEGByteSource(InputFile(bytes: bytes), range: 0..<bytes.count, in: context()))
    let frame = try decoder.readHeader()
    #expect(JPEGQuality.estimate(quantizationSum: frame.quantizationSum) == quality)
  }

  @Test(
    "pixels and metadata stay, every file is smaller",
    arguments: Sample.files(
      fixtures: ["camera.jpg", "cmyk.jpg", "gray.jpg", "progressive.jpg", "turned.jpg"],
      corpus: Corpus.files(in: "images/jpeg").filter {
        // Both are cut off.
        !$0.contains("/bad-") && !$0.contains("ultrahdr")
      }))
  func everyFileIsSmaller(_ sample: Sample) throws {
    let source = try sample.bytes()
    let result = try Conversion(source, compressing: true, [:])
    #expect(result.error == nil)
    #expect(result.bytes.count <= source.count)
    let native = try read(source).facts.format
    let isSame = try decode(result.bytes, as: native) == decode(source, as: native)
    #expect(isSame)
    #expect(try Self.segments(result.bytes).count == Self.segments(source).count)
    let names = try read(source).siblings.map(\.name)
    #expect(try read(result.bytes).siblings.map(\.name) == names)
    for (one, other) in zip(try read(source).siblings, try read(result.bytes).siblings) {
      let format = try one.open().facts.format
      let isSame =
        try Pixels(one.open().open(PixelDemand([format])))
        == Pixels(other.open().open(PixelDemand([format])))
      #expect(isSame)
    }
  }
}
