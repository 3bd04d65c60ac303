import ColourManagementPlugin
import ConverterCore
import PictureModel
import SystemPackage
import TIFFStructure
import TestSupport
import Testing

@testable import TIFFPlugin

@Suite struct CompressingTests {
  /// The file that a compression makes, and why it left the file alone.
  private func compress(
    _ file: [UInt8], threads: Int = 1
  ) throws(ConversionError) -> (bytes: [UInt8], why: String?) {
    let context = context(threads: threads)
    let output = try OutputFile(.memory)
    try TIFFCompression(InputFile(bytes: file), in: context).write(to: output)
    return (output.bytes, context.ledger.first { $0.what == "file" }?.why)
  }

  private func directories(_ bytes: [UInt8]) throws -> [TIFFDirectory] {
    let file = try TIFFFile(InputFile(bytes: bytes))
    return try file.directories(in: context()).pages.map { try file.directory(at: $0) }
  }

  private static let large = (width: 300, height: 200)

  @Test(arguments: RoundTripTests.formats, [("none", false), ("lzw", true)])
  func samplesStay(format: PixelFormat, coding: (String, Bool)) throws {
    let settings = ["compression": coding.0, "bigtiff": "\(coding.1)"]
    let file = try encode(
      picture(format, width: Self.large.width, height: Self.large.height), settings)
    let found = try compress(file)
    #expect(found.why == nil)
    #expect(found.bytes.count < file.count)
    #expect(try decode(found.bytes) == decode(file))
    #expect(try TIFFFile(InputFile(bytes: found.bytes)).isBig == coding.1)
    #expect(try compress(file, threads: 4).bytes == found.bytes)
  }

  /// Pages, their fields, and the order of bytes; a field that nobody knows, and one with a type of its own.
  @Test(arguments: [false, true])
  func allElseStays(isBigEndian: Bool) throws {
    func page(_ seed: Int) -> TinyTIFF {
      TinyTIFF(
        width: 64, height: 64, bits: 16,
        data: (0..<8192).map { UInt8(truncatingIfNeeded: ($0 / 2 + seed) / 3) },
        isBigEndian: isBigEndian
      ) { builder in
        [
          builder.text(TIFFTag.imageDescription, "page \(seed)"),
          builder.bytes(65000, TIFFType.undefined, Array(repeating: UInt8(seed), count: 33)),
          DirectoryBuilder.Field(
            tag: 65001, type: 12, count: 2, value: .bytes(Array(0..<16))),
          builder.directory(
            TIFFTag.exifDirectory, [builder.short(TIFFTag.sensitivity, 100 + seed)]),
          builder.directory(65002, [builder.short(1, seed)]),
        ].map { field in
          guard field.tag == 65002 else { return field }
          return DirectoryBuilder.Field(
            tag: 65002, type: TIFFType.directory, count: 1, value: field.value)
        }
      }
    }
    let file = TinyTIFF.file([page(1), page(2)])
    let found = try compress(file)
    #expect(found.why == nil && found.bytes.count < file.count / 2)
    let (old, new) = (try directories(file), try directories(found.bytes))
    #expect(new.count == 2)
    for (index, pages) in zip(old, new).enumerated() {
      let (old, new) = pages
      let kept: [UInt16] = [256, 257, 258, 262, 270, 277, 284, 65000, 65001]
      for tag in kept {
        #expect(try old.bytes(tag) == new.bytes(tag))
        #expect(old.fields[tag]?.type == new.fields[tag]?.type)
      }
      #expect(Set(new.fields.keys) == Set(old.fields.keys).union([TIFFTag.predictor]))
      for (tag, inner, value) in [
        (TIFFTag.exifDirectory, TIFFTag.sensitivity, 101 + index), (65002, 1, 1 + index),
      ] as [(UInt16, UInt16, Int)] {
        let place = try #require(try new.integer(tag))
        #expect(try new.file.directory(at: place).integer(inner) == value)
      }
    }
    let (before, after) = (try read(file), try read(found.bytes))
    for (one, other) in zip(before.parts, after.parts) {
      #expect(try samples(one.open()) == samples(other.open()))
    }
  }

