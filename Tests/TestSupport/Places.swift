import Foundation

/// Where things are during a test run.
public enum Places {
  /// The root of the package.
  public static let root: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  public static func fixture(_ name: String) -> String { "\(root)/fixtures/\(name)" }

  public static func fixtureBytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: fixture(name))))
  }

  /// The folder that the build put its products in.
  static let products: String = {
    let executable = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return executable.deletingLastPathComponent().path
  }()

  /// Whether a program is on the path; tests that compare with it are skipped where it is not.
  public static func has(program: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }
}
