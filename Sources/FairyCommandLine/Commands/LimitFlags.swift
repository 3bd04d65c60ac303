import ArgumentParser
import ConverterCore

/// `--limit`, on every verb that reads a file.
struct LimitFlags: ParsableArguments {
  @Option(
    name: .customLong("limit"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "At most so many rows of a table; or raise or lower a limit: \(Limits.Name.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "number or name=number"),
    transform: LimitFlags.parse)
  var changes: [Change] = []

  enum Change: Sendable {
    case rows(Int)
    case resource(Limits.Name, Int)
  }

  var limits: Limits { limits(forOne: false) }

  /// - Parameter one: whether one file is named, for which somebody is waiting.
  func limits(forOne one: Bool) -> Limits {
    changes.reduce(into: one ? .forOneFile : .standard) { limits, change in
      if case .resource(let name, let value) = change { limits[name] = value }
    }
  }

  /// The most rows of a table; what is said last holds.
  var rows: Int? {
    changes.reduce(nil) { rows, change in
      if case .rows(let count) = change { count } else { rows }
    }
  }

  /// Throws where rows were meant and there are none to be counted.
  func checkNoRows(for verb: String) throws {
    guard let rows else { return }
    throw ValidationError(
      "fairy \(verb) shows no rows that --limit \(rows) could count; "
        + "to change a limit name it, such as --limit seconds=60")
  }

  private static func parse(_ text: String) throws(ConversionError) -> Change {
    guard text.contains("=") else {
      guard let rows = try? Limits.amount(parsing: text) else {
        throw ConversionError(
          .usage,
          "\"\(text.printable)\" is no number of rows from 1, and no limit by its name such as pixels=2e9"
        )
      }
      return .rows(rows)
    }
    let setting = try SettingFlags.Setting(parsing: text)
    return .resource(
      try Limits.Name(parsing: setting.key), try Limits.amount(parsing: setting.value))
  }
}
