import Foundation

extension GoldenSession {
  /// Where the lines of standard error are looked for.
  public enum Streams: Sendable {
    /// They are marked in the Markdown.
    case apart
    /// They stand among the other lines, as on a terminal.
    case together
  }

  /// Runs the commands in `folder`, with the program under test as `fairy`.
  ///
  /// The environment is the same on every machine: no colour, 80 columns, UTC, a home in the folder's own
  /// hidden `.home`.
  ///
  /// - Parameter substitutions: what may differ from run to run.
  /// - Returns: the commands that printed something else or ended otherwise, as Markdown would show them and as
  ///   they came out.
  public func run(
    in folder: ScratchFolder, streams: Streams = .apart,
    substituting substitutions: [GoldenText.Substitution] = GoldenText.Substitution.allCases
  ) throws -> [Difference] {
    for file in files { try folder.write(Array(file.text.utf8), to: file.name) }
    let programs = try ScratchFolder()
    try FileManager.default.createSymbolicLink(
      atPath: programs.file("fairy"), withDestinationPath: Program.fairy)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let environment = [
      "PATH": "\(programs.path):\(path)", "HOME": "\(folder.path)/.home", "TZ": "UTC",
      "LC_ALL": "C.UTF-8", "COLUMNS": "80", "NO_COLOR": "1", "XDG_CACHE_HOME": "",
      "XDG_CONFIG_HOME": "", "FAIRY_PASSWORD": "", "FAIRY_LIBRARY": programs.file("library"),
    ]
    let text = GoldenText(folder: folder.path, substitutions)
    return try commands.compactMap { command in
      let joined = streams == .together ? "exec 2>&1\n" : ""
      let result = try Program.run(
        "/bin/bash", ["-c", joined + command.line], in: folder.path, environment: environment)
      let actual = Command(
        line: command.line, output: text.lines(result.text), error: text.lines(result.error),
        status: result.status)
      let isEqual =
        GoldenText.matchesInAnyOrder(text.lines(command.output), actual.output)
        && GoldenText.matchesInAnyOrder(text.lines(command.error), actual.error)
        && command.status == actual.status
      return isEqual ? nil : Difference(place: place, expected: command, actual: actual)
    }
  }

  /// A command that did not do what the Markdown shows.
  public struct Difference: Sendable, CustomStringConvertible {
    let place: String
    let expected, actual: Command

    public var description: String {
      "\(place)\n--- expected\n\(expected.text)\n--- came out\n\(actual.text)"
    }
  }
}
