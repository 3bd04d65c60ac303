/// A place in an input that moves from its front to its back, with what follows in memory.
///
/// For formats in which the length of each piece is known only when the cursor reaches it.
public struct InputCursor {
  public let input: InputFile
  /// Where the next byte is.
  public private(set) var offset: Int
  private var window: [UInt8] = []
  private var windowStart = 0
  /// What is read next: little at first, as most headers are short.
  private var windowSize = 1 << 12

  private static let largestWindow = 1 << 16

  public init(_ input: InputFile, at offset: Int = 0) {
    self.input = input
    self.offset = offset
  }

  /// Bytes that are left.
  public var remaining: Int { max(0, input.byteCount - offset) }

  /// The next byte; `nil` at the end.
  ///
  /// - Throws: `readFailed`.
  public mutating func byte() throws(ConversionError) -> UInt8? {
    guard let byte = try peek() else { return nil }
    offset += 1
    return byte
  }

  /// The next byte without going over it; `nil` at the end.
  public mutating func peek() throws(ConversionError) -> UInt8? {
    if offset - windowStart >= window.count || offset < windowStart {
      window = try input.read(at: offset, count: windowSize)
      windowSize = min(4 * windowSize, Self.largestWindow)
      windowStart = offset
      if window.isEmpty { return nil }
    }
    return window[offset - windowStart]
  }

  /// The next `count` bytes, which the caller knows to be bounded; `nil` where there are fewer.
  public mutating func bytes(_ count: Int) throws(ConversionError) -> [UInt8]? {
    guard count >= 0, count <= remaining else { return nil }
    let start = offset - windowStart
    if start >= 0, start + count <= window.count {
      offset += count
      return Array(window[start..<start + count])
    }
    let bytes = try input.read(at: offset, count: count)
    guard bytes.count == count else { return nil }
    offset += count
    return bytes
  }

  /// Goes over `count` bytes; `false`, and no step, where there are fewer.
  public mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, count <= remaining else { return false }
    offset += count
    return true
  }
}
