import TestSupport
import Testing

/// What the ledger says of losses, and what `--require`, `--preset` and `-q` make of it.
@Suite struct LossTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func run(_ words: String...) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  private func write(_ header: String, _ samples: [UInt8], to name: String) throws {
    try scratch.write(Array(header.utf8) + samples, to: name)
  }

  /// Noise, always the same.
  private func noise(_ count: Int) -> [UInt8] {
    var state: UInt32 = 7
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
  }

  private func entries(_ result: Program.Result, of what: String) throws -> [[String: String]] {
    let ledger = try result.objects().first?["ledger"] as? [[String: String]]
    return try #require(ledger).filter { $0["what"] == what }
  }

  @Test func requiredDepthIsNotLost() throws {
    try write("P6 2 1 65535\n", noise(12), to: "deep.ppm")
    let lost = try run("convert", "deep.ppm", "--to", "webp", "--require", "bitDepth")
    #expect(lost.status == 65)
    #expect(
      lost.error
        == "fairy: deep.ppm: --require bitDepth cannot be met: 16 → 8: the target holds 8 bits\n")
    #expect(try run("convert", "deep.ppm", "--to", "pdf", "--require", "bitDepth").status == 0)
    #expect(try run("convert", "deep.ppm", "--to", "png", "--require", "bitDepth").status == 0)
    #expect(scratch.names == ["deep.pdf", "deep.png", "deep.ppm"])
  }

  @Test func requiredInksAreNotLost() throws {
    try write(
      "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE CMYK\nENDHDR\n", [1, 2, 3, 4],
      to: "inks.pam")
    let lost = try run("convert", "inks.pam", "--to", "png", "--require", "cmyk")
    #expect(lost.status == 65)
    #expect(
      lost.error.hasPrefix("fairy: inks.pam: --require cmyk cannot be met: converted to sRGB"))
    #expect(try run("convert", "inks.pam", "--to", "jpeg", "--require", "cmyk").status == 0)
    #expect(scratch.names == ["inks.jpg", "inks.pam"])
  }

  /// One preset does for files of all kinds; those without loss take no notice.
  @Test func aPresetIsForAll() throws {
    try write("P6 64 64 255\n", noise(64 * 64 * 3), to: "a.ppm")
    for words in [["jpeg", "-q", "100"], ["gif"], ["qoi"], ["png"]] {
      let made = try Program.run(
        Program.fairy, ["convert", "a.ppm", "--to"] + words, in: scratch.path)
      #expect(made.status == 0)
    }
    let result = try run(
      "compress", "a.jpg", "a.gif", "a.qoi", "a.png", "--preset", "small", "-o", "out/", "--json")
    #expect(result.status == 0, "\(result.error)")
    #expect(try scratch.bytes("out/a.gif").count < scratch.bytes("a.gif").count)
    // Colours of 64 have 6 bits: the size of the table is 2 to the power of 5 + 1.
    #expect(try scratch.bytes("out/a.gif")[10] & 7 == 5)
    #expect(try scratch.bytes("out/a.qoi") == scratch.bytes("a.qoi"))

    let qoi = try #require(try result.objects().first { $0["input"] as? String == "a.qoi" })
    #expect((qoi["unused"] as? [[String: String]])?.map { $0["option"] } == ["preset"])
    let unused = try run("convert", "a.ppm", "--to", "qoi", "--set", "preset=small", "-o", "b.qoi")
    #expect(unused.status == 64)
    #expect(unused.error.contains("--preset has no effect: it is for "))
    #expect(!scratch.names.contains("b.qoi"))
    let wrong = try run("convert", "a.ppm", "--to", "qoi", "--set", "preset=tiny", "-o", "c.qoi")
    #expect(wrong.status == 64)
    #expect(!scratch.names.contains("c.qoi"))
  }

  @Test func whatIsNotReachedIsSaid() throws {
    try write("P5 256 256 255\n", noise(256 * 256).map { 100 + $0 >> 4 }, to: "a.pgm")
    func why(_ goal: String) throws -> [String?] {
      try entries(
        run("convert", "a.pgm", "--to", "jpeg", "-q", goal, "-o", "\(goal).jpg", "--json"),
        of: "quality"
      ).map { $0["why"] }
    }
    #expect(
      try why("ssim:0.999")
        == ["95 % is the most, and its likeness (SSIM) reaches only 0.961, not 0.999"])
    #expect(try why("ssim:0.5") == ["50 % is the least with a likeness (SSIM) of 0.763"])
  }

  /// Fewer colours are not the way to a likeness.
  @Test func gifKeepsItsColours() throws {
    try write("P6 64 64 255\n", noise(64 * 64 * 3), to: "a.ppm")
    #expect(try run("convert", "a.ppm", "--to", "gif", "-o", "plain.gif").status == 0)
    let result = try run("convert", "a.ppm", "--to", "gif", "-q", "auto", "-o", "auto.gif")
    #expect(result.status == 64)
    #expect(
      result.error.contains("-q has no effect: GIF has the best 256 colours in any case"))
    let named = try run(
      "convert", "a.ppm", "--to", "gif", "--set", "colours=8", "-q", "50", "-o", "c.gif")
    #expect(named.status == 64)
    #expect(named.error.contains("-q has no effect: --set colours says what is left out"))
  }

  @Test func anotherSizeIsSaid() throws {
    try write("P5 40 20 255\n", noise(800), to: "a.pgm")
    let result = try run("convert", "a.pgm", "--to", "png", "--resize", "10", "--json")
    #expect(
      try entries(result, of: "resize") == [
        ["what": "resize", "action": "changed", "why": "40×20 → 10×5"]
      ])
  }

  /// "<?xml …?><!-- a drawing --><svg …>", as gzip writes it.
  private static let drawing: [UInt8] = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 109, 140, 65, 14, 194, 32, 16, 0, 239, 190, 98, 221, 59, 44,
    214, 155, 1, 250, 150, 70, 16, 54, 65, 106, 128, 116, 251, 124, 241, 238, 117, 102, 50, 118, 61,
    223, 5, 142, 216, 58, 239, 213, 225, 77, 27, 92, 253, 197, 94, 149, 130, 13, 66, 219, 132, 107,
    2, 165, 38, 234, 71, 130, 217, 214, 238, 48, 143, 241, 121, 16, 137, 136, 150, 187, 222, 91,
    162, 197, 24, 67, 179, 64, 16, 14, 35, 59, 92, 16, 114, 228, 148, 199, 124, 162, 183, 45, 62,
    199, 95, 5, 47, 46, 197, 97, 139, 1, 201, 219, 223, 194, 127, 1, 70, 236, 162, 56, 147, 0, 0, 0,
  ]

  @Test func aCompressedDrawingNeedsNoName() throws {
    let result = try Program.fairy(
      "convert", "-", "--to", "png", "-o", "-", input: Self.drawing)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output.starts(with: [0x89] + Array("PNG".utf8)))
    let facts = try Program.fairy("info", "-", "--json", input: Self.drawing)
    let object = try #require(try facts.objects().first)
    #expect(object["type"] as? String == "public.svgz-image")
    #expect(object["mediaType"] as? String == "image/svg+xml")
    // Under its name it is an archive.
    try scratch.write(Self.drawing, to: "a.svg.gz")
    #expect(try run("extract", "a.svg.gz", "-o", "out").status == 0)
    #expect(scratch.names == ["a.svg.gz", "out", "out/a.svg"])
  }
}
