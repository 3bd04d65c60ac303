import SystemPackage

/// The one way through the house: detect → read → transform → write, or → view.
public struct Converter: Sendable {
  public let registry: Registry
  public let catalog: ContentTypeCatalog
  public let detector: Detector
  public let planner: RoutePlanner

  public init(registry: Registry, catalog: ContentTypeCatalog = .standard) {
    self.registry = registry
    self.catalog = catalog
    detector = Detector(catalog: catalog, namers: registry.typeNamers)
    planner = RoutePlanner(registry: registry, catalog: catalog)
  }

  /// Does what `request` asks for. It does not throw: a failure is an outcome.
  ///
  /// - Parameters:
  ///   - threads: how many threads the conversion may keep busy.
  ///   - files: how it reaches its input and outputs.
  ///   - progress: called with the fraction done, from any thread.
  public func convert(
    _ request: Request, threads: Int = 1, files: any FileAccess = DirectFiles(),
    cancellation: Cancellation = Cancellation(), progress: (@Sendable (Double) -> Void)? = nil
  ) -> Outcome {
    convert(
      request,
      in: context(
        for: request, threads: threads, files: files, cancellation: cancellation,
        progress: progress))
  }

  /// The context of a conversion, for those who keep it until the outcome is told: what the conversion held is
  /// given back with it.
  public func context(
    for request: Request, threads: Int = 1, files: any FileAccess = DirectFiles(),
    cancellation: Cancellation = Cancellation(), progress: (@Sendable (Double) -> Void)? = nil
  ) -> ConversionContext {
    ConversionContext(
      registry: registry, limits: request.limits, reading: request.options.readingWithSettings,
      purpose: request.purpose, threads: threads, files: files, cancellation: cancellation,
      progress: progress)
  }

  /// The same in a context made by ``context(for:threads:files:cancellation:progress:)``.
  public func convert(_ request: Request, in context: ConversionContext) -> Outcome {
    let start = ContinuousClock.now
    var outcome = Outcome(.done, input: request.input)
    outcome.target = request.purpose.keepsType ? nil : request.target
    outcome.furtherInputs = request.purpose.furtherInputs
    do throws(ConversionError) {
      try run(request, in: context, outcome: &outcome)
    } catch {
      outcome.status = failing(error, request)
      outcome.outputs = []
      outcome.bytesOut = 0
    }
    outcome.bytesIn = context.inputByteCount ?? outcome.bytesIn
    outcome.ledger = context.ledger
    outcome.receipt = context.receipt
    outcome.warnings = context.warnings
    outcome.duration = .now - start
    return outcome
  }

  /// What `convert` would decide before it reads the content: the type, the route, what is skipped, what is
  /// refused and what stands in the way. Nothing is written.
  public func rehearse(_ request: Request, files: any FileAccess = DirectFiles()) -> Outcome {
    let context = ConversionContext(
      registry: registry, limits: request.limits, reading: request.options.readingWithSettings,
      purpose: request.purpose, isPlanning: true, files: files)
    var outcome = Outcome(.planned, input: request.input)
    outcome.target = request.purpose.keepsType ? nil : request.target
    outcome.furtherInputs = request.purpose.furtherInputs
    do throws(ConversionError) {
      if let (input, route) = try prepare(request, in: context, outcome: &outcome) {
        outcome.outputs = try rehearse(
          request, input: input, along: route, reader: route.reader, in: context,
          outcome: &outcome)
        outcome.ledger = context.ledger
        if outcome.outputs.isEmpty, let path = request.output.path {
          outcome.status = .skipped("what \(path) is to become exists")
        }
      }
    } catch {
      outcome.status = failing(error, request)
    }
    outcome.warnings = context.warnings
    return outcome
  }

  /// What `convert` would do, down to the same ledger.
  ///
  /// - Throws: what reading the facts or choosing the route would throw.
  public func plan(
    _ input: InputFile, to target: ContentType, options: ConversionOptions, limits: Limits
  ) throws(ConversionError) -> Plan {
    let context = ConversionContext(
      registry: registry, limits: limits, reading: options.readingWithSettings, isPlanning: true)
    let route = try route(for: input, to: target, options, in: context)
    do throws(ConversionError) {
      return try plan(input, along: route, reader: route.reader, options: options, in: context)
    } catch {
      throw error.about(input.path)
    }
  }
}

