import ConverterCore
import PropertyListPlugin
import Testing
import TreeModel
import TreeTestSupport

@Suite struct BinaryTests {
  /// Made by Python's plistlib.
  static let sample = bytes(
    hex: """
      62706c6973743030d90102030405060708090a0b15161718191a1b516151626100fc5164546461746151755165546c6f6e67516e10\
      01a90c0d0e0f1011121314090813ffffffffffffffff11012c1200011170130000000200000000140000000000000000800000000\
      0000005233ff8000000000000237ff000000000000068006e006100ef007600650020d83dde003341b3702df0000000436869008007\
      d05f10147878787878787878787878787878787878787878a0081b1d1f2224292b2d3234364041424b4e535c6d767f90999d9fa0b7\
      0000000000000101000000000000001c000000000000000000000000000000b8
      """)

  @Test func readsWhatPlistlibWrites() throws {
    let (json, context) = try read(Self.sample)
    #expect(
      json
        == #"{"a":1,"b":[true,false,-1,300,70000,8589934592,9223372036854775813,1.5,"inf"],"ü":"naïve 😀","#
        + #""d":"2011-05-03T12:34:56Z","data":"aGkA","u":{"CF$UID":7},"e":{},"long":"xxxxxxxxxxxxxxxxxxxx","n":[]}"#
    )
    #expect(context.ledger.map(\.what).sorted() == ["UIDs", "data", "dates", "numbers"])
  }

  @Test func binaryToXMLAndBackLosesNothing() throws {
    let (xml, ledger) = try convert(Self.sample, "xml")
    #expect(ledger == [])
    let text = String(decoding: xml, as: UTF8.self)
    for part in [
      "<date>2011-05-03T12:34:56Z</date>", "<data>aGkA</data>", "<real>inf</real>",
      "<real>1.5</real>",
      "<key>CF$UID</key>\n\t\t<integer>7</integer>", "<integer>9223372036854775813</integer>",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    let (binary, _) = try convert(xml, "binary")
    #expect(try read(binary).json == (try read(Self.sample).json))
    #expect(try convert(binary, "xml").bytes == xml)
    // The UID is one again.
    #expect(binary.contains([0x80, 0x07]))
  }

  @Test func isWrittenByteForByte() throws {
    #expect(
      try binary(#"{"a":[1,1,"é","a"]}"#)
        == Array("bplist00".utf8) + [
          0xD1, 1, 2, 0x51, 0x61, 0xA4, 3, 3, 4, 1, 0x10, 1, 0x61, 0, 0xE9,
        ]
        + [8, 11, 13, 18, 20, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 5]
        + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 23])
  }

  @Test(arguments: [
    "1", "\"x\"", "[]", "{}", "true",
    "[0,255,256,65535,65536,4294967295,4294967296,-1,-9223372036854775808]",
    "[9223372036854775807,9223372036854775808,18446744073709551615]", "[1.5,-0.1,1e+100,5e-324]",
    #"["é","😀","","\ud800","\udc00x","a\u0000b","\"\\\n"]"#, #"{"a":{"a":{"a":["a"]}},"":""}"#,
    #"{"CF$UID":7}"#, #"{"CF$UID":4294967295}"#, #"{"CF$UID":"x"}"#, #"{"CF$UID":-1}"#,
    "[[[[]]],{},[{}]]",
  ])
  func thereAndBack(json: String) throws {
    #expect(try read(try binary(json)).json == json)
  }

  /// Some 200 bytes a key were needed, of which the limit saw a third.
  @Test func manyKeysCountAgainstTheMemory() throws {
    let json = "{" + (0..<100_000).map { "\"key\($0)\":0" }.joined(separator: ",") + "}"
    let list = try binary(json)
    #expect(try read(list).json == json)
    var limits = Limits()
    limits.memory = 3_000_000
    let context = ConversionContext(registry: Registry(), limits: limits)
    let output = try OutputFile(.memory)
    var options = ConversionOptions()
    options.settings = ["format": "binary"]
    let error = #expect(throws: ConversionError.self) {
      try PropertyListWriter().write(
        TreeJSON.tree(json), as: "com.apple.xml-property-list", to: output,
        options: try .init(options), in: WritingContext(context))
    }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("--limit memory=") == true)
  }

  @Test func wideReferencesWork() throws {
    let many = "[" + (0..<70_000).map { "\($0)" }.joined(separator: ",") + "]"
    #expect(try read(try binary(many)).json == many)
    let wide = "[" + (0..<300).map { "\"\($0)\"" }.joined(separator: ",") + "]"
    #expect(try read(try binary(wide)).json == wide)
  }

  @Test(arguments: [
    ("[1.00000000000000000001]", "numbers"), ("[1e400]", "numbers"),
    ("[123456789012345678901]", "numbers"), (#"{"a":1,"a":2}"#, "repeated keys"),
  ])
  func whatReadsOtherwiseIsNoted(json: String, what: String) throws {
    #expect(try write(TreeJSON.tree(json), "binary").context.ledger.map(\.what) == [what])
  }

  @Test(arguments: ["[0.1]", "[1.50]", "[1e5]", "[123456789.25]"])
  func numbersThatStayAreNot(json: String) throws {
    #expect(try write(TreeJSON.tree(json), "binary").context.ledger == [])
  }

  /// - Parameter objects: each as bytes; references are one byte, the first object is on top.
  private func list(_ objects: [[UInt8]]) -> [UInt8] {
    var result = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(result.count))
      result += object
    }
    let table = result.count
    return result + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + [
      0, 0, 0, 0, 0, 0, 0, UInt8(objects.count),
    ]
      + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, UInt8(table)]
  }

  @Test(arguments: [
    ([[0xA1, 0]], "is part of itself"), ([[0xA1, 1], [0xA1, 0]], "is part of itself"),
    ([[0xD1, 1, 0], [0x51, 0x61]], "is part of itself"), ([[0xA1, 9]], "there is no such object"),
    ([[0xD1, 1, 1], [0x10, 1]], "a key has to be a text"),
    ([[0xAF, 0x10, 0xFF]], "reaches past the others"),
    ([[0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], "reaches past the others"),
    ([[0xDF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], "reaches past the others"),
    ([[0x5F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], "the count is too large"),
    ([[0x5F, 0x51]], "expected a count"), ([[0x51, 0xE9]], "not in the encoding"),
    ([[0x71, 0xE9]], "not in the encoding"),
    ([[0x0F]], "begins no object"), ([[0x15]], "begins no object"), ([[0x23, 0]], "reaches past"),
    ([[0xE0]], "begins no object"),
  ])
  func brokenObjects(objects: [[UInt8]], message: String) throws {
    let error = #expect(throws: ConversionError.self) { try read(list(objects)) }
    #expect(error?.code == .damagedInput)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.message.hasPrefix("byte ") == true)
  }

  @Test(arguments: [
    (
      [
        [
          0x14, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
          0xFF, 0xFE,
        ]
      ], "-2"
    ),
    ([[0x22, 0x3E, 0x99, 0x99, 0x9A]], "0.30000001192092896"), ([[0x00]], "null"),
    ([[0x72, 0xC3, 0xA9]], "\"é\""),
    ([[0x33, 0, 0, 0, 0, 0, 0, 0, 0]], "\"2001-01-01T00:00:00Z\""),
    ([[0x33, 0xBF, 0xE0, 0, 0, 0, 0, 0, 0]], "\"2000-12-31T23:59:59.5Z\""),
    ([[0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]], "\"inf\""), ([[0xC1, 1], [0x09]], "[true]"),
    ([[0xA3, 1, 1, 1], [0x08]], "[false,false,false]"),
    ([[0x81, 1, 0]], #"{"CF$UID":256}"#), ([[0x61, 0xD8, 0]], #""\ud800""#),
  ])
  func rareObjects(objects: [[UInt8]], expected: String) throws {
    #expect(try read(list(objects)).json == expected)
  }

  @Test func fractionsOfSecondsStayInBinary() throws {
    let half = list([[0x33, 0xBF, 0xE0, 0, 0, 0, 0, 0, 0]])
    #expect(try read(try convert(half, "binary").bytes).json == "\"2000-12-31T23:59:59.5Z\"")
    let (xml, ledger) = try convert(half, "xml")
    #expect(try read(xml).json == "\"2000-12-31T23:59:59Z\"")
    #expect(ledger.map(\.what) == ["dates"])
  }

  @Test func bombsAreRefused() throws {
    // Each array names the next one a hundred times.
    var objects = (1...12).map { [0xAF, 0x10, 100] + [UInt8](repeating: UInt8($0), count: 100) }
    objects.append([0x51, 0x61])
    var result = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(result.count >> 8), UInt8(result.count & 255)]
      result += object
    }
    let table = [UInt8(result.count >> 8), UInt8(result.count & 255)]
    result += offsets + [0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)]
    result += [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + table
    let error = #expect(throws: ConversionError.self) { try read(result) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("--limit ratio=") == true)
  }

  @Test func everyTruncationEndsWell() throws {
    for count in 0..<Self.sample.count {
      do {
        _ = try read(Array(Self.sample.prefix(count)))
      } catch let error as ConversionError {
        #expect([.damagedInput, .unsupportedContent, .limitExceeded].contains(error.code))
      }
    }
  }

  @Test func everyFlippedByteEndsWell() throws {
    var limits = Limits.standard
    limits.ratio = 2
    for index in Self.sample.indices {
      for value: UInt8 in [0, 0xFF, Self.sample[index] ^ 0x10, Self.sample[index] &+ 1] {
        var copy = Self.sample
        copy[index] = value
        _ = try? read(copy, limits: limits)
      }
    }
  }
}
