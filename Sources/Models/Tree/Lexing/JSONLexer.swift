public import ConverterCore

/// Takes JSON text apart into tokens, strictly (RFC 8259) and without recursion.
///
/// It reads the file into the batches themselves, and its tokens are places in them: nothing is copied. So
/// memory is that of a batch, of the longest string or number, and of a bit for each open container.
/// Nothing is altered: numbers keep their digits, texts their escapes, objects the order of their keys.
public final class JSONLexer: TokenSource {
  /// How the text deviates from what everybody reads alike.
  public private(set) var oddities: JSONOddities
  public private(set) var state: JSONState

  let input: InputFile
  private let context: ConversionContext
  private let isSequence: Bool
  private let pieceSize: Int
  /// Bytes that were read, and whose token was not complete.
  private var rest: [UInt8] = []
  /// The first byte that was not read yet.
  private var unread: Int
  private var isOver = false

  /// - Parameters:
  ///   - input: the file with the text.
  ///   - isSequence: whether there may be any number of values, one after the other.
  ///   - context: its limits apply.
  ///   - state: where to go on; what is before is taken as right.
  ///   - pieceSize: how many bytes are read at once.
  public init(
    _ input: InputFile, isSequence: Bool, in context: ConversionContext,
    from state: JSONState = JSONState(), pieceSize: Int = 1 << 16
  ) {
    self.input = input
    self.context = context
    self.isSequence = isSequence
    self.state = state
    self.pieceSize = max(1, pieceSize)
    unread = state.offset
    oddities = JSONOddities()
  }

  public func next(_ batch: TokenBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    if isOver { return false }
    batch.bytes.append(rest)
    rest.removeAll(keepingCapacity: true)
    var isEnd = false
    while batch.tokens.isEmpty, !isEnd {
      try context.checkpoint()
      isEnd = try readOn(batch)
      try lex(batch, isEnd: isEnd)
      // What makes no token by now is one long token, or blanks.
      let used = state.offset - (unread - batch.bytes.count)
      if batch.tokens.isEmpty {
        batch.bytes.removeFirst(used)
      } else {
        keepRest(of: batch, from: used)
      }
    }
    if isEnd, rest.isEmpty {
      isOver = true
      try finish()
    }
    return !batch.tokens.isEmpty
  }

  /// Reads the next bytes behind those that are there.
  ///
  /// - Returns: whether the file ends with them.
  private func readOn(_ batch: TokenBatch) throws(ConversionError) -> Bool {
    // Twice as much each time, for a token of any length is then looked at only twice.
    let count = max(pieceSize, batch.bytes.count)
    try context.limits.checkToken(batch.bytes.count + count)
    let got = try batch.bytes.append(count, of: input, at: unread)
    unread += got
    return got < count || unread >= input.byteCount
  }

  private func keepRest(of batch: TokenBatch, from used: Int) {
    guard used < batch.bytes.count else { return }
    let bytes = batch.bytes
    rest.append(bytes.span.extracting(used...))
    batch.bytes.count = used
  }

  /// Makes tokens of the bytes in `batch`, as far as they are complete, and moves ``state`` behind them.
  private func lex(_ batch: TokenBatch, isEnd: Bool) throws(ConversionError) {
    let base = unread - batch.bytes.count
    // Nothing is added to the bytes before the scanner is done.
    let bytes = batch.bytes
    var scanner = JSONScanner(bytes.span, isEnd: isEnd)
    // In local variables: properties of a class are checked for exclusivity at each access, here for each token.
    var (state, oddities) = (state, JSONOddities())
    swap(&oddities, &self.oddities)
    defer { (self.state, self.oddities) = (state, oddities) }
    scanner.at = state.offset - base
    if state.offset == 0, Self.skipMark(&scanner) { oddities.hasMark = true }
    do throws(JSONSyntaxError) {
      while let kind = try step(&scanner, &state) {
        batch.tokens.append(Token(kind, start: scanner.textStart, count: scanner.textCount))
        switch kind {
        case .beginObject: oddities.keys.begin()
        case .endObject: oddities.keys.end()
        case .key:
          oddities.keys.add(
            batch.text(of: batch.tokens[batch.tokens.count - 1]), at: base + scanner.textStart)
          fallthrough
        case .string:
          if let place = scanner.halves.first {
            oddities.addHalves(scanner.halves.count, first: base + place)
          }
        default: break
        }
      }
    } catch {
      throw try error.conversionError(at: base, in: input, isSequence: isSequence)
    }
    state.offset = base + scanner.at
  }

