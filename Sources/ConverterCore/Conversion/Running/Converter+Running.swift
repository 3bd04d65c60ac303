package import SystemPackage

/// From a route to its outputs, or to what they would be.
extension Converter {
  func run(
    _ request: Request, in context: ConversionContext, outcome: inout Outcome
  ) throws(ConversionError) {
    guard let (input, route) = try prepare(request, in: context, outcome: &outcome) else { return }
    try run(
      request, input: input, along: route, reader: route.reader, in: context, outcome: &outcome)
  }

  private func run<R: Reader>(
    _ request: Request, input: InputFile, along route: Route, reader: R,
    in context: ConversionContext, outcome: inout Outcome
  ) throws(ConversionError) {
    let (model, pipeline) = try opened(
      request, input: input, along: route, reader: reader, in: context, outcome: &outcome)
    context.keep(model)
    if case .folder(let path, let arrangement) = request.output {
      let folder = try context.files.createFolder(
        path, arrangement, keepsTimes: request.keepsTimes, permissions: input.permissions)
      try pipeline.write(model, into: folder, in: context)
      outcome.outputs = try context.files.publish(folder, conflict: request.conflict)
      return conclude(&outcome, in: context)
    }
    let places = try places(for: model, through: pipeline, request, input, in: context)
    let outputs = try outputs(of: model, at: places, through: pipeline, request, input, in: context)
    outcome.outputs = try context.files.publish(outputs, conflict: request.conflict)
    outcome.bytesOut = outputs.reduce(0) { $0 + $1.byteCount }
    note(places.skipped, besides: outputs.count, in: context, outcome: &outcome)
    conclude(&outcome, in: context)
  }

  /// What is to be written, and the way there.
  private func opened<R: Reader>(
    _ request: Request, input: InputFile, along route: Route, reader: R,
    in context: ConversionContext, outcome: inout Outcome
  ) throws(ConversionError) -> (model: R.Model, pipeline: Pipeline<R.Model>) {
    let pipeline = try Pipeline<R.Model>(
      to: route.writer, type: route.target.id, options: request.options,
      from: reader, registry: registry)
    let isMerge = !request.purpose.furtherInputs.isEmpty
    if !isMerge {
      try pipeline.answerUnusedOptions(from: [reader], in: context)
    }
    let number = context.number(ofInputAt: 0)
    var first = try context.reading(input: number) { () throws(ConversionError) in
      try chosen(
        from: try reader.read(input, type: route.source.id, in: context.forReader), 0, of: request,
        input,
        in: context)
    }
    if case .merge = request.purpose { first = first.attributed(toInput: number) }
    let (model, others) = try joined(first, of: request, in: context, outcome: &outcome)
    if isMerge {
      try pipeline.answerUnusedOptions(from: [reader] + others, in: context)
    }
    try context.checkRefusal()
    guard !reader.choosesParts else { return (model, pipeline) }
    return (try model.choosingParts(by: request.options, in: context), pipeline)
  }

  /// Does what ``run(_:input:along:reader:in:outcome:)`` does up to the first byte of content.
  ///
  /// The outcome gets what would be written.
  func performDryRun<R: Reader>(
    _ request: Request, input: InputFile, along route: Route, reader: R,
    in context: ConversionContext, outcome: inout Outcome
  ) throws(ConversionError) {
    let (model, pipeline) = try opened(
      request, input: input, along: route, reader: reader, in: context, outcome: &outcome)
    if case .folder(let path, _) = request.output {
      outcome.outputs = [path]
      return
    }
    let places = try places(for: model, through: pipeline, request, input, in: context)
    if request.purpose == .compress, let why = try reasonToKeep(model, through: pipeline) {
      noteKept(why, through: pipeline, in: context)
    } else if let first = places.all.first {
      // What is refused of one part is of all.
      _ = try pipeline.prepare(try first.model.open(), in: context)
    }
    outcome.outputs = places.all.compactMap(\.destination.path)
    note(places.skipped, besides: places.all.count, in: context, outcome: &outcome)
    for error in context.noteInputsLeftOut() { context.warn("\(error) (it would be left out)") }
  }