extension Converter {
  private func run(
    _ request: Request, in context: ConversionContext, outcome: inout Outcome
  ) throws(ConversionError) {
    guard let (input, route) = try prepare(request, in: context, outcome: &outcome) else { return }
    try run(
      request, input: input, along: route, reader: route.reader, in: context, outcome: &outcome)
  }

  /// Decides all that can be decided before the content is read.
  ///
  /// - Returns: `nil` when the file is skipped; the outcome says why.
  private func prepare(
    _ request: Request, in context: ConversionContext, outcome: inout Outcome
  ) throws(ConversionError) -> (InputFile, Route)? {
    let opened = try context.files.open(request.input, within: request.limits)
    let input = try resolve(request.input, in: opened, context)
    outcome.bytesIn = input.byteCount
    context.readByteCount = input.byteCount
    if request.input.address != nil { outcome.inputModified = input.times?.modified }
    let route = try route(
      for: input, to: request.purpose.keepsType ? nil : request.target, request.options,
      isNamed: !request.skipsUnsuitable, in: context)
    outcome.source = route.source
    outcome.target = route.target
    outcome.route = route.stations
    if request.purpose == .convert, request.skipsUnsuitable, route.source == route.target,
      let identity = input.identity,
      case .file(let path) = request.output, FileIdentity(path: path) == identity
    {
      outcome.status = .skipped("is \(route.target.nameWithArticle) already")
      return nil
    }
    // A conflict over the main output is known before the input is read; which parts there are is not.
    if case .split = request.purpose {
    } else if let path = try obstacle(to: request, input: input) {
      outcome.status = .skipped("\(path) exists")
      return nil
    }
    warn(of: request, input: input, becoming: route.target, in: context)
    return (input, route)
  }

  /// - Parameters:
  ///   - target: `nil` where the type is to stay.
  ///   - isNamed: whether the user names the file, and not a folder that it was found in.
  func route(
    for input: InputFile, to target: ContentType?, _ options: ConversionOptions,
    isNamed: Bool = true, in context: ConversionContext
  ) throws(ConversionError) -> Route {
    do throws(ConversionError) {
      let detection = try detect(input, in: context)
      if input.byteCount == 0, !input.isFolder, !mayBeEmpty(detection.type) {
        throw ConversionError(.damagedInput, "is empty: it holds no bytes at all")
      }
      if let mismatch = detection.mismatch { context.warn(mismatch) }
      var type = detection.type
      if isNamed || type.id == .plainText { type = typeRead(type, context.reading.dialect) }
      return try planner.route(
        from: type, to: target ?? type, selecting: !options.selection.isEverything)
    } catch {
      throw error.about(input.path)
    }
  }

