import ConverterCore

/// A sample of a text, cut into rows and cells as a dialect says.
///
/// It reads as the reader does (see ``Marks``): a quote opens only where a cell begins. Besides, it counts what
/// distinguishes a good dialect from a bad one.
struct SampleRows {
  struct CellPlace {
    private let place: UInt32
    private let endAndQuote: UInt32

    init(start: Int, end: Int, isQuoted: Bool) {
      place = UInt32(truncatingIfNeeded: start)
      endAndQuote = UInt32(truncatingIfNeeded: end) << 1 | (isQuoted ? 1 : 0)
    }

    /// Where the cell stands, its quotes included.
    var start: Int { Int(place) }
    var end: Int { Int(endAndQuote >> 1) }
    var isQuoted: Bool { endAndQuote & 1 == 1 }
  }

  /// How quotes are used.
  struct QuoteUse {
    /// Cells that begin with a quote.
    var opened = 0
    /// Of those, cells whose closing quote is followed by something else than a delimiter or line end.
    var malformed = 0
    /// Of those, cells with a delimiter or line end between the quotes.
    var needed = 0
    /// Of those, cells with an escaped or doubled quote in them.
    var inner = 0
    /// Cells with blanks before what looks like a quote that opens.
    var spaced = 0
    /// Whether the text ends in a cell whose quote is never closed.
    var isOpenAtEnd = false
  }

  let text: [UInt8]
  let marks: Marks
  /// Where rows are no longer looked for, if there are some; what is behind it ends the last of them.
  private let limit: Int
  private let distant: DistantQuotes?
  private(set) var cells: [CellPlace] = []
  /// For each row the number of cells up to its end.
  private(set) var rowEnds: [Int] = []
  /// Where each row begins.
  private(set) var rowStarts: [Int] = []
  /// Where the last row ends, its line end included.
  private(set) var end: Int
  private(set) var quotes = QuoteUse()

  var count: Int { rowEnds.count }

  /// - Parameters:
  ///   - isWhole: whether the text ends with the sample; otherwise a row that it cuts is left out.
  ///   - limit: where no row need begin any more.
  ///   - distant: finds where cells end that go on behind that.
  init(
    _ text: [UInt8], from start: Int, marks: Marks, isWhole: Bool,
    mostRows: Int = .max, upTo limit: Int = .max, _ distant: DistantQuotes? = nil
  ) {
    self.text = text
    self.marks = marks
    self.limit = min(limit, text.count)
    self.distant = distant
    end = start
    read(from: start, isWhole: isWhole, mostRows: mostRows)
  }

  func row(_ index: Int) -> ArraySlice<CellPlace> {
    cells[(index == 0 ? 0 : rowEnds[index - 1])..<rowEnds[index]]
  }

  func width(_ index: Int) -> Int { rowEnds[index] - (index == 0 ? 0 : rowEnds[index - 1]) }

  /// Where a row ends and the next one begins.
  func rowEnd(_ index: Int) -> Int { index + 1 < count ? rowStarts[index + 1] : end }

  func type(_ cell: CellPlace) -> CellType { CellType(content(cell)) }

  /// The text of a cell without the quotes around it.
  @_lifetime(borrow self)
  func content(_ cell: CellPlace) -> Span<UInt8> {
    let text = text.span
    guard cell.isQuoted, cell.end > cell.start + 1 else { return text[cell.start..<cell.end] }
    var start = cell.start
    while start < cell.end, text[start] != marks.quote { start += 1 }
    let isClosed = cell.end > start + 1 && text[cell.end - 1] == marks.quote
    return text[min(start + 1, cell.end)..<(isClosed ? cell.end - 1 : cell.end)]
  }

  /// Rows that are looked for behind the limit, if long ones take all the room before it.
  private static let fewRows = 16
  /// Behind the limit a cell is read as before it for so long, and then only to its end.
  private static let nearBytes = 1 << 12

  private mutating func read(from start: Int, isWhole: Bool, mostRows: Int) {
    var at = start
    while at < limit || at < text.count && count < Self.fewRows, count < mostRows {
      let before = cells.count
      let next = readRow(at, isWhole: isWhole)
      guard let next else {
        cells.removeSubrange(before...)
        return
      }
      rowStarts.append(at)
      rowEnds.append(cells.count)
      at = next
      end = next
    }
  }

  /// - Returns: where the next row begins; `nil` where the sample cuts this one.
  private mutating func readRow(_ start: Int, isWhole: Bool) -> Int? {
    var at = start
    while true {
      let cellStart = at
      var isQuoted = false
      if let quote = openingQuote(at) {
        if let close = closingQuote(quote, isWhole: isWhole) {
          isQuoted = true
          at = close
        } else if !isWhole {
          return nil
        }
      }
      skipPlain(&at)
      cells.append(CellPlace(start: cellStart, end: at, isQuoted: isQuoted))
      guard at < text.count else { return isWhole ? at : nil }
      if text[at] == 0x0A { return at + 1 }
      if text[at] == 0x0D {
        if at + 1 == text.count { return isWhole ? at + 1 : nil }
        return at + (text[at + 1] == 0x0A ? 2 : 1)
      }
      at += 1
    }
  }