  func plan<R: Reader>(
    _ input: InputFile, along route: Route, reader: R, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Plan {
    let pipeline = try Pipeline<R.Model>(
      to: route.writer, type: route.target.id, options: options, from: reader,
      registry: registry)
    try pipeline.answerUnusedOptions(from: [reader], in: context)
    var model = try reader.read(input, type: route.source.id, in: context.forReader)
    try context.checkRefusal()
    if !reader.choosesParts { model = try model.choosingParts(by: options, in: context) }
    let (_, transforms) = try pipeline.prepare(model, in: context)
    return Plan(
      route: route, transforms: transforms, ledger: context.ledger, warnings: context.warnings,
      unused: options.unused(in: context), work: model.magnitude,
      unread: (R.Model.self as? any PartlyPlannedModel.Type)?.unreadInPlans)
  }

  /// Says what stands in the way of outputs, by its name.
  ///
  /// - Parameter count: of outputs that nothing stands in the way of.
  private func note(
    _ skipped: [FilePath], besides count: Int, in context: ConversionContext,
    outcome: inout Outcome
  ) {
    guard let text = Outcome.existing(skipped) else { return }
    if count == 0 {
      outcome.status = .skipped(text)
    } else {
      context.warn(text + (skipped.count == 1 ? ": it stays as it is" : ": they stay as they are"))
    }
  }

  /// Makes an outcome one that failed in part, where something was left out.
  private func conclude(_ outcome: inout Outcome, in context: ConversionContext) {
    let inputs = context.noteInputsLeftOut()
    let omissions = context.omissions
    if let input = inputs.first {
      return conclude(&outcome, without: input, of: inputs.count, in: context)
    }
    guard let first = omissions.first else { return concludePages(&outcome, in: context) }
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

  /// Makes an outcome one that failed in part, where inputs were left out.
  ///
  /// - Parameters:
  ///   - first: why the first of them was.
  ///   - count: of all that were.
  private func conclude(
    _ outcome: inout Outcome, without first: ConversionError, of count: Int,
    in context: ConversionContext
  ) {
    let codes = Set((context.omissions + context.unreadPages).map(\.code))
    let others = count == 1 ? "it was" : "it and \(count - 1) more were"
    let message = "\(first.message); \(others) left out, the others are there"
    var error = first
    if codes.count > 1 { error = ConversionError(.damagedInput, "", file: first.file) }
    error.message = message
    outcome.isPartial = true
    outcome.status = .failed(error)
  }

  /// Makes an outcome one that failed in part, where words of pages are missing.
  private func concludePages(_ outcome: inout Outcome, in context: ConversionContext) {
    let pages = context.unreadPages
    guard let first = pages.first else { return }
    outcome.isPartial = true
    outcome.status = .failed(
      ConversionError(
        first.code,
        "\(first.message)" + (pages.count > 1 ? " (and those of \(pages.count - 1) more)" : "")
          + "; all else is there"
      ).about(outcome.input.path))
  }

  /// A failure, or a reason to skip a file that a folder walk found and that does not suit.
  ///
  /// A file that is named like one that can become the target, and holds bytes of no known kind, is not
  /// passed over: it may be what is left of one.
  func failing(_ error: ConversionError, _ request: Request) -> Outcome.Status {
    let error = error.about(request.input.path).resolved(by: request.limits)
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

extension Outcome {
  /// `part-1.pdf exists`, `part-1.pdf and 5 more exist`; `nil` where there are none.
  package static func existing(_ paths: [FilePath]) -> String? {
    guard let first = paths.first else { return nil }
    return paths.count == 1 ? "\(first) exists" : "\(first) and \(paths.count - 1) more exist"
  }
}
