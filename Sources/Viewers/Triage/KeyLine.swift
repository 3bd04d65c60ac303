import ConverterCore

/// The line that shows which keys do what, each in its colour, as fully as there is room.
struct KeyLine {
  struct Item {
    let key: String
    let word: String
    /// The word where there is little room; empty where the key has to do.
    var short = ""
    var ink: Ink = .bold
  }

  let items: [Item]

  init(_ items: [Item]) { self.items = items }

  func line(width: Int, usesColour: Bool) -> [UInt8] {
    var line = ScreenLine(width: width, usesColour: usesColour)
    let (words, gap) = layout(width)
    for (index, item) in items.enumerated() {
      if index > 0 { line.add(gap) }
      line.add(item.key, item.ink.union(.bold))
      if !words[index].isEmpty { line.add(" " + words[index], item.ink.subtracting(.bold)) }
    }
    return line.finished()
  }

  /// The words behind the keys, and what stands between.
  private func layout(_ width: Int) -> (words: [String], gap: String) {
    let forms = [(items.map(\.word), "  "), (items.map(\.word), " "), (items.map(\.short), " ")]
    let fitting = forms.first { words, gap in
      let columns = zip(items, words).map { item, word in
        TextWidth.columns(of: item.key) + (word.isEmpty ? 0 : 1 + TextWidth.columns(of: word))
      }
      return columns.reduce(0, +) + gap.count * (items.count - 1) <= width
    }
    return fitting ?? (items.map { _ in "" }, " ")
  }
}

extension KeyLine {
  static let photos = KeyLine(
    deciding + [
      Item(key: "Space", word: "zoom"), Item(key: "U", word: "undo"),
      Item(key: "Q", word: "queue"), Item(key: "G", word: "groups"), Item(key: "?", word: "help"),
    ])

  static let zoomed = KeyLine([
    Item(key: "←→↑↓", word: "move", short: "move"), Item(key: "Space", word: "closer"),
    Item(key: "−", word: "farther"), Item(key: "Esc", word: "whole photo", short: "whole"),
    Item(key: "?", word: "help"),
  ])

  static let queue = KeyLine([
    Item(key: "↑↓", word: "choose"), Item(key: "X", word: "take out", short: "out", ink: .green),
    Item(key: "→", word: "keep", short: "keep", ink: .green),
    Item(key: "C", word: "commit", short: "commit", ink: .red), Item(key: "U", word: "undo"),
    Item(key: "Esc", word: "back"),
  ])

  static let groups = KeyLine(
    deciding + [
      Item(key: "Tab", word: "next"), Item(key: "N", word: "group"),
      Item(key: "A", word: "keep best", short: "best", ink: .green),
      Item(key: "U", word: "undo"), Item(key: "Esc", word: "back"),
    ])

  private static let deciding = [
    Item(key: "←", word: "delete", short: "del", ink: .red),
    Item(key: "→", word: "keep", short: "keep", ink: .green),
    Item(key: "↑↓", word: "text", short: "text", ink: .cyan),
  ]
}
