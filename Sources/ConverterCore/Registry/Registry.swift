public import SystemPackage

/// Everything that fairy can read, write, transform and show: built once, then immutable.
public struct Registry: Sendable {
  /// Two plugins claim the same thing.
  public struct Conflict: Error, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// A request line that shows how such are written, for messages.
  public var exampleRequest = JSONValue.object([
    .init("input", .string("FILE")), .init("to", .string("TYPE")),
  ])

  /// The types that are known by name: those that plugins bring, and those of the core's table.
  public private(set) var catalog = ContentTypeCatalog.standard
  /// By what files of the types that plugins bring are known.
  public internal(set) var marks = ContentMarks()
  /// Readers, in the order in which they were added.
  public private(set) var readers: [any Reader] = []
  /// Readers that take any file or folder as it is, as one thing in a model: what an archive is made of.
  public private(set) var packers: [any Reader] = []
  /// Writers, in the order in which they were added: of two that suit, the first is taken.
  public private(set) var writers: [any Writer] = []
  /// In the order in which they do their work.
  public private(set) var transforms: [any Transform] = []
  /// What leads from one kind of model to another.
  public private(set) var bridges: [any Bridge] = []
  /// What shows models.
  public private(set) var viewers: [any Viewer] = []
  /// Groups of options, in the order of requests.
  public private(set) var optionGroups: [any ConversionOptionGroup.Type] = []
  /// What names types of bytes that nothing else recognises.
  public private(set) var typeNamers: [any TypeNamer] = []
  /// What looks into compressed files.
  public private(set) var beginningDecoders: [any BeginningDecoder] = []
  /// External programs that plugins run; a supervisor starts no other for its workers.
  public private(set) var programs: [FilePath] = []

  /// A registry that can do nothing yet: plugins add to it.
  public init() {}

  /// Adds types of a plugin; those of the core's table with the same identifiers give way.
  ///
  /// ```
  /// > public.image
  /// public.jpeg-2000 | JPEG 2000 picture | jp2 jpx | image/jp2 image/jpx | jpeg2000
  /// ```
  ///
  /// A line is a type, its columns separated by ` | `: the identifier, the name for people, extensions, media types,
  /// short names, whole file names, and for a result that is a folder how it is called (`plain` or `files` as its
  /// input, or the ending of its name); the words of a column by spaces; columns at the end that hold nothing are left
  /// out. A line that begins with `>` names what the types after it conform to.
  ///
  /// - Parameter types: text, decoded type by type when it is asked for.
  public mutating func add(types: StaticString) throws(Conflict) {
    if let type = catalog.add(types) {
      throw Conflict(description: "two plugins declare \(type)")
    }
  }

  /// Adds folders that are of a type, and not just folders.
  package mutating func add(_ mark: FolderMark) { catalog.add(mark) }

  /// Adds bytes by which files of types are known.
  public mutating func add(signatures: [Signature]) {
    marks.signatures += signatures
  }

  /// Adds a reader; two of one model may not read the same type.
  public mutating func add(_ reader: some Reader) throws(Conflict) {
    for other in readers where other.modelID == reader.modelID {
      if let type = other.types.first(where: reader.types.contains) {
        throw Conflict(description: "\(reader.name) and \(other.name) both read \(type)")
      }
    }
    readers.append(reader)
  }

  /// Adds a reader that takes any file or folder as it is; its ``Reader/types`` are not looked at.
  public mutating func add(packer: some Reader) {
    packers.append(packer)
  }

  /// Adds a writer; two of one model may not write the same type.
  public mutating func add(_ writer: some Writer) throws(Conflict) {
    for other in writers where other.modelID == writer.modelID {
      if let type = other.types.first(where: writer.types.contains) {
        throw Conflict(description: "\(writer.name) and \(other.name) both write \(type)")
      }
    }
    writers.append(writer)
  }

  /// Adds a transform, behind those of its stage; its name may not be taken.
  public mutating func add(_ transform: some Transform) throws(Conflict) {
    if transforms.contains(where: { $0.name == transform.name }) {
      throw Conflict(description: "two transforms are called \(transform.name)")
    }
    let place = transforms.firstIndex { $0.stage > transform.stage } ?? transforms.endIndex
    transforms.insert(transform, at: place)
  }

  /// Adds a viewer; its key may not be taken.
  public mutating func add(_ viewer: some Viewer) throws(Conflict) {
    if viewers.contains(where: { $0.key == viewer.key }) {
      throw Conflict(description: "two viewers show \(viewer.key)")
    }
    viewers.append(viewer)
  }

  /// Adds options that requests may have from now on.
  public mutating func add(_ group: any ConversionOptionGroup.Type) throws(Conflict) {
    let keys = optionGroups.flatMap { $0.keys }
    if let key = group.keys.first(where: keys.contains) {
      throw Conflict(description: "two groups of options have \(key)")
    }
    let index = optionGroups.firstIndex { OptionGroups.precedes(group, $0) }
    optionGroups.insert(group, at: index ?? optionGroups.count)
  }

  /// Adds what leads from one kind of model to another.
  public mutating func add(_ bridge: some Bridge) {
    bridges.append(bridge)
  }

  /// Adds what names types of bytes that nothing else recognises; the one that was added first is asked first.
  public mutating func add(_ namer: some TypeNamer) {
    typeNamers.append(namer)
  }

  /// Adds what looks into compressed files, so that detection can tell what they hold.
  ///
  /// Of several decoders of a type, the one that was added first is asked.
  public mutating func add(_ decoder: some BeginningDecoder) {
    beginningDecoders.append(decoder)
  }

  /// Declares that a plugin runs an external program; several plugins may run the same.
  ///
  /// - Parameter program: its absolute path. A supervisor does not let it run any other program, such as a script might,
  ///   but the interpreter that starts it.
  public mutating func declare(program: FilePath) {
    if !programs.contains(program) { programs.append(program) }
  }

  /// The reader of a type or of the nearest type it conforms to.
  public func reader(for type: ContentType.ID, in catalog: ContentTypeCatalog) -> (any Reader)? {
    for candidate in catalog.lineage(of: type) {
      if let reader = readers.first(where: { $0.types.contains(candidate) }) { return reader }
    }
    return nil
  }

  /// The same among the types that the registry knows.
  public func reader(for type: ContentType.ID) -> (any Reader)? { reader(for: type, in: catalog) }

  /// The first writer of a type.
  public func writer(for type: ContentType.ID) -> (any Writer)? {
    writers.first { $0.types.contains(type) }
  }

  /// The first viewer of a kind of model.
  public func viewer<M: Model>(of model: M.Type) -> (any Viewer<M>)? {
    for viewer in viewers {
      if let match = viewer as? any Viewer<M> { return match }
    }
    return nil
  }

  /// Whether a part of what the reader gives can be chosen by a group of options.
  func chooses<R: Reader>(by group: any ConversionOptionGroup.Type, from reader: R) -> Bool {
    transforms(of: R.Model.self).contains { $0.chooses.contains { $0 == group } }
  }

  /// The transforms of a kind of model, in the order in which they do their work.
  public func transforms<M: Model>(of model: M.Type) -> [any Transform<M>] {
    transforms.compactMap { $0 as? any Transform<M> }
  }
}
