/// A language that programs are written in, with the lines that show it.
struct SourceLanguage: Sendable {
  let type: ContentType.ID
  let marks: [LineMark]

  init(_ type: ContentType.ID, _ marks: [LineMark]) {
    (self.type, self.marks) = (type, marks)
  }

  /// What the lines of a text say for the language, each mark counted twice at most.
  func score(_ text: TextLines, _ lines: [Range<Int>]) -> Int {
    marks.reduce(0) { sum, mark in
      var count = 0
      for line in lines where mark.matches(text.bytes, line) {
        count += 1
        if count == 2 { break }
      }
      return sum + (count == 0 ? 0 : mark.weight + (count == 2 ? 1 : 0))
    }
  }
}
