import ConverterCore
import Runner

/// What a scanner can do, as `scanimage --all-options` reports it.
struct ScannerAbilities {
  /// The values that options take, by their names: `["Gray", "Color"]`, `["1..1200dpi"]`.
  private var choices: [String: [String]] = [:]
  /// What is taken where nothing is said.
  private var defaults: [String: String] = [:]
  private let name: String

  /// How sheets are scanned.
  struct Settings {
    /// Options of scanimage.
    var words: [String] = []
    /// Whether sheets come until there are none.
    var isFeeder = false
    /// For people: `Automatic Document Feeder, Color, 300 dpi`.
    var description: [String] = []
  }

  /// - Throws: what keeps the scanner from being used.
  init(of name: String, until interruption: Interruption) throws(ConversionError) {
    var lines: [String] = []
    let ending = try Scanner.program.run(
      ["--device-name=\(name)", "--all-options"], until: interruption
    ) { lines.append($0) }
    guard ending.status == 0 else { throw Scanner.failure(name, ending) }
    self.init(of: name, lines)
  }

  /// - Parameter lines: `    --mode Gray|Color [Gray]` and others.
  init(of name: String, _ lines: [String]) {
    self.name = name
    for line in lines {
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("--"), let bracket = text.lastIndex(of: "[") else { continue }
      let option = text.dropFirst(2).prefix { $0 != " " && $0 != "[" }
      let value = text[bracket...].dropFirst().prefix { $0 != "]" }
      guard value != "inactive" else { continue }
      let range = text.dropFirst(2 + option.count)[..<bracket].drop { " [=(".contains($0) }
      choices[String(option)] = range.split(separator: "|").map(Self.choice)
      defaults[String(option)] = String(value)
    }
  }

  /// A value without the spaces and brackets around it: `1..1200dpi (in steps of 1) ` is `1..1200dpi`.
  private static func choice(_ text: Substring) -> String {
    let value = text.firstRange(of: " (in steps").map { text[..<$0.lowerBound] } ?? text
    return String(value.drop { $0 == " " }.reversed().drop { " )]".contains($0) }.reversed())
  }

  /// How it is told what is asked for.
  ///
  /// - Throws: `usage` for what it cannot do.
  func settings(
    source: ScannerFlags.Source?, resolution: Int?, mode: ScannerFlags.Mode?
  ) throws(ConversionError) -> Settings {
    var settings = Settings()
    try choose(source, into: &settings)
    try choose(mode, into: &settings)
    try choose(resolution, into: &settings)
    return settings
  }

  private func choose(
    _ source: ScannerFlags.Source?, into settings: inout Settings
  ) throws(ConversionError) {
    let all = choices["source"] ?? []
    let feeders = all.filter { Self.holds($0, ["feeder", "adf"]) }
    let duplex =
      feeders.first { Self.holds($0, ["duplex", "both"]) }
      ?? all.first { Self.holds($0, ["duplex"]) }
    let oneSided = feeders.filter { !Self.holds($0, ["duplex", "both", "back"]) }
    var chosen: String?
    switch source {
    case nil:
      settings.isFeeder = Self.holds(defaults["source"] ?? "", ["feeder", "adf", "duplex"])
      return
    case .flatbed:
      guard !all.isEmpty else { return }
      chosen = all.first { Self.holds($0, ["flatbed", "platen", "table"]) }
    case .feeder: chosen = oneSided.first
    case .duplex:
      chosen = duplex ?? (choices["adf-mode"]?.contains("Duplex") == true ? oneSided.first : nil)
      if duplex == nil, chosen != nil { settings.words.append("--adf-mode=Duplex") }
    }
    guard let source, let chosen else {
      throw ConversionError(
        .usage,
        "the scanner \(name) has no \(source?.rawValue ?? ""): "
          + (all.isEmpty
            ? "it has one source alone" : "its sources are \(all.joined(separator: ", "))"))
    }
    settings.isFeeder = source != .flatbed
    settings.words.insert("--source=\(chosen)", at: 0)
    settings.description.append(chosen)
  }

  private func choose(
    _ mode: ScannerFlags.Mode?, into settings: inout Settings
  ) throws(ConversionError) {
    guard let all = choices["mode"], !all.isEmpty else { return }
    let isColour = mode == nil || mode == .color
    let chosen =
      isColour
      ? all.first { Self.holds($0, ["color", "colour"]) }
      : all.first { Self.holds($0, ["gray", "grey"]) }
    guard let chosen else {
      guard mode != nil else { return }
      throw ConversionError(
        .usage,
        "the scanner \(name) has no \(isColour ? "color" : "gray"): its modes are "
          + all.joined(separator: ", "))
    }
    settings.words.append("--mode=\(chosen)")
    settings.description.append(chosen)
  }

  private func choose(
    _ resolution: Int?, into settings: inout Settings
  ) throws(ConversionError) {
    guard let all = choices["resolution"], let first = all.first else { return }
    let wanted = resolution ?? 300
    let numbers = all.compactMap { Self.number($0[...]) }
    var nearest = numbers.min { abs($0 - wanted) < abs($1 - wanted) }
    if let dots = first.firstRange(of: ".."), let least = Self.number(first[..<dots.lowerBound]),
      let most = Self.number(first[dots.upperBound...]), least <= most
    {
      nearest = min(max(wanted, least), most)
    }
    guard let nearest, resolution == nil || nearest == wanted else {
      throw ConversionError(
        .usage, "the scanner \(name) has not \(wanted) dpi: it has \(all.joined(separator: ", "))")
    }
    settings.words.append("--resolution=\(nearest)")
    settings.description.append("\(nearest) dpi")
  }

  private static func number(_ text: Substring) -> Int? { Int(text.prefix { $0.isNumber }) }

  private static func holds(_ text: String, _ words: [String]) -> Bool {
    let text = text.lowercased()
    return words.contains { text.contains($0) }
  }
}
