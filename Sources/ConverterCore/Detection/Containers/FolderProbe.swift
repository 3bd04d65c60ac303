/// Tells folders that are files of many files from others.
enum FolderProbe {
  static func examine(_ folder: InputFile) -> Finding {
    guard let descriptor = folder.descriptor,
      let isMaildir = try? OpenFolder(reopening: descriptor).isMaildir, isMaildir
    else { return Finding(.structure, .folder, 1, "is a folder") }
    return Finding(
      .structure, .maildir, 0.95, "is a folder with folders of messages, 'cur' or 'new'")
  }
}
