import SystemPackage

/// From a model of one kind through its transforms into a writer.
struct Pipeline<M: Model> {
  let writer: any Writer<M>
  let type: ContentType.ID
  private(set) var options: ConversionOptions
  let transforms: [any Transform<M>]
  /// Whether other content is asked for by `--set` than the input has.
  private let setsOtherContent: Bool
  /// What `--require` refuses to have changed.
  private let lossyChanges: Set<String>

  /// - Parameter reader: whose words of the ledger are known, too.
  /// - Throws: `usage` when a word that is required is unknown.
  init(
    to writer: any Writer, type: ContentType.ID, options: ConversionOptions,
    from reader: any Reader, registry: Registry
  ) throws(ConversionError) {
    guard let writer = writer as? any Writer<M> else {
      throw ConversionError(.internalError, "\(writer.name) does not write \(M.name)")
    }
    self.writer = writer
    self.type = type
    self.options = options
    transforms = registry.transforms(of: M.self)
    setsOtherContent =
      !options.settings.isEmpty
      && registry.transforms.contains { transform in
        transform.descriptors.contains { $0.changesContent && options.settings[$0.key] != nil }
      }
    lossyChanges = Set(
      transforms.flatMap(\.lossyChanges) + reader.ledgerWords + writer.ledgerWords)
    try checkWords(
      lossyChanges.union(transforms.flatMap(\.ledgerWords)).union(M.knownRequirements.keys))
  }

  /// The further models of the file that get files of their own.
  func siblingsWritten(of model: M) throws(ConversionError) -> [Sibling<M>] {
    guard let main = model as? any ModelWithSiblings<M>, let option = M.knownSiblingOption,
      try options.value(of: option) == "all",
      try !main.holdsSiblings(capabilities(of: writer))
    else { return [] }
    return main.siblings
  }

  /// The parts of `model` that need files of their own; none where one file holds it.
  func partsNeeded(of model: M) throws(ConversionError) -> [Sibling<M>] {
    guard let composed = model as? any ModelOfParts<M> else { return [] }
    return try composed.needsParts(capabilities(of: writer)) ? composed.parts : []
  }

  /// Whether more is asked for than another coding of the same content, so that the input as it is will not do.
  var changesContent: Bool {
    get throws(ConversionError) {
      if options.changesContent || setsOtherContent { return true }
      return try changesContent(with: writer)
    }
  }

  private func changesContent<W: Writer<M>>(with writer: W) throws(ConversionError) -> Bool {
    try W.Options(options).changesContent
  }

  /// Whether coding anew adds a loss that nobody asked for or allowed.
  var losesUnasked: Bool {
    get throws(ConversionError) {
      guard options.maximumBytes == nil, options.likeness == nil else { return false }
      return try losesUnasked(with: writer)
    }
  }

  private func losesUnasked<W: Writer<M>>(with writer: W) throws(ConversionError) -> Bool {
    try W.Options(options).losesUnasked
  }

  /// What the user should know where the input itself is the output.
  var warningWhenKept: String? {
    get throws(ConversionError) { try warningWhenKept(with: writer) }
  }

  private func warningWhenKept<W: Writer<M>>(
    with writer: W
  ) throws(ConversionError) -> String? {
    try W.Options(options).warningWhenKept
  }

  /// How large a file `model` becomes.
  func byteCount(of model: M, in context: ConversionContext) throws(ConversionError) -> Int {
    let trial = try OutputFile(.memory)
    try write(model, to: trial, with: writer, in: context)
    return trial.byteCount
  }

  /// Applies the transforms, which fills the ledger, and checks what was required.
  ///
  /// - Returns: the model as the writer gets it, and the names of the transforms that changed it.
  func prepare(
    _ model: M, in context: ConversionContext
  ) throws(ConversionError) -> (model: M, transforms: [String]) {
    try prepare(model, for: writer, in: context)
  }

  /// Whether what is written may be passed on at once: nothing that is known only later can take it back.
  var canStream: Bool {
    writer.writesFrontToBack(as: type) && options.maximumBytes == nil && options.likeness == nil
      && options.require.isEmpty
  }

