public import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a program reads on its standard input: a file, or bytes in memory.
///
/// Not by a name: in a sandbox a file that was handed over open cannot be opened again.
public struct ToolInput: Sendable {
  private enum Content: Sendable {
    /// With its descriptor, which it keeps open.
    case file(InputFile, FileDescriptor)
    case bytes([UInt8])
  }

  private let content: Content

  /// - Throws: `readFailed`; `limitExceeded` for one without a file that is larger than ``Limits/input``.
  public init(_ input: InputFile, in context: ConversionContext) throws(ConversionError) {
    if let descriptor = input.descriptor {
      content = .file(input, descriptor)
    } else {
      content = .bytes(try input.contents(within: context.limits))
    }
  }

  public init(bytes: [UInt8]) { content = .bytes(bytes) }

  var byteCount: Int {
    switch content {
    case .file(let input, _): input.byteCount
    case .bytes(let bytes): bytes.count
    }
  }

  /// The end that a program reads from.
  func open() throws(ConversionError) -> ToolSource {
    switch content {
    case .file(_, let descriptor):
      // Nobody else reads from where it stands.
      lseek(descriptor.rawValue, 0, SEEK_SET)
      return ToolSource(descriptor: descriptor, isOwn: false)
    case .bytes(let bytes): return try ToolSource(feeding: bytes)
    }
  }
}

/// An open end for a program.
struct ToolSource {
  let descriptor: FileDescriptor
  private let isOwn: Bool

  init(descriptor: FileDescriptor, isOwn: Bool) {
    self.descriptor = descriptor
    self.isOwn = isOwn
  }

  /// A pipe that a thread fills, for as long as somebody reads.
  init(feeding bytes: [UInt8]) throws(ConversionError) {
    let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do {
      pipe = try FileDescriptor.pipe()
    } catch {
      throw ConversionError(.internalError, "a pipe cannot be made: \(error)", cause: error)
    }
    for end in [pipe.readEnd, pipe.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    let thread = WorkerThread(stack: 256 << 10) {
      // A program that has read enough is no reason to end.
      SignalSet([SIGPIPE]).block()
      try? pipe.writeEnd.writeAll(bytes.span)
      try? pipe.writeEnd.close()
    }
    if let thread { thread.detach() } else { try? pipe.writeEnd.close() }
    self.init(descriptor: pipe.readEnd, isOwn: true)
  }

  /// The program has it now.
  func end() { if isOwn { try? descriptor.close() } }
}
