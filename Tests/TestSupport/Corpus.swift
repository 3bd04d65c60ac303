import Foundation

/// Real files that tests run against; they are not part of the repository.
///
/// The folder is `shared/corpus` beside the repository, or what `FAIRY_CORPUS` names.
public enum Corpus {
  /// `nil` where there is no corpus; tests that need it are skipped then.
  public static let root: String? = {
    var repository = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { repository.deleteLastPathComponent() }
    let named = ProcessInfo.processInfo.environment["FAIRY_CORPUS"]
    let folder = named ?? repository.appendingPathComponent("../shared/corpus").standardized.path
    return FileManager.default.fileExists(atPath: folder + "/MANIFEST.tsv") ? folder : nil
  }()

  public static func path(_ relative: String) -> String {
    (root ?? "/") + "/" + relative
  }

  public static func bytes(_ relative: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(relative))))
  }
}
