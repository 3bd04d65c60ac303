extension ContentType {
  /// How a result that is a folder has its name.
  enum FolderForm: Equatable {
    /// It is called as its input is, without an extension.
    case plain
    /// It holds files of the type, where no single file is named, and is called as its input is.
    case files
    /// Its name ends like this: ".maildir".
    case ending(String)

    /// - Parameter word: `plain`, `files`, or the ending with its dot.
    init(_ word: String) {
      switch word {
      case "plain": self = .plain
      case "files": self = .files
      default: self = .ending(word)
      }
    }
  }

  /// Whether a result that is a folder holds files of the type, and not one thing in several files.
  package var isFolderOfFiles: Bool { folderForm == .files }
}
