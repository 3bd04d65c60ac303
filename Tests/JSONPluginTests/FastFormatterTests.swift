import ConverterCore
import Testing
import TreeModel

@testable import JSONPlugin

/// The fast way must give what the careful way gives: the same bytes and warnings, or the same error.
@Suite struct FastFormatterTests {
  struct Result: Equatable, CustomStringConvertible {
    var text = ""
    var warnings: [String] = []
    var error: String?
    var description: String { error ?? "\(text) \(warnings)" }
  }

  private static func result(
    _ body: (ConversionContext, OutputFile) throws(ConversionError) -> Void
  ) throws -> Result {
    let context = Lexing.context()
    let output = try OutputFile(.memory)
    var result = Result()
    do throws(ConversionError) {
      try body(context, output)
      result.text = String(decoding: output.bytes, as: UTF8.self)
      result.warnings = context.warnings
    } catch {
      result.error = "\(error.code) \(error.message)"
    }
    return result
  }

  static func careful(
    _ text: [UInt8], _ layout: TreeLayout, isSequence: Bool, _ shape: JSONShape = .same
  ) throws -> Result {
    try result { (context, output) throws(ConversionError) in
      var printer = TreePrinter(layout)
      let lexer = JSONLexer(InputFile(bytes: text), isSequence: isSequence, in: context)
      let tokens: any TokenSource =
        switch shape {
        case .same: lexer
        case .elements: ArrayElements(lexer)
        case .enclosed: EnclosedValues(lexer)
        }
      try printer.print(tokens, to: output, in: context)
    }
  }

  static func fast(
    _ text: [UInt8], _ layout: TreeLayout, isSequence: Bool, _ shape: JSONShape = .same,
    pieceSize: Int, isPlain: Bool = false
  ) throws -> Result {
    try result { (context, output) throws(ConversionError) in
      let formatter = FastFormatter(
        input: InputFile(bytes: text), isSequence: isSequence, layout: layout,
        shape: shape, pieceSize: pieceSize, isPlain: isPlain)
      try formatter.write(to: output, in: context)
    }
  }

  private func compare(
    _ text: [UInt8], _ layout: TreeLayout, isSequence: Bool, _ shape: JSONShape = .same,
    sizes: [Int],
    isPlain: Bool = false
  ) throws -> Bool {
    let expected = try Self.careful(text, layout, isSequence: isSequence, shape)
    for size in sizes {
      let result = try Self.fast(
        text, layout, isSequence: isSequence, shape, pieceSize: size, isPlain: isPlain)
      if result != expected {
        Issue.record(
          "in pieces of \(size), \(layout), \(isSequence), \(shape): \(String(decoding: text, as: UTF8.self).debugDescription)\nfast:\n\(result)\ncareful:\n\(expected)"
        )
        return false
      }
    }
    return true
  }

  @Test func anExampleInPiecesOfEverySize() throws {
    let text = Array(
      #" {"a": [1, -2.5e+10, "x\u00e9\"y\\", "é€😀", true, false, null, {}, [], [ ], { }], "": {"b":"c"}, "a": "\ud800" } "#
        .utf8)
    for isPlain in [false, true] {
      for layout in [TreeLayout.compact, .spaces(2), .tab, .spaces(0)] {
        _ = try compare(
          text, layout, isSequence: false, sizes: Array(1...text.count + 1), isPlain: isPlain)
        _ = try compare(
          text + text, layout, isSequence: true, sizes: Array(1...text.count + 1), isPlain: isPlain)
        _ = try compare(text + text, layout, isSequence: false, sizes: [1, 7, 64, 1000])
      }
    }
  }

  /// Whether the first token is a bracket.
  private static func isArray(_ text: [UInt8]) -> Bool {
    text.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }.first == UInt8(ascii: "[")
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func anyText(round: Int) throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<400 {
      var maker = RandomJSON()
      let isSequence = Bool.random(using: &random)
      var text: [UInt8] = []
      for _ in 0..<(isSequence ? Int.random(in: 0...4, using: &random) : 1) {
        text += maker.document(using: &random)
        if isSequence {
          text += ["\n", " ", "", "\r\n", "\n\n"].picked(&random).utf8
        }
      }
      if Int.random(in: 0..<3, using: &random) == 0 { RandomJSON.damage(&text, using: &random) }
      let layout: TreeLayout = [.compact, .spaces(2), .spaces(7), .tab].randomElement(
        using: &random)!
      let sizes = [1, 2, 63, 64, 65, Int.random(in: 1...300, using: &random), 1 << 16]
      let isPlain = Bool.random(using: &random)
      guard
        try compare(text, layout, isSequence: isSequence, sizes: sizes, isPlain: isPlain),
        try isSequence
          ? compare(text, layout, isSequence: true, .enclosed, sizes: sizes, isPlain: isPlain)
          : !Self.isArray(text)
            || compare(text, .compact, isSequence: false, .elements, sizes: sizes, isPlain: isPlain)
      else { return }
    }
  }
}

