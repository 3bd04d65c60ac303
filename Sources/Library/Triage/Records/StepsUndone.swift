import ConverterCore

/// Steps that no longer count.
struct StepsUndone: JournalRecord {
  static let kind = "undo"

  let steps: [Int]
  /// As of ``PhotosDecided``.
  var request: String?

  var members: [JSONValue.Member] {
    [.init("steps", .array(steps.map { .integer($0) }))] + request.members
  }

  init(steps: [Int], request: String? = nil) { (self.steps, self.request) = (steps, request) }

  init(line: JSONValue) throws(ConversionError) {
    steps = (line["steps"]?.elements ?? []).compactMap(\.int)
    request = line["request"]?.text
  }
}
