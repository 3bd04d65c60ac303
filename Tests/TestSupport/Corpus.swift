import Foundation

/// The real files that tests run against, where they are present.
public enum Corpus {
  /// The folder from the variable `FAIRY_CORPUS`, or `shared/corpus` beside the repository; `nil`
  /// where there is none.
  public static let root: String? = {
    let beside = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("shared/corpus").path
    let path = ProcessInfo.processInfo.environment["FAIRY_CORPUS"] ?? beside
    return FileManager.default.fileExists(atPath: path + "/MANIFEST.tsv") ? path : nil
  }()

  /// The path of a file named as in the manifest.
  public static func path(_ relative: String) -> String {
    (root ?? "") + "/" + relative
  }

  public static func bytes(_ relative: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(relative))))
  }
}
