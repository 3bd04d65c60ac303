import Foundation

/// Real files that stand beside the repository; tests that need one are skipped where it is absent.
public enum Corpus {
  /// The folder, from `FAIRY_CORPUS` or `../shared/corpus` beside the package; `nil` where absent.
  public static let root: String? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let path =
      ProcessInfo.processInfo.environment["FAIRY_CORPUS"]
      ?? package.appendingPathComponent("shared/corpus").path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  public static func path(_ relative: String) -> String {
    (root ?? "") + "/" + relative
  }

  public static func bytes(_ relative: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(relative))))
  }
}
