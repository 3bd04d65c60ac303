import ConverterCore
import TreeModel

/// A whole tree in memory: a table of TOML has its values first and then the tables in it, whatever their order.
struct TOMLRecord {
  private let batch: TokenBatch
  /// For each token where the value ends that begins with it.
  private let ends: [Int]

  /// What a token takes besides its text.
  private static let tokenBytes = 24

  /// - Throws: `limitExceeded`, `damagedInput`, `unsupportedContent` where there is not exactly one value.
  init(_ source: any TokenSource, in context: ConversionContext) throws(ConversionError) {
    let whole = TokenBatch()
    var ends: [Int] = []
    var open: [Int] = []
    var values = 0
    let piece = TokenBatch()
    while try source.next(piece) {
      try context.checkpoint()
      for token in piece.tokens {
        let place = whole.tokens.count
        whole.append(token.kind, piece.text(of: token))
        ends.append(place + 1)
        switch token.kind {
        case .beginObject, .beginArray: open.append(place)
        case .endObject, .endArray: if let begin = open.popLast() { ends[begin] = place + 1 }
        default: break
        }
        if open.isEmpty { values += 1 }
      }
      let needed = whole.bytes.count + whole.tokens.count * Self.tokenBytes
      try context.limits.check(.memory, needed, for: "writing TOML")
      guard whole.bytes.count <= Int(UInt32.max) else {
        throw ConversionError.exceeding(
          .init(fixed: "value", needed: whole.bytes.count, allowed: Int(UInt32.max)),
          "more than 4 GB are too large to be written as TOML")
      }
    }
    try Self.check(root: whole.tokens.first?.kind)
    guard values == 1 else { throw Self.refusal("these are \(values.grouped) values") }
    batch = whole
    self.ends = ends
  }

  /// - Parameter kind: of the first token; `nil` without any.
  /// - Throws: `unsupportedContent` where it begins no table.
  static func check(root kind: Token.Kind?) throws(ConversionError) {
    switch kind {
    case .beginObject: return
    case .beginArray: throw refusal("this is a list")
    case nil: throw refusal("this is nothing")
    default: throw refusal("this is a single value")
    }
  }

  private static func refusal(_ what: String) -> ConversionError {
    ConversionError(
      .unsupportedContent,
      "a TOML file is one table of keys and values, and \(what); JSON and YAML hold that")
  }

  func kind(_ place: Int) -> Token.Kind { batch.tokens[place].kind }

  /// The lexical form of a token, valid as long as the record.
  @_lifetime(borrow self)
  func text(_ place: Int) -> Span<UInt8> { batch.text(of: batch.tokens[place]) }

  func end(of place: Int) -> Int { ends[place] }

  /// The members of an object, each by the place of its key; of those with one key the last.
  ///
  /// - Returns: also how many were passed over for a later one.
  func members(of object: Int) -> (keys: [Int], repeated: Int) {
    var keys: [Int] = []
    var positions: [[UInt8]: Int] = [:]
    var repeated = 0
    let text = ByteBuffer(capacity: 64)
    var place = object + 1
    while kind(place) == .key {
      text.removeAll()
      TreeText.decode(self.text(place), into: text)
      if let position = positions.updateValue(keys.count, forKey: text.array) {
        keys[position] = -1
        repeated += 1
      }
      keys.append(place)
      place = ends[place + 1]
    }
    return (keys.filter { $0 >= 0 }, repeated)
  }

  /// The elements of an array, if there are some and all are objects.
  func tables(of array: Int) -> [Int]? {
    guard kind(array) == .beginArray, kind(array + 1) == .beginObject else { return nil }
    var tables: [Int] = []
    var place = array + 1
    while kind(place) == .beginObject {
      tables.append(place)
      place = ends[place]
    }
    return kind(place) == .endArray ? tables : nil
  }
}
