import SystemPackage

/// What a model becomes: a file, a file with companions, parts.
extension Converter {
  /// Writes all outputs of a request; they are complete but not yet visible.
  func outputs<M: Model>(
    of model: M, at places: OutputPlaces<M>, through pipeline: Pipeline<M>, _ request: Request,
    _ input: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> [OutputFile] {
    let times = request.keepsTimes ? input.times : nil
    if places.areParts {
      let run = PartsRun(
        parts: places.all.map { place in
          Part(destination: place.destination) { (output, context) throws(ConversionError) in
            try pipeline.write(try place.model.open(), to: output, in: context)
          }
        }, permissions: input.permissions, times: times, context: context)
      return try run.outputs(together: request.purpose != .convert)
    }
    var outputs: [OutputFile] = []
    for place in places.all {
      if request.purpose == .compress, place.isMain {
        outputs.append(
          try compressed(
            model, through: pipeline, to: place.destination, request, input, in: context))
        continue
      }
      let isStream =
        place.destination == .standardOutput && request.isStreamed && pipeline.canStream
        // What is begun anew must not have gone out.
        && context.merged?.isLenient != true
      let output = try pipeline.write(
        try place.model.open(), to: isStream ? .stream : place.destination,
        like: input.permissions, in: place.isMain ? context : context.forCompanion())
      try output.complete(times: times)
      outputs.append(output)
    }
    return outputs
  }

  /// Where the model goes, or its parts; what is to be skipped is left out.
  func places<M: Model>(
    for model: M, through pipeline: Pipeline<M>, _ request: Request, _ input: InputFile,
    in context: ConversionContext
  ) throws(ConversionError) -> OutputPlaces<M> {
    let parts = try parts(of: model, through: pipeline, request, in: context)
    guard let parts, parts.count != 1 || request.namesEachPart else {
      let main = parts?.first ?? Sibling(name: "") { () throws(ConversionError) in model }
      let siblings = parts == nil ? try pipeline.siblingsWritten(of: model) : []
      let set = try OutputSet(
        request.output, companions: siblings.map(\.name), conflict: request.conflict, input: input)
      return OutputPlaces(set, main: main, siblings)
    }
    let set = try OutputSet(
      request.output, companions: parts.map(\.name), conflict: request.conflict, input: input,
      hasMain: false)
    return OutputPlaces(set, main: nil, parts)
  }

  /// The parts that become a file each; `nil` where the model itself becomes one.
  private func parts<M: Model>(
    of model: M, through pipeline: Pipeline<M>, _ request: Request, in context: ConversionContext
  ) throws(ConversionError) -> [Sibling<M>]? {
    guard case .split(let division) = request.purpose else {
      let parts = try pipeline.partsNeeded(of: model)
      guard parts.count > 1, case .merge = request.purpose else {
        return parts.isEmpty ? nil : parts
      }
      throw ConversionError(
        .noRoute,
        "cannot be joined with others into \(request.target.nameWithArticle), which holds one alone"
      )
    }
    let divisible = model as? any DivisibleModel<M>
    let parts = try divisible?.divided(division, in: context) { (part) throws(ConversionError) in
      try pipeline.byteCount(of: part, in: context.forCompanion())
    }
    guard let parts else {
      throw ConversionError(
        .noRoute, "cannot be taken apart: it has no pages, and is no animation")
    }
    return parts
  }

  /// Writes a model smaller than its file is, or else the file itself.
  private func compressed<M: Model>(
    _ model: M, through pipeline: Pipeline<M>, to destination: OutputFile.Destination,
    _ request: Request, _ input: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> OutputFile {
    let trial = context.forCompanion()
    let mayStay = try !pipeline.changesContent && !context.input.isDamaged
    if let why = try reasonToKeep(model, through: pipeline) {
      let output = try context.files.create(destination, permissions: input.permissions)
      output.limits = context.limits
      return try keep(input, in: output, through: pipeline, request, why: why, in: context)
    }
    // What is lost is known once it is known whether the result is kept.
    let output = try pipeline.write(
      model, to: destination, like: input.permissions, checksRequirements: false, in: trial)
    let essentials = (M.self as? any CompressibleModel.Type)?.essentials ?? []
    let lost = essentials.first { word in
      trial.ledger.contains { $0.what == word && $0.action == .dropped }
    }
    // What is wrong with a file may be found only while it is written.
    guard
      !mayStay || trial.output.mendsInput || output.byteCount < input.byteCount && lost == nil
    else {
      let why =
        lost.map { "it would lose \($0) if it were made smaller" }
        ?? trial.ledger.first { $0.what == "file" && $0.action == .kept }?.why
      if let why, let maximum = request.options.maximumBytes, input.byteCount > maximum {
        throw ConversionError.exceeding(
          .init(fixed: "max-size", needed: input.byteCount, allowed: maximum),
          "cannot be brought to \(maximum) bytes: \(why)")
      }
      context.output.receipt = trial.output.receipt
      try output.startOver()
      return try keep(input, in: output, through: pipeline, request, why: why, in: context)
    }
    context.adoptResult(of: trial)
    try pipeline.checkRequirements(context.ledger)
    try output.complete(times: request.keepsTimes ? input.times : nil)
    return output
  }

  /// Why a file that is to be compressed stays as it is, as far as that is known before anything is coded.
  func reasonToKeep<M: Model>(
    _ model: M, through pipeline: Pipeline<M>
  ) throws(ConversionError) -> String? {
    guard let model = model as? any CompressibleModel, model.isCodedWithLoss,
      try !pipeline.changesContent, try pipeline.losesUnasked
    else {
      return nil
    }
    return "it was coded with loss, and only more makes it smaller: --preset or -q say how much"
  }

  /// Says that the input itself is the output.
  func noteKept<M: Model>(
    _ why: String, through pipeline: Pipeline<M>, in context: ConversionContext
  ) {
    pipeline.noteInputKept(why, in: context)
    context.note("file", .kept, why: "\(why): the output is the input itself")
  }

  /// Makes the input itself the output.
  private func keep<M: Model>(
    _ input: InputFile, in output: OutputFile, through pipeline: Pipeline<M>, _ request: Request,
    why: String?, in context: ConversionContext
  ) throws(ConversionError) -> OutputFile {
    try output.write(everythingOf: input, in: context)
    noteKept(why ?? "nothing would make it smaller", through: pipeline, in: context)
    if let warning = try pipeline.warningWhenKept { context.warn(warning) }
    try pipeline.checkRequirements(context.ledger)
    try output.complete(times: request.keepsTimes ? input.times : nil)
    return output
  }

  /// The model of a request, of its input or of all inputs together, and the readers of the further inputs.
  func joined<M: Model>(
    _ first: M, of request: Request, in context: ConversionContext, outcome: inout Outcome
  ) throws(ConversionError) -> (model: M, readers: [any Reader]) {
    let others = request.purpose.furtherInputs
    guard !others.isEmpty else { return (first, []) }
    var models: [M] = []
    var readers: [any Reader] = []
    for index in others.indices {
      let number = context.number(ofInputAt: index + 1)
      do throws(ConversionError) {
        let (model, reader, input) = try context.reading(input: number) {
          () throws(ConversionError) in
          try further(index, of: request, as: M.self, in: context)
        }
        models.append(model.attributed(toInput: number))
        readers.append(reader)
        warn(of: input, replacedBy: request, in: context)
        outcome.bytesIn += input.byteCount
        context.readByteCount = outcome.bytesIn
      } catch {
        guard context.isLeftOut(input: number) else { throw error.about(others[index].path) }
      }
    }
    guard let joinable = first as? any JoinableModel<M> else {
      throw ConversionError(
        .noRoute,
        "cannot be joined with others into \(request.target.nameWithArticle); \(registry.joinableModels)"
      )
    }
    return (try joinable.joined(with: models, in: context), readers)
  }

  /// The model of an input beside the first.
  private func further<M: Model>(
    _ index: Int, of request: Request, as _: M.Type, in context: ConversionContext
  ) throws(ConversionError) -> (M, any Reader, InputFile) {
    let other = request.purpose.furtherInputs[index]
    let opened = try context.files.open(other, within: request.limits)
    let input = try resolve(other, in: opened, context)
    let route = try route(for: input, to: request.target, request.options, in: context)
    guard let reader = route.reader as? any Reader<M> else {
      throw ConversionError(
        .noRoute, "is \(route.source.nameWithArticle), which cannot be joined with the first")
    }
    let model = try chosen(
      from: try reader.read(input, type: route.source.id, in: context.forReader), index + 1,
      of: request,
      input, in: context)
    return (model, reader, input)
  }

  /// What of an input is meant.
  ///
  /// - Parameter index: of the input among all.
  /// - Throws: `usage` for pages that are not there, `noRoute` for what has no pages.
  func chosen<M: Model>(
    from model: M, _ index: Int, of request: Request, _ input: InputFile,
    in context: ConversionContext
  ) throws(ConversionError) -> M {
    guard let pages = request.inputPages[index] else { return model }
    guard let paged = model as? any PagedModel<M> else {
      throw ConversionError(.noRoute, "has no pages that could be chosen").about(input.path)
    }
    let part = try paged.part(pages, in: context)
    context.note("pages", .kept, why: "\(input.name ?? "the input"): \(pages.text)")
    return part
  }
}

/// The models that a request makes files of, and where these go.
struct OutputPlaces<M: Model> {
  struct Place {
    let destination: OutputFile.Destination
    let model: Sibling<M>
    let isMain: Bool
  }

  let all: [Place]
  /// Whether there is no main one among them.
  let areParts: Bool
  /// What stands in the way of those that are left out.
  let skipped: [FilePath]

  /// - Parameters:
  ///   - main: `nil` for parts.
  ///   - others: of which `set` has the destinations.
  fileprivate init(_ set: OutputSet, main: Sibling<M>?, _ others: [Sibling<M>]) {
    let places =
      (main.map { [Place(destination: set.main, model: $0, isMain: true)] } ?? [])
      + zip(others, set.companions).map {
        Place(destination: $1, model: $0, isMain: false)
      }
    let free = Set(set.destinations.compactMap(\.path))
    all = places.filter { place in
      place.destination.path.map(free.contains) ?? set.destinations.contains(place.destination)
    }
    areParts = main == nil
    skipped = set.skipped
  }
}

extension OutputFile {
  /// Adds all bytes of an input.
  public func write(
    everythingOf input: InputFile, in context: ConversionContext
  ) throws(ConversionError) {
    let buffer = ByteBuffer(capacity: 1 << 18)
    var offset = 0
    while offset < input.byteCount {
      try context.checkpoint()
      buffer.removeAll()
      let got = try buffer.append(1 << 18, of: input, at: offset)
      guard got > 0 else { throw ConversionError(.readFailed, "became shorter while it was read") }
      try write(buffer.span)
      offset += got
    }
  }
}
