/// From a model of one kind through its transforms into a writer.
struct Pipeline<M: Model> {
  private let writer: any Writer<M>
  private let type: ContentType.ID
  private let options: ConversionOptions
  private let transforms: [any Transform<M>]

  /// - Throws: `usage` when a `--set` key is unknown or its value out of range.
  init(
    to writer: any Writer, type: ContentType.ID, options: ConversionOptions, registry: Registry
  ) throws(ConversionError) {
    guard let writer = writer as? any Writer<M> else {
      throw ConversionError(.internalError, "\(writer.name) does not write \(M.name)")
    }
    self.writer = writer
    self.type = type
    self.options = options
    transforms = registry.transforms(of: M.self)
    let descriptors =
      [OptionDescriptor.images] + transforms.flatMap(\.descriptors) + writer.descriptors
    try options.checkSettings(descriptors, format: writer.name)
  }

  /// Whether further models of the file get files of their own.
  static func writesSiblings(_ options: ConversionOptions) throws(ConversionError) -> Bool {
    try options.value(of: .images) == "all"
  }

  /// Applies the transforms, which fills the ledger, and checks what was required.
  ///
  /// - Returns: the model as the writer gets it, and the names of the transforms that changed it.
  func prepare(
    _ model: M, in context: ConversionContext
  ) throws(ConversionError) -> (model: M, transforms: [String]) {
    try prepare(model, for: writer, in: context)
  }

  /// Writes `model`; the output is complete but not yet committed.
  func write(
    _ model: M, to destination: OutputFile.Destination, in context: ConversionContext
  ) throws(ConversionError) -> OutputFile {
    try write(model, to: destination, with: writer, in: context)
  }

  private func prepare<W: Writer<M>>(
    _ model: M, for writer: W, in context: ConversionContext
  ) throws(ConversionError) -> (model: M, transforms: [String]) {
    let capabilities = writer.capabilities(for: type, options: try W.Options(options))
    var current = model
    var active: [String] = []
    for transform in transforms {
      let before = context.ledger.count
      current = try transform.apply(
        to: current, for: capabilities, options: options, in: context)
      if context.ledger.count > before { active.append(transform.name) }
    }
    try checkRequirements(context.ledger)
    return (current, active)
  }

  private func write<W: Writer<M>>(
    _ model: M, to destination: OutputFile.Destination, with writer: W,
    in context: ConversionContext
  ) throws(ConversionError) -> OutputFile {
    let prepared = try prepare(model, for: writer, in: context).model
    guard let maximum = options.maximumBytes else {
      let output = try OutputFile(destination)
      try encode(prepared, with: writer, options: options, to: output, in: context)
      return output
    }
    return try SizeSearch(maximum: maximum, options: options, adjustable: W.Options.usesQuality)
      .output(to: destination, in: context) { (options) throws(ConversionError) in
        let trial = try OutputFile(.memory)
        try encode(prepared, with: writer, options: options, to: trial, in: context)
        return trial.bytes
      }
  }

  private func encode<W: Writer<M>>(
    _ model: M, with writer: W, options: ConversionOptions, to output: OutputFile,
    in context: ConversionContext
  ) throws(ConversionError) {
    try writer.write(model, as: type, to: output, options: try W.Options(options), in: context)
  }

  private func checkRequirements(_ ledger: [LedgerEntry]) throws(ConversionError) {
    for word in options.require {
      let dropped = ledger.first { $0.what == word && $0.action == .dropped }
      guard let dropped else { continue }
      throw ConversionError(
        .requirementNotMet,
        "--require \(word) cannot be met: \(dropped.why ?? "\(writer.name) does not carry it")")
    }
  }
}

extension OptionDescriptor {
  /// Understood on every route: what happens to further models in the file.
  public static let images = OptionDescriptor(
    "images", .choice(["primary", "all"]), default: "primary",
    help: "write only the main content, or all images of the file as files of their own")
}
