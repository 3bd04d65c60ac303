/// Programs, style sheets and the like, by words that begin and end their lines.
enum SourceProbe {
  /// The least that distinguishes a program from prose that happens to have a line like one.
  private static let enough = 5

  static func examine(_ text: TextLines) -> TypeFinding? {
    let lines = text.lines.map(text.stripped).filter { !$0.isEmpty }
    guard lines.count > 1 else { return nil }
    let scores = SourceLanguage.all.map { ($0.score(text, lines), $0.type) }
    guard let best = scores.max(by: { $0.0 < $1.0 }), best.0 >= enough else { return nil }
    // Prose about programs holds lines of them here and there.
    let code = lines.count { line in isCode(text, line) }
    guard code * 3 >= lines.count else { return nil }
    return TypeFinding(
      .structure, best.1, best.0 >= 2 * enough ? 0.78 : 0.7, "lines of such a program")
  }

  /// Whether a line ends or begins as those of programs do.
  private static func isCode(_ text: TextLines, _ line: Range<Int>) -> Bool {
    guard let first = text.bytes[line].first, let last = text.bytes[line].last else { return false }
    if "{}()[];:,=>\\'\"`*/|&".utf8.contains(last) || "}{)]#/*@.$-+&<\"'".utf8.contains(first) {
      return true
    }
    let punctuation = text.bytes[line].count { "(){}[]=;<>$_".utf8.contains($0) }
    return punctuation >= 2 || openers.contains { text.begins(line, $0) }
  }

  private static let openers: [StaticString] = [
    "import ", "from ", "package ", "use ", "using ", "return", "end", "else", "fi", "done",
    "local ",
    "module ", "class ", "require ", "def ", "select ", "SELECT ", "FROM ", "where ", "order by",
    "RUN ",
    "COPY ", "WORKDIR ", "export ", "echo ", "set ", "alias ", "if ", "for ", "syntax ",
    "struct ",
  ]
}
