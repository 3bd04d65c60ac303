import ConverterCore
import PictureModel
import Runner
import SystemPackage

/// The files that a command line names, as jobs.
struct WalkedJobs: JobSource {
  var inputs: InputSequence
  let naming: OutputNaming
  /// The request without its input and output.
  var template: Request
  /// Inputs that are named more than once, absolute; each is done once.
  private var repeated: Set<FilePath> = []
  private var given: Set<FilePath> = []

  init(inputs: InputSequence, naming: OutputNaming, template: Request) {
    self.inputs = inputs
    self.naming = naming
    self.template = template
  }

  /// - Throws: as ``InputSequence/next(unlisted:)`` does. Folders that cannot be listed were reported
  ///   when the inputs were counted.
  mutating func next() throws(ConversionError) -> NextJob {
    while let found = try inputs.next(unlisted: { _ in }) {
      if let path = found.input.path?.absolute, repeated.contains(path),
        !given.insert(path).inserted
      {
        continue
      }
      if let failure = found.failure { return .job(Job(.failure(failure), input: found.input)) }
      return .job(Job(.success(request(for: found))))
    }
    return .end
  }

  mutating func giveOnce(_ path: FilePath) { repeated.insert(path) }

  /// The output that an input lays claim to. A file of a walk that would be written over itself does not:
  /// it is the target already, or in its own way.
  func claim(of found: FoundInput) -> FilePath? {
    guard let output = naming.destination(of: found, for: template).path else {
      return nil
    }
    return found.isFromFolder && found.input.path?.absolute == output.absolute ? nil : output
  }

  func request(for found: FoundInput) -> Request {
    var request = template
    request.input = found.input
    request.output = naming.destination(of: found, for: template)
    request.skipsUnsuitable = found.isFromFolder
    // A page that is chosen is called by its number, but where its file has a name.
    if request.purpose == .convert, request.options.pages != nil {
      request.namesEachPart = naming.namesEachPart
    }
    return request
  }
}
