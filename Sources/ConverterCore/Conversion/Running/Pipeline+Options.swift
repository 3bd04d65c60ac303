/// Answers options that no step of the route uses.
extension Pipeline {
  /// The options that were asked for and that no step of the route uses, whatever the file holds.
  ///
  /// - Parameter readers: of all inputs.
  /// - Throws: `usage` for a `--set` key that no format has, and for what protects a result, which must not be made
  ///   without it.
  func unusedOptions(
    from readers: [any Reader], in context: ConversionContext
  ) throws(ConversionError) -> [UnusedOption] {
    try unusedOptions(of: writer, from: readers, in: context)
  }

  /// Says what has no effect, or refuses to go on.
  ///
  /// - Throws: `usage`.
  func answerUnusedOptions(
    from readers: [any Reader], in context: ConversionContext
  ) throws(ConversionError) {
    try context.answer(try unusedOptions(from: readers, in: context))
  }

  private func unusedOptions<W: Writer<M>>(
    of writer: W, from readers: [any Reader], in context: ConversionContext
  ) throws(ConversionError) -> [UnusedOption] {
    let own = try W.Options(options)
    let taken = try taken(by: writer, own, from: readers).union(context.taken)
    var unused = options.asked(for: context.purpose).filter { !taken.contains($0) }.map { name in
      name == .quality
        ? UnusedOption(name, why: own.unusedQuality, applies: false)
        : UnusedOption(name, in: context.registry)
    }
    if let protection = unused.first(where: { option in
      ConversionOptions.Name.protections.contains { $0.rawValue == option.option }
    }) {
      throw .unused([protection])
    }
    let known = descriptors(from: readers)
    for key in options.settings.keys.sorted() {
      if !known.contains(where: { $0.key == key }) {
        unused.append(try unusedSetting(key, known, of: writer, in: context))
      } else if key == OptionDescriptor.picturePreset.key, !own.usesPreset,
        options.settings[key] != OptionDescriptor.picturePreset.defaultValue
      {
        unused.append(UnusedOption(key, why: own.unusedQuality, applies: false))
      }
    }
    return unused
  }

  private func taken<W: Writer<M>>(
    by writer: W, _ own: W.Options, from readers: [any Reader]
  ) throws(ConversionError) -> Set<ConversionOptions.Name> {
    let capabilities = writer.capabilities(for: type, options: own)
    var taken = own.takes
    for reader in readers { taken.formUnion(reader.takes) }
    for transform in transforms { taken.formUnion(transform.takes(options, for: capabilities)) }
    if let model = M.self as? any PartChoosingModel.Type { taken.formUnion(model.choosesBy) }
    if options.likeness == nil ? own.usesQuality : own.usesLikeness { taken.insert(.quality) }
    if W.Options.takesPasswords { taken.formUnion(ConversionOptions.Name.protections) }
    if !(writer is any FolderWriter) { taken.insert(.maxSize) }
    return taken
  }

  /// All keys of `--set` that the steps of the route understand.
  func descriptors(from readers: [any Reader]) -> [OptionDescriptor] {
    [M.knownSiblingOption].compactMap(\.self) + transforms.flatMap(\.descriptors)
      + readers.flatMap(\.descriptors) + writer.descriptors
  }

  private func unusedSetting(
    _ key: String, _ known: [OptionDescriptor], of writer: any Writer,
    in context: ConversionContext
  ) throws(ConversionError) -> UnusedOption {
    let others = context.registry.formats(with: key)
    guard !others.isEmpty else {
      throw .unknownSetting(key, of: "\(writer.name) has", known)
    }
    let names = others.flatMap(\.names).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let more = names.count > 5 ? " and \(names.count - 4) more" : ""
    let first = names.prefix(more.isEmpty ? 5 : 4).joined(separator: ", ")
    let unused = UnusedOption(key, why: "it is for \(first)\(more)", applies: false)
    if others.contains(where: \.descriptor.isProtection) { throw .unused([unused]) }
    return unused
  }

  /// Says that what was asked of a writer made no difference, as the input itself is the output.
  ///
  /// - Parameter reason: why that is so: "nothing would make it smaller".
  func noteInputKept(_ reason: String, in context: ConversionContext) {
    let why = "\(reason), and the file stays as it is"
    if options.qualityGoal != nil { context.noteUnused(.quality, why: why) }
    for descriptor in writer.descriptors where options.settings[descriptor.key] != nil {
      context.noteUnused(descriptor, why: why)
    }
  }
}

extension ConversionContext {
  /// Notes options that do not apply, or refuses to go on.
  ///
  /// - Throws: `usage`.
  func answer(_ unused: [UnusedOption]) throws(ConversionError) {
    guard unusedOptions == .note || unused.isEmpty else { throw .unused(unused) }
    for option in unused { noteUnused(option) }
  }
}

extension Registry {
  /// Which formats understand a key of `--set`, and as what.
  func formats(with key: String) -> [(names: [String], descriptor: OptionDescriptor)] {
    func find(
      _ names: [String], _ descriptors: [OptionDescriptor]
    ) -> (names: [String], descriptor: OptionDescriptor)? {
      descriptors.first { $0.key == key }.map { (names, $0) }
    }
    return readers.compactMap { find([$0.name], $0.descriptors) }
      + writers.compactMap {
        find([$0.name], $0.descriptors + [$0.siblingOption].compactMap(\.self))
      }
      + bridges.compactMap { find($0.formats(in: self), $0.descriptors) }
      + transforms.compactMap { find($0.formats(in: self), $0.descriptors) }
  }
}

extension Bridge {
  /// The formats whose files cross it.
  fileprivate func formats(in registry: Registry) -> [String] {
    registry.readers.filter { $0.modelID == ObjectIdentifier(Source.self) }.map(\.name)
  }
}

extension Transform {
  /// The formats that are written of what it changes.
  fileprivate func formats(in registry: Registry) -> [String] {
    registry.writers.filter { $0.modelID == ObjectIdentifier(Model.self) }.map(\.name)
  }
}

extension ConversionError {
  /// - Parameters:
  ///   - subject: with its verb: "PNG has".
  ///   - known: the keys that there are.
  static func unknownSetting(
    _ key: String, of subject: String, _ known: [OptionDescriptor]
  ) -> ConversionError {
    let keys = known.map(\.key).joined(separator: ", ")
    return ConversionError(
      .usage,
      "\(subject) no option \"\(key.printable)\"; "
        + (keys.isEmpty ? "it takes no --set" : "--set takes \(keys)"))
  }
}
