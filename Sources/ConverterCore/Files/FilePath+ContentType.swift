package import SystemPackage

extension FilePath {
  /// The name of a result that stands beside its input: `a.heic` → `a.jpg`, `archive` →
  /// `archive.jpg`.
  package func renamed(as type: ContentType) -> FilePath {
    var path = self
    path.extension = type.extensions.first ?? "out"
    return path
  }
}
