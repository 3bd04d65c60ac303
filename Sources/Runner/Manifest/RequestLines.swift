public import ConverterCore
public import SystemPackage

/// The requests of a stream or a file, one at a time.
public struct RequestLines: Sendable {
  public enum Next: Sendable {
    case line(RequestLine)
    /// A descriptor that does not block has nothing at the moment.
    case wouldBlock
    case end
  }

  private var reader: LineReader
  private let catalog: ContentTypeCatalog

  /// Reads a stream, which stays the caller's; it may be one that does not block.
  public init(_ descriptor: FileDescriptor, catalog: ContentTypeCatalog) {
    reader = LineReader(descriptor)
    self.catalog = catalog
  }

  /// Reads a file from its beginning; copies go on independently.
  public init(_ file: InputFile, catalog: ContentTypeCatalog) {
    reader = LineReader(file)
    self.catalog = catalog
  }

  /// - Throws: `readFailed`, after which there is only the end.
  public mutating func nextLine() throws(ConversionError) -> Next {
    switch try reader.next() {
    case .line(let bytes, let number):
      .line(RequestLine(bytes, number: number, catalog: catalog))
    case .tooLong(let number): .line(RequestLine(tooLong: number, limit: reader.limit))
    case .wouldBlock: .wouldBlock
    case .end: .end
    }
  }

  /// Steps over a line without understanding it.
  ///
  /// - Returns: whether there was one.
  mutating func skipLine() throws(ConversionError) -> Bool {
    switch try reader.next() {
    case .line, .tooLong: true
    case .wouldBlock, .end: false
    }
  }
}
