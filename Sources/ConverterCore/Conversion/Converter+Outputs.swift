import SystemPackage

/// What a model becomes: a file, a file with companions, parts.
extension Converter {
  /// Writes all outputs of a request; they are complete but not yet visible.
  func outputs<M: Model>(
    of model: M, through pipeline: Pipeline<M>, _ request: Request, _ input: InputFile,
    in context: ConversionContext
  ) throws(ConversionError) -> [OutputFile] {
    var outputs: [OutputFile] = []
    func write(
      _ model: M, to destination: OutputFile.Destination, in context: ConversionContext
    ) throws(ConversionError) {
      let output = try pipeline.write(
        model, to: destination, like: input.permissions, in: context)
      try output.complete(times: request.keepsTimes ? input.times : nil)
      outputs.append(output)
    }
    if let parts = try parts(of: model, through: pipeline, request, in: context) {
      if parts.count == 1, request.output.canBe(besides: input) {
        try write(try parts[0].open(), to: request.output, in: context)
        return outputs
      }
      let set = try OutputSet(
        request.output, companions: parts.map(\.name), conflict: request.conflict, input: input,
        hasMain: false)
      let wanted = Set(set.destinations.compactMap(\.path))
      let chosen = zip(parts, set.companions).filter { part, destination in
        destination.path.map(wanted.contains) ?? set.destinations.contains(destination)
      }
      let run = PartsRun(
        chosen.map { part, destination in
          Part(destination: destination) { (output, context) throws(ConversionError) in
            try pipeline.write(try part.open(), to: output, in: context)
          }
        }, like: input.permissions, times: request.keepsTimes ? input.times : nil, in: context)
      return try run.outputs(together: request.purpose != .convert)
    }
    let siblings = try pipeline.writesSiblings ? model.siblings : []
    let set = try OutputSet(
      request.output, companions: siblings.map(\.name), conflict: request.conflict, input: input)
    for destination in set.destinations {
      if destination == set.main {
        guard request.purpose == .compress else {
          try write(model, to: destination, in: context)
          continue
        }
        outputs.append(
          try compressed(
            model, through: pipeline, to: destination, request, input, in: context))
      } else if let index = set.companions.firstIndex(of: destination) {
        try write(try siblings[index].open(), to: destination, in: context.forCompanion())
      }
    }
    return outputs
  }

  /// The parts that become a file each; `nil` where the model itself becomes one.
  private func parts<M: Model>(
    of model: M, through pipeline: Pipeline<M>, _ request: Request, in context: ConversionContext
  ) throws(ConversionError) -> [Sibling<M>]? {
    guard case .split(let division) = request.purpose else {
      return model.parts.isEmpty ? nil : model.parts
    }
    let parts = try model.divided(division, in: context) { (part) throws(ConversionError) in
      try pipeline.byteCount(of: part, in: context.forCompanion())
    }
    guard let parts else {
      throw ConversionError(
        .noRoute, "is \(M.name.lowercased()), which cannot be taken apart; documents (PDF) can")
    }
    return parts
  }

  /// Writes a model smaller than its file is, or else the file itself.
  private func compressed<M: Model>(
    _ model: M, through pipeline: Pipeline<M>, to destination: OutputFile.Destination,
    _ request: Request, _ input: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> OutputFile {
    let trial = context.forCompanion()
    let output = try pipeline.write(
      model, to: destination, like: input.permissions, in: trial)
    let mayStay = try !pipeline.changesContent
    if output.byteCount < input.byteCount || !mayStay {
      context.adopt(trial)
    } else {
      try output.startOver()
      try output.write(everythingOf: input, in: context)
      context.note(
        "file", .kept, why: "nothing would make it smaller: the output is the input itself")
      context.receipt = trial.receipt
    }
    try output.complete(times: request.keepsTimes ? input.times : nil)
    return output
  }

  /// The model of a request: that of its input, or of all inputs together.
  func joined<M: Model>(
    _ first: M, of request: Request, in context: ConversionContext, outcome: inout Outcome
  ) throws(ConversionError) -> M {
    guard case .merge(let others) = request.purpose else { return first }
    var models = [first]
    for other in others {
      do throws(ConversionError) {
        let opened = try context.files.open(other, within: request.limits)
        let input = try resolve(other, in: opened, context)
        let route = try route(for: input, to: request.target, request.options, in: context)
        guard let reader = route.reader as? any Reader<M> else {
          throw ConversionError(
            .noRoute, "is \(route.source.nameWithArticle), which cannot be joined with the first")
        }
        models.append(try reader.read(input, type: route.source.id, in: context))
        outcome.bytesIn += input.byteCount
      } catch {
        throw error.about(other.path)
      }
    }
    guard let joined = try M.joined(models, in: context) else {
      throw ConversionError(
        .noRoute, "cannot be joined with others into \(request.target.nameWithArticle)")
    }
    return joined
  }
}

extension OutputFile.Destination {
  /// Whether it can take the one part there is without a further word in its name.
  fileprivate func canBe(besides input: InputFile) -> Bool {
    guard case .file(let path) = self else { return true }
    return input.identity == nil || FileIdentity(path: path) != input.identity
  }
}

extension OutputFile {
  /// Adds all bytes of an input.
  public func write(
    everythingOf input: InputFile, in context: ConversionContext
  ) throws(ConversionError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while offset < input.byteCount {
      try context.checkpoint()
      let got = try input.read(at: offset, into: buffer)
      guard got > 0 else { throw ConversionError(.readFailed, "became shorter while it was read") }
      try write(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
      offset += got
    }
  }
}
