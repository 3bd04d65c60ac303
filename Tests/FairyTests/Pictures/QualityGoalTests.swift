import Foundation
import TestSupport
import Testing

/// `-q auto`, `-q ssim:…` and `--max-size`: what is chosen, what is said of it, and whether it is true.
@Suite struct QualityGoalTests {
  private let scratch: ScratchFolder
  private static let picture = TexturedPicture(width: 256, height: 192)

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(Self.picture.file, to: "in.ppm")
  }

  private func run(_ words: [String]) throws -> Program.Result {
    try Program.run(Program.fairy, words, in: scratch.path)
  }

  private func ledger(_ result: Program.Result) throws -> [[String: String]] {
    try #require(try result.objects().first?["ledger"] as? [[String: String]])
  }

  private func why(_ what: String, _ ledger: [[String: String]]) -> String? {
    ledger.first { $0["what"] == what && $0["action"] == "changed" }?["why"]
  }

  /// The likeness of a result, as its definition has it.
  private func likeness(of name: String) throws -> Double {
    let decoded = try run(["convert", name, "--to", "ppm", "-o", "\(name).ppm"])
    #expect(decoded.status == 0, "\(decoded.error)")
    let one = try #require(TexturedPicture.light(of: try scratch.bytes("in.ppm")))
    let other = try #require(TexturedPicture.light(of: try scratch.bytes("\(name).ppm")))
    #expect((other.width, other.height) == (one.width, one.height))
    return SlowSimilarity(one.samples, other.samples, width: one.width, height: one.height)
      .meanOfWorst
  }

  /// "93 % is the least with a likeness (SSIM) of 0.961".
  private func parsed(_ words: String) throws -> (percent: Int, likeness: Double) {
    let match = try #require(
      words.wholeMatch(of: /(\d+) % is the least with a likeness \(SSIM\) of (0\.\d+)/))
    return (try #require(Int(match.1)), try #require(Double(match.2)))
  }

  @Test(
    arguments: ["jpeg", "webp", "heic"], [("auto", 0.96), ("ssim:0.9", 0.9)])
  func theLeastThatIsAlike(type: String, goal: (words: String, likeness: Double)) throws {
    let json = try run([
      "convert", "in.ppm", "--to", type, "-q", goal.words, "-o", "a.\(type)", "--json",
    ])
    #expect(json.status == 0, "\(json.error)")
    let words = try #require(why("quality", try ledger(json)))
    let (percent, told) = try parsed(words)
    #expect((51..<95).contains(percent))
    #expect(told >= goal.likeness && told < goal.likeness + 0.03)
    // Decoders of planes round otherwise than the definition, which knows RGB.
    let measured = try likeness(of: "a.\(type)")
    #expect(measured >= goal.likeness - 0.003)
    #expect(abs(measured - told) < 0.006, "\(measured) and not \(told)")
    // It is the file of that quality, and one less would be too little.
    for (name, quality) in [("same", percent), ("less", percent - 1)] {
      let result = try run([
        "convert", "in.ppm", "--to", type, "-q", "\(quality)", "-o", "\(name).\(type)",
      ])
      #expect(result.status == 0, "\(result.error)")
    }
    #expect(try scratch.bytes("same.\(type)") == scratch.bytes("a.\(type)"))
    #expect(try likeness(of: "less.\(type)") < goal.likeness + 0.003)
    // People are told the same.
    let text = try run(["convert", "in.ppm", "--to", type, "-q", goal.words, "-o", "b.\(type)"])
    #expect(text.text.contains(/\ · changed quality · changed pixels: .* quality \d+ %\n$/))
    #expect(text.error == "fairy: in.ppm: quality: \(words)\n")
  }

  @Test(arguments: ["jpeg", "webp", "avif"])
  func qualityGivesWayFirst(type: String) throws {
    let words = ["convert", "in.ppm", "--to", type, "--max-size", "8KB"]
    let json = try run(words + ["-o", "a.\(type)", "--json"])
    #expect(json.status == 0, "\(json.error)")
    let ledger = try ledger(json)
    let chosen = try #require(why("quality", ledger))
    let match = try #require(chosen.wholeMatch(of: /(\d+) % is the best that fits 8000 bytes/))
    let percent = try #require(Int(match.1))
    #expect((50..<95).contains(percent))
    #expect(why("size", ledger) == nil)
    let count = try scratch.bytes("a.\(type)").count
    #expect((7000...8000).contains(count))
    // It is the file of that quality, and one more would be too much.
    for (name, quality) in [("same", percent), ("more", percent + 1)] {
      let result = try run([
        "convert", "in.ppm", "--to", type, "-q", "\(quality)", "-o", "\(name).\(type)",
      ])
      #expect(result.status == 0, "\(result.error)")
    }
    #expect(try scratch.bytes("same.\(type)") == scratch.bytes("a.\(type)"))
    #expect(try scratch.bytes("more.\(type)").count > 8000)
    let text = try run(words + ["-o", "b.\(type)"])
    #expect(text.text.contains(/\ · changed quality · changed pixels: .* quality \d+ %\n$/))
    #expect(text.error == "fairy: in.ppm: quality: \(chosen)\n")
  }

  @Test(arguments: ["jpeg", "webp", "avif"])
  func sizeGivesWayThen(type: String) throws {
    let words = ["convert", "in.ppm", "--to", type, "--max-size", "2KB"]
    let json = try run(words + ["-o", "a.\(type)", "--json"])
    #expect(json.status == 0, "\(json.error)")
    let ledger = try ledger(json)
    #expect(why("quality", ledger) == "50 %, to fit 2000 bytes")
    let size = try #require(why("size", ledger))
    let match = try #require(
      size.wholeMatch(of: /resized to (\d+)x(\d+), the largest that fits 2000 bytes/))
    let info = try run(["info", "--json", "a.\(type)"])
    let picture = try #require(try info.objects().first?["picture"] as? [String: Any])
    #expect(picture["width"] as? Int == Int(match.1))
    #expect(picture["height"] as? Int == Int(match.2))
    let (width, height) = (try #require(Int(match.1)), try #require(Int(match.2)))
    #expect(width < 256 && abs(width * 192 - height * 256) <= 256)
    let count = try scratch.bytes("a.\(type)").count
    #expect((1700...2000).contains(count))
    let text = try run(words + ["-o", "b.\(type)"])
    #expect(text.text.contains(/\ · changed quality, size · changed pixels: .* quality 50 %\n$/))
    #expect(
      text.error
        == "fairy: in.ppm: quality: 50 %, to fit 2000 bytes\nfairy: in.ppm: size: \(size)\n")
  }

  @Test(arguments: ["jpeg", "webp", "avif"])
  func whatCannotBeReachedIsRefused(type: String) throws {
    let words = ["convert", "in.ppm", "--to", type, "--max-size", "40", "-o", "a.\(type)"]
    let text = try run(words)
    #expect(text.status == 75)
    #expect(text.output.isEmpty)
    let message = /fairy: in\.ppm: cannot be brought to 40 bytes: the smallest is (\d+)\n/
    let match = try #require(text.error.wholeMatch(of: message), "\(text.error)")
    #expect(try #require(Int(match.1)) > 40)
    let json = try run(words + ["--json"])
    #expect(json.status == 75)
    let object = try #require(try json.objects().first)
    #expect(object["status"] as? String == "failed")
    let error = try #require(object["error"] as? [String: Any])
    #expect(error["code"] as? String == "limitExceeded")
    #expect(scratch.names == ["in.ppm"])
  }

  /// A goal is none where nothing is lost, and words are checked.
  @Test func goalsThatAreNone() throws {
    let lossless = try run(["convert", "in.ppm", "--to", "png", "-q", "auto"])
    #expect(lossless.status == 64)
    #expect(lossless.error.contains("-q has no effect: the result is lossless"))
    for words in ["ssim:1", "ssim:0.4", "ssim:x", "best"] {
      #expect(try run(["convert", "in.ppm", "--to", "jpeg", "-q", words]).status == 64)
    }
    #expect(scratch.names == ["in.ppm"])
  }
}
