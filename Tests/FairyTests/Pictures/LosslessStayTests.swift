import TestSupport
import Testing

/// What was coded without loss stays so where it stays in its type, whatever is done to it.
@Suite struct LosslessStayTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    var state: UInt32 = 5
    let noise = (0..<32 * 24 * 3).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    try scratch.write(Array("P6\n32 24\n255\n".utf8) + noise, to: "in.ppm")
  }

  private func run(_ words: [String]) throws -> [[String: String]] {
    let result = try Program.run(Program.fairy, words + ["--json"], in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    return try #require(try result.objects().first?["ledger"] as? [[String: String]])
  }

  private func pixels(_ ledger: [[String: String]]) -> [String] {
    ledger.filter { $0["what"] == "pixels" }.map { "\($0["action"] ?? "") \($0["why"] ?? "")" }
  }

  /// The samples of a file.
  private func samples(_ name: String) throws -> [UInt8] {
    _ = try run(["convert", name, "--to", "ppm", "-o", "\(name).ppm"])
    return try scratch.bytes("\(name).ppm")
  }

  @Test(arguments: ["webp", "jxl", "jp2"])
  func stillsStayAsTheyWere(type: String) throws {
    let coding = try #require(["webp": "WebP", "jxl": "JPEG XL", "jp2": "JPEG 2000"][type])
    _ = try run(["convert", "in.ppm", "--to", type, "--set", "lossless=true", "-o", "a.\(type)"])
    let turned = try run([
      "convert", "a.\(type)", "--to", type, "--rotate", "180", "-o", "b.\(type)",
    ])
    #expect(pixels(turned) == ["kept coded anew without loss"])
    _ = try run(["convert", "b.\(type)", "--to", type, "--rotate", "180", "-o", "c.\(type)"])
    #expect(try samples("c.\(type)") == scratch.bytes("in.ppm"))
    // Who asks for a loss gets it, and who asks for another type has its standard.
    for (number, words) in [
      ["-q", "50"], ["--set", "lossless=false"], ["--set", "preset=small"],
    ]
    .enumerated() {
      let lossy = try run(
        ["convert", "a.\(type)", "--to", type, "-o", "\(number).\(type)"] + words)
      #expect(
        pixels(lossy).first?.hasPrefix("changed \(coding) quality ") == true, "\(lossy)")
    }
    let other = type == "webp" ? "jxl" : "webp"
    let another = try run(["convert", "a.\(type)", "--to", other, "-o", "other.\(other)"])
    #expect(
      pixels(another) == [
        type == "webp" ? "changed JPEG XL quality 90 %" : "changed WebP quality 80 %"
      ])
  }

  @Test func picturesOfAnimationsStayAsTheyWere() throws {
    try scratch.copy(Places.fixture("animated.gif"), as: "a.gif")
    _ = try run(["convert", "a.gif", "--to", "webp", "--set", "lossless=true", "-o", "a.webp"])
    let result = try Program.run(
      Program.fairy, ["split", "a.webp", "-o", "out/"], in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let parts = scratch.names.filter { $0.hasPrefix("out/") }
    #expect(parts.count > 1)
    for name in parts {
      let bytes = try scratch.bytes(name)
      #expect(!bytes.contains("VP8 ") && bytes.contains("VP8L"), "\(name)")
    }
  }

  /// What is coded with loss may lose more, and that is said.
  @Test(arguments: ["webp", "heic", "avif"])
  func moreLossIsSaid(type: String) throws {
    _ = try run(["convert", "in.ppm", "--to", type, "-o", "a.\(type)"])
    let turned = try run([
      "convert", "a.\(type)", "--to", type, "--rotate", "90", "-o", "b.\(type)",
    ])
    let coding = try #require(["webp": "WebP", "heic": "HEIC", "avif": "AVIF"][type])
    #expect(pixels(turned) == ["changed \(coding) quality 80 %"])
  }

  /// A JPEG file that goes into JPEG XL as it is, and comes back, has the colours that it had.
  @Test func nothingIsSaidOfColoursThatGoAlong() throws {
    try scratch.copy(Places.fixture("turned.jpg"), as: "a.jpg")
    for (from, to) in [("a.jpg", "b.jxl"), ("b.jxl", "c.jpg")] {
      let ledger = try run([
        "convert", from, "-o", to, "--to", to.hasSuffix("jxl") ? "jxl" : "jpeg",
      ])
      #expect(ledger.allSatisfy { $0["action"] == "kept" }, "\(ledger)")
    }
    #expect(try scratch.bytes("c.jpg") == scratch.bytes("a.jpg"))
  }
}

extension [UInt8] {
  /// Whether four letters of a chunk are among them.
  fileprivate func contains(_ letters: String) -> Bool {
    indices.contains { self[$0...].starts(with: letters.utf8) }
  }
}
