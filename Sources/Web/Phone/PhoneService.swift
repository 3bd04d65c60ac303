import ConverterCore
import Hummingbird
import NIOCore
import Synchronization
import SystemPackage

/// The second listener, which speaks TLS with one phone on the local network for ten minutes.
///
/// This process can open none: the broker does, on one address, where the user has allowed it with `--phone`, and closes it
/// when the time is up, whatever this process thinks.
final class PhoneService: Sendable {
  /// What is open.
  struct Opening: Sendable {
    let session: PhoneSession
    let address: String
    let port: Int
    let fingerprint: String
    fileprivate let server: PhoneServer

    /// Without the secret.
    var origin: String { "https://\(address):\(port)" }
    /// What the QR code says.
    var link: String { "\(origin)/#\(session.secret)" }
  }

  private let broker: BrokerConnection
  private let inbox: PageInbox
  private let pages: PageRenderer
  /// The address on the local network; `nil` where the user has not allowed it.
  let address: String?
  private let opening = Mutex<Opening?>(nil)
  private let isBusy = Mutex(false)

  /// A phone's browser opens six.
  private static let mostConnections = 16

  /// - Parameter address: that the broker opens a port on.
  init(_ broker: BrokerConnection, address: String?, inbox: PageInbox, pages: PageRenderer) {
    (self.broker, self.address, self.inbox, self.pages) = (broker, address, inbox, pages)
  }

  /// What is open, or was last.
  var current: Opening? { opening.withLock { $0 } }

  /// Opens the listener; one that is open is closed.
  ///
  /// - Parameter purpose: the address of the page that the pictures are for.
  /// - Throws: `usage` where the user has not allowed it, or it is being opened at this moment; `internalError`.
  func open(for purpose: String) async throws {
    guard let address else {
      throw ConversionError(.usage, "the service was not started with --phone")
    }
    let wasBusy = isBusy.withLock { isBusy in
      defer { isBusy = true }
      return isBusy
    }
    guard !wasBusy else { throw ConversionError(.usage, "a phone is just being let in; try again") }
    defer { isBusy.withLock { $0 = false } }
    await close()
    let certificate = try PhoneCertificate(for: address)
    let answer = try await broker.ask([.init("broker", .string("phone"))])
    guard let socket = answer.file, let port = answer.json["answer"]?["port"]?.int else {
      throw ConversionError(.internalError, "the broker gave no socket for a phone")
    }
    let session = PhoneSession(for: purpose)
    let connections = OpenConnections(most: Self.mostConnections)
    let application = PhoneApplication(
      session, inbox: inbox, pages: pages, authority: "\(address):\(port)",
      fingerprint: certificate.fingerprint, connections: connections)
    let server = try await PhoneServer(
      application.responder, on: socket, as: certificate.identity, connections)
    opening.withLock {
      $0 = Opening(
        session: session, address: address, port: port, fingerprint: certificate.fingerprint,
        server: server)
    }
    Task {
      try? await Task.sleep(for: .seconds(PhoneSession.seconds))
      await self.end(session)
    }
  }

  /// Closes the listener, and all connections to it.
  func close() async {
    guard let current else { return }
    await end(current.session)
  }

  private func end(_ session: PhoneSession) async {
    session.close()
    guard let current, current.session === session else { return }
    await current.server.close()
    _ = try? await broker.ask([.init("broker", .string("phone")), .init("close", .bool(true))])
  }
}
