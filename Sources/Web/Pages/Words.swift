import ConverterCore

/// The words of pages in one language, from a catalogue `words.LANGUAGE.json`.
struct Words: Sendable {
  /// The language, as `lang` of HTML names it.
  let language: String
  /// By their keys; where a number decides, by keys that end in `.one` and `.other`.
  let texts: [String: String]

  static let english = Words("en")
  static let all = [english, Words("de")]

  /// A catalogue that is part of the program, and so is what it has to be.
  private init(_ language: String) {
    self.language = language
    let bytes = Array(WebResource.named("words.\(language).json").text.utf8)
    var texts: [String: String] = [:]
    for member in (try? JSONValue(parsing: bytes))?.members ?? [] {
      texts[member.key] = member.value.text
    }
    self.texts = texts
  }

  /// The language that a browser asks for, else English.
  ///
  /// - Parameter header: `Accept-Language`, in which what is wanted most stands first.
  init(accepting header: String?) {
    let wanted = (header ?? "").split(separator: ",").map {
      $0.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
    }
    let known = wanted.lazy.compactMap { wanted -> Words? in
      if wanted == Self.mirrored.language.lowercased() { return Self.mirrored }
      let word = wanted.prefix { $0 != "-" }
      return Self.all.first { $0.language == word }
    }
    self = known.first ?? .english
  }

  /// A language that nobody speaks, for tests of pages: English from right to left, a third longer and in brackets, so that
  /// every text shows that does not come from a catalogue or has no room. Its name is CLDR's for such a language.
  static let mirrored = Words(mirroring: english)

  var isRightToLeft: Bool { language == Self.mirrored.language }

  private init(mirroring words: Words) {
    language = "ar-XB"
    texts = words.texts.mapValues { text in
      let more = String(repeating: " ~~~~", count: (text.count + 14) / 15)
      return "\u{27e6}\u{202e}\(text)\(more)\u{202c}\u{27e7}"
    }
  }

  subscript(key: String) -> String { texts[key] ?? key }

  /// A text with values in the place of `{name}`.
  func text(_ key: String, _ values: [String: String]) -> String {
    values.reduce(self[key]) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  /// A text that says how many there are.
  func counting(_ key: String, _ count: Int) -> String {
    text(count == 1 ? "\(key).one" : "\(key).other", ["count": grouped(count)])
  }

  /// A number with the separators of the language: a narrow space, which both languages know.
  func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    guard digits.count > 4 else { return String(number) }
    var groups: [Substring] = []
    var rest = digits[...]
    while !rest.isEmpty {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    return (number < 0 ? "-" : "") + groups.joined(separator: "\u{202f}")
  }

  /// `1.3 MB`
  func size(_ bytes: Int) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var (value, unit) = (Double(bytes), 0)
    while value >= 999.5, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    let text = unit == 0 || value >= 99.95 ? "\(Int(value.rounded()))" : tenths(value)
    return "\(text)\u{a0}\(units[unit])"
  }

  /// With one digit behind the point.
  func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10)\(language == "de" ? "," : ".")\(tenths % 10)"
  }

  /// How long ago a time was, in seconds since 1970.
  func ago(_ seconds: Int) -> String {
    let passed = Clock.seconds - seconds
    switch passed {
    case ..<60: return self["now"]
    case ..<3600: return counting("minutes", passed / 60)
    case ..<86_400: return counting("hours", passed / 3600)
    default: return counting("days", passed / 86_400)
    }
  }
}
