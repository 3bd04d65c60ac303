import ConverterCore

/// What a request of a stream says beside what is to be done.
struct RequestControls {
  /// Those of a higher priority are begun first; those of one priority in their order.
  var priority = 0
  /// Whether its progress is reported.
  var reportsProgress = false
  /// Whether it is only to be said what would become of the file.
  var isDryRun = false

  init() {}

  /// - Parameter isStream: whether the line comes from a stream: requests of a manifest are run in order, and answered once.
  /// - Throws: `usage`.
  init(_ line: JSONValue, isStream: Bool) throws(ConversionError) {
    for key in [Request.Key.priority, .progress, .dryRun]
    where line[key.rawValue] != nil && !isStream {
      throw ConversionError(
        .usage, "\"\(key.rawValue)\" is for requests of fairy worker, not for a manifest")
    }
    if let value = line[Request.Key.priority.rawValue] {
      guard let number = value.int else {
        throw ConversionError(.usage, "\"priority\" takes a whole number, not \(value)")
      }
      priority = number
    }
    reportsProgress = try line[Request.Key.progress.rawValue]?.flag(of: "progress") ?? false
    isDryRun = try line[Request.Key.dryRun.rawValue]?.flag(of: "dryRun") ?? false
  }

  /// What a line is to cancel: all requests with that `id`; `nil` for a line that is a request.
  ///
  /// - Throws: `usage` for a line that says more.
  static func cancellation(_ line: JSONValue) throws(ConversionError) -> JSONValue? {
    guard let id = line["cancel"] else { return nil }
    guard line.members?.count == 1 else {
      throw ConversionError(
        .usage, "a line with \"cancel\" has the id of a request, and nothing else")
    }
    return id
  }
}
