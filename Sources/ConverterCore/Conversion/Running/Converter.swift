import SystemPackage

/// Does conversions and views: detect → read → transform → write, or detect → read → view.
public struct Converter: Sendable {
  /// The formats that it knows.
  public let registry: Registry
  /// The types that it knows by name.
  public let catalog: ContentTypeCatalog
  /// Tells what files are.
  public let detector: Detector
  /// Finds the way from one type to another.
  public let planner: RoutePlanner

  /// A converter for the formats of a registry, to be made once and used by any thread.
  public init(registry: Registry) {
    self.registry = registry
    catalog = registry.catalog
    detector = Detector(
      catalog: catalog, marks: registry.marks, namers: registry.typeNamers,
      decoders: registry.beginningDecoders)
    planner = RoutePlanner(registry: registry, catalog: catalog)
  }

  /// Does what `request` asks for. It does not throw: a failure is an outcome.
  ///
  /// - Parameters:
  ///   - request: what to convert, to what, where to and how.
  ///   - threads: how many threads the conversion may keep busy.
  ///   - files: how it reaches its input and outputs.
  ///   - cancellation: ends the conversion, with `interrupted`, when another thread sets it.
  ///   - progress: called with the fraction done, from any thread.
  public func convert(
    _ request: Request, threads: Int = 1, files: any FileAccess = DirectFiles(),
    cancellation: Cancellation = Cancellation(), progress: (@Sendable (Double) -> Void)? = nil
  ) -> Outcome {
    let context = context(
      for: request, threads: threads, files: files, cancellation: cancellation, progress: progress)
    defer { context.giveBack() }
    return convert(request, in: context)
  }

  /// The context of a conversion, for callers that report the outcome before the context releases what the conversion
  /// held (``ConversionContext/giveBack()``).
  public func context(
    for request: Request, threads: Int = 1, files: any FileAccess = DirectFiles(),
    launcher: (any ProgramLauncher)? = nil,
    cancellation: Cancellation = Cancellation(), progress: (@Sendable (Double) -> Void)? = nil
  ) -> ConversionContext {
    context(
      for: request, threads: threads, files: files, launcher: launcher, hazards: nil,
      cancellation: cancellation, progress: progress)
  }

  /// - Parameter hazards: hears of steps that may end the process.
  package func context(
    for request: Request, threads: Int, files: any FileAccess, launcher: (any ProgramLauncher)?,
    hazards: HazardLog?, cancellation: Cancellation = Cancellation(),
    progress: (@Sendable (Double) -> Void)?
  ) -> ConversionContext {
    ConversionContext(
      registry: registry, limits: request.limits, reading: request.options.readingWithSettings,
      purpose: request.purpose, threads: threads, isViewing: false, isPlanning: false,
      unusedOptions: request.unusedOptions, files: files, launcher: launcher, hazards: hazards,
      cancellation: cancellation, progress: progress, deadline: nil, waiting: WaitingTime())
  }

  /// The same in a context made by ``context(for:threads:files:launcher:cancellation:progress:)``.
  public func convert(_ request: Request, in context: ConversionContext) -> Outcome {
    let start = ContinuousClock.now
    var outcome = Outcome(.done, input: request.input)
    outcome.target = request.purpose.keepsType ? nil : request.target
    outcome.furtherInputs = request.purpose.furtherInputs
    outcome.inputPages = request.inputPages
    do throws(ConversionError) {
      try leavingOutInputs(of: request, in: context, outcome: &outcome) {
        (request, outcome) throws(ConversionError) in
        try run(request, in: context, outcome: &outcome)
      }
    } catch {
      outcome.status = failing(error, request)
      outcome.outputs = []
      outcome.bytesOut = 0
    }
    outcome.bytesIn = context.input.byteCount ?? outcome.bytesIn
    outcome.ledger = context.ledger
    outcome.receipt = context.output.receipt
    outcome.warnings = context.warnings
    outcome.unused = request.options.unused(in: context)
    outcome.duration = .now - start
    return outcome
  }

