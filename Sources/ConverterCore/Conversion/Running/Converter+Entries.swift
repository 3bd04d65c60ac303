import SystemPackage

extension Converter {
  /// The file that `input` means in the one that was opened: that itself, or one in an archive, or in an
  /// archive inside that.
  ///
  /// - Throws: `inputNotFound`, `unknownType` for what is no archive on the way, `limitExceeded` for too
  ///   many archives inside each other, and what reading them throws.
  package func resolve(
    _ input: Request.Input, in opened: InputFile, _ context: ConversionContext
  ) throws(ConversionError) -> InputFile {
    guard let address = input.address else { return opened }
    do throws(ConversionError) {
      return try resolve(address.steps[...], in: opened, context)
    } catch {
      throw error.about(input.path)
    }
  }

  package func resolve(
    _ steps: ArraySlice<[UInt8]>, in opened: InputFile, _ context: ConversionContext
  ) throws(ConversionError) -> InputFile {
    try context.limits.check(.nesting, steps.count, for: "an archive inside archives")
    var file = opened
    for step in steps {
      file = try visit(file, in: context, FileAtPath(path: step, context: context))
    }
    return file
  }

  /// The files in an archive that the last step of `address` names: a path, a folder, a pattern; all
  /// where it is empty.
  ///
  /// - Parameter opened: the outermost archive.
  package func files(
    matching address: EntryAddress, in opened: InputFile, _ context: ConversionContext
  ) throws(ConversionError) -> [(path: [UInt8], byteCount: Int?)] {
    let archive = try resolve(address.steps.dropLast(), in: opened, context)
    return try visit(archive, in: context, FilesMatching(pattern: address.last, context: context))
  }

  /// Reads `file` as a model that holds files and lets `visitor` look at it.
  func visit<Visitor: ContainerVisitor>(
    _ file: InputFile, in context: ConversionContext, _ visitor: Visitor
  ) throws(ConversionError) -> Visitor.Result {
    let type = try detector.detect(file).type
    // A workbook is a table first, and an archive underneath.
    for candidate in catalog.lineage(of: type.id) {
      for reader in registry.readers where reader.types.contains(candidate) {
        if let result = try read(file, type, reader, in: context, visitor) { return result }
        for bridged in registry.bridged(reader) {
          if let result = try read(file, type, bridged.reader, in: context, visitor) {
            return result
          }
        }
      }
    }
    throw ConversionError(
      .unknownType,
      "is \(type.nameWithArticle), in which no file can be named: // follows archives and folders")
  }

  private func read<R: Reader, Visitor: ContainerVisitor>(
    _ file: InputFile, _ type: ContentType, _ reader: R, in context: ConversionContext,
    _ visitor: Visitor
  ) throws(ConversionError) -> Visitor.Result? {
    guard R.Model.self is any FileContainer.Type,
      let container = try reader.read(file, type: type.id, in: context.forReader)
        as? any FileContainer
    else { return nil }
    context.markUsed(reader.takes)
    return try visitor.visit(container)
  }
}

/// Something to be asked of a model whose type is not known here.
protocol ContainerVisitor {
  associatedtype Result

  func visit(_ container: some FileContainer) throws(ConversionError) -> Result
}

private struct FileAtPath: ContainerVisitor {
  let path: [UInt8]
  let context: ConversionContext

  func visit(_ container: some FileContainer) throws(ConversionError) -> InputFile {
    try container.file(at: path, in: context)
  }
}

private struct FilesMatching: ContainerVisitor {
  let pattern: [UInt8]
  let context: ConversionContext

  func visit(
    _ container: some FileContainer
  ) throws(ConversionError) -> [(path: [UInt8], byteCount: Int?)] {
    try container.files(matching: pattern, in: context)
  }
}