  private mutating func openingQuote(_ start: Int) -> Int? {
    guard let quote = marks.quote, start < text.count else { return nil }
    if text[start] == quote { return start }
    guard text[start] == 0x20 else { return nil }
    var at = start
    while at < text.count, text[at] == 0x20, text[at] != marks.delimiter { at += 1 }
    guard at < text.count, text[at] == quote else { return nil }
    quotes.spaced += 1
    return marks.skipsSpacesBeforeQuotes ? at : nil
  }

  /// Behind the quote that closes a cell; `nil` if there is none.
  private mutating func closingQuote(_ opening: Int, isWhole: Bool) -> Int? {
    var at = opening + 1
    var isNeeded = false
    var hasInner = false
    let near = distant == nil ? text.count : max(limit, opening) + Self.nearBytes
    while at < text.count {
      if at >= near {
        guard let close = distant?.close(from: at, marks) else { break }
        at = close
        isNeeded = true
      }
      let byte = text[at]
      if byte == marks.escape, at + 1 < text.count, marks.canBeEscaped(text[at + 1]) {
        if text[at + 1] == marks.quote { hasInner = true }
        at += 2
        continue
      }
      guard byte == marks.quote else {
        if byte == marks.delimiter || byte == 0x0A || byte == 0x0D { isNeeded = true }
        at += 1
        continue
      }
      if marks.doublesQuotes, at + 1 < text.count, text[at + 1] == byte {
        hasInner = true
        at += 2
        continue
      }
      at += 1
      quotes.opened += 1
      if isNeeded { quotes.needed += 1 }
      if hasInner { quotes.inner += 1 }
      if !isCellEnd(at) { quotes.malformed += 1 }
      return at
    }
    quotes.isOpenAtEnd = true
    // A sample may cut a cell; whether one of many kilobytes ends further on is looked up before it is judged.
    if isWhole || text.count - opening > 1 << 14 {
      quotes.opened += 1
      quotes.malformed += 1
    }
    return nil
  }

  /// Whether a cell may end here, blanks aside.
  private func isCellEnd(_ place: Int) -> Bool {
    var at = place
    while at < text.count, text[at] == 0x20, marks.delimiter != 0x20 { at += 1 }
    guard at < text.count else { return true }
    return text[at] == marks.delimiter || text[at] == 0x0A || text[at] == 0x0D
  }

  private func skipPlain(_ at: inout Int) {
    let (text, delimiter) = (text.span, marks.delimiter)
    guard let escape = marks.escape else {
      while at < text.count {
        let byte = text[at]
        if byte == delimiter || byte == 0x0A || byte == 0x0D { return }
        at &+= 1
      }
      return
    }
    while at < text.count {
      let byte = text[at]
      if byte == escape, at + 1 < text.count, marks.canBeEscaped(text[at + 1]) {
        at += 2
        continue
      }
      if byte == delimiter || byte == 0x0A || byte == 0x0D { return }
      at += 1
    }
  }
}

extension SampleRows {
  /// The text of a cell as the reader gives it.
  func value(_ cell: CellPlace) -> [UInt8] {
    var value: [UInt8] = []
    var at = cell.start
    if cell.isQuoted {
      while at < cell.end, text[at] != marks.quote { at += 1 }
      at += 1
      while at < cell.end {
        if text[at] == marks.quote {
          guard marks.doublesQuotes, at + 1 < cell.end, text[at + 1] == marks.quote else {
            at += 1
            break
          }
          at += 1
        } else {
          skipEscape(&at, cell.end)
        }
        value.append(text[at])
        at += 1
      }
    }
    while at < cell.end {
      skipEscape(&at, cell.end)
      value.append(text[at])
      at += 1
    }
    return value
  }

  private func skipEscape(_ at: inout Int, _ end: Int) {
    if text[at] == marks.escape, at + 1 < end, marks.canBeEscaped(text[at + 1]) { at += 1 }
  }

  /// How many line ends a part of the text has.
  ///
  /// - Parameter endsLine: whether a last line without an end counts, too.
  func lineEnds(_ range: Range<Int>, endsLine: Bool = false) -> Int {
    var count = 0
    if endsLine, let last = range.last, text[last] != 0x0A, text[last] != 0x0D { count = 1 }
    for at in range {
      if text[at] == 0x0A || text[at] == 0x0D && (at + 1 == text.count || text[at + 1] != 0x0A) {
        count += 1
      }
    }
    return count
  }
}
