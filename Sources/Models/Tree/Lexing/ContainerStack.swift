/// The containers that are open at a place, outermost first: a bit each, for there may be many millions.
public struct ContainerStack: Sendable, Equatable {
  public enum Container: Sendable {
    case object, array
  }

  /// A bit for each, from the lowest of the first word; 1 is an object.
  public private(set) var words: [UInt64] = []
  public private(set) var depth = 0

  public init() {}

  /// - Parameters:
  ///   - words: a bit for each container, from the lowest of the first word; 1 is an object.
  ///   - depth: how many containers there are.
  public init(words: some Sequence<UInt64>, depth: Int) {
    self.words = Array(words.prefix((depth + 63) / 64))
    self.depth = depth
  }

  /// The innermost container; `nil` outside of all.
  @inline(__always)
  public var innermost: Container? {
    guard depth > 0 else { return nil }
    let index = depth &- 1
    return words[index >> 6] >> UInt64(index & 63) & 1 == 1 ? .object : .array
  }

  @inline(__always)
  public mutating func push(_ container: Container) {
    let index = depth
    if index >> 6 == words.count { words.append(0) }
    let bit: UInt64 = 1 << UInt64(index & 63)
    if container == .object {
      words[index >> 6] |= bit
    } else {
      words[index >> 6] &= ~bit
    }
    depth += 1
  }

  /// Leaves the innermost container; there is one.
  @inline(__always)
  public mutating func pop() {
    depth -= 1
  }
}
