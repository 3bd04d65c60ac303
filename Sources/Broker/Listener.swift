public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A socket that listens on this machine alone.
public struct Listener: Sendable {
  public let descriptor: FileDescriptor
  public let port: UInt16

  /// - Parameters:
  ///   - port: 0 for any that is free.
  ///   - isRequired: whether another port will not do.
  /// - Throws: `usage` for a port that is taken and required; `internalError`.
  public init(port wanted: UInt16, isRequired: Bool) throws(ConversionError) {
    var port = wanted
    var socket = Self.listening(&port)
    if socket < 0, !isRequired, wanted != 0 {
      port = 0
      socket = Self.listening(&port)
    }
    guard socket >= 0 else {
      let error = Errno(rawValue: errno)
      guard isRequired else {
        throw ConversionError(
          .internalError, "no port can be listened at: \(error)", cause: error)
      }
      throw ConversionError(
        .usage,
        "port \(wanted) cannot be listened at: \(error); without --port a free one is taken",
        cause: error)
    }
    (descriptor, self.port) = (FileDescriptor(rawValue: socket), port)
  }
}
