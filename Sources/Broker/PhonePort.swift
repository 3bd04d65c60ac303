public import ConverterCore
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The port that a phone nearby may speak with: on one address of the local network, for ten minutes each time.
///
/// It is opened here, since the web process can make no socket, and closed here, too, whether the web process wants that or
/// not. The kernel lets nothing that is sent from it pass a router.
public final class PhonePort: Sendable {
  private struct State {
    var listener: FileDescriptor?
    /// Counts the openings, so that the end of one closes no later one.
    var opening = 0
  }

  /// `192.168.1.5`
  public let address: String
  private let number: UInt32
  private let state = Monitor(State())

  private let seconds: UInt32

  /// - Parameters:
  ///   - wanted: an IPv4 address of this machine; `nil` for the only one on a network.
  ///   - seconds: how long it is open each time.
  /// - Throws: `usage` where that is no address, or there is none or more than one to choose.
  public init(address wanted: String?, seconds: UInt32 = 600) throws(ConversionError) {
    self.seconds = seconds
    if let wanted {
      guard let number = Self.number(wanted) else {
        throw ConversionError(.usage, "\"\(wanted)\" is no IPv4 address such as 192.168.1.5")
      }
      self.number = number
    } else {
      let all = (0..<64).prefixMap { Listener.address(Int32($0)) }
      guard let first = all.first else {
        throw ConversionError(
          .usage, "this machine is in no network that a phone could be in, too")
      }
      guard Set(all).count == 1 else {
        throw ConversionError(
          .usage,
          "this machine has several addresses; name that of the phone's network with --phone-address: "
            + all.map(Self.text).joined(separator: ", "))
      }
      number = first
    }
    address = Self.text(number)
  }

  /// Opens the port; an earlier one is closed.
  ///
  /// - Returns: the socket, which the caller closes, and its port.
  /// - Throws: `usage` for an address that is not one of this machine's, `internalError`.
  func open() throws(ConversionError) -> (FileDescriptor, port: UInt16) {
    close()
    var port: UInt16 = 0
    let socket = Listener.listening(&port, nearby: number)
    guard socket >= 0 else {
      let error = Errno(rawValue: errno)
      throw ConversionError(
        error == .addressNotAvailable ? .usage : .internalError,
        "\(address) cannot be listened at: \(error)", cause: error)
    }
    let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    let listener = FileDescriptor(rawValue: socket)
    guard copy >= 0 else {
      let error = Errno(rawValue: errno)
      try? listener.close()
      throw ConversionError(.internalError, "no port for a phone: \(error)", cause: error)
    }
    let opening = state.withLock { state in
      state.listener = listener
      state.opening += 1
      return state.opening
    }
    WorkerThread { [self] in
      sleep(seconds)
      close(opening)
    }?.detach()
    return (FileDescriptor(rawValue: copy), port)
  }

  /// Closes the port for everybody who has it.
  ///
  /// - Parameter opening: only this one; `nil` for the current one.
  func close(_ opening: Int? = nil) {
    state.withLock { state in
      guard opening == nil || opening == state.opening, let listener = state.listener else {
        return
      }
      shutdown(listener.rawValue, Int32(SHUT_RDWR))
      try? listener.close()
      state.listener = nil
    }
  }

  private static func number(_ text: String) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let octets = parts.compactMap { part in part.count <= 3 ? UInt8(part) : nil }
    let areDigits = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    guard parts.count == 4, octets.count == 4, areDigits else { return nil }
    return octets.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func text(_ number: UInt32) -> String {
    [24, 16, 8, 0].map { "\(number >> $0 & 0xff)" }.joined(separator: ".")
  }
}

extension Range<Int> {
  /// The values up to the first that there is none for.
  fileprivate func prefixMap<Value>(_ value: (Int) -> Value?) -> [Value] {
    Array(lazy.map(value).prefix { $0 != nil }.compactMap(\.self))
  }
}
