import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pipe out of a program.
final class ToolPipe {
  let readEnd: FileDescriptor
  let writeEnd: FileDescriptor
  private var isWriteEndOpen = true

  /// - Parameter isLossy: whether what does not fit is lost, so that a program never waits for it to be read.
  /// - Throws: `internalError`.
  init(isLossy: Bool = false) throws(ConversionError) {
    do {
      (readEnd, writeEnd) = try FileDescriptor.pipe()
    } catch {
      throw ConversionError(.internalError, "a pipe cannot be made: \(error)", cause: error)
    }
    for end in [readEnd, writeEnd] {
      _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
      if isLossy { _ = fcntl(end.rawValue, F_SETFL, O_NONBLOCK) }
    }
  }

  deinit {
    closeWriteEnd()
    try? readEnd.close()
  }

  /// The program has it now.
  func closeWriteEnd() {
    if isWriteEndOpen { try? writeEnd.close() }
    isWriteEndOpen = false
  }

  /// What a lossy pipe holds at the moment.
  func everythingPrinted() -> String {
    String(decoding: (try? readEnd.bytes(atMost: 1 << 16)) ?? [], as: UTF8.self)
  }
}