  /// Offsets in maker notes are counted from the file's beginning, wherever they stand: behind all, and where strips go.
  @Test(arguments: [100, 30_000, nil])
  func makerNotesStayInPlace(place: Int?) throws {
    let note = Array("a maker's note, with offsets".utf8)
    var page = TinyTIFF(
      width: 200, height: 200, data: (0..<40000).map { UInt8(truncatingIfNeeded: $0 * $0 / 777) }
    ) { builder in
      let field = DirectoryBuilder.Field(
        tag: TIFFTag.makerNote, type: TIFFType.undefined, count: note.count,
        value: place.map { .elsewhere($0) } ?? .bytes(note))
      return [builder.directory(TIFFTag.exifDirectory, [field])]
    }
    if let place { page.data.replaceSubrange(place - 8..<place - 8 + note.count, with: note) }
    let file = page.bytes
    let found = try compress(file)
    let old = try #require(file.indices.first { file[$0...].starts(with: note) })
    #expect(Array(found.bytes[old..<old + note.count]) == note)
    let page0 = try directories(found.bytes)[0]
    let exif = try page0.file.directory(at: #require(try page0.integer(TIFFTag.exifDirectory)))
    #expect(exif.fields[TIFFTag.makerNote]?.bytes == old..<old + note.count)
    #expect(try decode(found.bytes) == decode(file))
  }

  /// The rows of black and white come out as they were, whichever of both is 0.
  @Test(arguments: [0, 1], [1, 2])
  func blackAndWhiteBecomesFax(photometric: Int, fillOrder: Int) throws {
    // Edges that waver: fax codes no more of them than how they move.
    var state = 7
    var edges = [20, 50, 85, 120, 150, 190, 225]
    var data: [UInt8] = []
    for _ in 0..<64 {
      for index in edges.indices {
        state = (state * 1_103_515_245 + 12345) & 0x7FFF_FFFF
        edges[index] += (state >> 16) % 3 - 1
      }
      var row = [UInt8](repeating: 0, count: 32)
      for x in 0..<250 where edges.count(where: { $0 <= x }).isMultiple(of: 2) {
        row[x / 8] |= 0x80 >> UInt8(x % 8)
      }
      data += row
    }
    let file = TinyTIFF(
      width: 250, height: 64, bits: 1, photometric: photometric, data: data
    ) { [$0.short(TIFFTag.fillOrder, fillOrder)] }.bytes
    let found = try compress(file)
    #expect(try directories(found.bytes)[0].integer(TIFFTag.compression) == 4)
    #expect(found.bytes.count < file.count / 3)
    #expect(try decode(found.bytes) == decode(file))
  }

  /// Gradients are smallest as differences, noise of few values without.
  @Test func bestWayIsFound() throws {
    let ramp = TinyTIFF(
      width: 256, height: 100, data: (0..<25600).map { UInt8(truncatingIfNeeded: $0 * ($0 / 256)) })
    let few = TinyTIFF(
      width: 256, height: 100, data: (0..<25600).map { $0 % 7 < 3 ? 17 : $0 % 5 == 0 ? 200 : 90 })
    for (page, predictor) in [(ramp, 2), (few, nil)] {
      let directory = try directories(try compress(page.bytes).bytes)[0]
      #expect(try directory.integer(TIFFTag.compression) == 8)
      #expect(try directory.integer(TIFFTag.predictor) == predictor)
    }
  }

  /// What is coded with loss stays as it is, byte for byte.
  @Test func jpegStays() throws {
    let file = try encode(
      picture(.rgb8, width: 300, height: 200), ["compression": "jpeg"], quality: 0.8)
    let found = try compress(file)
    let (old, new) = (try directories(file)[0], try directories(found.bytes)[0])
    let (from, to) = (
      try old.integers(TIFFTag.stripOffsets), try new.integers(TIFFTag.stripOffsets)
    )
    for (index, count) in try old.integers(TIFFTag.stripByteCounts).enumerated() {
      #expect(file[from[index]..<from[index] + count] == found.bytes[to[index]..<to[index] + count])
    }
    #expect(try decode(found.bytes) == decode(file))
  }

  private func coded(
    _ samples: [UInt8], width: Int, _ compression: PageCoding.Compression, level: Int? = nil
  ) throws -> [UInt8] {
    let layout = StripEncoderHandle.Layout(
      width: width, rows: samples.count / width, samples: 1, bits: 8, isFloat: false,
      photometric: 1, isBigEndian: false)
    let strip = try StripEncoderHandle(
      samples.span, layout, compression: compression, predictor: 1, level: level)
    return strip.bytes.array
  }

  private func noise(_ count: Int) -> [UInt8] {
    var state: UInt32 = 5
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  }

  /// What no way tried here comes down to stays as it is coded: noise twice, too far apart for deflate.
  @Test func ownCodingStaysWhereItIsSmallest() throws {
    let once = noise(65536)
    let strip = try coded(once + once, width: 256, .zstd)
    #expect(strip.count < 70_000)
    let file = TinyTIFF(width: 256, height: 512, compression: 50000, data: strip).bytes
    let found = try compress(file)
    let directory = try directories(found.bytes)[0]
    #expect(try directory.integer(TIFFTag.compression) == 50000)
    let place = try #require(try directory.integer(TIFFTag.stripOffsets))
    #expect(try directory.integer(TIFFTag.stripByteCounts) == strip.count)
    #expect(Array(found.bytes[place..<place + strip.count]) == strip)
    #expect(try decode(found.bytes) == decode(file))
  }

  /// Strips that are as small already stay, those beside them are coded anew: the first says in its second byte that it
  /// was compressed in haste, and was not.
  @Test func smallStripsStay() throws {
    let rows = (0..<4096).map { UInt8($0 % 7 < 3 ? 17 : $0 % 5 == 0 ? 200 : 90) }
    var first = try coded(rows, width: 64, .deflate, level: 10)
    first.replaceSubrange(0..<2, with: [0x78, 0x01])
    let second = try coded(rows.reversed(), width: 64, .deflate, level: 1)
    let start = TinyTIFF().builder.header(firstDirectory: 0).count
    var page = TinyTIFF(
      width: 64, height: 64, samples: 2, compression: 8, data: first + second, planes: 2)
    page.more = { [lengths = [first.count, second.count]] builder in
      [
        builder.offsets(TIFFTag.stripOffsets, [start, start + lengths[0]]),
        builder.offsets(TIFFTag.stripByteCounts, lengths),
        builder.short(TIFFTag.extraSamples, 0),
      ]
    }
    let found = try compress(page.bytes)
    let directory = try directories(found.bytes)[0]
    let places = try directory.integers(TIFFTag.stripOffsets)
    let counts = try directory.integers(TIFFTag.stripByteCounts)
    #expect(Array(found.bytes[places[0]..<places[0] + counts[0]]) == first)
    #expect(counts[1] < second.count)
    #expect(try decode(found.bytes) == decode(page.bytes))
  }

  /// Strips that no row is in are no reason to code the others anew, and stay.
  @Test func furtherStripsStay() throws {
    let page = TinyTIFF(width: 64, height: 64, data: Array(repeating: 7, count: 4096 + 100)) {
      [
        $0.offsets(TIFFTag.stripOffsets, [8, 8 + 4096]),
        $0.offsets(TIFFTag.stripByteCounts, [4096, 100]),
      ]
    }
    let found = try compress(page.bytes)
    let counts = try directories(found.bytes)[0].integers(TIFFTag.stripByteCounts)
    #expect(counts == [4096, 100])
  }

  /// Lists of strips and fields are held of all pages, and asked for before they are read.
  @Test func memoryIsAskedForOfEachPage() throws {
    func page(_ count: Int, field: Int = 4) -> TinyTIFF {
      TinyTIFF(width: 64, height: 64, data: Array(repeating: 7, count: 4096)) { builder in
        [
          builder.offsets(TIFFTag.stripOffsets, Array(repeating: 8, count: count)),
          builder.offsets(TIFFTag.stripByteCounts, Array(repeating: 4096, count: count)),
          builder.bytes(65000, TIFFType.undefined, Array(repeating: 1, count: field)),
        ]
      }
    }
    func error(_ pages: [TinyTIFF]) -> ConversionError? {
      var limits = Limits.standard
      limits.memory = 1 << 20
      return #expect(throws: ConversionError.self) {
        try TIFFCompression(
          InputFile(bytes: TinyTIFF.file(pages)), in: context(limits: limits)
        ).write(to: OutputFile(.memory))
      }
    }
    let lists = error([page(1), page(20_000)])
    #expect(lists?.code == .limitExceeded)
    #expect(
      lists?.message
        == "the list of its pages' strips and tiles needs 1280064 bytes, the limit is 1048576; "
        + "raise it with --limit memory=1280064")
    #expect(error([page(9000), page(9000)])?.code == .limitExceeded)
    let fields = error([page(1), page(1, field: 400_000)])
    #expect(fields?.message.hasPrefix("the fields of a page needs 12000") == true)
    // A strip of the second page that is larger than memory.
    let wide = TinyTIFF(
      width: 1 << 22, height: 1, compression: 8, data: [0x78, 0x01, 3, 0, 0, 0, 0, 1])
    let strips = error([page(1), wide])
    #expect(strips?.message.hasPrefix("a strip or tile needs 4194304 bytes") == true)
  }

  /// Lab stays Lab where samples stay, and only there becomes nothing else.
  @Test func coloursOfStoredSamplesStay() throws {
    let scratch = try ScratchFolder()
    let file = TinyTIFF(
      width: 64, height: 64, samples: 3, photometric: 8,
      data: Array(repeating: 100, count: 3 * 4096)
    ).bytes
    try scratch.write(file, to: "lab.tif")
    var registry = Registry()
    try TIFFPlugin.register(in: &registry)
    try PictureTransforms.register(in: &registry)
    try ColourManagementPlugin.register(in: &registry)
    for isCompressing in [true, false] {
      var request = Request(
        input: .file(FilePath(scratch.file("lab.tif"))),
        target: try ContentType.named("tiff", in: .complete),
        output: .file(FilePath(scratch.file("\(isCompressing).tif"))), options: ConversionOptions())
      if isCompressing { request.purpose = .compress }
      let outcome = Converter(registry: registry).convert(request, threads: 1)
      let directory = try directories(scratch.bytes("\(isCompressing).tif"))[0]
      #expect(try directory.integer(TIFFTag.photometric) == (isCompressing ? 8 : 2))
      #expect(outcome.ledger.contains { $0.what == "icc" } == !isCompressing)
      #expect((directory.fields[TIFFTag.profile] != nil) == !isCompressing)
      #expect(
        outcome.warnings
          == (isCompressing
            ? []
            : ["its colours are CIE L*a*b*: they become sRGB, and those beyond it are cut off"]))
    }
  }

  @Test func whatWouldBeLostIsLeftAlone() throws {
    let page = TinyTIFF(width: 64, height: 64, data: Array(repeating: 7, count: 4096))
    let tail = try compress(page.bytes + Array(repeating: 1, count: 5000))
    #expect(tail.why == "5000 bytes of it belong to nothing that TIFF knows, and would be lost")
    #expect(tail.bytes == page.bytes + Array(repeating: 1, count: 5000))
    var old = page
    old.compression = 6
    #expect(try compress(old.bytes).why == "it does not say how long its strips are")
    let strange = TinyTIFF(width: 64, height: 64, data: Array(repeating: 7, count: 4096)) { _ in
      [DirectoryBuilder.Field(tag: 65000, type: 99, count: 1, value: .bytes([1, 2, 3, 4]))]
    }
    #expect(
      try compress(strange.bytes).why == "it has fields that cannot be read, and would be lost")
    let circle = TinyTIFF.file([page, page]) { $0[0] }
    #expect(try compress(circle).why == "its directories refer to each other")
  }

  /// What a decoder makes of damaged data is not all that could be made of them.
  @Test func damagedDataStay() throws {
    var file = try encode(
      picture(.rgb8, width: 300, height: 200), ["compression": "deflate"])
    let place = try #require(try directories(file)[0].integers(TIFFTag.stripOffsets).first)
    for index in place + 40..<place + 60 { file[index] ^= 0x5A }
    let found = try compress(file)
    #expect(found.bytes == file)
    let why = try #require(found.why)
    #expect(why.hasPrefix("other programs may make more of it than what would be left: "))
  }

  /// libtiff turns the bytes of pairs by halves, and has no way to turn them back.
  @Test(arguments: [[5], [1, 5], [6]])
  func complexNumbersStay(formats: [Int]) throws {
    let data = (0..<64 * 64 * 4 * formats.count).map { UInt8(truncatingIfNeeded: $0 / 4) }
    let page = TinyTIFF(
      width: 64, height: 64, bits: 32, samples: formats.count, data: data, isBigEndian: true
    ) { [$0.short(TIFFTag.sampleFormat, formats)] }
    let found = try compress(page.bytes)
    let directory = try directories(found.bytes)[0]
    #expect(try directory.integer(TIFFTag.compression) == 1)
    let place = try #require(try directory.integer(TIFFTag.stripOffsets))
    #expect(Array(found.bytes[place..<place + data.count]) == data)
  }

  /// Nothing that may mean something is left out, and nothing is written many times that stood there once.
  @Test func gapsAndOverlapsStay() throws {
    let page = TinyTIFF(width: 64, height: 64, data: Array(repeating: 7, count: 4096))
    #expect(try compress(page.bytes + Array(repeating: 0, count: 100)).why == nil)
    let meaning = page.bytes + Array(repeating: 0, count: 90) + [1]
    #expect(
      try compress(meaning).why
        == "91 bytes of it belong to nothing that TIFF knows, and would be lost")
    #expect(try compress(meaning).bytes == meaning)
    let shared = TinyTIFF(width: 64, height: 64, data: Array(repeating: 7, count: 4096)) { _ in
      [65000, 65001].map { tag in
        DirectoryBuilder.Field(
          tag: tag, type: TIFFType.undefined, count: 4000, value: .elsewhere(8))
      }
    }
    #expect(try compress(shared.bytes).why == "parts of it lie over each other")
  }

  /// The ledger says what became of pixels.
  @Test func lossIsSaid() throws {
    let file = try encode(picture(.rgb8, width: 64, height: 64), ["compression": "none"])
    for (preset, entry) in [
      ("none", LedgerEntry("pixels", .kept, why: "coded anew without loss")),
      ("small", LedgerEntry("pixels", .changed, why: "JPEG quality 50 %")),
    ] {
      let context = ConversionContext(registry: Registry(), limits: .standard, purpose: .compress)
      var picture = try TIFFReader().read(
        InputFile(bytes: file), type: "public.tiff", in: ReadingContext(context))
      var options = ConversionOptions()
      options.settings["preset"] = preset
      picture.facts.staysAsStored = preset == "none"
      try TIFFWriter().write(
        picture, as: "public.tiff", to: OutputFile(.memory), options: TIFFOptions(options),
        in: WritingContext(context))
      #expect(context.ledger.filter { $0.what == "pixels" } == [entry])
    }
  }

  @Test func damageIsSurvived() throws {
    let file = try encode(picture(.rgb8, width: 40, height: 30), ["compression": "none"])
    for index in 0..<min(file.count, 40) {
      var bytes = file
      bytes[index] = 0xFF
      _ = try? compress(bytes)
    }
    let directory = try directories(file)[0]
    for index in directory.offset..<file.count {
      for value in [0, 0xFF, file[index] &+ 1] as [UInt8] {
        var bytes = file
        bytes[index] = value
        _ = try? compress(bytes)
      }
    }
    for count in stride(from: 0, to: file.count, by: 11) {
      _ = try? compress(Array(file.prefix(count)))
    }
  }

  /// The writer takes the file itself where nothing but its coding is to change.
  @Test func presetsLoseSamplesOnlyWhereAskedTo() throws {
    func keeps(_ change: (inout ConversionOptions) -> Void) throws -> Bool {
      var options = ConversionOptions()
      change(&options)
      let capabilities = TIFFWriter().capabilities(
        for: "public.tiff", options: try TIFFOptions(options))
      return capabilities.recodes == "public.tiff"
    }
    #expect(try keeps { _ in })
    #expect(try keeps { $0.settings["preset"] = "none" })
    #expect(try !keeps { $0.settings["preset"] = "small" })
    #expect(try !keeps { $0.quality = Quality(0.5) })
    #expect(try !keeps { $0.metadata = .share })
    #expect(try !keeps { $0.settings["compression"] = "lzw" })
    var options = ConversionOptions()
    options.settings["preset"] = "small"
    let coding = try PageCoding(picture(.rgb8).facts, TIFFOptions(options))
    #expect(coding.compression == .jpeg && coding.quality == 50)
  }

  /// Whether offsets have 64 bits is decided by all pages together.
  @Test(
    arguments: [
      (1, 30_000, 40_000, false), (1, 40_000, 40_000, true), (2, 30_000, 40_000, true),
      (1, Int.max / 4, Int.max / 4, true),
    ])
  func largeFilesHaveLongOffsets(pages: Int, width: Int, height: Int, isBig: Bool) throws {
    let facts = PictureFacts(
      width: width, height: height, format: .rgb8, sampleDepth: 8, coding: "")
    let one = TIFFWriter.byteCount(of: facts)
    #expect(one == (width > 1 << 31 ? .max / 2 : width * height * 3))
    let small = PictureFacts(width: 1, height: 1, format: .rgb8, sampleDepth: 8, coding: "")
    let large = Picture(facts) { _ in BufferSource(PixelBuffer(.rgb8, width: 1, height: 1)) }
    var model = Picture(small) { _ in BufferSource(PixelBuffer(.rgb8, width: 1, height: 1)) }
    let first = model
    model.parts =
      [Sibling(name: "0") { first }]
      + (0..<pages).map { page in Sibling(name: "\(page)") { large } }
    #expect(try TIFFWriter.mayBeBig(first, model.parts) == isBig)
  }
}
