import Synchronization

/// Types declared as text, each decoded when it is asked for.
///
/// As literals of Swift, six hundred types took a fifth of the time that the core took to compile, and each start of
/// fairy built them all, of which it needs some twenty.
///
/// ``Registry/add(types:)`` says how the text is written.
struct ContentTypeTable: Sendable {
  /// The columns of a line.
  enum Column: UInt8, CaseIterable {
    case identifier, name, extensions, mediaTypes, shortNames, fileNames, folder

    /// Whether types are found by the words of it.
    var isSearched: Bool { self != .name && self != .folder }
  }

  fileprivate struct Line {
    let text: StaticString
    let supertypes: Range<Int>
    let range: Range<Int>
  }

  private var scan = Scan()
  private var decoded = DecodedTypes()

  init() {}

  init(_ texts: [StaticString]) {
    scan.reserve(types: 512)
    for text in texts { scan.add(text) }
  }

  /// Adds types behind the others.
  ///
  /// - Returns: the first of them that the table has already.
  mutating func add(_ text: StaticString) -> ContentType.ID? {
    let first = scan.repeated.count
    scan.add(text)
    decoded = DecodedTypes()
    for position in scan.repeated[first...] {
      let id = self[position].id
      // Another word may have the same hash.
      if types(.identifier, have: id.rawValue).count > 1 { return id }
    }
    return nil
  }

  var count: Int { scan.lines.count }

  subscript(position: Int) -> ContentType { decoded.type(position, of: scan.lines) }

  subscript(id: ContentType.ID) -> ContentType? {
    for position in scan.words.positions(of: WordHash(id.rawValue), in: .identifier) {
      let type = self[position]
      if type.id == id { return type }
    }
    return nil
  }

  /// The types whose column has the word, in the order of their declaration.
  func types(_ column: Column, have word: String) -> [ContentType] {
    scan.words.positions(of: WordHash(word), in: column).map { self[$0] }
      .filter { $0.words(column).contains(word) }
  }
}

/// What was decoded of a table.
private final class DecodedTypes: Sendable {
  private let types = Mutex<[ContentType?]>([])

  func type(_ position: Int, of lines: [ContentTypeTable.Line]) -> ContentType {
    types.withLock { types in
      if types.isEmpty { types = Array(repeating: nil, count: lines.count) }
      if let type = types[position] { return type }
      let type = ContentType(lines[position])
      types[position] = type
      return type
    }
  }
}

extension ContentType {
  /// The words that it is found by.
  func words(_ column: ContentTypeTable.Column) -> [String] {
    switch column {
    case .identifier: [id.rawValue]
    case .name, .folder: []
    case .extensions: extensions
    case .mediaTypes: mediaTypes
    case .shortNames: shortNames
    case .fileNames: fileNames
    }
  }
}

/// Finds the lines of tables and the words in them, in one pass.
private struct Scan: Sendable {
  private(set) var lines: [ContentTypeTable.Line] = []
  private(set) var words = WordIndex()
  /// The positions of types whose identifier may be that of one before.
  private(set) var repeated: [Int] = []

  mutating func reserve(types: Int) {
    lines.reserveCapacity(types)
    words.reserve(types * 5)
  }

  mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { buffer in
      var cursor = ByteCursor(unsafe buffer.span)
      var supertypes = 0..<0
      while let first = cursor.peek() {
        let start = cursor.offset
        if first == UInt8(ascii: ">") {
          while let byte = cursor.next(), byte != UInt8(ascii: "\n") {}
          supertypes = start + 1..<cursor.offset
        } else {
          addWords(of: &cursor)
          lines.append(.init(text: text, supertypes: supertypes, range: start..<cursor.offset))
        }
      }
    }
  }

  private mutating func addWords(of cursor: inout ByteCursor) {
    let newline = UInt8(ascii: "\n")
    var (column, hash, isInWord) = (0 as UInt8, WordHash(), false)
    while true {
      // The last line of a table has no line feed behind it.
      let byte = cursor.next() ?? newline
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "|"), newline:
        if isInWord, let column = ContentTypeTable.Column(rawValue: column), column.isSearched {
          add(hash, in: column)
        }
        (hash, isInWord) = (WordHash(), false)
        if byte == UInt8(ascii: "|") { column += 1 }
        if byte == newline { return }
      default:
        hash.add(byte)
        isInWord = true
      }
    }
  }

  private mutating func add(_ word: WordHash, in column: ContentTypeTable.Column) {
    if column == .identifier, words.has(word, in: column) { repeated.append(lines.count) }
    words.add(word, in: column, of: lines.count)
  }
}

/// Which types have a word, by its hash: lists of words, one for each value of the hash's lowest bits.
private struct WordIndex: Sendable {
  private struct Word {
    let hash: WordHash
    let column: ContentTypeTable.Column
    let position: Int32
    /// The word of the same list that was added before; -1 for the first.
    let previous: Int32
  }

  private var words: [Word] = []
  private var last = [Int32](repeating: -1, count: 4096)

  mutating func reserve(_ count: Int) { words.reserveCapacity(count) }

  mutating func add(_ hash: WordHash, in column: ContentTypeTable.Column, of position: Int) {
    let list = hash.list(of: last.count)
    words.append(
      Word(hash: hash, column: column, position: Int32(position), previous: last[list]))
    last[list] = Int32(words.count - 1)
  }

  func has(_ hash: WordHash, in column: ContentTypeTable.Column) -> Bool {
    var next = Int(last[hash.list(of: last.count)])
    while next >= 0, words[next].hash != hash || words[next].column != column {
      next = Int(words[next].previous)
    }
    return next >= 0
  }

  /// Positions of types, in order.
  func positions(of hash: WordHash, in column: ContentTypeTable.Column) -> [Int] {
    var found: [Int] = []
    var next = Int(last[hash.list(of: last.count)])
    while next >= 0 {
      let word = words[next]
      if word.hash == hash, word.column == column { found.append(Int(word.position)) }
      next = Int(word.previous)
    }
    return found.reversed()
  }
}

/// FNV-1a.
private struct WordHash: Equatable {
  private var value: UInt32 = 0x811C_9DC5

  /// - Parameter count: a power of two.
  func list(of count: Int) -> Int { Int(value ^ value >> 16) & (count - 1) }

  init() {}

  init(_ word: String) {
    for byte in word.utf8 { add(byte) }
  }

  mutating func add(_ byte: UInt8) { value = (value ^ UInt32(byte)) &* 0x0100_0193 }
}

extension ContentType {
  fileprivate init(_ line: ContentTypeTable.Line) {
    let columns = line.string(line.range).split(separator: "|", omittingEmptySubsequences: false)
    func words(_ column: ContentTypeTable.Column) -> [String] {
      let place = Int(column.rawValue)
      guard place < columns.count else { return [] }
      return columns[place].split(whereSeparator: \.isWhitespace).map { String($0) }
    }
    self.init(
      ID(rawValue: words(.identifier)[0]), words(.name).joined(separator: " "),
      conformsTo: line.string(line.supertypes).split(whereSeparator: \.isWhitespace)
        .map { ID(rawValue: String($0)) },
      extensions: words(.extensions), mediaTypes: words(.mediaTypes),
      shortNames: words(.shortNames), fileNames: words(.fileNames),
      folderForm: words(.folder).first.map { FolderForm($0) })
  }
}

extension ContentTypeTable.Line {
  fileprivate func string(_ range: Range<Int>) -> String {
    text.withUTF8Buffer { unsafe String(decoding: $0[range], as: UTF8.self) }
  }
}
