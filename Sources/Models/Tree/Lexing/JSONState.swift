/// A place between two tokens of JSON, from which a lexer can go on.
public struct JSONState: Sendable {
  /// What may come next.
  public enum Expectation: UInt8, Sendable {
    /// A value and nothing else: at the beginning, behind a colon, behind a comma of an array.
    case value
    /// A value, or the end of the array that has just begun.
    case elementOrEnd
    /// A key, or the end of the object that has just begun.
    case memberOrEnd
    /// A key, behind a comma.
    case key
    case colon
    /// A comma, or the end of the innermost container.
    case separator
    /// Outside of all containers: the end of the file, or the next value of a sequence.
    case next
  }

  /// In bytes from the start of the file.
  public var offset: Int
  public var expectation: Expectation
  public var containers: ContainerStack
  /// Whether a value has begun: a file has one at least, unless it is a sequence.
  public var hasValue: Bool

  public init(
    offset: Int = 0, expectation: Expectation = .next,
    containers: ContainerStack = ContainerStack(),
    hasValue: Bool = false
  ) {
    self.offset = offset
    self.expectation = expectation
    self.containers = containers
    self.hasValue = hasValue
  }
}
