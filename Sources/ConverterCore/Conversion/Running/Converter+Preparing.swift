import SystemPackage

/// What is decided before the content is read.
extension Converter {
  /// Decides all that can be decided before the content is read.
  ///
  /// - Returns: `nil` when the file is skipped; the outcome says why.
  func prepare(
    _ request: Request, in context: ConversionContext, outcome: inout Outcome
  ) throws(ConversionError) -> (InputFile, Route)? {
    try context.reading(input: context.number(ofInputAt: 0)) { () throws(ConversionError) in
      try decide(request, in: context, outcome: &outcome)
    }
  }

  private func decide(
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
    context.keepsType = route.source.id == route.target.id
    outcome.source = route.source
    outcome.target = route.target
    outcome.route = route.stepNames
    if request.purpose == .convert, request.skipsUnsuitable,
      catalog.type(route.source.id, conformsTo: route.target.id),
      let identity = input.identity,
      case .file(let path) = request.output, FileIdentity(path: path) == identity
    {
      outcome.status = .skipped("is \(route.target.nameWithArticle) already")
      return nil
    }
    try checkName(of: request, input: input, becoming: route.target)
    // A conflict over the main output is known before the input is read; which parts there are is not.
    if case .split = request.purpose {
    } else if !route.reader.mayGiveParts, let path = try obstacle(to: request, input: input) {
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
    var source: ContentType?
    do throws(ConversionError) {
      let detection = try detect(input, in: context)
      source = detection.type
      if case .pack = context.purpose, let target {
        return try packing(detection.type, into: target)
      }
      if input.byteCount == 0, !input.isFolder, !mayBeEmpty(detection.type) {
        throw ConversionError(.damagedInput, "is empty: it holds no bytes at all")
      }
      if let mismatch = detection.mismatch { context.warn(mismatch) }
      var type = detection.type
      if isNamed || type.id == .plainText { type = typeRead(type, in: context.reading) }
      try check(context.purpose, suits: type, into: target)
      try context.reading.checkChoices(suit: type, in: catalog, isNamed ? .usage : .noRoute)
      return try planner.route(
        from: type, to: target ?? type, choosing: choices(options, of: type))
    } catch {
      // What was found in a folder is passed over.
      if isNamed, error.cause is NothingToSelect {
        var error = error
        error.code = .usage
        throw error.about(input.path)
      }
      if let source, let target, isNamed, [.noRoute, .unknownType].contains(error.code),
        !isNamedArchive(input, becoming: target),
        let route = planner.packing(source, into: target)
      {
        return route
      }
      // There is no look inside what was found in a folder.
      guard isNamed, let source else { throw error.about(input.path) }
      throw pointing(error, into: input, of: source, in: context).about(input.path)
    }
  }

  private func packing(
    _ source: ContentType, into target: ContentType
  ) throws(ConversionError) -> Route {
    guard let route = planner.packing(source, into: target) else {
      throw ConversionError(
        .noRoute, "\(target.nameWithArticle) holds no other files; a ZIP archive does")
    }
    return route
  }

  /// Whether the extension names a type that becomes the target by its content. Such a file is damaged then, and is not
  /// packed as it is.
  private func isNamedArchive(_ input: InputFile, becoming target: ContentType) -> Bool {
    guard let word = input.path?.extension, let named = catalog.type(named: word) else {
      return false
    }
    return (try? planner.route(from: named, to: target)) != nil
  }

  /// The same error with the way to the one file that is in the input, where it is a compressed file.
  private func pointing(
    _ error: ConversionError, into input: InputFile, of type: ContentType,
    in context: ConversionContext
  ) -> ConversionError {
    guard error.code == .noRoute, !input.isFolder, let name = input.name,
      catalog.type(type.id, conformsTo: "public.archive"),
      let found = try? files(
        matching: EntryAddress(steps: [Array("**".utf8)]), in: input,
        context.forCompanion(reportsProgress: false)),
      found.count == 1, let only = found.first
    else { return error }
    var copy = error
    copy.message +=
      "; the file in it is \(name.printable)//\(String(decoding: only.path, as: UTF8.self).printable)"
    return copy
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

  /// - Throws: `noRoute` for what `compress` and `split` are not for.
  private func check(
    _ purpose: Request.Purpose, suits type: ContentType, into target: ContentType?
  ) throws(ConversionError) {
    // Bytes of no known kind are told of as such.
    guard type.id != .data else { return }
    if type.id == .folder, purpose != .convert {
      // The files of a folder are joined with others in an archive.
      if case .merge = purpose, let target, planner.packing(type, into: target) != nil { return }
      throw ConversionError(.usage, "is a folder: name files in it")
    }
    switch purpose {
    case .convert, .pack: return
    case .merge:
      // How text is read as a table cannot be said.
      guard registry.reader(for: type.id, in: catalog) == nil else { return }
      throw ConversionError(
        .unknownType, "is \(type.nameWithArticle), which fairy cannot read")
    case .compress:
      let writers = registry.writers.filter { !$0.compresses.isEmpty }
      guard !writers.contains(where: { $0.compresses.contains(type.id) }) else { return }
      let names = writers.map(\.name).joined(separator: ", ")
      throw ConversionError(
        .noRoute,
        "is \(type.nameWithArticle), and compress is for \(names); fairy convert makes another type "
          + "of it")
    case .split:
      guard registry.reader(for: type.id, in: catalog) == nil else { return }
      throw ConversionError(
        .noRoute,
        "is \(type.nameWithArticle), and fairy split is for \(registry.divisibleModels)")
    }
  }

  /// Refuses to write what keeps its type under the name of another.
  ///
  /// - Throws: `usage`.
  private func checkName(
    of request: Request, input: InputFile, becoming target: ContentType
  ) throws(ConversionError) {
    guard request.purpose.keepsType, case .file(let path) = request.output,
      let word = path.extension, word != input.path?.extension,
      let named = catalog.types(namedBy: word), !named.contains(where: { agree($0, target) })
    else { return }
    let isReachable = named.contains { (try? planner.route(from: target, to: $0)) != nil }
    throw ConversionError(
      .usage,
      "is \(target.nameWithArticle) and stays one, so the result is not named .\(word.printable)"
        + (isReachable ? "; fairy convert --to \(word.printable) makes it another" : ""))
  }

  private func agree(_ one: ContentType, _ other: ContentType) -> Bool {
    catalog.type(one.id, conformsTo: other.id) || catalog.type(other.id, conformsTo: one.id)
  }

  /// Says what is odd about where the output goes.
  private func warn(
    of request: Request, input: InputFile, becoming target: ContentType,
    in context: ConversionContext
  ) {
    guard case .file(let path) = request.output else { return }
    warn(of: input, replacedBy: request, in: context)
    // Parts beside their source, and what keeps its name and type, are called as that was.
    guard let word = path.extension, !request.purpose.keepsType || word != input.path?.extension
    else { return }
    if let named = catalog.types(namedBy: word), !named.contains(where: { agree($0, target) }) {
      context.warn("the output is named .\(word) but holds \(target.nameWithArticle)")
    }
  }
}

extension Converter {
  /// Says that an input is to make room for the result.
  func warn(of input: InputFile, replacedBy request: Request, in context: ConversionContext) {
    guard request.conflict == .overwrite, !request.namesEachPart,
      case .file(let path) = request.output, let identity = input.identity,
      FileIdentity(path: path) == identity
    else { return }
    let name = request.purpose.furtherInputs.isEmpty ? nil : input.name
    context.warn(
      name.map { "\($0.printable), one of the inputs, is replaced" }
        ?? "the input itself is replaced")
  }
}

extension ContentTypeCatalog {
  /// The types whose files have an extension, for several may have the same; `nil` for one of no type.
  fileprivate func types(namedBy word: String) -> [ContentType]? {
    type(named: word).map { [$0] + types(fileExtension: word.lowercased()) }
  }
}