  /// What `convert` would decide before it reads the content: the type, the route, what is skipped, what is refused,
  /// and which existing files are in the way. Nothing is written.
  ///
  /// - Parameters:
  ///   - request: the conversion that is not done.
  ///   - files: how the input is reached.
  ///   - progress: called now and then as a sign of life, from any thread.
  public func performDryRun(
    _ request: Request, files: any FileAccess = DirectFiles(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) -> Outcome {
    let context = ConversionContext(
      registry: registry, limits: request.limits, reading: request.options.readingWithSettings,
      purpose: request.purpose, isPlanning: true, unusedOptions: request.unusedOptions,
      files: files, progress: progress)
    var outcome = Outcome(.planned, input: request.input)
    outcome.target = request.purpose.keepsType ? nil : request.target
    outcome.furtherInputs = request.purpose.furtherInputs
    outcome.inputPages = request.inputPages
    do throws(ConversionError) {
      try leavingOutInputs(of: request, in: context, outcome: &outcome) {
        (request, outcome) throws(ConversionError) in
        guard let (input, route) = try prepare(request, in: context, outcome: &outcome) else {
          return
        }
        try performDryRun(
          request, input: input, along: route, reader: route.reader, in: context,
          outcome: &outcome)
        outcome.ledger = context.ledger
        outcome.receipt = context.output.receipt
      }
    } catch {
      outcome.status = failing(error, request)
    }
    outcome.warnings = context.warnings
    outcome.unused = request.options.unused(in: context)
    return outcome
  }

  /// The context of a plan.
  public func planning(
    within limits: Limits = .standard, _ options: ConversionOptions,
    unusedOptions: UnusedOptionPolicy = .note, files: any FileAccess = DirectFiles(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) -> ConversionContext {
    ConversionContext(
      registry: registry, limits: limits, reading: options.readingWithSettings, isPlanning: true,
      unusedOptions: unusedOptions, files: files, progress: progress)
  }

  /// The options that no step of the route uses, whatever the input holds.
  ///
  /// - Throws: what choosing the route throws.
  package func unusedOptions(
    of request: Request, files: any FileAccess = DirectFiles()
  ) throws(ConversionError) -> [UnusedOption] {
    let context = context(for: request, files: files)
    let input = try resolve(
      request.input, in: context.files.open(request.input, within: request.limits), context)
    let route = try route(
      for: input, to: request.purpose.keepsType ? nil : request.target, request.options,
      isNamed: !request.skipsUnsuitable, in: context)
    return try unusedOptions(of: request.options, along: route, reader: route.reader, in: context)
  }

  private func unusedOptions<R: Reader>(
    of options: ConversionOptions, along route: Route, reader: R, in context: ConversionContext
  ) throws(ConversionError) -> [UnusedOption] {
    let pipeline = try Pipeline<R.Model>(
      to: route.writer, type: route.target.id, options: options, from: reader, registry: registry)
    return try pipeline.unusedOptions(from: [reader], in: context)
  }

  /// What `convert` would do, down to the same ledger.
  ///
  /// - Parameters:
  ///   - input: the open file.
  ///   - target: the type that it would be converted to.
  ///   - options: how it would be converted.
  ///   - context: in which the input was found, made by ``planning(within:_:unusedOptions:files:progress:)``.
  /// - Throws: what reading the facts or choosing the route would throw.
  public func plan(
    _ input: InputFile, to target: ContentType, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Plan {
    let route = try route(for: input, to: target, options, in: context)
    context.keepsType = route.source.id == route.target.id
    do throws(ConversionError) {
      return try plan(input, along: route, reader: route.reader, options: options, in: context)
    } catch {
      throw error.about(input.path)
    }
  }
}

extension ConversionOptions {
  /// The options that were asked for and noted as unused; writers may note further ones, for the pictures in their
  /// files.
  func unused(in context: ConversionContext) -> [UnusedOption] {
    let asked = Set(asked(for: context.purpose).map(\.rawValue)).union(settings.keys)
    return context.unused.filter { asked.contains($0.option) }
  }
}
