import ConverterCore

/// How often a file uses what JSON5 has and JSON has not.
struct JSON5Features {
  enum Kind: Int, CaseIterable {
    case comment, trailingComma, bareKey, quote, escape, number, infinity, control, blank

    fileprivate var names: (one: String, many: String) {
      switch self {
      case .comment: ("comment left out", "comments left out")
      case .trailingComma: ("trailing comma left out", "trailing commas left out")
      case .bareKey: ("key put in quotes", "keys put in quotes")
      case .quote: ("text put in double quotes", "texts put in double quotes")
      case .escape: ("escape written as JSON has it", "escapes written as JSON has them")
      case .number: ("number written as JSON has it", "numbers written as JSON has them")
      case .infinity: ("NaN or Infinity made a text", "NaN and Infinity made texts")
      case .control: ("control character escaped", "control characters escaped")
      case .blank: ("unusual blank left out", "unusual blanks left out")
      }
    }
  }

  private var counts = Array(repeating: 0, count: Kind.allCases.count)

  mutating func add(_ kind: Kind) { counts[kind.rawValue] += 1 }

  func note(in context: ConversionContext) {
    let parts = Kind.allCases.compactMap { kind -> String? in
      switch counts[kind.rawValue] {
      case 0: nil
      case 1: "1 \(kind.names.one)"
      case let count: "\(count) \(kind.names.many)"
      }
    }
    guard !parts.isEmpty else { return }
    context.note("syntax that JSON lacks", .changed, why: parts.joined(separator: ", "))
  }
}
