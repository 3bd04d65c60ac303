public import ConverterCore

/// Values within values: objects, arrays, texts, numbers.
///
/// It is a stream of tokens, each in the lexical form of JSON (RFC 8259), so that a number keeps its digits and
/// a text its escapes, keys keep their order and repeat where they do, and no depth or size has to fit into
/// memory.
public struct Tree: Model {
  /// What a format of trees can hold.
  public struct Capabilities: Sendable {
    /// Whether a file holds any number of values one after the other.
    public var holdsSeveralValues: Bool

    public init(holdsSeveralValues: Bool = false) {
      self.holdsSeveralValues = holdsSeveralValues
    }
  }

  public static let name = "Tree"

  /// Whether there may be several values one after the other, as in NDJSON; otherwise there is exactly one.
  public var isSequence: Bool
  public var content: any TreeContent

  public init(isSequence: Bool, content: any TreeContent) {
    self.isSequence = isSequence
    self.content = content
  }

  public var magnitude: Magnitude { Magnitude(content.byteCount, "bytes") }
}

/// The tokens of a tree, as often as they are asked for.
public protocol TreeContent: Sendable {
  /// Bytes of the file that the values stand in.
  var byteCount: Int { get }

  /// Begins to read at the first value.
  ///
  /// - Parameter context: takes warnings, such as that keys repeat.
  func tokens(in context: ConversionContext) throws(ConversionError) -> any TokenSource
}

/// Tokens that come one batch after the other.
public protocol TokenSource: AnyObject {
  /// Fills `batch` with the next tokens; a token is never divided between two batches.
  ///
  /// What comes is well-formed: every container is closed, every member of an object has a key and a value.
  ///
  /// - Returns: `false` where there are no more; the batch is then empty.
  /// - Throws: `damagedInput` with line, column and offset; the batch then holds the tokens before, as many
  ///   as came with it.
  func next(_ batch: TokenBatch) throws(ConversionError) -> Bool
}