  /// A byte order mark is no part of JSON; RFC 8259 lets a reader ignore it.
  ///
  /// - Returns: whether there is one.
  private static func skipMark(_ scanner: inout JSONScanner) -> Bool {
    guard scanner.bytes.has("\u{FEFF}") else { return false }
    scanner.at = 3
    return true
  }

  /// The next token, if it is complete; the scanner is then behind it.
  private func step(
    _ scanner: inout JSONScanner, _ state: inout JSONState
  ) throws(JSONSyntaxError) -> Token.Kind? {
    while scanner.skipBlanks() {
      let byte = scanner.byte
      switch state.expectation {
      case .next:
        if state.hasValue, !isSequence { throw JSONSyntaxError(.secondValue, at: scanner.at) }
        guard let kind = try value(&scanner, &state) else { return nil }
        state.hasValue = true
        return kind
      case .value:
        return try value(&scanner, &state)
      case .elementOrEnd:
        if byte == UInt8(ascii: "]") { return end(.endArray, &scanner, &state) }
        return try value(&scanner, &state)
      case .memberOrEnd:
        if byte == UInt8(ascii: "}") { return end(.endObject, &scanner, &state) }
        fallthrough
      case .key:
        guard byte == UInt8(ascii: "\"") else {
          throw JSONSyntaxError(
            state.expectation == .key ? .expectedKey : .expectedKeyOrEnd, at: scanner.at)
        }
        guard try scanner.string() else { return nil }
        state.expectation = .colon
        return .key
      case .colon:
        guard byte == UInt8(ascii: ":") else {
          throw JSONSyntaxError(.expectedColon, at: scanner.at)
        }
        scanner.at += 1
        state.expectation = .value
      case .separator:
        let isObject = state.containers.innermost == .object
        switch byte {
        case UInt8(ascii: ","):
          scanner.at += 1
          state.expectation = isObject ? .key : .value
        case UInt8(ascii: "}") where isObject: return end(.endObject, &scanner, &state)
        case UInt8(ascii: "]") where !isObject: return end(.endArray, &scanner, &state)
        default:
          throw JSONSyntaxError(
            isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket, at: scanner.at)
        }
      }
    }
    return nil
  }

  private func end(
    _ kind: Token.Kind, _ scanner: inout JSONScanner, _ state: inout JSONState
  ) -> Token.Kind {
    scanner.bracket()
    state.containers.pop()
    state.expectation = state.containers.depth == 0 ? .next : .separator
    return kind
  }

  private func value(
    _ scanner: inout JSONScanner, _ state: inout JSONState
  ) throws(JSONSyntaxError) -> Token.Kind? {
    let kind: Token.Kind
    switch scanner.byte {
    case UInt8(ascii: "{"):
      scanner.bracket()
      state.containers.push(.object)
      state.expectation = .memberOrEnd
      return .beginObject
    case UInt8(ascii: "["):
      scanner.bracket()
      state.containers.push(.array)
      state.expectation = .elementOrEnd
      return .beginArray
    case UInt8(ascii: "\""):
      guard try scanner.string() else { return nil }
      kind = .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard try scanner.number() else { return nil }
      kind = .number
    case UInt8(ascii: "t"):
      guard try scanner.word("true") else { return nil }
      kind = .true
    case UInt8(ascii: "f"):
      guard try scanner.word("false") else { return nil }
      kind = .false
    case UInt8(ascii: "n"):
      guard try scanner.word("null") else { return nil }
      kind = .null
    default:
      throw JSONSyntaxError(
        state.expectation == .elementOrEnd ? .expectedValueOrEnd : .expectedValue, at: scanner.at)
    }
    state.expectation = state.containers.depth == 0 ? .next : .separator
    return kind
  }

  /// Asks at the end of the file whether all is closed, and warns of what is odd.
  private func finish() throws(ConversionError) {
    let isWhole = state.expectation == .next && (state.hasValue || isSequence)
    guard isWhole else {
      let error = JSONSyntaxError(.ended(state), at: input.byteCount)
      throw try error.conversionError(at: 0, in: input, isSequence: isSequence)
    }
    try oddities.warn(about: input, in: context)
  }
}

extension Limits {
  /// - Parameter byteCount: what a token needs that is not complete yet.
  public func checkToken(_ byteCount: Int) throws(ConversionError) {
    try check(.memory, byteCount, for: "a single string or number of the file")
    // Tokens say in 32 bits where they stand.
    guard byteCount > UInt32.max else { return }
    throw ConversionError.exceeding(
      .init(fixed: "token", needed: byteCount, allowed: Int(UInt32.max)),
      "a single string or number of the file is larger than 4 GB")
  }
}
