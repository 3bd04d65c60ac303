import ConverterCore
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Parser {
  /// A run whose worker says what the input is, and ends.
  ///
  /// The first byte chooses the requests. `%OUT` in the input stands for the path of the output, which a worker that
  /// was taken over knows. Whatever is said, each job must get one outcome, and no file may appear but its output.
  static let supervision = Parser(name: "supervision") { bytes in
    guard let first = bytes.first, let scratch = Scratch() else { return }
    let output = "\(scratch.path)/made/out"
    scratch.write(replacing("%OUT", by: output, in: bytes.dropFirst()), to: "script")
    scratch.write(Array("content".utf8), to: "in")
    let observer = Listener()
    let jobs = [Int(first), Int(first) >> 4].map {
      job(requests[$0 % requests.count], "\(scratch.path)/in", output)
    }
    guard let interruption = try? Interruption() else { return }
    var supervisor = Supervisor(
      command: ["/bin/sh", "-c", "exec cat \"$0\" >&0", "\(scratch.path)/script"], jobs: 1,
      sandbox: .off, catalog: RequestVocabulary.standard.catalog, interruption: interruption)
    supervisor.isOrdered = true
    let isComplete = (try? supervisor.run(Jobs(jobs: jobs), observer: observer)) != nil
    precondition(!isComplete || observer.finished == [0, 1], "a job without an outcome")
    let names = scratch.names
    precondition(names.isSubset(of: ["in", "script", "made"]), "a file where none belongs")
  }

  private static let requests = [
    #""to":"jpeg""#,
    #""to":"png","options":{"set":{"images":"all"},"onConflict":"rename"}"#,
    #""to":"folder""#,
    #""to":"pdf","verb":"split","namesEachPart":true"#,
    #""to":"folder","options":{"keepGoing":true,"onConflict":"overwrite"}"#,
  ]

  private static func job(_ members: String, _ input: String, _ output: String) -> Job {
    let line = #"{"input":"\#(input)","output":"\#(output)",\#(members)}"#
    guard let json = try? JSONValue(parsing: Array(line.utf8)),
      let request = try? Request(json: json, vocabulary: .standard)
    else { preconditionFailure("\(line) is no request") }
    return Job(.success(request))
  }

  private static func replacing(
    _ word: String, by text: String, in bytes: ArraySlice<UInt8>
  ) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.first {
      if byte == UInt8(ascii: "%"), rest.starts(with: word.utf8) {
        result += Array(text.utf8)
        rest = rest.dropFirst(word.utf8.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}

private struct Jobs: JobSource {
  var jobs: [Job]
  mutating func next() -> NextJob { jobs.isEmpty ? .end : .job(jobs.removeFirst()) }
}

/// Hears of outcomes and writes them as results.
private final class Listener: RunObserver {
  private(set) var finished: [Int] = []

  func started(_: Int, _: Request) {}
  func progressed(_: Int, _: Job, _ fraction: Double) {
    precondition(fraction.isFinite, "a part that is no number")
  }
  func finished(_ index: Int, _ job: Job, _ outcome: Outcome) {
    finished.append(index)
    let text = Array(outcome.json(id: job.id).description.utf8)
    precondition((try? JSONValue(parsing: text)) != nil, "a result is no JSON")
  }
  func noted(_ text: String) {}
}

/// A folder for one run, gone with it.
private final class Scratch {
  let path: String
  private let folder: OpenFolder

  init?() {
    var template = Array(
      "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/fairy-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    guard let folder = try? OpenFolder(path: FilePath(path)) else { return nil }
    self.folder = folder
  }

  deinit {
    Self.empty(folder)
    rmdir(path)
  }

  var names: Set<String> {
    Set(((try? folder.items()) ?? []).map { String(decoding: $0.name, as: UTF8.self) })
  }

  func write(_ bytes: [UInt8], to name: String) {
    let options: FileDescriptor.OpenOptions = [.create, .truncate]
    let file = try? FileDescriptor.open(
      "\(path)/\(name)", .writeOnly, options: options, permissions: .ownerReadWrite)
    _ = try? file?.writeAll(bytes)
    try? file?.close()
  }

  private static func empty(_ folder: OpenFolder) {
    for item in (try? folder.items()) ?? [] {
      if item.isFolder {
        withPlatformBytes(item.name) { _ = fchmodat(folder.raw, $0, 0o700, 0) }
        if let inner = try? folder.folder(item.name) { empty(inner) }
      }
      try? folder.remove(item.name, isFolder: item.isFolder)
    }
  }
}