  /// Writes `model`; the output is complete but not yet committed.
  ///
  /// - Parameters:
  ///   - permissions: those of the input.
  ///   - checksRequirements: whether it fails where something is lost that was required; if not, the caller does.
  func write(
    _ model: M, to destination: OutputFile.Destination, like permissions: FilePermissions?,
    checksRequirements: Bool = true, in context: ConversionContext
  ) throws(ConversionError) -> OutputFile {
    let output = try context.createOutput(at: destination, permissions: permissions)
    output.limits = context.limits
    output.waiting = context.waiting
    if checksRequirements {
      try write(model, to: output, with: writer, in: context)
    } else {
      try requiringNothing.write(model, to: output, in: context)
    }
    return output
  }

  /// The same with nothing required.
  private var requiringNothing: Self {
    var free = self
    free.options.require = []
    return free
  }

  /// The same into an output that is there.
  func write(
    _ model: M, to output: OutputFile, in context: ConversionContext
  ) throws(ConversionError) {
    output.limits = context.limits
    output.waiting = context.waiting
    try write(model, to: output, with: writer, in: context)
  }

  /// Fills `folder`; it is complete but not yet visible.
  func write(
    _ model: M, into folder: OutputFolder, in context: ConversionContext
  ) throws(ConversionError) {
    guard let writer = writer as? any FolderWriter<M> else {
      throw ConversionError(.internalError, "\(writer.name) does not write a folder")
    }
    try write(model, into: folder, with: writer, in: context)
  }

  private func write<W: FolderWriter<M>>(
    _ model: M, into folder: OutputFolder, with writer: W, in context: ConversionContext
  ) throws(ConversionError) {
    let prepared = try prepare(model, for: writer, in: context).model
    try writer.write(prepared, into: folder, options: try W.Options(options), in: context.forWriter)
    try checkRequirements(context.ledger)
  }

  private func capabilities<W: Writer<M>>(of writer: W) throws(ConversionError) -> M.Capabilities {
    writer.capabilities(for: type, options: try W.Options(options))
  }

  private func prepare<W: Writer<M>>(
    _ model: M, for writer: W, in context: ConversionContext
  ) throws(ConversionError) -> (model: M, transforms: [String]) {
    let capabilities = try capabilities(of: writer)
    var current = model
    var active: [String] = []
    for transform in transforms {
      let before = context.ledger.count
      current = try transform.apply(
        to: current, for: capabilities, options: options, in: context)
      if context.ledger.count > before { active.append(transform.name) }
    }
    if let parts = partsHeldTogether(of: model, capabilities),
      let composed = current as? any ModelOfParts<M>
    {
      current = composed.replacing(
        parts: parts.map { part in
          Sibling(name: part.name) { () throws(ConversionError) in
            try prepared(part, for: capabilities, in: context)
          }
        })
    }
    try writer.announce(current, as: type, options: try W.Options(options), in: context.forWriter)
    if context.output.receipt == nil, let told = (current as? any ReportingModel)?.report {
      context.output.receipt = told
    }
    try checkRequirements(context.ledger)
    return (current, active)
  }

  /// The parts of `model` that one file holds together; `nil` where there are none.
  private func partsHeldTogether(
    of model: M, _ capabilities: M.Capabilities
  ) -> [Sibling<M>]? {
    guard let composed = model as? any ModelOfParts<M>, !composed.parts.isEmpty,
      !composed.needsParts(capabilities)
    else { return nil }
    return composed.parts
  }

  /// A part as a writer gets it that puts all of them into one file.
  private func prepared(
    _ part: Sibling<M>, for capabilities: M.Capabilities, in context: ConversionContext
  ) throws(ConversionError) -> M {
    let own = context.forCompanion()
    var model = try part.open()
    for transform in transforms {
      model = try transform.apply(to: model, for: capabilities, options: options, in: own)
    }
    context.adopt(own, ofFurtherPart: true)
    return model
  }

  private func write<W: Writer<M>>(
    _ model: M, to output: OutputFile, with writer: W, in context: ConversionContext
  ) throws(ConversionError) {
    var options = options
    let abilities = try W.Options(options)
    let likeness = abilities.usesLikeness ? options.likeness : nil
    guard options.maximumBytes != nil || likeness != nil,
      !abilities.fitsMaximum || options.maximumBytes == nil
    else {
      let prepared = try prepare(model, for: writer, in: context).model
      return try encode(prepared, with: writer, options: options, to: output, in: context)
    }
    // Which size it has in the end decides on what becomes of the rest.
    let own = context.forCompanion()
    var prepared = try prepare(model, for: writer, in: own).model
    if let likeness {
      prepared = try prepared.heldIfPossible(in: own)
      options.quality = try quality(likeness, for: prepared, with: writer, options, in: own)
    }
    let bytes = try fitting(
      prepared, of: model, with: writer, options, abilities.usesQuality, in: own)
    context.adoptResult(of: own)
    try output.write(bytes)
  }

