import Foundation

/// A Markdown file that shows commands and exactly what they print.
///
/// A block marked `console` is a ``GoldenSession``; one marked with a language and a name, such as
/// ```` ```csv prices.csv ````, is a file that the sessions below it find in their folder. Everything else is
/// for readers.
public struct GoldenFile: Sendable {
  public let sessions: [GoldenSession]

  /// - Parameter path: from the root of the package.
  public init(_ path: String) throws {
    let text = try String(contentsOfFile: "\(Places.root)/\(path)", encoding: .utf8)
    self.init(text: text, path: path)
  }

  init(text: String, path: String) {
    var sessions: [GoldenSession] = []
    var files: [GoldenSession.InputFile] = []
    var title = path
    var block: (info: [String], fence: String, line: Int, lines: [String])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = String(line)
      if let open = block {
        guard line == open.fence else {
          block?.lines.append(line)
          continue
        }
        block = nil
        if open.info == ["console"] {
          sessions.append(
            GoldenSession(
              title: title, place: "\(path):\(open.line)", files: files, lines: open.lines))
        } else if open.info.count == 2 {
          files.append(.init(name: open.info[1], text: open.lines.map { $0 + "\n" }.joined()))
        }
      } else if line.hasPrefix("```") {
        let fence = String(line.prefix { $0 == "`" })
        let info = line.dropFirst(fence.count).split(separator: " ").map(String.init)
        block = (info, fence, index + 1, [])
      } else if line.hasPrefix("#") {
        title = String(line.drop { $0 == "#" || $0 == " " })
      }
    }
    self.sessions = sessions
  }
}
