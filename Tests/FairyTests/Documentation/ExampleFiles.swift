import Foundation
import TestSupport

/// The files that examples of the documentation speak of, made once for all tests.
enum ExampleFiles {
  private static let made = Result { () throws -> ScratchFolder in
    let folder = try ScratchFolder.shared()
    let programs = try ScratchFolder()
    try FileManager.default.createSymbolicLink(
      atPath: programs.file("fairy"), withDestinationPath: Program.fairy)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let script = "\(Places.root)/Tests/Golden/Examples/make-files"
    let result = try Program.run(
      script, [Places.root], in: folder.path, environment: ["PATH": "\(programs.path):\(path)"])
    guard result.status == 0 else { throw Failure(error: result.error) }
    return folder
  }

  struct Failure: Error {
    let error: String
  }

  /// A folder with all of them, for a test to work in.
  static func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let result = try Program.run("/bin/cp", ["-a", "\(try made.get().path)/.", folder.path])
    guard result.status == 0 else { throw Failure(error: result.error) }
    return folder
  }
}