  /// The least quality that is as alike as asked for.
  private func quality<W: Writer<M>>(
    _ likeness: Double, for model: M, with writer: W, _ options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Quality {
    let search = QualitySearch<M>(likeness: likeness, type: type) {
      model, quality throws(ConversionError) in
      var trial = options
      trial.quality = quality
      return try bytes(of: model, with: writer, trial, in: context.forCompanion())
    }
    guard let found = try search.result(for: model, in: context) else {
      throw ConversionError(
        .usage, "-q auto is for pictures: name a quality, 0…1 (0.8) or 2…100 (80)")
    }
    let thousandths = (found.likeness * 1000).rounded(.down) / 1000
    let percent = "\(found.quality.percent) %"
    context.note(
      "quality", .changed,
      why: found.likeness >= likeness
        ? "\(percent) is the least with a likeness (SSIM) of \(thousandths)"
        : "\(percent) is the most, and its likeness (SSIM) reaches only \(thousandths), not \(likeness)"
    )
    return found.quality
  }

  /// A whole file, within the most bytes that it may have.
  private func fitting<W: Writer<M>>(
    _ prepared: M, of model: M, with writer: W, _ options: ConversionOptions, _ usesQuality: Bool,
    in context: ConversionContext
  ) throws(ConversionError) -> [UInt8] {
    guard let maximum = options.maximumBytes else {
      return try bytes(of: prepared, with: writer, options, in: context)
    }
    let search = SizeSearch<M>(maximum: maximum, options: options, adjustable: usesQuality) {
      model, trial, own throws(ConversionError) in
      try bytes(of: model, with: writer, trial, in: own)
    } resize: { size, own throws(ConversionError) in
      var smaller = self
      size.ask(&smaller.options)
      return try smaller.prepare(model, for: writer, in: own).model
    }
    return try search.smallEnough(prepared, in: context)
  }

  private func bytes<W: Writer<M>>(
    of model: M, with writer: W, _ options: ConversionOptions, in context: ConversionContext
  ) throws(ConversionError) -> [UInt8] {
    let trial = try OutputFile(.memory)
    try encode(model, with: writer, options: options, to: trial, in: context)
    return trial.bytes
  }

  private func encode<W: Writer<M>>(
    _ model: M, with writer: W, options: ConversionOptions, to output: OutputFile,
    in context: ConversionContext
  ) throws(ConversionError) {
    try writer.write(
      model, as: type, to: output, options: try W.Options(options), in: context.forWriter)
    try checkRequirements(context.ledger)
  }

  /// Throws `usage` for a required word that nobody on the way ever notes: it would always be met.
  private func checkWords(_ known: Set<String>) throws(ConversionError) {
    guard let word = options.require.first(where: { !known.contains($0) }) else { return }
    throw ConversionError(
      .usage,
      "--require knows no \"\(word)\" here; it takes "
        + (known.isEmpty ? "no word" : known.sorted().joined(separator: ", ")))
  }

  func checkRequirements(_ ledger: [LedgerEntry]) throws(ConversionError) {
    for word in options.require {
      guard let loss = ledger.first(where: { breaks($0, word) }) else { continue }
      throw ConversionError(
        .requirementNotMet,
        "--require \(word) cannot be met: \(loss.why ?? "\(writer.name) does not carry it")")
    }
  }

  private func breaks(_ entry: LedgerEntry, _ word: String) -> Bool {
    let kind = LedgerEntry(entry.what, entry.action)
    if let others = M.knownRequirements[word] {
      return entry.what == word && [.changed, .dropped].contains(entry.action)
        || others.contains(kind)
    }
    return entry.what == word
      && (entry.action == .dropped || entry.action == .changed && lossyChanges.contains(word))
  }
}

extension OptionDescriptor {
  /// What happens to further pictures in the file.
  public static let images = OptionDescriptor(
    "images", .choice(["primary", "all"]), default: "primary",
    help: "further images, depth and gain maps become files of their own (frames do not)")

  /// What happens to further tables in the file.
  public static let tables = OptionDescriptor(
    "tables", .choice(["primary", "all"]), default: "primary",
    help: "further tables become files of their own, unless the target holds several")
}
