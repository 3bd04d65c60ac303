public import ConverterCore
public import SystemPackage

/// One file of a run.
public struct Job: Sendable {
  /// What the result is to carry, if the request named something.
  public let id: JSONValue?
  /// What to do, or why the words of the request make no sense.
  public let request: Result<Request, ConversionError>
  /// What is known of the input even if the request makes no sense.
  public let input: Request.Input?
  /// Those of a higher priority are begun first; those of one priority in their order.
  public var priority = 0
  /// Whether its progress is reported.
  public var reportsProgress = false
  /// Whether it is only to be said what would become of the file, whatever the run does with others.
  public var isDryRun = false

  public init(
    id: JSONValue? = nil, _ request: Result<Request, ConversionError>,
    input: Request.Input? = nil
  ) {
    self.id = id
    self.request = request
    self.input = input
  }

  /// How a job ends whose request makes no sense.
  public func refusal(_ error: ConversionError) -> Outcome {
    Outcome(.failed(error), input: input ?? .file(error.file ?? ""))
  }
}

/// Provides the files of a run, one at a time.
public protocol JobSource {
  /// - Throws: what makes going on pointless; the run ends with it after the files in hand.
  mutating func next() throws(ConversionError) -> NextJob
}

public enum NextJob: Sendable {
  case job(Job)
  /// Jobs with this identifier are no longer wanted.
  case cancel(JSONValue)
  /// Opens a file that is kept open, asks about it, or closes it.
  case view(ViewOrder)
  /// There is none yet; ask again when the descriptor can be read.
  case wait(FileDescriptor)
  case end
}

/// Is told how a run goes, on the thread that runs it.
public protocol RunObserver {
  /// - Parameter index: of the job, from 0 in the order of the source.
  func started(_ index: Int, _ request: Request)
  /// - Parameter fraction: how much of the job is done, 0…1.
  func progressed(_ index: Int, _ job: Job, _ fraction: Double)
  func finished(_ index: Int, _ job: Job, _ outcome: Outcome)
  /// What a source no longer wanted was ended; each job of it is ``finished(_:_:_:)``, too.
  ///
  /// - Parameter count: how many jobs there were that had not ended.
  func cancelled(_ id: JSONValue, count: Int)
  /// An answer about a view, as a line of the results.
  func viewed(_ answer: JSONValue)
  /// Something that concerns the whole run, such as a part of the sandbox that the system lacks.
  func noted(_ text: String)
}

extension RunObserver {
  // Only streams cancel anything, and open views.
  public func cancelled(_: JSONValue, count: Int) {}
  public func viewed(_: JSONValue) {}
}
