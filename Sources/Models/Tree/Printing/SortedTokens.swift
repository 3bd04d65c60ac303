public import ConverterCore

/// The tokens of a source with the members of every object in the order of their keys.
///
/// Keys are compared by their characters' numbers, whatever escapes they are written with; those that are
/// alike keep their order. A value is held in memory as a whole.
public final class SortedTokens: TokenSource {
  private let source: any TokenSource
  private let limits: Limits
  private let incoming = TokenBatch()
  private var index = 0
  /// The value that is given out, and for each token of it where the value ends that begins with it.
  private let value = TokenBatch()
  private var ends: [UInt32] = []
  private var frames: [Frame] = []

  /// Members or elements that are still to be given out.
  private struct Frame {
    /// The first tokens of the members, in order, of which the next is the last; empty for an array.
    var members: [UInt32]
    /// The next token, and where the tokens end that follow it without a detour.
    var next: Int
    var end: Int
  }

  public init(_ source: any TokenSource, within limits: Limits) {
    self.source = source
    self.limits = limits
  }

  public func next(_ batch: TokenBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    if frames.isEmpty {
      guard try collect() else { return false }
      frames.append(Frame(members: [], next: 0, end: value.tokens.count))
    }
    while batch.tokens.count < 4096, batch.bytes.count < 1 << 16, !frames.isEmpty { give(batch) }
    return true
  }

  /// Takes the next whole value off the source.
  private func collect() throws(ConversionError) -> Bool {
    value.removeAll()
    ends.removeAll(keepingCapacity: true)
    var open: [UInt32] = []
    repeat {
      if index == incoming.tokens.count {
        index = 0
        guard try source.next(incoming) else { return false }
      }
      let incoming = incoming
      let token = incoming.tokens[index]
      index += 1
      let text = incoming.text(of: token)
      // Each token is itself, its end, and its place in the order of an object.
      let needed = value.bytes.count + text.count + value.tokens.count * 24
      try limits.check(.memory, needed, for: "sorting the keys of a value")
      guard value.bytes.count + text.count <= Int(UInt32.max) else {
        throw ConversionError.exceeding(
          .init(fixed: "value", needed: value.bytes.count + text.count, allowed: Int(UInt32.max)),
          "a value of more than 4 GB is too large for its keys to be sorted")
      }
      let place = UInt32(truncatingIfNeeded: value.tokens.count)
      value.append(token.kind, text)
      ends.append(place + 1)
      switch token.kind {
      case .beginObject, .beginArray: open.append(place)
      case .endObject, .endArray:
        if let begin = open.popLast() { ends[Int(begin)] = place + 1 }
      default: break
      }
      if token.kind == .key {
        open.append(place)
      } else if let key = open.last, value.tokens[Int(key)].kind == .key, isWhole(token.kind) {
        ends[Int(key)] = place + 1
        open.removeLast()
      }
    } while !open.isEmpty
    return true
  }

  private func isWhole(_ kind: Token.Kind) -> Bool { kind != .beginObject && kind != .beginArray }

  /// Gives out tokens of the innermost frame, up to the next object or its end.
  private func give(_ batch: TokenBatch) {
    let (last, value) = (frames.count - 1, value)
    while frames[last].next < frames[last].end, batch.tokens.count < 4096,
      batch.bytes.count < 1 << 16
    {
      let place = frames[last].next
      let token = value.tokens[place]
      batch.append(token.kind, value.text(of: token))
      frames[last].next += 1
      guard token.kind == .beginObject else { continue }
      // The members come in their order, then the rest of this frame from the closing brace on.
      frames[last].next = Int(ends[place]) - 1
      let members = sortedMembers(from: place + 1)
      if !members.isEmpty { frames.append(Frame(members: members, next: 0, end: 0)) }
      return
    }
    guard frames[last].next >= frames[last].end else { return }
    if let member = frames[last].members.popLast() {
      frames[last].next = Int(member)
      frames[last].end = Int(ends[Int(member)])
    } else {
      frames.removeLast()
    }
  }

  /// The keys of the object whose first key is at `place`, the first of them last.
  private func sortedMembers(from place: Int) -> [UInt32] {
    var members: [UInt32] = []
    var place = place
    while value.tokens[place].kind == .key {
      members.append(UInt32(truncatingIfNeeded: place))
      place = Int(ends[place])
    }
    guard members.count > 1 else { return members }
    let (bytes, value) = (ByteBuffer(capacity: 64), value)
    let keys = members.map { member in
      let start = bytes.count
      TreeText.decode(value.text(of: value.tokens[Int(member)]), into: bytes)
      return start..<bytes.count
    }
    // The place decides among equals: the order is then that of the file.
    let order = members.indices.sorted { one, other in
      let (left, right) = (bytes.span[keys[one]], bytes.span[keys[other]])
      let place = Self.firstDifference(left, right)
      if place < min(left.count, right.count) { return left[place] < right[place] }
      return left.count == right.count ? one < other : left.count < right.count
    }
    return order.reversed().map { members[$0] }
  }

  /// The length of the shorter one where there is none.
  private static func firstDifference(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    var place = 0
    while place < left.count, place < right.count, left[place] == right[place] { place += 1 }
    return place
  }
}
