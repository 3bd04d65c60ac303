import ConverterCore
import JSONPlugin
import TestSupport
import Testing
import TreeModel

/// Whole conversions, text to text.
@Suite struct JSONWriterTests {
  private static let text = #"{"b":[1,{"é":"😀"},[]],"a":{},"b":"\u00e9"}"#

  @Test(arguments: [
    (
      "2",
      "{\n  \"b\": [\n    1,\n    {\n      \"é\": \"😀\"\n    },\n    []\n  ],\n  \"a\": {},\n  \"b\": \"\\u00e9\"\n}\n"
    ),
    ("0", "{\n\"b\": [\n1,\n{\n\"é\": \"😀\"\n},\n[]\n],\n\"a\": {},\n\"b\": \"\\u00e9\"\n}\n"),
    (
      "1",
      "{\n \"b\": [\n  1,\n  {\n   \"é\": \"😀\"\n  },\n  []\n ],\n \"a\": {},\n \"b\": \"\\u00e9\"\n}\n"
    ),
    (
      "tab",
      "{\n\t\"b\": [\n\t\t1,\n\t\t{\n\t\t\t\"é\": \"😀\"\n\t\t},\n\t\t[]\n\t],\n\t\"a\": {},\n\t\"b\": \"\\u00e9\"\n}\n"
    ),
    ("compact", "{\"b\":[1,{\"é\":\"😀\"},[]],\"a\":{},\"b\":\"\\u00e9\"}\n"),
  ])
  func indent(value: String, expected: String) throws {
    #expect(try Lexing.convert(Self.text, ["indent": value]) == expected)
    // What sorts goes another way, and is laid out alike.
    let sorted = try Lexing.convert(Self.text, ["indent": value, "ascii": "true"])
    #expect(
      sorted
        == expected.replacing("\"é\": ", with: "\"\\u00e9\": ").replacing(
          "\"é\":", with: "\"\\u00e9\":"
        ).replacing("😀", with: "\\ud83d\\ude00"))
  }

  private func transcoded(
    _ bytes: [UInt8], _ encoding: String? = nil, strict: Bool = false
  ) throws -> (text: String, context: ConversionContext) {
    var options = ConversionOptions()
    options.settings = ["indent": "compact"]
    options.reading.encoding = encoding
    options.reading.isStrict = strict
    let context = ConversionContext(registry: Registry(), reading: options.reading)
    let tree = try JSONReader().read(
      InputFile(bytes: bytes, name: "a.json"), type: "public.json", in: ReadingContext(context))
    let output = try OutputFile(.memory)
    try JSONWriter().write(
      tree, as: "public.json", to: output, options: JSONWriterOptions(options),
      in: WritingContext(context))
    return (String(decoding: output.bytes, as: UTF8.self), context)
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x22, 0, 0xE9, 0, 0x22, 0], nil),
      ([0xFE, 0xFF, 0, 0x22, 0, 0xE9, 0, 0x22], nil),
      ([0x22, 0, 0xE9, 0, 0x22, 0], "UTF-16LE"), ([0x22, 0xE9, 0x22], "latin1"),
      ([0xFF, 0xFE, 0, 0, 0x22, 0, 0, 0, 0xE9, 0, 0, 0, 0x22, 0, 0, 0], nil),
    ] as [([UInt8], String?)])
  func otherEncodingsAreTranscoded(bytes: [UInt8], encoding: String?) throws {
    let (text, context) = try transcoded(bytes, encoding)
    #expect(text == "\"é\"\n")
    #expect(context.ledger.map(\.what) == ["encoding"])
  }

  /// The offset is that in the file, whatever its encoding.
  @Test(
    arguments: [
      ([0xFF, 0xFE], 2, nil, "line 1, column 5 (byte 12)"),
      ([], 2, "UTF-16LE", "line 1, column 5 (byte 10)"),
      ([0xFF, 0xFE, 0, 0], 4, nil, "line 1, column 5 (byte 20)"),
    ] as [([UInt8], Int, String?, String)])
  func placesAreThoseOfTheFile(
    mark: [UInt8], width: Int, encoding: String?, place: String
  ) throws {
    // An é has two bytes in UTF-8, an emoji four, in UTF-16 as well.
    let text: [UInt32] = [0x22, 0xE9, 0x1F600, 0x22, 0x78]
    let units = width == 4 ? text : [0x22, 0xE9, 0xD83D, 0xDE00, 0x22, 0x78]
    let bytes =
      mark
      + units.flatMap { unit in
        (0..<width).map { UInt8(truncatingIfNeeded: unit >> UInt32(8 * $0)) }
      }
    let error = #expect(throws: ConversionError.self) { try transcoded(bytes, encoding) }
    #expect(error?.message.hasPrefix(place) == true, "\(error?.message ?? "")")
  }

  @Test func halfACharacterIsSaid() throws {
    let bytes: [UInt8] = [0x22, 0, 0, 0xD8, 0x22, 0]
    let (text, context) = try transcoded(bytes, "UTF-16LE")
    #expect(text == "\"\u{FFFD}\"\n")
    #expect(context.warnings.first?.contains("no character in UTF-16LE") == true)
    let error = #expect(throws: ConversionError.self) {
      try transcoded(bytes, "UTF-16LE", strict: true)
    }
    #expect(error?.code == .damagedInput)
  }

  @Test func anUnknownEncodingIsRefused() {
    let error = #expect(throws: ConversionError.self) { try transcoded([0x31], "no-such") }
    #expect(error?.code == .usage)
  }

  @Test(arguments: ["17", "-1", "two", ""])
  func noSuchIndent(value: String) {
    let error = #expect(throws: ConversionError.self) {
      try Lexing.convert("[]", ["indent": value])
    }
    #expect(error?.code == .usage)
    #expect(error?.message.hasSuffix("0…16|tab|compact") == true)
  }

  @Test(arguments: [
    (#"{"b":1,"a":{"d":[{"z":1,"y":2}],"c":3}}"#, #"{"a":{"c":3,"d":[{"y":2,"z":1}]},"b":1}"#),
    (#"{"b":1,"a":1,"b":2,"a":2,"b":0}"#, #"{"a":1,"a":2,"b":1,"b":2,"b":0}"#),
    (#"{"\u0062":1,"a":2,"c":3,"":4}"#, #"{"":4,"a":2,"\u0062":1,"c":3}"#),
    (#"{"é":1,"z":2,"😀":3,"日":4,"Z":5}"#, #"{"Z":5,"z":2,"é":1,"日":4,"😀":3}"#),
    ("[3,1,2]", "[3,1,2]"), ("{}", "{}"), ("7", "7"),
    (#"[{},{"b":{},"a":[]}]"#, #"[{},{"a":[],"b":{}}]"#),
  ])
  func sortKeys(text: String, sorted: String) throws {
    #expect(try Lexing.convert(text, ["sort-keys": "true", "indent": "compact"]) == sorted + "\n")
  }

  @Test func sortKeysOfLargeAndDeepObjects() throws {
    let keys = (0..<30_000).map { String($0 * 7919 % 30_011) }
    let text = "{" + keys.map { "\"\($0)\":[{\"b\":\($0),\"a\":{}}]" }.joined(separator: ",") + "}"
    let sorted =
      "{" + keys.sorted().map { "\"\($0)\":[{\"a\":{},\"b\":\($0)}]" }.joined(separator: ",")
      + "}\n"
    #expect(try Lexing.convert(text, ["sort-keys": "true", "indent": "compact"]) == sorted)
    let depth = 50_000
    let deep =
      String(repeating: "{\"b\":0,\"a\":", count: depth) + "1"
      + String(repeating: "}", count: depth)
    let expected =
      String(repeating: "{\"a\":", count: depth) + "1"
      + String(repeating: ",\"b\":0}", count: depth) + "\n"
    #expect(try Lexing.convert(deep, ["sort-keys": "true", "indent": "compact"]) == expected)
  }

  @Test func sortKeysNeedsMemory() throws {
    var limits = Limits.standard
    limits.memory = 1 << 20
    var options = ConversionOptions()
    options.settings = ["sort-keys": "true"]
    let context = ConversionContext(registry: Registry(), limits: limits)
    let text = "[" + String(repeating: "1,", count: 100_000) + "1]"
    let tree = try JSONReader().read(
      InputFile(bytes: Array(text.utf8)), type: "public.json", in: ReadingContext(context))
    let error = #expect(throws: ConversionError.self) {
      try JSONWriter().write(
        tree, as: "public.json", to: try OutputFile(.memory),
        options: try JSONWriterOptions(options),
        in: WritingContext(context))
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test(arguments: [
    ("[1,{\"a\":[2]},[],\"x\"]", "1\n{\"a\":[2]}\n[]\n\"x\"\n"), ("[]", ""), (" [ ] ", ""),
    ("{\"a\": [1]}", "{\"a\":[1]}\n"), ("7", "7\n"), ("[[1],[2]]", "[1]\n[2]\n"),
  ])
  func jsonToLines(text: String, lines: String) throws {
    #expect(try Lexing.convert(text, to: "public.ndjson") == lines)
  }

  @Test(arguments: [
    ("1\n{\"a\":[2]}\n[]\n", "[1,{\"a\":[2]},[]]\n"), ("\n\n", "[]\n"),
    ("{\"a\":1}\r\n\r\n{\"a\":2}", "[{\"a\":1},{\"a\":2}]\n"),
    ("7", "[7]\n"), ("{}{}[] 1 2\"x\"", "[{},{},[],1,2,\"x\"]\n"),
  ])
  func linesToJSON(lines: String, text: String) throws {
    #expect(try Lexing.convert(lines, from: "public.ndjson", ["indent": "compact"]) == text)
  }

  @Test(arguments: [
    ("{ \"a\" : 1 }\r\n\r\n{\"a\":2}\r\n", "{\"a\":1}\n{\"a\":2}\n"), ("1 2 3", "1\n2\n3\n"),
    ("{\n  \"a\": [\n    1\n  ]\n}\n{}", "{\"a\":[1]}\n{}\n"), ("", ""),
    ("\"a\"\"b\"", "\"a\"\n\"b\"\n"),
  ])
  func linesToLines(lines: String, text: String) throws {
    #expect(try Lexing.convert(lines, from: "public.ndjson", to: "public.ndjson") == text)
  }

  @Test func longArraysBecomeLinesInBatches() throws {
    let elements = (0..<50_000).map { "{\"index\":\($0)}" }
    let array = "[" + elements.joined(separator: ", ") + "]"
    let lines = elements.map { $0 + "\n" }.joined()
    #expect(try Lexing.convert(array, to: "public.ndjson") == lines)
    #expect(
      try Lexing.convert(lines, from: "public.ndjson", ["indent": "compact"])
        == "[" + elements.joined(separator: ",") + "]\n")
  }

  @Test func theLedgerSaysWhereTheShapeChanges() throws {
    let context = Lexing.context()
    _ = try Lexing.convert("[1]", to: "public.ndjson", in: context)
    #expect(context.ledger.map(\.what) == ["one array to many values"])
    let other = Lexing.context()
    _ = try Lexing.convert("1", from: "public.ndjson", in: other)
    #expect(other.ledger.map(\.what) == ["many values to one array"])
    let same = Lexing.context()
    _ = try Lexing.convert("[1]", in: same)
    #expect(same.ledger.isEmpty)
  }

  @Test func aFileNamedJSONHoldsOneValue() throws {
    let input = InputFile(bytes: Array("{}\n{}\n".utf8), name: "a.JSON")
    let context = Lexing.context()
    let tree = try JSONReader().read(input, type: "public.ndjson", in: ReadingContext(context))
    #expect(!tree.isSequence)
    let error = #expect(throws: ConversionError.self) {
      try Lexing.pieces(of: tree.content.tokens(in: context))
    }
    #expect(error?.message.contains("is named .ndjson") == true)
  }

  /// Deep brackets do not make much of little without end.
  @Test(arguments: [("2", 128), ("4", 256), ("16", 256), ("tab", 64), ("0", 0)])
  func indentationHasADepth(indent: String, most: Int) throws {
    let depth = 1000
    let text = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    let pretty = try Lexing.convert(text, ["indent": indent])
    let lines = pretty.split { $0 == "\n" }
    #expect(lines.map { line in line.prefix { $0 == " " || $0 == "\t" }.count }.max() == most)
    #expect(try Lexing.convert(pretty, ["indent": "compact"]) == text + "\n")
  }

  @Test func deepBracketsGrowByAFixedFactor() throws {
    let many = 300_000
    let deep = String(repeating: "[", count: many) + String(repeating: "]", count: many)
    let output = try OutputFile(.memory)
    let context = Lexing.context(threads: 2)
    let tree = try JSONReader().read(
      InputFile(bytes: Array(deep.utf8)), type: "public.json", in: ReadingContext(context))
    try JSONWriter().write(
      tree, as: "public.json", to: output, options: try JSONWriterOptions(ConversionOptions()),
      in: WritingContext(context))
    // A blank for each of 64 levels, twice, and the line end.
    #expect(output.bytes.count < 2 * many * 130)
    #expect(try Lexing.convert(output.bytes, ["indent": "compact"]).count == 2 * many + 1)
  }
}
