/// Guesses at text that has no mark of its own: settings, programs, Markdown.
///
/// All stay below the confidence at which content overrules a name.
enum TextGuesses {
  static func examine(_ text: TextSample) -> [TypeFinding] {
    let lines = TextLines(text)
    let source = SourceProbe.examine(lines)
    return [
      SettingsProbe.examine(lines), YAMLProbe.examine(lines), LogProbe.examine(lines),
      // Comments of programs have lists and words between signs, but no blocks of code and titles.
      MarkdownProbe.examine(lines, needsStructure: source != nil), source,
    ].compactMap { $0 }
  }
}
