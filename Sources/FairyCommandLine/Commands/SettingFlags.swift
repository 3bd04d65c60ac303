import ArgumentParser
import ConverterCore

/// `--set`.
struct SettingFlags: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "An option of the format's own; `fairy formats TYPE` lists them.", valueName: "key=value"),
    transform: Setting.init(parsing:))
  var settings: [Setting] = []

  struct Setting: Sendable {
    let key, value: String

    init(parsing text: String) throws(ConversionError) {
      guard let split = text.firstIndex(of: "="), split > text.startIndex else {
        throw ConversionError(.usage, "\"\(text)\" is not key=value")
      }
      key = String(text[..<split])
      value = String(text[text.index(after: split)...])
    }
  }

  /// What is said last of a key holds.
  var values: [String: String] {
    settings.reduce(into: [:]) { $0[$1.key] = $1.value }
  }
}
