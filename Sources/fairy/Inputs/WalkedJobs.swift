import ConverterCore
import Runner
import SystemPackage

/// The files that a command line names, as jobs.
struct WalkedJobs: JobSource {
  var inputs: InputSequence
  let naming: OutputNaming
  /// The request without its input and output.
  let template: Request

  /// - Throws: as ``InputSequence/next(unlisted:)`` does. Folders that cannot be listed were reported
  ///   when the inputs were counted.
  mutating func next() throws(ConversionError) -> NextJob {
    guard let found = try inputs.next(unlisted: { _ in }) else { return .end }
    return .job(Job(.success(request(for: found))))
  }

  func request(for found: FoundInput) -> Request {
    var request = template
    request.input = found.input
    request.output = naming.destination(of: found, target: template.target)
    request.skipsUnsuitable = found.isFromFolder
    return request
  }
}