/// Documents of every kind, with blanks in odd places, repeated keys and all escapes.
struct RandomJSON {
  private var text: [UInt8] = []
  private var budget = 0

  mutating func document<R: RandomNumberGenerator>(using random: inout R) -> [UInt8] {
    text = []
    budget = Int.random(in: 1...60, using: &random)
    if Int.random(in: 0..<20, using: &random) == 0 { text += [0xEF, 0xBB, 0xBF] }
    value(0, &random)
    blanks(&random)
    return text
  }

  private mutating func blanks<R: RandomNumberGenerator>(_ random: inout R) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: text += " ".utf8
    case 1: text += "\n  ".utf8
    case 2: text += Array(repeating: 0x20, count: Int.random(in: 0...140, using: &random))
    case 3: text += "\t\r\n".utf8
    default: break
    }
  }

  private mutating func value<R: RandomNumberGenerator>(_ depth: Int, _ random: inout R) {
    blanks(&random)
    budget -= 1
    let choice = Int.random(in: 0..<(budget > 0 && depth < 80 ? 12 : 6), using: &random)
    switch choice {
    case 0: text += "true".utf8
    case 1: text += "false".utf8
    case 2: text += "null".utf8
    case 3, 4: number(&random)
    case 5: string(&random)
    case 6...8:
      text.append(UInt8(ascii: "["))
      let count = Int.random(in: 0...4, using: &random)
      for index in 0..<count {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        value(depth + 1, &random)
        blanks(&random)
      }
      if count == 0 { blanks(&random) }
      text.append(UInt8(ascii: "]"))
    default:
      text.append(UInt8(ascii: "{"))
      let count = Int.random(
        in: 0...(Int.random(in: 0..<20, using: &random) == 0 ? 90 : 5), using: &random)
      for index in 0..<count {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        blanks(&random)
        key(&random)
        blanks(&random)
        text.append(UInt8(ascii: ":"))
        value(depth + 1, &random)
        blanks(&random)
      }
      if count == 0 { blanks(&random) }
      text.append(UInt8(ascii: "}"))
    }
  }

  private mutating func key<R: RandomNumberGenerator>(_ random: inout R) {
    if Int.random(in: 0..<6, using: &random) == 0 { return string(&random) }
    let keys = [
      "a", "b", "\\u0061", "key", "a rather long key that is more than 32 bytes",
      "a rather long key that is more than 31 bytes", "é", "\\u00e9", "", "\\ud83d\\ude00", "😀",
      "\\ud83d", "\\ud83e", "k\(Int.random(in: 0..<60, using: &random))",
    ]
    text += "\"\(keys.picked(&random))\"".utf8
  }

  private mutating func number<R: RandomNumberGenerator>(_ random: inout R) {
    let numbers = [
      "0", "-0", "1", "12345678", "123456789012345678901234567890123456789012345678901234567890",
      "-1.5", "0.1e5", "1E-7", "9e+99999", "-65.613616999999977", "1e1000000", "0.0",
    ]
    text += numbers.picked(&random).utf8
  }

  private mutating func string<R: RandomNumberGenerator>(_ random: inout R) {
    let parts = [
      "a", "text", "é", "€", "😀", "\\n", "\\\"", "\\\\", "\\u00e9", "\\ud83d\\ude00", "\\ud800",
      "\\udc00", "{", "[", ",", ":", "]", "}", " ",
      "a longer text, which goes over blocks of 64 bytes",
      "\\/", "\\\\\\\\", "\u{7F}",
    ]
    text.append(0x22)
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      text += parts.picked(&random).utf8
    }
    text.append(0x22)
  }

  /// Changes, removes or adds a byte, or cuts the end off.
  static func damage<R: RandomNumberGenerator>(_ text: inout [UInt8], using random: inout R) {
    guard !text.isEmpty else { return }
    let place = Int.random(in: text.indices, using: &random)
    let odd =
      Array("{}[],:\"\\ \n\t0-.eEtfnu/'x".utf8) + [0x00, 0x0C, 0x1A, 0x1F, 0x80, 0xC0, 0xED, 0xFF]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: text[place] = odd.picked(&random)
    case 1: text.remove(at: place)
    case 2: text.insert(odd.picked(&random), at: place)
    default: text.removeSubrange(place...)
    }
  }
}

extension Array {
  /// An element by chance; there is one.
  fileprivate func picked(_ random: inout some RandomNumberGenerator) -> Element {
    self[Int.random(in: indices, using: &random)]
  }
}
