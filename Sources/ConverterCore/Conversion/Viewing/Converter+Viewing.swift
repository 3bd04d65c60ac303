extension Converter {
  /// The context of something that only looks at the input of `request`.
  ///
  /// - Parameters:
  ///   - isViewing: whether its content is shown, where the beginning says enough; facts are of all.
  ///   - waiting: the time that does not count, for it was spent waiting for whoever looks.
  package func viewing(
    _ request: Request, isViewing: Bool, threads: Int = 1, files: any FileAccess,
    launcher: (any ProgramLauncher)? = nil,
    waiting: WaitingTime = WaitingTime(), progress: (@Sendable (Double) -> Void)? = nil
  ) -> ConversionContext {
    ConversionContext(
      registry: registry, limits: request.limits, reading: request.options.readingWithSettings,
      threads: threads, isViewing: isViewing, unusedOptions: request.unusedOptions, files: files,
      launcher: launcher, progress: progress, waiting: waiting)
  }

  /// What a file is: what the user says, else what its bytes and its name say.
  package func detect(
    _ input: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> Detection {
    guard let type = context.reading.type, !input.isFolder, try !meansMore(input, in: context)
    else {
      let detection = try detector.detect(input)
      guard detection.type.id == .empty,
        let type = NameHint(input.name, in: catalog)?.types.first(where: mayBeEmpty)
      else { return detection }
      return Detection(
        type: type, confidence: detection.confidence, evidence: detection.evidence, mismatch: nil)
    }
    return Detection(type: type, confidence: 1, evidence: [], mismatch: nil)
  }

  /// Whether the word that says what the input is means something else: a person, where the input is mail and the word
  /// no kind of it.
  private func meansMore(
    _ input: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    let choices = context.reading.groups.all.filter(\.readsWordOfType)
      .compactMap { type(of: $0).choice }
    guard !choices.isEmpty, let type = context.reading.type,
      !choices.contains(where: { $0.covers(type.id, in: catalog) })
    else { return false }
    let detected = try detector.detect(input).type
    return choices.contains { $0.covers(detected.id, in: catalog) }
  }

  /// Whether files of the type are read as some model.
  package func isRead(_ type: ContentType) -> Bool {
    registry.reader(for: type.id, in: catalog) != nil
  }

  /// Whether an empty file is a valid one of the type, by what its reader says.
  package func mayBeEmpty(_ type: ContentType) -> Bool {
    registry.reader(for: type.id, in: catalog)?.typesOfNothing.contains(type.id) ?? false
  }

  /// The facts of a file that some plugin reads.
  ///
  /// - Parameters:
  ///   - input: the open file.
  ///   - type: of the file, as a ``Detector`` found it or the user named it.
  ///   - key: of the model to see it as (`table`, `tree`), where there is a choice.
  ///   - context: made for this file.
  /// - Returns: the key of its model and the facts; `nil` when nothing reads or shows the type.
  public func facts(
    of input: InputFile, type: ContentType, as key: String? = nil, in context: ConversionContext
  ) throws(ConversionError) -> (key: String, facts: [Fact])? {
    let type = typeRead(type, as: key, in: context.reading)
    do throws(ConversionError) {
      try context.reading.checkChoices(suit: type, in: catalog, .usage)
      let reader = try sight(of: type, as: key)
      try answerUnusedOptions(of: reader, type, in: context)
      guard let reader else { return nil }
      return try facts(of: input, type: type.id, reader: reader, in: context)
    } catch {
      throw error.about(input.path)
    }
  }

  /// Shows the content of a file, where there is more to show than its facts.
  ///
  /// - Parameters:
  ///   - input: the open file.
  ///   - type: of the file, as a ``Detector`` found it or the user named it.
  ///   - key: of the model to see it as (`table`, `tree`), where there is a choice.
  ///   - page: takes what is shown.
  ///   - context: made for this file.
  /// - Returns: whether it did.
  public func show(
    _ input: InputFile, type: ContentType, as key: String? = nil, on page: any Page,
    in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    let type = typeRead(type, as: key, in: context.reading)
    let choosing = page.groups.all.first { group in
      group.choosesPart && !(key == nil && isTakenOver(group, of: type, isViewing: true))
    }
    do throws(ConversionError) {
      try context.reading.checkChoices(suit: type, in: catalog, .usage)
      guard let reader = try sight(of: type, as: key, choosing: choosing) else { return false }
      try answerUnusedOptions(of: reader, type, in: context)
      return try show(input, type: type.id, reader: reader, on: page, in: context)
    } catch {
      throw error.about(input.path)
    }
  }

  /// Opens a file whose content can be asked for in parts.
  ///
  /// - Parameters:
  ///   - input: the open file.
  ///   - type: of the file, as a ``Detector`` found it or the user named it.
  ///   - key: of the model to see it as (`table`, `tree`), where there is a choice.
  ///   - context: made for this file; the session keeps it.
  /// - Returns: the key of its model and the session.
  /// - Throws: `unsupportedContent` for files whose parts cannot be asked for.
  public func session(
    of input: InputFile, type: ContentType, as key: String? = nil, in context: ConversionContext
  ) throws(ConversionError) -> (key: String, session: any ViewSession) {
    let type = typeRead(type, as: key, in: context.reading)
    do throws(ConversionError) {
      try context.reading.checkChoices(suit: type, in: catalog, .usage)
      let reader = try sight(of: type, as: key)
      try answerUnusedOptions(of: reader, type, in: context)
      if let reader, let open = try session(of: input, type: type.id, reader: reader, in: context) {
        return open
      }
      throw ConversionError(
        .unsupportedContent, "is \(type.nameWithArticle), of which no parts can be asked for")
    } catch {
      throw error.about(input.path)
    }
  }

  /// The type that a file is read as.
  ///
  /// What nothing reads, text or bytes of no kind, is a table in text where the user says how it is one, or
  /// wants to see it so.
  func typeRead(
    _ type: ContentType, as key: String? = nil, in reading: ReadingOptions
  ) -> ContentType {
    guard type.id == .data || catalog.type(type.id, conformsTo: .text),
      registry.reader(for: type.id, in: catalog) == nil
    else { return type }
    let said = reading.groups.all.compactMap { Swift.type(of: $0).typeOfUnreadText }
    let possible = key == nil ? [] : registry.optionGroups.compactMap { $0.typeOfUnreadText }
    let read =
      said.first { reader(of: $0) != nil }
      ?? possible.first { id in reader(of: id).map { registry.viewerKey(of: $0) } == key }
    return read.flatMap { catalog[$0] } ?? type
  }

  private func reader(of type: ContentType.ID) -> (any Reader)? {
    registry.reader(for: type, in: catalog)
  }

  /// The reader whose model a file is shown as: its own, or the one across a bridge.
  ///
  /// - Parameter choosing: the options by which a part of it is to be chosen.
  /// - Throws: `usage` when no reader gives the model that `key` names, or one to choose from.
  private func sight(
    of type: ContentType, as key: String?, choosing: (any ConversionOptionGroup)? = nil
  ) throws(ConversionError) -> (any Reader)? {
    let group = choosing.map { Swift.type(of: $0) }
    guard let reader = registry.reader(for: type.id, in: catalog) else {
      if let choice = group?.choice { throw .nothingToChoose(choice, of: type) }
      guard let key else { return nil }
      throw ConversionError(
        .usage,
        "\(type.nameWithArticle) cannot be seen as \"\(key)\"; leave --as away to see what is known of it"
      )
    }
    let across = registry.bridged(reader)
    let all = [reader] + across.map(\.reader)
    guard let key else {
      guard let group, let choice = group.choice else {
        return across.first { $0.shows.contains(type.id) }?.reader ?? reader
      }
      if let table = all.first(where: { registry.chooses(by: group, from: $0) }) { return table }
      throw .nothingToChoose(choice, of: type)
    }
    if let match = all.first(where: { registry.viewerKey(of: $0) == key }) { return match }
    // Several bridges may lead to one model.
    let keys = all.compactMap { registry.viewerKey(of: $0) }.reduce(into: [String]()) { keys, key in
      if !keys.contains(key) { keys.append(key) }
    }
    throw ConversionError(
      .usage,
      "\(type.nameWithArticle) cannot be seen as \"\(key)\"; "
        + (keys.isEmpty
          ? "fairy shows its facts only" : "--as takes \(keys.joined(separator: ", "))"))
  }

  /// Reports or refuses options that reading does not use.
  ///
  /// - Parameters:
  ///   - reader: `nil` where nothing of the content is read.
  ///   - others: what something else than a reader uses.
  /// - Throws: `usage`.
  package func answerUnusedOptions(
    of reader: (any Reader)?, _ type: ContentType, but others: Set<ConversionOptions.Name> = [],
    in context: ConversionContext
  ) throws(ConversionError) {
    let taken = context.taken.union(reader?.takes ?? []).union(others)
    var unused = context.reading.asked.filter { !taken.contains($0) }.map {
      UnusedOption($0, in: registry)
    }
    let known = reader?.descriptors ?? []
    for key in context.reading.settings.keys.sorted()
    where !known.contains(where: { $0.key == key }) {
      let others = registry.readers.filter { $0.descriptors.contains { $0.key == key } }
      guard !others.isEmpty else {
        throw .unknownSetting(key, of: "reading \(type.nameWithArticle) has", known)
      }
      let names = others.map(\.name).joined(separator: ", ")
      unused.append(UnusedOption(key, why: "it is for reading \(names)", applies: false))
    }
    try context.answer(unused)
  }

  /// Shows the part of an archive that `pattern` names: a path, a folder, a pattern.
  package func show(
    _ archive: InputFile, narrowedTo pattern: [UInt8], on page: any Page,
    in context: ConversionContext
  ) throws(ConversionError) {
    try visit(archive, in: context, Narrowed(pattern: pattern, page: page, context: context))
  }

  private func facts<R: Reader>(
    of input: InputFile, type: ContentType.ID, reader: R, in context: ConversionContext
  ) throws(ConversionError) -> (key: String, facts: [Fact])? {
    guard let viewer = registry.viewer(of: R.Model.self) else { return nil }
    let model = try reader.read(input, type: type, in: context.forReader)
    return (viewer.key, try viewer.facts(of: model, in: context))
  }

  private func show<R: Reader>(
    _ input: InputFile, type: ContentType.ID, reader: R, on page: any Page,
    in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    guard let viewer = registry.viewer(of: R.Model.self) else { return false }
    return try viewer.show(
      try reader.read(input, type: type, in: context.forReader), on: page, in: context)
  }
}

extension Converter {
  private func session<R: Reader>(
    of input: InputFile, type: ContentType.ID, reader: R, in context: ConversionContext
  ) throws(ConversionError) -> (key: String, session: any ViewSession)? {
    guard let viewer = registry.viewer(of: R.Model.self) as? any SessionViewer<R.Model> else {
      return nil
    }
    let model = try reader.read(input, type: type, in: context.forReader)
    return (viewer.key, try viewer.session(of: model, in: context))
  }
}

private struct Narrowed: ContainerVisitor {
  let pattern: [UInt8]
  let page: any Page
  let context: ConversionContext

  func visit<Container: FileContainer>(_ container: Container) throws(ConversionError) {
    let narrowed = try container.narrowed(to: pattern, in: context)
    _ = try context.registry.viewer(of: Container.self)?.show(narrowed, on: page, in: context)
  }
}

extension ConversionError {
  fileprivate static func nothingToChoose(
    _ choice: PartChoice, of type: ContentType
  ) -> ConversionError {
    ConversionError(.usage, "\(choice.rule), and this is \(type.nameWithArticle)")
  }
}
