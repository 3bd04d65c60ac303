import ConverterCore

/// Steps that no longer count.
struct StepsUndone: JournalRecord {
  static let kind = "undo"

  let steps: [Int]

  var members: [JSONValue.Member] { [.init("steps", .array(steps.map { .integer($0) }))] }

  init(steps: [Int]) { self.steps = steps }

  init(line: JSONValue) throws(ConversionError) {
    steps = (line["steps"]?.elements ?? []).compactMap(\.int)
  }
}
