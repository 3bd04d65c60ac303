/// Finds the route from one content type to another through the plugins.
public struct RoutePlanner: Sendable {
  public let registry: Registry
  public let catalog: ContentTypeCatalog

  public init(registry: Registry, catalog: ContentTypeCatalog) {
    self.registry = registry
    self.catalog = catalog
  }

  /// The reader, transforms and writer that lead from `source` to `target`.
  ///
  /// Readers are tried from the type itself up its lineage, so the most specific one wins; a writer follows it where
  /// both have the same model. Where none does, a bridge leads on.
  ///
  /// - Parameters:
  ///   - source: what the input is.
  ///   - target: what it is to become.
  ///   - choosing: the groups of options by which a part is to be chosen on the way.
  /// - Throws: `unknownType` when nothing reads `source`, `noRoute` when no writer joins.
  public func route(
    from source: ContentType, to target: ContentType, choosing: [any ConversionOptionGroup] = []
  ) throws(ConversionError) -> Route {
    let choices = choosing.map { type(of: $0) }
    let readers = catalog.lineage(of: source.id).flatMap { type in
      registry.readers.filter { $0.types.contains(type) }
    }
    .filter { reader in choices.allSatisfy { chooses(reader, by: $0) } }
    guard !readers.isEmpty else {
      guard source.id != "public.data" else { throw .unrecognised() }
      let hint = registry.hint(forUnread: source).map { "; \($0)" } ?? ""
      throw ConversionError(
        .unknownType, "is \(source.nameWithArticle), which fairy cannot read\(hint)")
    }
    let writers = registry.writers.filter { $0.types.contains(target.id) }
    guard !writers.isEmpty else {
      throw ConversionError(
        .noRoute, "fairy cannot write \(target.nameWithArticle); `fairy formats` lists what it can")
    }
    var missing: PartChoice?
    func route(through readers: [any Reader]) -> Route? {
      for reader in readers {
        for writer in writers where reader.modelID == writer.modelID {
          if let choice = choices.first(where: { !chooses($0, from: reader) }) {
            missing = choice.choice
            continue
          }
          return Route(source: source, target: target, reader: reader, writer: writer)
        }
      }
      return nil
    }
    // What is in a folder of some kind, and not that folder once more.
    if target.id == .folder, catalog.type(source.id, conformsTo: .folder), source.id != .folder,
      let inner = route(through: readers.prefix(1).flatMap { registry.bridged($0).map(\.reader) })
    {
      return inner
    }
    if let direct = route(through: readers) { return direct }
    if let bridged = route(through: readers.flatMap { registry.bridged($0).map(\.reader) }) {
      return bridged
    }
    if let missing {
      throw ConversionError(
        .noRoute,
        "\(missing.rule), and there is none on the way from \(source.name) to \(target.name)",
        cause: NothingToSelect())
    }
    throw noWay(from: source, to: target)
  }

  /// The types to which a route leads from `source`.
  public func targets(of source: ContentType) -> Set<ContentType.ID> {
    let readers = catalog.lineage(of: source.id).flatMap { type in
      registry.readers.filter { $0.types.contains(type) }
    }
    let models = (readers + readers.flatMap { registry.bridged($0).map(\.reader) }).map(\.modelID)
    let writers = registry.writers.filter { models.contains($0.modelID) }
    return Set(writers.flatMap(\.types))
  }

  /// Whether a reader chooses by a group of options, if it is for readers to do so.
  private func chooses(_ reader: any Reader, by group: any ConversionOptionGroup.Type) -> Bool {
    guard let choice = group.choice, !choice.types.isEmpty else { return true }
    return reader.types.contains { choice.covers($0, in: catalog) }
  }

  /// Whether a part of what a reader gives can be chosen by a group of options, if it is for transforms to do so.
  private func chooses(_ group: any ConversionOptionGroup.Type, from reader: any Reader) -> Bool {
    guard let choice = group.choice, choice.types.isEmpty else { return true }
    return registry.chooses(by: group, from: reader)
  }

  /// Says what of two types that are known cannot become the other.
  private func noWay(from source: ContentType, to target: ContentType) -> ConversionError {
    let holders = registry.holdersOfFiles
    if target.id == .folder || target.id == .data, !holders.isEmpty {
      return ConversionError(
        .noRoute,
        "is \(source.nameWithArticle): only \(holders) hold files that can be extracted")
    }
    let word = source.extensions.first ?? source.id.rawValue
    return ConversionError(
      .noRoute,
      "is \(source.nameWithArticle), which cannot become \(target.nameWithArticle); "
        + "`fairy formats \(word)` lists what it can become")
  }

  /// The route by which any file or folder, as it is, becomes a part of a file of type `target`, an archive.
  ///
  /// - Returns: `nil` where files of the type hold no other files.
  public func packing(_ source: ContentType, into target: ContentType) -> Route? {
    guard !target.fillsFolder, target.id != .data else { return nil }
    for writer in registry.writers where writer.types.contains(target.id) {
      if let packer = registry.packers.first(where: { $0.modelID == writer.modelID }) {
        return Route(source: source, target: target, reader: packer, writer: writer)
      }
    }
    return nil
  }
}

extension Registry {
  /// What to do where text that looks like nothing else is meant as something that a reader takes. `nil` for other
  /// types, and where no reader has such a hint.
  package func hint(forUnread type: ContentType) -> String? {
    guard type.id == .plainText else { return nil }
    return readers.lazy.compactMap(\.hintForUnreadText).first
  }

  /// What holds files that can be extracted, in words: "archives and mail".
  fileprivate var holdersOfFiles: String {
    let holders = readers.compactMap(\.holderOfFiles) + bridges.compactMap(\.holderOfFiles)
    let words = holders.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return words.joined(separator: " and ")
  }
}

extension Reader {
  fileprivate var holderOfFiles: String? { (Model.self as? any FileContainer.Type)?.plural }
}

extension Bridge {
  fileprivate var holderOfFiles: String? { Target.self is any FileContainer.Type ? sources : nil }
}

/// A reader and a writer of the same model.
public struct Route: Sendable {
  /// What the reader is given.
  public let source: ContentType
  /// What the writer makes.
  public let target: ContentType
  public let reader: any Reader
  public let writer: any Writer

  /// The names of its steps, for people and scripts: `HEIF`, `Picture`, `JPEG`.
  public var stepNames: [String] { reader.stepNames + [writer.name] }
}

extension Reader {
  var modelID: ObjectIdentifier { ObjectIdentifier(Model.self) }
  /// The name of the model that it gives.
  public var modelName: String { Model.name }
}

extension Writer {
  var modelID: ObjectIdentifier { ObjectIdentifier(Model.self) }
  /// The name of the model that it takes.
  public var modelName: String { Model.name }
  /// The keys of `--set` that it understands.
  public var descriptors: [OptionDescriptor] { Options.descriptors }
}

extension Writer {
  /// Decides what becomes of further models in the file that it is made of.
  public var siblingOption: OptionDescriptor? { Model.knownSiblingOption }
}

extension Transform {
  /// The name of the model that it works on.
  public var modelName: String { Model.name }
}

/// Why a file of no known kind has no route, told apart from a kind that nothing reads.
struct UnrecognisedBytes: Error {}

/// Why an existing route is not taken: a part is to be chosen, such as rows, and it has nothing of the kind.
struct NothingToSelect: Error {}

extension ConversionError {
  fileprivate static func unrecognised() -> ConversionError {
    ConversionError(
      .unknownType, "cannot be read: its bytes are of no kind that fairy knows",
      cause: UnrecognisedBytes())
  }
}