  private func plan<R: Reader>(
    _ input: InputFile, along route: Route, reader: R, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Plan {
    let pipeline = try Pipeline<R.Model>(
      to: route.writer, type: route.target.id, options: options, from: reader,
      registry: registry)
    let model = try reader.read(input, type: route.source.id, in: context)
    let (_, transforms) = try pipeline.prepare(model, in: context)
    return Plan(
      route: route, transforms: transforms, ledger: context.ledger, warnings: context.warnings,
      work: model.magnitude, unread: R.Model.unreadInPlans)
  }

  /// Does what ``run(_:input:along:reader:in:outcome:)`` does up to the first byte of content.
  ///
  /// - Returns: what would be written.
  private func rehearse<R: Reader>(
    _ request: Request, input: InputFile, along route: Route, reader: R,
    in context: ConversionContext, outcome: inout Outcome
  ) throws(ConversionError) -> [FilePath] {
    let pipeline = try Pipeline<R.Model>(
      to: route.writer, type: route.target.id, options: request.options,
      from: reader, registry: registry)
    let first = try reader.read(input, type: route.source.id, in: context)
    let model = try joined(first, of: request, in: context, outcome: &outcome)
    if case .folder(let path, _) = request.output { return [path] }
    let places = try places(for: model, through: pipeline, request, input, in: context)
    // What is refused of one part is of all.
    if let first = places.all.first {
      _ = try pipeline.prepare(try first.model.open(), in: context)
    }
    return places.all.compactMap(\.destination.path)
  }

  private func run<R: Reader>(
    _ request: Request, input: InputFile, along route: Route, reader: R,
    in context: ConversionContext, outcome: inout Outcome
  ) throws(ConversionError) {
    let pipeline = try Pipeline<R.Model>(
      to: route.writer, type: route.target.id, options: request.options,
      from: reader, registry: registry)
    let first = try reader.read(input, type: route.source.id, in: context)
    let model = try joined(first, of: request, in: context, outcome: &outcome)
    context.keep(model)
    if case .folder(let path, let arrangement) = request.output {
      let folder = try context.files.createFolder(
        path, arrangement, keepsTimes: request.keepsTimes, permissions: input.permissions)
      try pipeline.write(model, into: folder, in: context)
      outcome.outputs = try context.files.publish(folder, conflict: request.conflict)
      return conclude(&outcome, in: context)
    }
    let outputs = try outputs(of: model, through: pipeline, request, input, in: context)
    outcome.outputs = try context.files.publish(outputs, conflict: request.conflict)
    outcome.bytesOut = outputs.reduce(0) { $0 + $1.byteCount }
    if outputs.isEmpty, let path = request.output.path {
      outcome.status = .skipped("what \(path) is to become exists")
    }
    conclude(&outcome, in: context)
  }

  /// What stands where the output is to go, and makes it one to be skipped.
  ///
  /// - Throws: `outputExists`.
  private func obstacle(
    to request: Request, input: InputFile
  ) throws(ConversionError) -> FilePath? {
    guard case .folder(let path, let arrangement) = request.output else {
      let alone = try OutputSet(
        request.output, companions: [], conflict: request.conflict, input: input)
      return alone.skipped.first
    }
    guard arrangement == .whole, FileIdentity(path: path) != nil, !path.isEmptyFolder else {
      return nil
    }
    switch request.conflict {
    case .fail: throw .exists(path)
    case .skip: return path
    case .rename, .overwrite: return nil
    }
  }

  /// Makes an outcome one that failed in part, where something was left out.
  private func conclude(_ outcome: inout Outcome, in context: ConversionContext) {
    let omissions = context.omissions
    guard let first = omissions.first else { return }
    let codes = Set(omissions.map(\.code))
    let count = omissions.count == 1 ? "one entry was" : "\(omissions.count) entries were"
    outcome.isPartial = true
    outcome.status = .failed(
      ConversionError(
        codes.count == 1 ? first.code : .damagedInput,
        "\(count) left out, the others are there: \(first.message)"
          + (omissions.count > 1 ? " (and \(omissions.count - 1) more)" : "")
      ).about(outcome.input.path))
  }

  /// Says what is odd about where the output goes.
  private func warn(
    of request: Request, input: InputFile, becoming target: ContentType,
    in context: ConversionContext
  ) {
    guard case .file(let path) = request.output else { return }
    if request.conflict == .overwrite, let identity = input.identity,
      !request.namesEachPart, FileIdentity(path: path) == identity
    {
      context.warn("the input itself is replaced")
    }
    // Parts beside their source, and what keeps its name and type, are called as that was.
    guard let word = path.extension, !request.purpose.keepsType || word != input.path?.extension
    else { return }
    // Several types may have the same extension.
    let named = catalog.type(named: word).map {
      [$0] + catalog.types(fileExtension: word.lowercased())
    }
    let agrees = named?.contains {
      catalog.type($0.id, conformsTo: target.id) || catalog.type(target.id, conformsTo: $0.id)
    }
    if agrees == false {
      context.warn("the output is named .\(word) but holds \(target.nameWithArticle)")
    }
  }
}

extension Converter {
  /// A failure, or a reason to skip a file that a folder walk found and that does not suit.
  ///
  /// A file that is named like one that can become the target, and holds bytes of no known kind, is not
  /// passed over: it may be the ruin of one.
  private func failing(_ error: ConversionError, _ request: Request) -> Outcome.Status {
    let error = error.about(request.input.path)
    guard request.skipsUnsuitable, [.unknownType, .noRoute].contains(error.code) else {
      return .failed(error)
    }
    guard error.cause is UnrecognisedBytes, let word = request.input.path?.extension,
      let named = catalog.type(named: word),
      (try? planner.route(from: named, to: request.target)) != nil
    else { return .skipped(error.message) }
    return .failed(
      ConversionError(
        .damagedInput,
        "is named .\(word), but its bytes are of no kind that fairy knows: it is damaged or "
          + "something else", file: error.file))
  }
}
