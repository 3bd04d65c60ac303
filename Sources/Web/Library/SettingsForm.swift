import ConverterCore
import FairyLibrary
import SystemPackage

/// The settings of the library as a form shows and changes them, each checked as the library checks it.
struct SettingsForm {
  /// What is wrong, by the name of the field.
  private(set) var faults: [String: String] = [:]
  private(set) var settings: LibrarySettings

  static let presets = ["none", "high", "balanced", "small"]
  /// Of those that a PDF can have; another one that the settings name stays as it is.
  private static let sizes = ["image", "a3", "a4", "a5", "a6", "letter", "legal"]

  /// Changes settings as a form asks for.
  ///
  /// - Parameters:
  ///   - settings: as they are.
  ///   - form: a field that it lacks stays as it is.
  init(_ settings: LibrarySettings, changedBy form: Form, _ words: Words) {
    self.settings = settings
    take("title", form.value("title")) { $0.titleTemplate = $1 }
    take("preset", form.value("preset")) { $0.form.preset = $1 }
    take("pageSize", form.value("pageSize")) { (settings, size) throws(ConversionError) in
      guard Self.sizes.contains(size) || size == settings.form.pageSize else {
        throw ConversionError(
          .usage, words.text("lib_no_such", ["name": "pageSize", "value": size]))
      }
      settings.form.pageSize = size
    }
    take("languages", form.value("languages")) { $0.form.languages = $1 }
    take("save", form.value("save")) { (settings, word) throws(ConversionError) in
      guard let way = SaveWay(rawValue: word) else {
        throw ConversionError(.usage, words.text("lib_no_such", ["name": "save", "value": word]))
      }
      settings.saving = way
    }
    take("documentFolder", form.value("documentFolder")) { settings, path in
      settings.documentFolder = path.isEmpty ? nil : FilePath(path)
    }
    take("imageFolder", form.value("imageFolder")) { settings, path in
      settings.imageFolder = path.isEmpty ? nil : FilePath(path)
    }
    // A box that is not ticked is not sent.
    if form.value("recent-shown") != nil {
      self.settings.keepsRecent = form.value("recent") != nil
    }
    take("leftOut", form.value("leftOut")) { $0.foldersLeftOut = Self.paths($1) }
    take("mailboxes", form.value("mailboxes")) { $0.mailboxes = Self.paths($1) }
  }

  /// Changes one of them, unless the library would not read it again.
  private mutating func take(
    _ name: String, _ value: String?,
    _ change: (inout LibrarySettings, String) throws(ConversionError) -> Void
  ) {
    guard let value else { return }
    var changed = settings
    do throws(ConversionError) {
      try change(&changed, value)
      _ = try LibrarySettings(record: changed.record)
      settings = changed
    } catch {
      faults[name] = Self.reason(error)
    }
  }

  /// What is wrong with a value, without the file that it would stand in.
  private static func reason(_ error: ConversionError) -> String {
    guard let end = error.message.firstRange(of: "is damaged: ")?.upperBound else {
      return error.message
    }
    return String(error.message[end...])
  }

  /// A path a line.
  private static func paths(_ text: String) -> [FilePath] {
    text.split(whereSeparator: \.isNewline).map { FilePath(String($0)) }
  }

  /// What changes with the settings, so that a form knows whether they are those that it showed.
  static func version(of settings: LibrarySettings) -> String {
    Digest.sha256(Array("\(settings.record)".utf8)).prefix(8).map { $0 }.hexadecimal
  }

  /// Values for the template.
  ///
  /// - Parameter typed: what the user typed, which stands in the place of what holds.
  static func values(
    _ settings: LibrarySettings, typed: Form?, faults: [String: String], _ words: Words
  ) -> [String: Any] {
    func text(_ name: String, _ value: String) -> [String: Any] {
      [
        "name": name, "value": typed?.value(name) ?? value, "label": words["set_\(name)"],
        "hint": words["set_\(name)_hint"], "fault": faults[name].map { [$0] } ?? [],
      ]
    }
    func choice(_ name: String, _ value: String, _ all: [String]) -> [String: Any] {
      let current = typed?.value(name) ?? value
      var choice = text(name, value)
      choice["choices"] = (all.contains(current) ? all : all + [current]).map { word in
        [
          "value": word, "isCurrent": word == current,
          "label": words.texts["set_\(name)_\(word)"] ?? word,
        ] as [String: Any]
      }
      return choice
    }
    let keepsRecent = typed.map { $0.value("recent") != nil } ?? settings.keepsRecent
    return [
      "version": version(of: settings),
      "titleField": text("title", settings.titleTemplate),
      "preset": choice("preset", settings.form.preset, presets),
      "pageSize": choice("pageSize", settings.form.pageSize, sizes),
      "languages": text("languages", settings.form.languages),
      "save": choice("save", settings.saving.rawValue, SaveWay.allCases.map(\.rawValue)),
      "documentFolder": text("documentFolder", settings.documentFolder?.lossyText ?? ""),
      "imageFolder": text("imageFolder", settings.imageFolder?.lossyText ?? ""),
      "keepsRecent": keepsRecent,
      "leftOut": text("leftOut", lines(settings.foldersLeftOut)),
      "mailboxes": text("mailboxes", lines(settings.mailboxes)),
      "sync": settings.syncTarget ?? words["set_sync_none"],
    ]
  }

  private static func lines(_ paths: [FilePath]) -> String {
    paths.map(\.lossyText).joined(separator: "\n")
  }
}
