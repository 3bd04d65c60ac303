public import ConverterCore
public import SystemPackage

/// The requests of a stream or a file, one at a time.
public struct RequestLines: Sendable {
  public enum Next: Sendable {
    case line(RequestLine)
    /// Of a stream: requests with this `id` are no longer wanted.
    case cancel(JSONValue)
    /// Of a stream: about a file that is kept open.
    case view(ViewOrder)
    /// The stream has nothing at the moment.
    case wouldBlock
    case end
  }

  private var reader: LineReader
  /// What a stream that has nothing waits for.
  private var descriptor = FileDescriptor.standardInput
  /// Whether it is a stream, whose lines may say more than those of a file.
  private let isStream: Bool
  private let vocabulary: RequestVocabulary
  /// Sets what a line may leave unsaid.
  private let defaults: @Sendable (inout Request) -> Void
  /// Sees each line of a stream first.
  private var prepare: Preparation = { line in line }

  /// Changes a line before it is understood; `nil` for one that has been dealt with.
  ///
  /// It throws why there is to be no such request.
  package typealias Preparation =
    @Sendable (JSONValue) throws(ConversionError) -> JSONValue?

  /// Reads a stream, which stays the caller's.
  ///
  /// - Parameter defaults: sets what a line may leave unsaid.
  public init(
    _ descriptor: FileDescriptor, vocabulary: RequestVocabulary,
    defaults: @escaping @Sendable (inout Request) -> Void = { _ in }
  ) {
    self.defaults = defaults
    reader = LineReader(descriptor)
    isStream = true
    self.descriptor = descriptor
    self.vocabulary = vocabulary
  }

  /// Reads a stream, which stays the caller's, with lines that mean something else to the caller.
  package init(
    _ descriptor: FileDescriptor, vocabulary: RequestVocabulary,
    defaults: @escaping @Sendable (inout Request) -> Void,
    preparing prepare: @escaping Preparation
  ) {
    self.init(descriptor, vocabulary: vocabulary, defaults: defaults)
    self.prepare = prepare
  }

  /// Reads a file from its beginning; copies go on independently.
  ///
  /// - Parameter defaults: sets what a line may leave unsaid.
  public init(
    _ file: InputFile, vocabulary: RequestVocabulary,
    defaults: @escaping @Sendable (inout Request) -> Void = { _ in }
  ) {
    self.defaults = defaults
    reader = LineReader(file)
    isStream = false
    self.vocabulary = vocabulary
  }

  /// - Throws: `readFailed`, after which there is only the end.
  public mutating func nextLine() throws(ConversionError) -> Next {
    while true {
      switch try reader.next() {
      case .line(let bytes, let number):
        if let next = understood(bytes, number) { return next }
      case .tooLong(let number):
        return .line(RequestLine(tooLong: number, limit: reader.limit))
      case .wouldBlock: return .wouldBlock
      case .end: return .end
      }
    }
  }

  /// - Returns: `nil` for a line that has been dealt with.
  private func understood(_ line: [UInt8], _ number: Int) -> Next? {
    do throws(ConversionError) {
      let read = try JSONValue(parsing: line)
      let json: JSONValue
      do throws(ConversionError) {
        guard let prepared = try prepare(read) else { return nil }
        json = prepared
      } catch {
        return .line(RequestLine(number, error, id: read["id"]))
      }
      if isStream, let id = try RequestControls.cancellation(json) { return .cancel(id) }
      if isStream, let order = ViewOrder(json, vocabulary: vocabulary, defaults: defaults) {
        return .view(order)
      }
      return .line(
        RequestLine(
          json, number: number, isStream: isStream, vocabulary: vocabulary, defaults: defaults))
    } catch {
      return .line(RequestLine(number, error))
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

extension RequestLines: JobSource {
  public mutating func next() throws(ConversionError) -> NextJob {
    switch try nextLine() {
    case .line(let line): .job(Job(line))
    case .cancel(let id): .cancel(id)
    case .view(let order): .view(order)
    case .wouldBlock: .wait(descriptor)
    case .end: .end
    }
  }
}

extension Manifest: JobSource {
  public mutating func next() throws(ConversionError) -> NextJob {
    try nextLine().map { .job(Job($0)) } ?? .end
  }
}

extension Job {
  fileprivate init(_ line: RequestLine) {
    self.init(id: line.id, line.request, input: line.input)
    priority = line.controls.priority
    reportsProgress = line.controls.reportsProgress
    isDryRun = line.controls.isDryRun
  }
}
