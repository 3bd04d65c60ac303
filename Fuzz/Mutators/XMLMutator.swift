/// Changes XML or HTML by its tags and texts: what is opened stays closed, unless the lot says otherwise.
struct XMLMutator: Mutator {
  func mutate(_ bytes: [UInt8], _ lot: inout Lot) -> [UInt8]? {
    var pieces = Self.pieces(of: bytes)
    guard pieces.count > 2 else { return nil }
    for _ in 0...lot.below(3) {
      guard let index = lot.index(of: pieces) else { break }
      change(&pieces, index, &lot)
    }
    return pieces.flatMap { $0 }
  }

  private func change(_ pieces: inout [[UInt8]], _ index: Int, _ lot: inout Lot) {
    let range = Self.element(at: index, in: pieces)
    switch lot.below(10) {
    case 0: pieces.insert(contentsOf: pieces[range], at: lot.below(pieces.count + 1))
    case 1: pieces.removeSubrange(range)
    case 2: pieces.swapAt(index, lot.below(pieces.count))
    case 3: nest(&pieces, range, &lot)
    case 4, 5: pieces[index] = Self.withOtherNumber(pieces[index], &lot)
    case 6, 7: pieces[index] = Self.withOtherAttributes(pieces[index], &lot)
    default: pieces[index] = lot.changed(pieces[index])
    }
  }

  /// Puts an element into itself, a few times or many.
  private func nest(_ pieces: inout [[UInt8]], _ range: Range<Int>, _ lot: inout Lot) {
    guard range.count > 1, let first = range.first, let last = range.last else { return }
    let depth = lot.oneIn(10) ? 300 : lot.below(4) + 1
    let (start, end) = (pieces[first], pieces[last])
    pieces.insert(contentsOf: [[UInt8]](repeating: end, count: depth), at: last)
    pieces.insert(contentsOf: [[UInt8]](repeating: start, count: depth), at: first)
  }

  /// Tags with their angle brackets, and what stands between them.
  private static func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    var (pieces, piece) = ([[UInt8]](), [UInt8]())
    for byte in bytes {
      if byte == UInt8(ascii: "<"), !piece.isEmpty {
        pieces.append(piece)
        piece = []
      }
      piece.append(byte)
      if byte == UInt8(ascii: ">"), piece.first == UInt8(ascii: "<") {
        pieces.append(piece)
        piece = []
      }
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }

  /// From a start tag to its end tag; else the piece alone.
  private static func element(at index: Int, in pieces: [[UInt8]]) -> Range<Int> {
    let start = pieces[index]
    guard start.first == UInt8(ascii: "<"), start.count > 2, start[1] != UInt8(ascii: "/") else {
      return index..<index + 1
    }
    let name = start.dropFirst().prefix { !" />\t\n\r".utf8.contains($0) }
    var depth = 0
    for place in index..<pieces.count {
      let piece = pieces[place]
      if piece.starts(with: Array("</".utf8) + name) {
        depth -= 1
      } else if piece.starts(with: Array("<".utf8) + name),
        !piece.suffix(2).elementsEqual("/>".utf8)
      {
        depth += 1
      }
      if depth <= 0 { return index..<place + 1 }
    }
    return index..<index + 1
  }

  private static func withOtherNumber(_ piece: [UInt8], _ lot: inout Lot) -> [UInt8] {
    let digits = piece.indices.filter { (0x30...0x39).contains(piece[$0]) }
    guard let start = lot.one(of: digits) else { return piece }
    let end = piece[start...].firstIndex { !(0x30...0x39).contains($0) } ?? piece.count
    let sign = lot.oneIn(4) ? "-" : ""
    return piece[..<start] + Array("\(sign)\(lot.number())".utf8) + piece[end...]
  }

  /// An attribute twice, gone, or with the value of another.
  private static func withOtherAttributes(_ piece: [UInt8], _ lot: inout Lot) -> [UInt8] {
    guard piece.first == UInt8(ascii: "<") else { return lot.changed(piece) }
    var words = piece.split(separator: 0x20, omittingEmptySubsequences: false).map { Array($0) }
    guard words.count > 1 else { return lot.changed(piece) }
    let index = 1 + lot.below(words.count - 1)
    let end = words.removeLast()
    let isLast = index == words.count
    let word =
      isLast
      ? Array(end.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }) : words[index]
    switch lot.below(3) {
    case 0: words.insert(word, at: 1)
    case 1 where !isLast: words.remove(at: index)
    default:
      let value = words[lot.below(words.count)].drop { $0 != UInt8(ascii: "=") }
      words.insert(Array(word.prefix { $0 != UInt8(ascii: "=") } + value), at: 1)
    }
    return Array((words + [end]).joined(separator: [0x20]))
  }
}
