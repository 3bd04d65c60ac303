package import SystemPackage

extension FilePath {
  /// The name of a result that stands beside its input: `a.heic` → `a.jpg`, `archive` →
  /// `archive.jpg`.
  ///
  /// - Parameter isFolder: whether it is the name of a folder, which has no extension: `my.photos` →
  ///   `my.photos.zip`.
  package func renamed(as type: ContentType, isFolder: Bool = false) -> FilePath {
    switch type.folderForm {
    case .plain, .files: return isFolder ? appendingToName("-contents") : withoutExtension
    case .ending(let ending): return appendingToName(ending)
    case nil: break
    }
    guard !isFolder else { return appendingToName(".\(type.extensions.first ?? "out")") }
    // Of `a.tar.xz` both go.
    var path = isCompressedTar ? withoutExtension : self
    path.extension = type.extensions.first ?? "out"
    return path
  }

  /// The name of the folder that an archive unpacks into: `a.tar.xz` → `a`; never the archive's own.
  private var withoutExtension: FilePath {
    guard self.extension != nil else { return appendingToName("-contents") }
    var path = self
    if isCompressedTar { path.extension = nil }
    path.extension = nil
    return path
  }

  private var isCompressedTar: Bool {
    guard self.extension != nil, self.extension != "tar", let stem,
      let name = FilePath(stem).extension
    else { return false }
    return name == "tar"
  }

  private func appendingToName(_ text: String) -> FilePath {
    FilePath(bytes: bytes + text.utf8) ?? self
  }
}
