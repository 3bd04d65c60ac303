import ConverterCore
import Foundation
import TestSupport
import Testing

@testable import FairyCommandLine

/// Each option, asked of each way from some kind of file to each type that it can become, changes the result or is
/// answered: by a failure that names it, by a note, or by the ledger.
@Suite struct AnsweredOptionsTests {
  /// A request and what it asks for beside the plain conversion.
  private struct Case {
    let id: String
    let option: String
    let words: [String]
    let value: String
    let isSetting: Bool
    var isCondition = false
  }

  private struct Source: Sendable {
    let name: String
    let bytes: @Sendable () throws -> [UInt8]
  }

  /// One kind of file for each model, with something in it for each option.
  private static let sources: [String: Source] = [
    "transparent picture": Source(name: "a.png") { try transparentPNG() },
    "photo": Source(name: "a.jpg") { try Places.fixtureBytes("turned.jpg") },
    "animation": Source(name: "a.gif") { try Places.fixtureBytes("animated.gif") },
    "table": Source(name: "a.csv") {
      Array("n,'t';x\n1,'a;b';\"c\\\"d\"\n2,é;2\n,\n3,x,y,z\n".utf8)
    },
    "tree": Source(name: "a.json") { Array(#"[{"b":"é","a":[1]},{"a":"2"}]"#.utf8) },
    "document": Source(name: "a.pdf") { SmallPDF(pages: 2).bytes },
    "scan": Source(name: "scan.pdf") { try scan() },
    "mail": Source(name: "a.mbox") {
      let message = "From a@b.c Mon Jan  1 00:00:00 2024\nFrom: a@b.c\nTo: d@e.f\nSubject: s\n"
      return Array("\(message)\nx\n>From y\n\n\(message)\nz\n\n".utf8)
    },
    "archive": Source(name: "a.zip") { try zip() },
  ]

  /// Pixels of all colours and of all degrees of transparency.
  private static func transparentPNG() throws -> [UInt8] {
    let scratch = try ScratchFolder()
    let header = "P7\nWIDTH 64\nHEIGHT 48\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    let pixels = (0..<64 * 48).flatMap { index -> [UInt8] in
      let value = UInt8(truncatingIfNeeded: index &* 2_654_435_761 >> 7)
      return [value, value &* 3, UInt8(truncatingIfNeeded: index), index % 5 == 0 ? 0 : value]
    }
    try scratch.write(Array(header.utf8) + pixels, to: "a.pam")
    _ = try Program.fairy("convert", "a.pam", "--to", "png", in: scratch.path)
    return try scratch.bytes("a.png")
  }

  /// Two pages with a picture each, and a title.
  private static func scan() throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try scratch.write(try Places.fixtureBytes("camera.jpg"), to: "a.jpg")
    try scratch.write(try Places.fixtureBytes("camera.jpg"), to: "b.jpg")
    _ = try Program.fairy("merge", "a.jpg", "b.jpg", "-o", "a.pdf", in: scratch.path)
    return try scratch.bytes("a.pdf")
  }

