import ConverterCore
import Synchronization
import SystemPackage

/// How one user has the web view: kept by the service, for all browsers.
struct Preferences: Sendable, Equatable {
  enum Theme: String, Sendable, CaseIterable { case system, light, dark }

  var theme = Theme.system
  /// Whether letters alone do something, such as `/` and `n`.
  var hasKeys = true
  var vibrates = false
  var sounds = false
  /// Whether the tour was taken, or is not wanted.
  var knowsTour = false

  fileprivate var json: JSONValue {
    .object([
      .init("theme", .string(theme.rawValue)), .init("keys", .bool(hasKeys)),
      .init("vibration", .bool(vibrates)), .init("sounds", .bool(sounds)),
      .init("tour", .bool(knowsTour)),
    ])
  }

  init() {}

  /// What is missing or makes no sense is as it is without a choice.
  fileprivate init(json: JSONValue) {
    theme = json["theme"]?.text.flatMap(Theme.init) ?? .system
    hasKeys = json["keys"] != .bool(false)
    vibrates = json["vibration"] == .bool(true)
    sounds = json["sounds"] == .bool(true)
    knowsTour = json["tour"] == .bool(true)
  }

  /// For templates: what the whole page is told.
  var values: [String: Any] {
    [
      "theme": theme.rawValue, "scheme": theme == .system ? "light dark" : theme.rawValue,
      "keys": hasKeys ? "on" : "off", "vibration": vibrates ? "on" : "off",
      "sounds": sounds ? "on" : "off", "feels": vibrates || sounds,
    ]
  }
}

/// The preferences, in a file of the work folder.
final class PreferenceStore: Sendable {
  private static let mostBytes = 4096

  private let path: FilePath
  private let state: Mutex<Preferences>

  /// - Parameter path: of the file.
  init(at path: FilePath) {
    self.path = path
    state = Mutex(Self.read(path))
  }

  private static func read(_ path: FilePath) -> Preferences {
    guard let file = try? InputFile(path: path), file.byteCount <= mostBytes,
      let bytes = try? file.contents(within: .standard), let json = try? JSONValue(parsing: bytes)
    else { return Preferences() }
    return Preferences(json: json)
  }

  var current: Preferences { state.withLock { $0 } }

  /// Changes them, in the file first.
  ///
  /// - Throws: `writeFailed`.
  func change(_ edit: (inout Preferences) -> Void) throws(ConversionError) {
    try state.withLock { state throws(ConversionError) in
      var changed = state
      edit(&changed)
      guard changed != state else { return }
      try path.replaceFile(with: Array("\(changed.json)\n".utf8))
      state = changed
    }
  }
}
