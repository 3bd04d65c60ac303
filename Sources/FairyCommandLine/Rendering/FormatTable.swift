import ConverterCore
import RecognizedTextModel
import TesseractPlugin

/// What can be read and written, as the registry has it.
struct FormatTable {
  struct Row {
    let type: ContentType
    let reading: Ability
    let writing: Ability
    /// The `--set` keys for writing it, those of transforms included.
    let options: [OptionDescriptor]
    /// The `--set` keys for reading it.
    let readingOptions: [OptionDescriptor]
    /// The types it can become.
    let targets: [ContentType]
  }

  let registry: Registry
  let catalog: ContentTypeCatalog
  /// Every type that some plugin writes, each once.
  private let written: [ContentType]

  init(registry: Registry, catalog: ContentTypeCatalog) {
    self.registry = registry
    self.catalog = catalog
    var seen: Set<ContentType.ID> = []
    written = registry.writers.flatMap(\.types).filter { seen.insert($0).inserted }
      .compactMap { catalog[$0] }
  }

  /// Every type that some plugin reads or writes, in the order of registration.
  var rows: [Row] {
    var seen: Set<ContentType.ID> = []
    let ids = registry.readers.flatMap(\.types) + registry.writers.flatMap(\.types)
    return ids.filter { seen.insert($0).inserted }.compactMap { catalog[$0] }.map(row)
  }

  func row(_ type: ContentType) -> Row {
    let reader = registry.reader(for: type.id, in: catalog)
    let reading = Ability(reader, type.id)
    let writer = registry.writer(for: type.id)
    let targets = reading.isOffered ? targets(of: type) : []
    let options = registry.writers.filter { $0.types.contains(type.id) }.flatMap(self.options)
    return Row(
      type: type, reading: reading, writing: Ability(writer, type.id),
      options: Self.joined(options),
      readingOptions: reader?.descriptors ?? [], targets: targets)
  }

  /// The types that a type can become, in the order of their writers.
  private func targets(of type: ContentType) -> [ContentType] {
    let targets = RoutePlanner(registry: registry, catalog: catalog).targets(of: type)
    return written.filter { targets.contains($0.id) }
  }

  /// The options with each key once: several writers of a type, each from a model of its own, may have an option
  /// of the same name.
  private static func joined(_ options: [OptionDescriptor]) -> [OptionDescriptor] {
    options.reduce(into: []) { joined, option in
      if let index = joined.firstIndex(where: { $0.key == option.key }) {
        joined[index] = joined[index].joined(with: option)
      } else {
        joined.append(option)
      }
    }
  }

  /// What can be set where a writer is the last step.
  private func options(of writer: any Writer) -> [OptionDescriptor] {
    // Where a bridge has the same option, that of the model is explained.
    writer.descriptors
      + registry.transforms.filter { $0.modelName == writer.modelName }.flatMap(\.descriptors)
      + registry.bridges.filter { $0.leads(to: writer) }.flatMap { registry.descriptors(of: $0) }
      + [writer.siblingOption].compactMap(\.self)
  }

  var text: String {
    let rows = rows
    let width = (rows.map(\.type.name.count).max() ?? 0) + 2
    let lines = rows.map { row in
      row.type.name.padding(width) + (row.reading.isThere ? "read  " : "      ")
        + (row.writing.isThere ? "write  " : "       ")
        + (row.type.extensions.map { ".\($0)" } + row.obstacles.map { "(\($0))" })
        .joined(separator: " ")
    }
    return lines.joined(separator: "\n")
  }

  var markdown: String {
    let lines = rows.map { row in
      "| \(row.type.name) | \(row.type.extensions.map { "`.\($0)`" }.joined(separator: " ")) | "
        + "\(row.reading.documentation) | \(row.writing.documentation) | "
        + "\(row.writing.plugin == nil ? "" : row.options.map { "`\($0.key)`" }.joined(separator: " ")) |"
    }
    return (["| format | extensions | read | write | `--set` |", "|---|---|---|---|---|"] + lines)
      .joined(separator: "\n")
  }
}

extension FormatTable.Row {
  /// What stands in the way of reading or writing, each reason once.
  fileprivate var obstacles: [String] {
    let read = reading.obstacles
    return read + writing.obstacles.filter { !read.contains($0) }
  }

  /// Whether words of pictures may become part of it.
  private var recognisesWords: Bool {
    options.contains { $0.key == RecognitionOptions.languages.key }
  }

  var text: String {
    var lines = ["\(type.name) (\(type.id))"]
    if !type.extensions.isEmpty {
      lines.append("  extensions   \(type.extensions.map { ".\($0)" }.joined(separator: " "))")
    }
    if let media = type.mediaTypes.first { lines.append("  media type   \(media)") }
    lines.append("  read         \(reading.text)")
    lines.append("  write        \(writing.text)")
    if !targets.isEmpty {
      lines.append("  becomes      \(targets.map(\.name).joined(separator: ", "))")
    }
    if recognisesWords { lines.append("  words        \(InstalledLanguages().text)") }
    for option in readingOptions {
      lines.append(
        "  reading: --set \(option.key)=\(option.valuesText) (default \(option.defaultValue))")
      lines.append("        \(option.help)")
    }
    for option in options {
      lines.append("  --set \(option.key)=\(option.valuesText) (default \(option.defaultValue))")
      lines.append("        \(option.help)")
    }
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    .object([
      .init("type", .string(type.id.rawValue)), .init("name", .string(type.name)),
      .init("extensions", .array(type.extensions.map { .string($0) })),
      .init("mediaTypes", .array(type.mediaTypes.map { .string($0) })),
      .init("read", .bool(reading.isThere)), .init("write", .bool(writing.isThere)),
      .init("missing", .array(reading.missing(to: "read") + writing.missing(to: "write"))),
      .init(
        "languages",
        .array(recognisesWords ? InstalledLanguages().names.map { .string($0) } : [])),
      .init("becomes", .array(targets.map { .string($0.id.rawValue) })),
      .init("options", .array(options.map(\.json))),
      .init("readingOptions", .array(readingOptions.map(\.json))),
    ])
  }
}

extension OptionDescriptor {
  fileprivate var json: JSONValue {
    .object([
      .init("key", .string(key)), .init("values", .string(valuesText)),
      .init("default", .string(defaultValue)), .init("help", .string(help)),
    ])
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
