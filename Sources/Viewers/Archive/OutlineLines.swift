import ArchiveModel
internal import ConverterCore

/// The entries of an archive for people: a tree, with what is known of each before its name.
struct OutlineLines {
  private let outline: Outline
  private let columns: OutlineColumns
  private var lines: LineBuffer
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
      begin("2")
      columns.addHeading(to: &lines)
      end()
      guard try lines.endLine() else { return }
      guard try showRows() else { return }
      guard try lines.endLine() else { return }
    }
    for line in summary {
      switch line {
      case .plain(let text): lines.add(text: text)
      case .warning(let text):
        begin("33")
        lines.add(text: text)
        end()
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

  // The line has six bytes, four blanks have four: both take six, so that one can be taken off again.
  private mutating func indent(isLast: Bool) {
    indentation += isLast ? [0x20, 0x20, 0x20, 0x20, 0, 0] : Array("│   ".utf8)
  }

  private mutating func outdent() {
    indentation.removeLast(6)
  }

  private mutating func show(_ row: Outline.Row, _ index: Int) throws(ConversionError) -> Bool {
    let isFolder = outline.isFolder(row)
    columns.add(cells(of: row, index, isFolder: isFolder), zone: &zone, to: &lines)
    begin("2")
    addIndentation()
    lines.add(row.next < 0 ? "└── " : "├── ")
    end()
    let room = columns.room.map { max(2, $0 - indentation.count / 6 * 4 - 4) }
    if isFolder {
      begin("1")
      lines.add(name: outline.name(of: row), width: room.map { $0 - 1 })
      lines.add("/")
      end()
    } else if let target = outline.entries[Int(row.entry)].linkTarget {
      let name = LineBuffer.printable(outline.name(of: row))
      let text = "\(name) → \(LineBuffer.printable(target[...]))"
      lines.add(text: room.map { TextWidth.shortened(text, to: $0) } ?? text)
    } else {
      lines.add(name: outline.name(of: row), width: room)
    }
    guard row.isUnsafe, let danger = outline.entries[Int(row.entry)].danger else {
      return try lines.endLine()
    }
    guard try lines.endLine() else { return false }
    lines.add(blanks: columns.used)
    begin("2")
    addIndentation()
    lines.add(row.next < 0 ? "    " : "│   ")
    end()
    let text = "! " + danger.printable
    begin("33")
    lines.add(text: room.map { TextWidth.shortened(text, to: $0) } ?? text)
    end()
    return try lines.endLine()
  }

  private func cells(
    of row: Outline.Row, _ index: Int, isFolder: Bool
  ) -> OutlineColumns.Cells {
    var cells = OutlineColumns.Cells()
    let entry = Int(row.entry)
    let isFile = entry >= 0 && outline.entries[entry].kind == .file
    if isFolder || isFile {
      cells.bytes = outline.bytes[index]
      cells.compressedBytes = outline.compressedBytes[index]
    }
    guard entry >= 0 else { return cells }
    cells.modified = outline.entries[entry].modified
    cells.isEncrypted = outline.entries[entry].isEncrypted
    if isFile { cells.method = outline.entries[entry].method }
    return cells
  }

  private mutating func addIndentation() {
    for byte in indentation where byte != 0 { lines.bytes.append(byte) }
  }

  /// Begins a colour or weight of ECMA-48.
  private mutating func begin(_ code: StaticString) {
    guard usesColour else { return }
    lines.add("\u{1B}[")
    lines.add(code)
    lines.add("m")
  }

  private mutating func end() {
    if usesColour { lines.add("\u{1B}[0m") }
  }
}
