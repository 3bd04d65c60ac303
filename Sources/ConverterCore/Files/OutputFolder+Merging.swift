import SystemPackage

extension OutputFolder {
  /// Adds what is in the staging folder to what `target` holds.
  func merge(
    _ staging: Staging, into target: OpenFolder, at path: FilePath,
    _ conflict: OutputFile.ConflictPolicy, _ publication: inout Publication,
    _ announce: (FilePath) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    var merge = FolderMerge(
      from: staging.folder, called: staging.name, into: target, at: path, conflict)
    try merge.plan()
    publication.skipped = merge.skipped.map(path.appending(bytes:))
    for appearing in merge.appearing.map(path.appending(bytes:)) {
      try announce(appearing)
      publication.paths.append(appearing)
    }
    merge.syncReplacements()
    // It is quick, and may not be left halfway.
    do throws(ConversionError) {
      try PartialFiles.uninterrupted { () throws(ConversionError) in try merge.perform() }
    } catch {
      // What was replaced is in there, and has nowhere else to be.
      if error.cause is FolderMerge.UndoFailed { staging.isPublished() }
      throw error
    }
    setPermissions(in: target) { merge.newPath(ofFolder: $0) }
  }
}

extension FilePath {
  func appending(bytes: [UInt8]) -> FilePath {
    guard let added = FilePath(bytes: bytes) else { return self }
    return appending(added.components)
  }
}
