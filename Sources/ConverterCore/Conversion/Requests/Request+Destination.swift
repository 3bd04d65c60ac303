package import SystemPackage

extension ContentType {
  /// Whether a folder is made of an input: of the type itself, or of files of the type, where no single file is named.
  package var fillsFolder: Bool { folderForm != nil }

  /// The destination of a result that has a name.
  package func destination(named path: FilePath) -> OutputFile.Destination {
    fillsFolder && !(folderForm == .files && path.extension != nil)
      ? .folder(path, .whole) : .file(path)
  }
}

extension Request.Input {
  /// Where a result of type `target` goes when no output is named: beside the input, or beside the archive that it is
  /// in.
  package func destination(beside target: ContentType) -> OutputFile.Destination {
    var path: FilePath
    switch self {
    case .standardInput: return .standardOutput
    case .file(let file):
      path =
        file.isFolder
        ? file.realFolder.renamed(as: target, isFolder: true) : file.renamed(as: target)
    case .entry(let archive, _):
      guard let name = self.path?.renamed(as: target).lastComponent else { return .standardOutput }
      path = archive.removingLastComponent()
      path.append(name)
    }
    return target.fillsFolder ? .folder(path, .whole) : .file(path)
  }
}
