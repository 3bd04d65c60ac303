/// The name of a file that a browser sends, as it may stand on the disk: `holiday/a.jpg`.
enum UploadName {
  /// How deep a folder may be that is sent.
  private static let mostParts = 16
  private static let mostBytes = 240

  /// The folders and the name, without what a name cannot have and without what leads elsewhere; never empty.
  static func parts(_ name: String) -> [String] {
    let parts = name.split { $0 == "/" || $0 == "\\" }.suffix(mostParts).map(usable)
      .filter { !$0.isEmpty }
    return parts.isEmpty ? ["file"] : parts
  }

  /// The last part alone: what a form sends has no folders.
  static func last(_ name: String) -> String { parts(name).last ?? "file" }

  private static func usable(_ part: Substring) -> String {
    var usable = part.filter { $0 != "\0" && !$0.isNewline }
    while usable.hasPrefix(".") { usable.removeFirst() }
    while usable.utf8.count > mostBytes { usable.removeFirst() }
    return String(usable)
  }
}
