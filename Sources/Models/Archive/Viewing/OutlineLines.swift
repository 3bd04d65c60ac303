internal import ConverterCore

/// The entries of an archive for people: a tree, with what is known of each before its name.
struct OutlineLines {
  private let outline: Outline
  private let columns: OutlineColumns
  private let lines: LineBuffer
  private let usesColour: Bool
  private var zone = LocalZone()
  /// The lines of the tree that go on past the next row, as they stand before it.
  private var indentation: [UInt8] = []

  init(_ entries: [Entry], on page: any Page) {
    columns = OutlineColumns(entries, width: page.width)
    outline = Outline(entries, depth: columns.depth)
    lines = LineBuffer(page)
    usesColour = page.usesColour
  }

  var tally: ArchiveTally { outline.tally }

  /// Shows the tree, and below it `summary`.
  mutating func show(summary: [OutlineSummary.Line]) throws(ConversionError) {
    if outline.firstRow >= 0 {
      colour("2") { columns.addHeading(to: lines) }
      guard try lines.endLine() else { return }
      guard try showRows() else { return }
      guard try lines.endLine() else { return }
    }
    for line in summary {
      switch line {
      case .plain(let text): lines.add(text: text)
      case .warning(let text): colour("33") { lines.add(text: text) }
      }
      guard try lines.endLine() else { return }
    }
    try lines.flush()
  }

  private mutating func showRows() throws(ConversionError) -> Bool {
    // The rows that are shown again when all below them has been, to go on with the next beside them.
    var index = outline.firstRow
    var depth = 0
    while index >= 0 {
      let row = outline.rows[Int(index)]
      guard try show(row, Int(index)) else { return false }
      if row.firstChild >= 0 {
        indent(isLast: row.next < 0)
        depth += 1
        index = row.firstChild
        continue
      }
      var next = row.next
      var parent = row.parent
      while next < 0, parent >= 0 {
        outdent()
        next = outline.rows[Int(parent)].next
        parent = outline.rows[Int(parent)].parent
      }
      index = next
    }
    return true
  }

  // "│   " has six bytes, four blanks have four: both are kept in six so that one can be taken off.
  private mutating func indent(isLast: Bool) {
    indentation += isLast ? [0x20, 0x20, 0x20, 0x20, 0, 0] : Array("│   ".utf8)
  }

  private mutating func outdent() {
    indentation.removeLast(6)
  }

  private mutating func show(_ row: Outline.Row, _ index: Int) throws(ConversionError) -> Bool {
    let entry = row.entry >= 0 ? outline.entries[Int(row.entry)] : nil
    let hasSize = entry == nil || entry?.kind == .file || entry?.kind == .folder
    columns.add(
      entry, bytes: hasSize ? outline.bytes[index] : -1,
      compressed: hasSize ? outline.compressedBytes[index] : -1, zone: &zone, to: lines)
    colour("2") {
      addIndentation()
      lines.add(row.next < 0 ? "└── " : "├── ")
    }
    let room = columns.room.map { max(4, $0 - indentation.count / 6 * 4 - 4) }
    if outline.isFolder(row) {
      colour("1") {
        lines.add(name: outline.name(of: row), width: room.map { $0 - 1 })
        lines.add("/")
      }
    } else if let target = entry?.linkTarget {
      let name = LineBuffer.printable(outline.name(of: row))
      let text = "\(name) → \(LineBuffer.printable(target[...]))"
      lines.add(text: room.map { TextWidth.shortened(text, to: $0) } ?? text)
    } else {
      lines.add(name: outline.name(of: row), width: room)
    }
    guard let entry, entry.isUnsafe, let danger = entry.danger else { return try lines.endLine() }
    guard try lines.endLine() else { return false }
    lines.add(blanks: columns.used)
    colour("2") { addIndentation() }
    let text = "! " + danger.printable
    colour("33") {
      lines.add(text: room.map { TextWidth.shortened(text, to: $0) } ?? text)
    }
    return try lines.endLine()
  }

  private func addIndentation() {
    for byte in indentation where byte != 0 { lines.bytes.append(byte) }
  }

  /// What `body` adds, in a colour or weight of ECMA-48.
  private func colour(_ code: StaticString, _ body: () -> Void) {
    guard usesColour else { return body() }
    lines.add("\u{1B}[")
    lines.add(code)
    lines.add("m")
    body()
    lines.add("\u{1B}[0m")
  }
}
