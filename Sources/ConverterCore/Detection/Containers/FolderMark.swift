/// By what folders of a type are known: files of many files, which are read as one.
package struct FolderMark: Sendable {
  let type: ContentType.ID
  /// What is seen of them: "is a folder with folders of messages".
  let observation: String
  let isIn: @Sendable (OpenFolder) -> Bool

  package init(
    _ type: ContentType.ID, _ observation: String, isIn: @escaping @Sendable (OpenFolder) -> Bool
  ) {
    (self.type, self.observation, self.isIn) = (type, observation, isIn)
  }
}

extension ContentTypeCatalog {
  /// Tells folders that are files of many files from others.
  func finding(for input: InputFile) -> TypeFinding {
    guard let descriptor = input.descriptor, let folder = try? OpenFolder(reopening: descriptor),
      let mark = mark(of: folder)
    else { return TypeFinding(.structure, .folder, 1, "is a folder") }
    return TypeFinding(.structure, mark.type, 0.95, mark.observation)
  }

  private func mark(of folder: OpenFolder) -> FolderMark? {
    folderMarks.first { $0.isIn(folder) }
  }

  /// Whether a folder is read like a file, and not file by file.
  package func readsAsWhole(_ folder: OpenFolder) -> Bool { mark(of: folder) != nil }
}
