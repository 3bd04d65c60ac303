import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a look writes for standard output, on its way to the supervisor.
final class LookPipe {
  let readEnd: FileDescriptor
  private let writeEnd: FileDescriptor
  private var isGranted = false
  /// Whether the worker has closed its end.
  private(set) var isAtEnd = false
  /// Whether anything came through it.
  private(set) var hasPassedOn = false

  /// Bytes that wait for the supervisor at most, and that it takes at a time.
  private static let capacity = (whole: 1 << 20, piece: 1 << 18)

  init() throws(ConversionError) {
    do {
      (readEnd, writeEnd) = try FileDescriptor.pipe()
    } catch {
      throw ConversionError(.internalError, "no pipe could be made: \(error)", cause: error)
    }
    for end in [readEnd, writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(readEnd.rawValue, F_SETFL, O_NONBLOCK)
    #if os(Linux)
      let setSize: Int32 = 1031  // F_SETPIPE_SZ, behind _GNU_SOURCE
      _ = fcntl(writeEnd.rawValue, setSize, Int32(Self.capacity.whole))
    #endif
  }

  deinit {
    try? readEnd.close()
    if !isGranted { try? writeEnd.close() }
  }

  /// Hands the worker its end.
  func grant(_ send: (FileDescriptor) -> Void) {
    send(writeEnd)
    try? writeEnd.close()
    isGranted = true
  }

  /// What has come; `nil` where that is nothing.
  func read() -> [UInt8]? {
    guard !isAtEnd else { return nil }
    guard let bytes = try? readEnd.bytes(atMost: Self.capacity.piece) else { return nil }
    guard !bytes.isEmpty else {
      isAtEnd = true
      return nil
    }
    hasPassedOn = true
    return bytes
  }
}
