internal import ConverterCore
internal import TableModel

/// A table in a file: its header, and where its rows stand.
struct PipeTable: Sendable {
  /// The heading that it stands below.
  var title: String?
  var header: [[UInt8]]
  /// The lines behind the one of dashes.
  var body: Range<Int>
  var rows = 0
  /// Rows with more or fewer cells than the header, and the line of the first in the file, from 1.
  var ragged = 0
  var firstRaggedLine = 0
}

/// Finds the tables of a file, line by line.
struct PipeTableFinder {
  private(set) var tables: [PipeTable] = []
  /// All but the headings that are titles of tables.
  private(set) var textBeside = TextBesideTables()
  private var title: String?
  /// The heading's line, until a table takes it for its title.
  private var titleLine: [UInt8] = []
  /// The line before, where it can be a header.
  private var candidate: [UInt8]?
  private var fence: (mark: UInt8, count: Int)?
  private var isInTable = false
  private var line = 0
  private let most: Int

  /// - Parameter most: tables that are kept.
  init(most: Int) {
    self.most = most
  }

  static func tables(
    in input: InputFile, _ context: ConversionContext
  ) throws(ConversionError) -> (tables: [PipeTable], textBeside: TextBesideTables) {
    var finder = PipeTableFinder(most: context.limits.entries)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = try input.read(at: 0, count: 3) == mark ? 3 : 0
    let lines = MarkdownLines(input, start..<input.byteCount, limits: context.limits)
    let buffer = ByteBuffer()
    while true {
      let position = lines.position
      guard try lines.next(buffer) else { break }
      try context.checkpoint()
      buffer.span.forEachLine { line, start in
        finder.add(
          line, from: position + start, to: min(position + start + line.count, input.byteCount))
      }
      try context.limits.check(.entries, finder.tables.count, for: "the file's list of tables")
    }
    return (finder.tables, finder.textBeside)
  }

  private mutating func add(_ text: Span<UInt8>, from start: Int, to end: Int) {
    line += 1
    textBeside.add(outside: text)
    let kind = MarkdownLine(text)
    if let open = fence {
      if case .fence(open.mark, let count, isBare: true) = kind, count >= open.count { fence = nil }
      return
    }
    if isInTable {
      if extendTable(with: text, kind, to: end) { return }
      isInTable = false
    }
    let before = candidate
    candidate = nil
    switch kind {
    case .blank, .indented: break
    case .block:
      beginTable(below: before, text, at: end)
    case .fence(let mark, let count, _): fence = (mark, count)
    case .heading(let words): setTitle(words, line: text.array)
    case .underline:
      if let before { setTitle(Array(before.prefix(4096)), line: before + text.array) }
    case .text:
      if !beginTable(below: before, text, at: end) {
        // Most lines are no header, so none is split before the next shows it.
        candidate = text.array
      }
    }
  }

  private mutating func setTitle(_ words: [UInt8], line: [UInt8]) {
    title = String(decoding: words, as: UTF8.self)
    titleLine = line
  }

  /// - Returns: whether the line is the one of dashes below a header.
  @discardableResult
  private mutating func beginTable(
    below header: [UInt8]?, _ text: Span<UInt8>, at end: Int
  ) -> Bool {
    guard let header, tables.count <= most, let count = PipeRow.delimiterCount(of: text),
      PipeRow.cellCount(of: header.span) == count
    else { return false }
    let cells = PipeRow.texts(of: header.span)
    for part in [titleLine, header] { textBeside.move(inside: part.span) }
    titleLine = []
    textBeside.move(inside: text)
    tables.append(PipeTable(title: title, header: cells, body: end..<end))
    isInTable = true
    return true
  }

  private mutating func extendTable(
    with text: Span<UInt8>, _ kind: MarkdownLine, to end: Int
  ) -> Bool {
    guard case .text = kind, var table = tables.popLast() else { return false }
    textBeside.move(inside: text)
    if table.rows == 0 { table.body = end - text.count..<end }
    table.body = table.body.lowerBound..<end
    table.rows += 1
    if PipeRow.cellCount(of: text) != table.header.count {
      if table.ragged == 0 { table.firstRaggedLine = line }
      table.ragged += 1
    }
    tables.append(table)
    return true
  }
}
