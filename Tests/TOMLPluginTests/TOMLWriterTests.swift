import ConverterCore
import Foundation
import TOMLPlugin
import TestSupport
import Testing
import TreeModel
import TreeTestSupport

/// Trees written as TOML.
@Suite struct TOMLWriterTests {
  private func written(
    _ tree: Tree, in context: ConversionContext = ConversionContext(registry: Registry())
  ) throws -> String {
    let output = try OutputFile(.memory)
    try TOMLWriter().write(
      tree, as: "public.toml", to: output, options: TOMLWriter.Options(.init()),
      in: WritingContext(context))
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private func read(_ toml: String, in context: ConversionContext) throws -> Tree {
    try TOMLReader().read(
      InputFile(bytes: Array(toml.utf8)), type: "public.toml", in: ReadingContext(context))
  }

  @Test(arguments: [
    ("{}", ""),
    (#"{"b":1,"a":-2.50e3,"c":true,"d":"x"}"#, "b = 1\na = -2.50e3\nc = true\nd = \"x\"\n"),
    (#"{"t":{"x":1},"a":1}"#, "a = 1\n\n[t]\nx = 1\n"),
    (#"{"a":{"b":{"c":1}}}"#, "[a]\n\n[a.b]\nc = 1\n"),
    (
      #"{"p":[{"n":1},{"n":2,"q":[{}]}]}"#,
      "[[p]]\nn = 1\n\n[[p]]\nn = 2\n\n[[p.q]]\n"
    ),
    (#"{"a":[1,"x",[2],{"b":[]},true]}"#, "a = [1, \"x\", [2], {b = []}, true]\n"),
    (#"{"a":[]}"#, "a = []\n"), (#"{"a":{}}"#, "[a]\n"),
    (
      #"{"a b":1,"c.d":{"":2},"\u00e9":3}"#,
      "\"a b\" = 1\n\"é\" = 3\n\n[\"c.d\"]\n\"\" = 2\n"
    ),
    (
      #"{"a":"\"\\\b\t\f\r\u0000\u007f/"}"#,
      #"a = "\"\\\b\t\f\r\u0000\u007F/""# + "\n"
    ),
    (#"{"a":"one\ntwo \"x\"\n"}"#, "a = \"\"\"\none\ntwo \\\"x\\\"\n\"\"\"\n"),
    (#"{"a":["one\ntwo"]}"#, #"a = ["one\ntwo"]"# + "\n"),
    (
      #"{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":{"i":{"j":1}}}}}}}}}}"#,
      "[a]\n\n[a.b]\n\n[a.b.c]\n\n[a.b.c.d]\n\n[a.b.c.d.e]\n\n[a.b.c.d.e.f]\n\n"
        + "[a.b.c.d.e.f.g]\n\n[a.b.c.d.e.f.g.h]\ni = {j = 1}\n"
    ),
  ])
  func isWritten(json: String, toml: String) throws {
    let context = ConversionContext(registry: Registry())
    #expect(try written(TreeJSON.tree(json), in: context) == toml)
    #expect(context.ledger.isEmpty && context.warnings.isEmpty)
  }

  /// A long key is not written again in the header of each table that it holds.
  @Test func longHeadersStandInBraces() throws {
    let long = String(repeating: "k", count: 2000)
    let (one, other) = (#"{"a":{"x":1},"b":[{"y":2}]}"#, #"{"c":{"x":1}}"#)
    #expect(
      try written(TreeJSON.tree("{\"\(long)\":\(one),\"t\":\(other)}"))
        == "\(long) = {a = {x = 1}, b = [{y = 2}]}\n\n[t]\n\n[t.c]\nx = 1\n")
    let members = (0..<1000).map { "\"a\($0)\":{}" }.joined(separator: ",")
    let half = String(repeating: "k", count: 600)
    let json = "{\"\(half)\":{\"\(half)\":{\(members)}}}"
    #expect(try written(TreeJSON.tree(json)).utf8.count < 2 * json.utf8.count)
  }

  @Test(arguments: [
    (#"{"a":null,"b":{"c":null,"d":1}}"#, "[b]\nd = 1\n", "null", LedgerEntry.Action.dropped),
    (#"{"a":[1,null]}"#, "a = [1, \"\"]\n", "null", .changed),
    (#"{"a":[{"b":null},1]}"#, "a = [{}, 1]\n", "null", .dropped),
    (#"{"a":1,"b":2,"\u0061":3}"#, "b = 2\na = 3\n", "repeated keys", .dropped),
    (#"{"a":[{"b":1,"b":2},0]}"#, "a = [{b = 2}, 0]\n", "repeated keys", .dropped),
    (#"{"a":"\ud800"}"#, "a = \"\u{FFFD}\"\n", "text", .changed),
    (#"{"a":9223372036854775808}"#, "a = 9223372036854775808\n", "numbers", .kept),
  ])
  func whatTOMLCannotHoldIsNoted(
    json: String, toml: String, what: String, action: LedgerEntry.Action
  ) throws {
    let context = ConversionContext(registry: Registry())
    #expect(try written(TreeJSON.tree(json), in: context) == toml)
    #expect(context.ledger.map(\.what) == [what])
    #expect(context.ledger.map(\.action) == [action])
    #expect(TOMLWriter().ledgerWords.contains(what))
  }

  @Test(arguments: [
    ("[1,2]", false), ("1", false), ("\"a\"", false), ("null", false), ("{}\n{}", true),
    ("", true),
  ])
  func whatIsNoTableIsRefused(json: String, isSequence: Bool) {
    let error = #expect(throws: ConversionError.self) {
      try written(TreeJSON.tree(json, isSequence: isSequence))
    }
    #expect(error?.code == .unsupportedContent)
    #expect(error?.message.contains("JSON and YAML hold that") == true)
  }

  /// Dates, times and special numbers stay what they are where both sides are TOML.
  @Test func literalsAreKept() throws {
    let context = ConversionContext(registry: Registry())
    let toml = """
      a = 1979-05-27T07:32:00Z
      b = [1979-05-27, 07:32:00.5]
      c = -inf
      d = nan
      e = "1979-05-27"

      [f]
      g = 1979-05-27 07:32:00

      """
    #expect(try written(read(toml, in: context), in: context) == toml)
    #expect(context.ledger.isEmpty)
  }

  @Test func memoryIsLimited() throws {
    var limits = Limits.standard
    limits.memory = 1000
    let context = ConversionContext(registry: Registry(), limits: limits)
    let json = "{\"a\":[" + String(repeating: "1,", count: 100) + "1]}"
    let error = #expect(throws: ConversionError.self) {
      try written(TreeJSON.tree(json), in: context)
    }
    #expect(error?.code == .limitExceeded)
  }

  // MARK: Read again

  @Test(arguments: 1...40) func isReadAsTheSame(seed: Int) throws {
    var random = RandomTree(seed: seed)
    for _ in 0..<25 {
      let json = random.object(depth: 0)
      let context = ConversionContext(registry: Registry())
      let toml = try written(TreeJSON.tree(json), in: context)
      let again = try read(toml, in: context)
      let lines = try TreeJSON.lines(of: again, in: context)
      #expect(Self.canonical(lines.first ?? "") == Self.canonical(json), "\(toml)")
      #expect(try written(again, in: context) == toml)
      #expect(context.ledger.isEmpty)
    }
  }

  /// Python's reader finds the same values.
  @Test(.enabled(if: hasPythonReader)) func isReadAsTheSameByPython() throws {
    let folder = try ScratchFolder()
    var random = RandomTree(seed: 99)
    let count = 150
    for number in 0..<count {
      let json = random.object(depth: 0)
      try folder.write(Array(json.utf8), to: "\(number).json")
      try folder.write(Array(try written(TreeJSON.tree(json)).utf8), to: "\(number).toml")
    }
    let script = """
      import json, tomllib
      for number in range(\(count)):
          with open(f"{number}.json", encoding="utf-8") as one, open(f"{number}.toml", "rb") as other:
              assert json.load(one) == tomllib.load(other), number
      print("all")
      """
    let result = try Program.run("/usr/bin/env", ["python3", "-c", script], in: folder.path)
    #expect(result.text == "all\n", "\(result.error)")
  }

  private static let hasPythonReader =
    (try? Program.run("/usr/bin/env", ["python3", "-c", "import tomllib"]).status) == 0

  /// Members in the order of their keys.
  private static func canonical(_ json: String) -> String? {
    guard let value = try? JSONSerialization.jsonObject(with: Data(json.utf8)) else { return nil }
    return (try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys]))
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Trees of any shape, without null and keys that repeat.
private struct RandomTree {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private mutating func number(_ count: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 16) % count
  }

  mutating func object(depth: Int) -> String {
    let count = number(5)
    let start = number(Self.keys.count)
    let members = (0..<count).map { index in
      "\"\(Self.keys[(start + index) % Self.keys.count])\":\(value(depth: depth + 1))"
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func value(depth: Int) -> String {
    switch number(depth > 12 ? 5 : 9) {
    case 0: return "\(number(100_000) - 50_000)"
    case 1: return "\(number(1000)).\(number(1000))e\(number(40) - 20)"
    case 2: return number(2) == 0 ? "true" : "false"
    case 3, 4: return "\"" + list { $0.piece() }.joined() + "\""
    case 5: return "[" + list { $0.value(depth: depth + 1) }.joined(separator: ",") + "]"
    case 6: return "[" + list { $0.object(depth: depth + 1) }.joined(separator: ",") + "]"
    default: return object(depth: depth + 1)
    }
  }

  private mutating func piece() -> String { Self.pieces[number(Self.pieces.count)] }

  private mutating func list(_ make: (inout RandomTree) -> String) -> [String] {
    (0..<number(4)).map { _ in make(&self) }
  }

  private static let keys = ["a", "b c", "d.e", "", "é", "x_1", "-", #"\n"#, #"\"q"#, "[h]"]
  private static let pieces = [
    "word", " ", #"\n"#, #"\""#, #"\\"#, "'''", #"\u0001"#, #"\u007f"#, #"\r"#, #"\t"#, "日", "😀",
    "#", "=", #"\"\"\""#,
  ]
}
