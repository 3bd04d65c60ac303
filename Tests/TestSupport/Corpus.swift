import Foundation

/// Real files that stand beside the checkout on some machines.
///
/// They are never part of the project; tests that need them are skipped where they are absent. The
/// folder is `../shared/corpus`, or what `FAIRY_CORPUS` names.
public enum Corpus {
  public static let root: String? = {
    let named = ProcessInfo.processInfo.environment["FAIRY_CORPUS"]
    let folder = named ?? "\(Places.root)/../shared/corpus"
    return FileManager.default.fileExists(atPath: "\(folder)/MANIFEST.tsv") ? folder : nil
  }()

  public static var isPresent: Bool { root != nil }

  public static func path(_ relative: String) -> String { "\(root ?? "")/\(relative)" }

  public static func bytes(_ relative: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(relative))))
  }

  /// The files of a folder, sorted; empty where the corpus is absent.
  public static func files(in folder: String) -> [String] {
    guard isPresent else { return [] }
    let names = FileManager.default.subpaths(atPath: path(folder)) ?? []
    return names.sorted().map { "\(folder)/\($0)" }.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }
}
