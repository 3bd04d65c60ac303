/// Commands that are run one after the other in one folder, with what each of them prints.
///
/// ```console
/// $ fairy info missing.jpg
/// 2> fairy: missing.jpg: there is no such file
/// => 66
/// ```
///
/// A line after `$ ` is given to bash; where it ends with a backslash, the next line belongs to it. `2> ` marks
/// a line of standard error, `=> ` a status other than 0, and the other lines are standard output. A line `…`
/// stands for any lines, or none.
public struct GoldenSession: Sendable {
  /// The heading that it stands below.
  public let title: String
  /// The file and the line.
  public let place: String
  public let files: [InputFile]
  public let commands: [Command]

  /// A file that the Markdown above the session shows.
  public struct InputFile: Sendable {
    public let name: String
    public let text: String
  }

  public struct Command: Sendable, Equatable {
    public let line: String
    public var output: [String] = []
    public var error: [String] = []
    public var status: Int32 = 0
  }

  init(title: String, place: String, files: [InputFile], lines: [String]) {
    self.title = title
    self.place = place
    self.files = files
    commands = Self.commands(lines)
  }

  private static func commands(_ lines: [String]) -> [Command] {
    var commands: [Command] = []
    var lines = lines[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("$ ") {
        var command = String(line.dropFirst(2))
        while command.hasSuffix("\\"), let next = lines.popFirst() { command += "\n" + next }
        commands.append(Command(line: command))
      } else if let last = commands.indices.last {
        commands[last].add(line)
      }
    }
    return commands
  }
}

extension GoldenSession.Command {
  fileprivate mutating func add(_ line: String) {
    if line.hasPrefix("=> "), let number = Int32(line.dropFirst(3)) {
      status = number
    } else if line == "2>" {
      error.append("")
    } else if line.hasPrefix("2> ") {
      error.append(String(line.dropFirst(3)))
    } else {
      output.append(line)
    }
  }

  /// The command as the Markdown shows it.
  var text: String {
    let parts =
      ["$ " + line] + output + error.map { $0.isEmpty ? "2>" : "2> " + $0 }
      + (status == 0 ? [] : ["=> \(status)"])
    return parts.joined(separator: "\n")
  }
}

extension GoldenSession: CustomStringConvertible {
  public var description: String { "\(place) \(commands.first?.line ?? title)" }
}
