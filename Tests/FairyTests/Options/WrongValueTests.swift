import Foundation
import TestSupport
import Testing

/// A value that an option of `fairy scan` does not take is answered with the option as it was typed, before any photo
/// is looked at where that is possible, and never with a key of `--set` that nobody typed.
@Suite struct WrongValueTests {
  /// A value of each option that is wrong, or why there is none.
  private enum Value {
    case wrong(String)
    case any(String)
  }

  private static let values: [String: Value] = [
    "filter": .wrong("sepia"), "corners": .wrong("1,2"), "page-size": .wrong("napkin"),
    "languages": .wrong("1"), "ocr": .wrong("later"), "engine": .wrong("crystal"),
    "rotate": .wrong("45"), "crop": .wrong("all"), "preset": .wrong("tiny"),
    "separator": .wrong("napkin"), "source": .wrong("drawer"), "resolution": .wrong("1"),
    "mode": .wrong("sepia"), "save": .wrong("paper"), "on-conflict": .wrong("replace"),
    "require": .wrong("bogus"), "set": .wrong("quality"), "encoding": .wrong("bogus"),
    "from": .wrong("bogus"), "limit": .wrong("lots"), "jobs": .wrong("0"),
    "sandbox": .wrong("maybe"), "color": .wrong("pink"),
    "device": .any("the name of a scanner"), "output": .any("a path"),
    "draft": .any("a title"), "library": .any("a path"),
    "journal": .any("a path"), "password-file": .any("a path"),
    "user-password-file": .any("a path"), "owner-password-file": .any("a path"),
  ]

  /// The options that take a value, by their long names.
  private static func options() throws -> [String] {
    let dump = try Program.fairy("--experimental-dump-help")
    let json = try JSONSerialization.jsonObject(with: Data(dump.output)) as? [String: Any]
    let root = try #require(json?["command"] as? [String: Any])
    let verbs = try #require(root["subcommands"] as? [[String: Any]])
    let scan = try #require(verbs.first { $0["commandName"] as? String == "scan" })
    return try #require(scan["arguments"] as? [[String: Any]]).compactMap { argument in
      argument["kind"] as? String == "option"
        ? (argument["preferredName"] as? [String: String])?["name"] : nil
    }
  }

  @Test func everyOptionIsTried() throws {
    #expect(try Set(Self.options()) == Set(Self.values.keys))
  }

  @Test(arguments: values.keys.sorted())
  func theOptionIsNamedAsItWasTyped(option: String) throws {
    guard case .wrong(let value) = Self.values[option] else { return }
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let result = try Program.fairy(
      "scan", "a.jpg", "-o", "out.pdf", "--\(option)", value, in: scratch.path)
    #expect(result.status == 64, "\(result.error)")
    #expect(result.error.hasPrefix("fairy: "))
    #expect(result.error.contains("--\(option)"), "\(result.error)")
    if option != "set" { #expect(!result.error.contains("--set"), "\(result.error)") }
    #expect(!result.error.contains("scan-"), "\(result.error)")
    #expect(!result.error.contains("warning"), "it was looked at: \(result.error)")
    #expect(scratch.names == ["a.jpg"])
  }

  @Test(arguments: [
    ("filter", "sepia", "there is no such choice; it takes auto, color, gray, bw or photo"),
    ("filter", "colour", "did you mean color?; it takes auto, color, gray, bw or photo"),
    ("ocr", "never", "there is no such choice; it takes accurate, fast or off"),
    ("engine", "crystal", "there is no such choice; it takes tesseract or paddle"),
    ("save", "paper", "there is no such choice; it takes pdf, images, both or none"),
    ("mode", "sepia", "there is no such choice; it takes color, gray or bw"),
    (
      "page-size", "napkin",
      "it takes image, A0 to A6, letter, legal, or millimetres from 10 to 5080: 210x297mm"
    ),
    ("rotate", "45", "it takes auto, none, 90, 180, 270, or an angle for some pages: 90:1-3"),
    (
      "corners", "0,0,0,9,9,9,9,0",
      "these are not the corners of a page: they go clockwise from the top left, and none points inwards"
    ),
  ])
  func theValuesThatExistAreSaid(option: String, value: String, answer: String) throws {
    let result = try Program.fairy("scan", "a.jpg", "--\(option)", value)
    #expect(result.status == 64)
    #expect(result.error == "fairy: --\(option) \(value): \(answer)\n")
  }

  /// Of what makes no difference to a document the same holds.
  @Test(arguments: [
    ["--filter", "bw"], ["--corners", "0,0,9,0,9,9,0,9"], ["--no-crop"], ["--no-deskew"],
    ["--deskew"], ["--dewarp"], ["--split"], ["--drop-blank"], ["--page-size", "a4"],
    ["--rotate", "auto"],
  ])
  func whatHasNoEffectIsNamedAsItWasTyped(words: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.write(SmallPDF(pages: 1).bytes, to: "a.pdf")
    let result = try Program.run(
      Program.fairy, ["scan", "a.pdf", "--ocr", "off", "-o", "out.pdf"] + words, in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("\(words[0]) has no effect"), "\(result.error)")
    #expect(!result.error.contains("--set"), "\(result.error)")
  }

  /// What is said with `--set` holds where no option says it.
  @Test func settingsOfAScanHold() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let result = try Program.fairy(
      "scan", "a.jpg", "--set", "scan-filter=bw", "--no-crop", "--ocr", "off", "--save", "none",
      in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.text == "a.jpg  page 1: the whole picture · bw\n")
    let language = try Program.fairy(
      "scan", "a.jpg", "--set", "languages=tlh", "--save", "none", in: scratch.path)
    #expect(language.status == 69, "\(language.error)")
    #expect(language.error.contains("tesseract-ocr-tlh"))
  }
}
