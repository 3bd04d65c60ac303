import CProcessShims
public import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that programs can open under the name `/dev/fd/3`, and at any place in it.
public final class ToolInput {
  let descriptor: FileDescriptor

  private init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { try? descriptor.close() }

  /// The input itself where it may be opened again, else a copy in memory: behind walls a file that was handed
  /// over open cannot be opened by any name.
  ///
  /// - Throws: `readFailed`; `limitExceeded` for a copy larger than ``Limits/memory``.
  public convenience init(_ input: InputFile, in context: ConversionContext) throws(ConversionError) {
    if let file = input.descriptor,
      let again = try? FileDescriptor.open("/dev/fd/\(file.rawValue)", .readOnly, options: .closeOnExec)
    {
      self.init(again)
      return
    }
    try self.init { (copy) throws(ConversionError) in
      try context.limits.check(.memory, input.byteCount, for: "a copy of the file")
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
      defer { buffer.deallocate() }
      var offset = 0
      while offset < input.byteCount {
        try context.checkpoint()
        let got = try input.read(at: offset, into: buffer)
        guard got > 0 else {
          throw ConversionError(.readFailed, "became shorter while it was read")
        }
        try copy.write(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
        offset += got
      }
    }
  }

  /// A file in memory with what `body` writes.
  public init(
    _ body: (ToolInputWriter) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    let raw = fairy_memory_file()
    let file = raw >= 0 ? FileDescriptor(rawValue: raw) : try .unnamedTemporary()
    do throws(ConversionError) {
      try body(ToolInputWriter(file))
    } catch {
      try? file.close()
      throw error
    }
    descriptor = file
  }
}

/// Takes the bytes of a file for programs.
public struct ToolInputWriter {
  private let file: FileDescriptor

  init(_ file: FileDescriptor) { self.file = file }

  /// - Throws: `writeFailed`.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(ConversionError) {
    do {
      try file.writeAll(bytes)
    } catch {
      throw ConversionError(.writeFailed, "there is no memory for a copy: \(error)", cause: error)
    }
  }
}