  private static func zip() throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try scratch.write(Array(String(repeating: "one", count: 1000).utf8), to: "in/a.txt")
    try scratch.write(Array("two".utf8), to: "in/b.txt")
    _ = try Program.fairy("convert", "in", "--to", "zip", "-o", "a.zip", in: scratch.path)
    return try scratch.bytes("a.zip")
  }

  @Test(arguments: sources.keys.sorted())
  func everyOptionIsAnswered(kind: String) throws {
    let source = try #require(Self.sources[kind])
    let scratch = try ScratchFolder()
    try scratch.write(try source.bytes(), to: source.name)
    let info = try #require(
      try Program.fairy("info", source.name, "--json", in: scratch.path).objects().first)
    let type = try #require(info["type"] as? String)
    var silent: [String] = []
    for target in try Self.targets(of: type) {
      silent += try Self.silentOptions(from: source.name, to: target, in: scratch)
    }
    #expect(silent == [])
  }

  /// What a file can become, but for folders.
  private static func targets(of type: String) throws -> [[String: Any]] {
    let own = try #require(try Program.fairy("formats", type, "--json").objects().first)
    let targets = try #require(own["becomes"] as? [String])
    return try Program.fairy("formats", "--json").objects().filter { row in
      let id = row["type"] as? String ?? ""
      return targets.contains(id)
        && !["public.folder", "public.email-message", "public.maildir"].contains(id)
    }
  }

  /// Compares the result of every option with that of none.
  private static func silentOptions(
    from input: String, to target: [String: Any], in scratch: ScratchFolder
  ) throws -> [String] {
    let type = try #require(target["type"] as? String)
    let folder = "out-\(type)"
    let cases = try cases(for: target)
    func line(_ id: String, _ options: String) -> String {
      #"{"id":"\#(id)","input":"\#(input)","output":"\#(folder)/\#(id)","to":"\#(type)","options":\#(options)}"#
    }
    var lines = [line("plain", #"{"unusedOptions":"fail"}"#)]
    for one in cases {
      let option =
        one.isSetting
        ? #""set":{"\#(one.option)":"\#(one.value)"}"# : #""\#(one.option)":\#(one.value)"#
      lines.append(line(one.id, #"{"unusedOptions":"fail",\#(option)}"#))
    }
    let answer = try Program.run(
      Program.fairy, ["worker", "--jobs", "2"], in: scratch.path,
      input: Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(answer.status == 0, "\(answer.error)")
    var results: [String: [String: Any]] = [:]
    for result in try answer.objects() { results[result["id"] as? String ?? ""] = result }
    let plain = try #require(results["plain"])
    guard plain["status"] as? String == "done" else { return [] }
    // A value that asks for what is done anyway changes nothing: one of the values has to.
    return try Dictionary(grouping: cases, by: \.option).filter { option, cases in
      try !Self.isInvisible(option, from: input, to: type)
        && cases.allSatisfy { one in
          try !isAnswered(one, try #require(results[one.id]), plain, in: scratch)
        }
    }.keys.sorted().map { "\($0) from \(input) to \(type)" }
  }

  /// Whether the result is what the option asks for in any case.
  private static func isInvisible(_ option: String, from input: String, to type: String) -> Bool {
    switch option {
    // Rows are mappings in a sequence, which YAML does not indent.
    case "indent": type == "public.yaml" && input.hasSuffix(".csv")
    // No pixel of it is transparent, though there is a transparent colour.
    case "alpha-quality", "exact": input.hasSuffix(".gif")
    // Its pages are empty.
    case "dither": type == "public.pbm" && input == "a.pdf"
    // What is taken away from quoted lines is added again.
    case "quoting": type == "public.mbox" && input.hasSuffix(".mbox")
    // JPEG data stay as they are in any case.
    case "lossless": type == "public.jpeg-xl" && input.hasSuffix(".jpg")
    // There is no word in it, and nothing is small enough.
    case "maxSize":
      ["net.daringfireball.markdown", "public.plain-text"].contains(type)
        && ["a.gif", "a.jpg", "a.png"].contains(input)
    default: false
    }
  }

  private static func isAnswered(
    _ one: Case, _ result: [String: Any], _ plain: [String: Any], in scratch: ScratchFolder
  ) throws -> Bool {
    let told = (result["unused"] as? [[String: String]] ?? []).contains {
      $0["option"] == one.option && $0["why"]?.isEmpty == false
    }
    guard result["status"] as? String == "done" else {
      let error = result["error"] as? [String: Any]
      let message = error?["message"] as? String ?? ""
      // What fails for its content was gone by.
      return error?["code"] as? String != "usage" || one.words.contains(where: message.contains)
    }
    if told || one.isCondition { return true }
    func said(_ outcome: [String: Any]) throws -> [String] {
      let entries =
        ["ledger", "warnings"].flatMap { outcome[$0] as? [Any] ?? [] }
        + ["receipt"].compactMap { outcome[$0] }
      return try entries.map { entry in
        let form: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
        return String(
          decoding: try JSONSerialization.data(withJSONObject: entry, options: form), as: UTF8.self)
      }.sorted()
    }
    func outputs(_ outcome: [String: Any]) throws -> [[UInt8]] {
      let names = outcome["outputs"] as? [String] ?? [outcome["output"] as? String ?? ""]
      return try names.flatMap(scratch.allBytes)
    }
    return try said(result) != said(plain) || outputs(result) != outputs(plain)
  }

  /// All options of requests, and all keys of `--set` on the way to a type.
  private static func cases(for target: [String: Any]) throws -> [Case] {
    var cases: [Case] = []
    let names = Registry.builtin().optionNames
    for (key, value, isCondition) in OptionTable.requested {
      let words = names.first { $0.rawValue == key }?.words ?? key
      cases.append(
        Case(
          id: key, option: key, words: [words, key, "rows and columns"], value: value,
          isSetting: false, isCondition: isCondition))
    }
    for option in ["options", "readingOptions"].flatMap({ target[$0] as? [[String: String]] ?? [] })
    {
      let key = try #require(option["key"])
      for value in values(of: option) {
        cases.append(
          Case(
            id: "set-\(key)-\(value.hash)", option: key, words: [key], value: value,
            isSetting: true,
            isCondition: conditions.contains(key)))
      }
    }
    for (key, value) in OptionTable.settings where !cases.contains(where: { $0.option == key }) {
      cases.append(
        Case(
          id: "flag-\(key)", option: key, words: [key], value: value, isSetting: true,
          isCondition: conditions.contains(key)))
    }
    return cases
  }

  /// Keys of `--set` that check or allow something.
  private static let conditions = ["verify", "allow-breaking-signatures", "lenient"]

  /// A value other than the usual one.
  private static func values(of option: [String: String]) -> [String] {
    let (usual, form) = (option["default"] ?? "", option["values"] ?? "")
    if form.contains("left,bottom") { return ["0,0,50,50"] }
    if let key = option["key"], let value = texts[key] ?? OptionTable.settings[key] {
      return [value]
    }
    if let range = form.wholeMatch(of: /(\d+)…(\d+)(\|.*)?/) {
      return [String(range.1), String(range.2)].filter { $0 != usual }.prefix(1).map { $0 }
    }
    return form.split(separator: "|").map(String.init).filter { $0 != usual }
  }

  /// Values of options that have forms of their own.
  private static let texts = [
    // A language that no machine has: any other may be the one that is used anyway.
    "languages": "tlh", "scan-corners": "none",
    "page": "A4", "permissions": "print", "sizes": "16", "delimiter": "semicolon",
  ]
}
