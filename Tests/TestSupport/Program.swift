import Foundation

/// Runs programs as a user would.
public enum Program {
  public struct Result: Sendable {
    /// The exit status, or 128 + the signal.
    public let status: Int32
    public let output: [UInt8]
    public let error: String

    public var text: String { String(decoding: output, as: UTF8.self) }
    public var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// The lines as JSON objects.
    public func objects() throws -> [[String: Any]] {
      try lines.map { line in
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      }
    }
  }

  /// The program under test.
  public static var fairy: String { built("fairy") }

  /// A program of the package, as this test run built it.
  public static func built(_ name: String) -> String { "\(Places.products)/\(name)" }

  public static func fairy(
    _ arguments: String..., in folder: String? = nil, input: [UInt8] = []
  ) throws -> Result {
    try run(fairy, arguments, in: folder, input: input)
  }

  /// Runs `bash -c script` with the program as `$FAIRY`.
  public static func shell(_ script: String, in folder: String? = nil) throws -> Result {
    try run("/bin/bash", ["-c", script], in: folder)
  }

  /// Starts `executable` and waits for it, with both of its streams read to the end.
  ///
  /// - Parameter environment: variables beside those of the tests; an empty value takes one away.
  public static func run(
    _ executable: String, _ arguments: [String], in folder: String? = nil, input: [UInt8] = [],
    environment: [String: String] = [:]
  ) throws -> Result {
    let scratch = try ScratchFolder()
    for name in ["in", "out", "err"] { try scratch.write(name == "in" ? input : [], to: name) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    // What tests open is not remembered among what the user has opened.
    let own = ["FAIRY": fairy, "FAIRY_LIBRARY": scratch.file("library")]
    process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
      .merging(environment) { $1 }.filter { environment[$0.key] != "" }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    // Files rather than pipes: no stream can block the other.
    process.standardInput = FileHandle(forReadingAtPath: scratch.file("in"))
    process.standardOutput = FileHandle(forWritingAtPath: scratch.file("out"))
    process.standardError = FileHandle(forWritingAtPath: scratch.file("err"))
    try process.run()
    process.waitUntilExit()
    let signal = process.terminationReason == .uncaughtSignal
    return Result(
      status: signal ? 128 + process.terminationStatus : process.terminationStatus,
      output: try scratch.bytes("out"),
      error: String(decoding: try scratch.bytes("err"), as: UTF8.self))
  }
}
