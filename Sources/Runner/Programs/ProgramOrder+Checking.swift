import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ProgramStreams {
  /// Checks that a program gets nothing but pipes, and at most a file to read.
  ///
  /// - Returns: its input: a file is opened anew, so that nobody else moves the place where it is read, and it can only
  ///   be read. If that is not ``input``, it is to be closed.
  /// - Throws: `internalError`.
  func checkedInput(of order: ProgramOrder) throws(ConversionError) -> FileDescriptor {
    guard output.isPipe(O_WRONLY), errorOutput.isPipe(O_WRONLY) else {
      throw .refusing(order, "what it writes to is no pipe")
    }
    if input.isPipe(O_RDONLY) { return input }
    guard input.kind == S_IFREG, input.access == O_RDONLY || input.access == O_RDWR else {
      throw .refusing(order, "what it reads is neither a pipe nor a file that may be read")
    }
    // Nobody can keep the supervisor waiting with a lease.
    let anew = try? FileDescriptor.open(
      FilePath("/proc/self/fd/\(input.rawValue)"), .readOnly, options: [.closeOnExec, .nonBlocking])
    if let anew { return anew }
    // Of a file that only whoever opened it may read.
    guard input.access == O_RDONLY else {
      throw .refusing(order, "what it reads cannot be opened for reading alone")
    }
    return input
  }
}

extension ProgramOrder {
  /// The same, as far as a conversion with these limits may need it.
  func within(_ limits: Limits, input: FileDescriptor) -> ProgramOrder {
    // What comes through a pipe its worker held in memory.
    let bytes = input.kind == S_IFREG ? input.byteCount : limits.memory
    let seconds = limits.seconds.clampedSum(1).clampedProduct(max(1, Cores.available))
    return ProgramOrder(
      program, arguments, cpuSeconds: min(max(1, cpuSeconds), seconds),
      memory: min(max(0, memory), limits.tool.clampedSum(bytes.clampedProduct(2))))
  }
}

extension FileDescriptor {
  fileprivate func isPipe(_ access: Int32) -> Bool { kind == S_IFIFO && self.access == access }

  /// Whether it can be read or written, as `open` takes it; -1 where it is only a place (O_PATH).
  fileprivate var access: Int32 {
    let flags = fcntl(rawValue, F_GETFL)
    #if os(Linux)
      let place: Int32 = 0o10000000  // O_PATH, behind _GNU_SOURCE
      guard flags & place == 0 else { return -1 }
    #endif
    return flags < 0 ? -1 : flags & O_ACCMODE
  }

  /// The kind of file, as `stat` has it.
  fileprivate var kind: mode_t { status.map { $0.st_mode & S_IFMT } ?? 0 }

  fileprivate var byteCount: Int { status.map { Int($0.st_size) } ?? 0 }
}
