/// What a file's name says about its type.
struct NameHint {
  /// The extension or the whole name that is known, as the file has it: `.HEIC`, `Makefile`.
  let shown: String
  /// The types with this extension, the first declared first.
  let types: [ContentType]

  /// `nil` when there is no name, or nothing in it is known.
  init?(_ name: String?, in catalog: ContentTypeCatalog) {
    guard let name, !name.isEmpty else { return nil }
    let lower = name.lowercased()
    let whole = catalog.types(fileName: lower)
    if !whole.isEmpty {
      (shown, types) = (name, whole)
      return
    }
    // The longest extension first: `tar.gz` before `gz`. None is longer than two parts.
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    for count in [2, 1] where parts.count > count {
      let suffix = parts.suffix(count).joined(separator: ".")
      guard suffix.utf8.count <= 32 else { continue }
      let found = catalog.types(fileExtension: suffix.lowercased())
      if !found.isEmpty {
        (shown, types) = ("." + suffix, found)
        return
      }
    }
    return nil
  }
}
