public import ArgumentParser
public import ConverterCore
import SystemPackage

/// The vocabulary that all conversions share.
struct ConversionFlags: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp("How close to the source: 0…1 (0.8) or 2…100 (80).", valueName: "q"),
    transform: { try Quality(parsing: $0) })
  var quality: Quality?

  @Option(
    help: ArgumentHelp(
      "A new size: 800, 800x, x600, 800x600 (fit), 800x600! (exact), 800x600^ (fill), 50%.",
      valueName: "geometry"),
    transform: { try ResizeGeometry(parsing: $0) })
  var resize: ResizeGeometry?

  @Flag(help: "Let --resize make pictures larger, too.")
  var enlarge = false

  @Option(
    help: ArgumentHelp(
      "What is said beside the pixels; share drops place, serial numbers, thumbnails.",
      valueName: "policy"))
  var metadata = ConversionOptions.MetadataPolicy.keep

  @Option(help: ArgumentHelp("The colour space of the result.", valueName: "space"))
  var profile = ConversionOptions.ProfilePolicy.keep

  @Option(
    help: ArgumentHelp(
      "What lies behind transparency in formats without it: white, #rrggbb.", valueName: "colour"),
    transform: { try Color(parsing: $0) })
  var background = Color.white

  @Option(
    help: ArgumentHelp(
      "The most that the result may take, such as 500KB; quality gives way.", valueName: "size"),
    transform: ConversionFlags.byteCount)
  var maxSize: Int?

  @Option(
    help: ArgumentHelp(
      "Fail rather than drop these, such as icc,exif,gps.", valueName: "words"),
    transform: { $0.split(separator: ",").map(String.init) })
  var require: [[String]] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "An option of the target's own; `fairy formats TYPE` lists them.", valueName: "key=value"),
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

  /// Reads `500KB`, `1.5MB`, `80000`: powers of 1000, as the sizes that are printed.
  static func byteCount(_ text: String) throws(ConversionError) -> Int {
    let units: [(suffix: String, factor: Double)] = [
      ("kb", 1e3), ("mb", 1e6), ("gb", 1e9), ("k", 1e3), ("m", 1e6), ("g", 1e9), ("b", 1),
    ]
    let lower = text.lowercased()
    let unit = units.first { lower.hasSuffix($0.suffix) }
    guard let number = Double(lower.dropLast(unit?.suffix.count ?? 0)), number.isFinite else {
      throw ConversionError(.usage, "\"\(text)\" is not a size: use 500KB, 1.5MB or 80000")
    }
    let bytes = number * (unit?.factor ?? 1)
    guard bytes >= 1, bytes < 9e18 else {
      throw ConversionError(.usage, "\"\(text)\" is not a size: it must be at least one byte")
    }
    return Int(bytes)
  }

  var options: ConversionOptions {
    var options = ConversionOptions()
    options.quality = quality
    options.resize = resize
    options.enlarge = enlarge
    options.metadata = metadata
    options.profile = profile
    options.background = background
    options.maximumBytes = maxSize
    options.require = require.flatMap(\.self)
    for setting in settings { options.settings[setting.key] = setting.value }
    return options
  }
}

extension ConversionOptions.MetadataPolicy: ExpressibleByArgument {}
extension ConversionOptions.ProfilePolicy: ExpressibleByArgument {}
extension OutputFile.ConflictPolicy: ExpressibleByArgument {}
extension Console.Colour: ExpressibleByArgument {}

/// `--limit`, on every verb that reads a file.
struct LimitFlags: ParsableArguments {
  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Raise or lower a limit: \(Limits.Name.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "name=number"),
    transform: LimitFlags.parse)
  var changes: [Change] = []

  struct Change: Sendable {
    let name: Limits.Name
    let value: Int
  }

  var limits: Limits {
    changes.reduce(into: .standard) { $0[$1.name] = $1.value }
  }

  private static func parse(_ text: String) throws(ConversionError) -> Change {
    let setting = try ConversionFlags.Setting(parsing: text)
    guard let name = Limits.Name(rawValue: setting.key) else {
      let names = Limits.Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw ConversionError(.usage, "there is no limit \"\(setting.key)\": use \(names)")
    }
    let bytes = try? ConversionFlags.byteCount(setting.value)
    guard let number = Double(setting.value) ?? bytes.map(Double.init), number >= 1, number < 9e18
    else {
      throw ConversionError(
        .usage, "\"\(setting.value)\" is no limit: use a whole number such as 500000, 2e9 or 4GB")
    }
    return Change(name: name, value: Int(number))
  }
}

/// `--to`.
struct TargetFlag: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The target: a short name, extension, media type or type identifier.", valueName: "type"))
  var to: String?

  /// The type that `--to` names, else the one of the output's extension.
  func target(output: PathArgument?, in catalog: ContentTypeCatalog) throws -> ContentType {
    guard let word = to ?? output?.path.extension else {
      throw ValidationError("Missing the target: say --to TYPE, such as --to jpeg.")
    }
    return try ContentType.named(word, in: catalog)
  }
}

extension ContentType {
  /// - Throws: `unknownType` with the nearest names.
  static func named(
    _ word: String, in catalog: ContentTypeCatalog
  ) throws(ConversionError) -> ContentType {
    if let type = catalog.type(named: word) { return type }
    let near = catalog.suggestions(for: word)
    let advice =
      near.isEmpty ? "`fairy formats` lists them" : "did you mean \(near.joined(separator: ", "))?"
    throw ConversionError(.unknownType, "there is no type \"\(word)\"; \(advice)")
  }
}
