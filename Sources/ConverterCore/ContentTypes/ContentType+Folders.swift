extension ContentType {
  /// How a result that is a folder has its name.
  enum FolderForm: Equatable {
    /// It is called as its input is, without an extension.
    case plain
    /// It holds files of the type, where no single file is named, and is called as its input is.
    case files
    /// Its name ends like this: ".maildir".
    case ending(String)
  }

  /// `nil` for types whose results are files.
  var folderForm: FolderForm? {
    switch id {
    case .folder: .plain
    case .email: .files
    case .maildir: .ending(".maildir")
    default: nil
    }
  }
}
