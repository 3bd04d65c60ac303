import Broker
import CProcessShims
import ConverterCore
import Dispatch
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `fairy-web`: speaks HTTP with browsers on this machine, and asks the broker for everything that has to do with files.
///
/// The broker starts it with a channel as its standard input, a socket that listens, the folder of the library and the work
/// folder. It then confines itself to these: it starts no program, makes no connection, and opens no file elsewhere.
public enum WebService {
  /// Serves until the broker is gone. Called while the process has one thread.
  ///
  /// - Parameter words: that the process was started with: its name, and how it is to confine itself.
  public static func run(_ words: [String]) -> Never {
    fairy_set_up_heap()
    do {
      let policy = words.dropFirst().first.flatMap(Sandbox.Policy.init) ?? .require
      let missing = try confine(policy)
      Task { await serve(missing) }
      dispatchMain()
    } catch {
      fail(error)
    }
  }

  private static func serve(_ missing: [String]) async {
    do {
      let broker = BrokerConnection(
        Channel(.standardInput, mostFiles: 64, longestMessage: BrokerConnection.longestMessage))
      let greeting = try await broker.greeting()
      if !missing.isEmpty { say(Sandbox.note(ofMissing: missing)) }
      let application = try WebApplication(broker, greeting)
      if greeting.opensPhone { try await application.phone.open(for: "/") }
      try await HTTPServer(
        application.responder, host: greeting.authority, connections: application.connections
      ).run(on: descriptor(.listener)) {
        broker.sayReady()
        fairy_unmap_code_of_start()
      }
      exit(0)
    } catch {
      fail(error)
    }
  }

  private static func fail(_ error: any Error) -> Never {
    say((error as? ConversionError)?.message ?? "\(error)")
    exit(70)
  }

  private static func descriptor(_ which: WebProcess.Descriptor) -> FileDescriptor {
    FileDescriptor(rawValue: which.rawValue)
  }

  /// Called while there is one thread.
  private static func confine(_ policy: Sandbox.Policy) throws(ConversionError) -> [String] {
    _ = fairy_end_with_parent()
    return try Sandbox(
      filled: [descriptor(.library), descriptor(.work)], serves: true
    ).enter(policy)
  }

  private static func say(_ text: String) {
    try? FileDescriptor.standardError.writeAll(Array("fairy-web: \(text.printable)\n".utf8).span)
  }
}
