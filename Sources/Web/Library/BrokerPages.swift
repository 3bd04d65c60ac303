import Broker
import ConverterCore
import Dispatch
import FairyLibrary
import Runner
import Synchronization
import SystemPackage

/// Has the broker's workers do what makes pages of a library.
///
/// Each call waits for its result, so it belongs on a thread that may wait.
struct BrokerPages: PageWork {
  let broker: BrokerConnection
  let places: ServicePlaces
  /// Requests of a higher one are begun first.
  let priority: Int

  /// Where results are before they are taken over.
  static let folderName = "pages"

  func foresee(
    _ requests: [PageRequest]
  ) throws(ConversionError) -> [(receipt: JSONValue?, kind: String?)] {
    var foreseen: [(receipt: JSONValue?, kind: String?)] = []
    for request in requests {
      let result = try result(of: request, at: output("pdf"), isDryRun: true)
      foreseen.append((result["receipt"], nil))
    }
    return foreseen
  }

  func make(_ request: PageRequest, at path: FilePath) throws(ConversionError) -> JSONValue? {
    let output = output(request.type)
    defer { output.removeFile() }
    let result = try result(of: request, at: output, isDryRun: false)
    try DocumentExport.copy(output, to: path, conflict: .overwrite)
    return result["receipt"]
  }

  func json(_ request: PageRequest) throws(ConversionError) -> JSONValue {
    let output = output("json")
    defer { output.removeFile() }
    _ = try result(of: request, at: output, isDryRun: false)
    return try JSONValue(parsing: InputFile(path: output).contents(within: .standard))
  }

  private func output(_ type: String) -> FilePath {
    places.work.appending(Self.folderName)
      .appending("\(Secret.random(bytes: 8).hexadecimal).\(type)")
  }

  private func result(
    of request: PageRequest, at output: FilePath, isDryRun: Bool
  ) throws(ConversionError) -> JSONValue {
    var members = try places.members(of: request, isDryRun: isDryRun)
    members += [
      .init("output", .string(try places.word(for: output).lossyText)),
      .init("priority", .integer(priority)),
    ]
    if isDryRun { members.append(.init("dryRun", .bool(true))) }
    let result = waited(for: members)
    guard let word = result["status"]?.text, word == "done" || word == "planned" else {
      throw (try? ConversionError(json: result["error"] ?? .null, besides: request.files[0]))
        ?? ConversionError(.internalError, "nothing was made of it", file: request.files[0])
    }
    return result
  }

  private func waited(for members: [JSONValue.Member]) -> JSONValue {
    let (answer, arrived) = (Answer(), DispatchSemaphore(value: 0))
    let broker = broker
    Task {
      let json = await broker.result(of: members)
      answer.json.withLock { $0 = json }
      arrived.signal()
    }
    arrived.wait()
    return answer.json.withLock { $0 }
  }

  private final class Answer: Sendable {
    let json = Mutex(JSONValue.null)
  }
}
