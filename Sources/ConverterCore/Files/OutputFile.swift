public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that appears under its name whole or not at all.
///
/// Bytes go to a file without a name in the destination's folder. ``complete(times:)`` syncs it and
/// ``publish(conflict:announce:)`` gives it the name in one step; a conversion that fails, is cancelled or
/// killed leaves nothing. Where the file system knows no unnamed files the temporary has a name,
/// `.fairy-….partial`, and is removed on every way out but SIGKILL.
///
/// The two steps may happen in two processes: a sealed worker writes all bytes of what its supervisor
/// granted it, and the supervisor brings it to the disk and publishes it.
public final class OutputFile {
  /// Where the bytes go.
  public enum Destination: Sendable, Equatable {
    /// A file of this path.
    case file(FilePath)
    /// Everything is written when it is published, so that a failed conversion prints nothing.
    case standardOutput
    /// Standard output as well, but bytes go there as soon as they are written, and cannot be taken back: for a
    /// writer that goes from front to back (``Writer/writesFrontToBack(as:)``).
    case stream
    /// Nowhere but into memory; ``OutputFile/bytes`` has them.
    case memory
    /// A file without a name, for what may be too much for memory; it is never published, and gone when it is
    /// closed.
    case scratch
    /// What a ``FolderWriter`` makes.
    case folder(FilePath, OutputFolder.Arrangement)

    /// Where it goes in the file system; `nil` for what goes elsewhere.
    public var path: FilePath? {
      switch self {
      case .file(let path), .folder(let path, _): path
      case .standardOutput, .stream, .memory, .scratch: nil
      }
    }
  }

  /// What happens when something stands at the destination.
  ///
  /// - `fail`: the conversion fails with the code `outputExists`.
  /// - `skip`: what is there stays, and nothing is written.
  /// - `rename`: the output gets another name, with a number: `photo-2.jpg`.
  /// - `overwrite`: the output takes the place of what is there.
  public enum ConflictPolicy: String, Sendable, CaseIterable {
    case fail, skip, rename, overwrite
  }

  /// Where the bytes go.
  public let destination: Destination
  /// Bytes written so far.
  public private(set) var byteCount = 0

  /// What ``Limits/output`` allows, where a conversion writes it.
  var limits: Limits?
  /// Gets the time that a stream waits for its reader.
  var waiting: WaitingTime?

  var storage: Storage
  var buffer: [UInt8] = []

  /// How many bytes are collected before the system is asked to write them.
  private static let bufferSize = 1 << 18

  /// The same of a stream: the first bytes are sent soon, as somebody may be waiting for them, and the rest in
  /// pieces that grow, as each of them costs a system call.
  private var pieceSize: Int {
    guard case .stream = storage else { return Self.bufferSize }
    return min(max(1 << 12, byteCount / 4), Self.bufferSize)
  }

  /// Prepares an output; nothing is visible before ``publish(conflict:announce:)``.
  ///
  /// - Throws: `cannotCreateOutput` when the folder is missing or may not be written to.
  ///
  /// - Parameters:
  ///   - destination: where it is to be seen; for a folder there is ``OutputFolder``.
  ///   - permissions: of the input; nobody may read the output who may not read the input.
  public init(
    _ destination: Destination, permissions: FilePermissions? = nil
  ) throws(ConversionError) {
    self.destination = destination
    switch destination {
    case .folder: preconditionFailure("a folder is an OutputFolder")
    case .memory: storage = .memory
    case .standardOutput, .scratch: storage = .spool(try .unnamedTemporary())
    case .stream: storage = .stream(try .duplicateOfStandardOutput())
    case .file(let path):
      storage = try Storage.create(beside: path)
      if let permissions, let descriptor = storage.descriptor {
        Storage.restrict(descriptor, to: permissions)
      }
    }
  }

  /// An output whose file another process made, which alone can publish it.
  package init(_ destination: Destination, granted descriptor: FileDescriptor) {
    self.destination = destination
    storage = destination == .stream ? .stream(descriptor) : .granted(descriptor)
  }

  deinit {
    abandon()
  }

  /// Adds bytes at the end.
  ///
  /// - Throws: `writeFailed`: a full disk, a file size limit of the system; `limitExceeded`.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(ConversionError) {
    byteCount += bytes.count
    try limits?.check(.output, byteCount, for: "the result")
    if case .memory = storage {
      buffer.append(contentsOf: bytes)
      return
    }
    let pieceSize = pieceSize
    if buffer.count + bytes.count > pieceSize { try flush() }
    if bytes.count >= pieceSize {
      try writeThrough(bytes)
    } else {
      if buffer.isEmpty { buffer.reserveCapacity(Self.bufferSize) }
      buffer.append(contentsOf: bytes)
    }
  }

  /// Puts bytes at an offset; what lies between the end and the offset becomes zeros.
  ///
  /// An output is either written from its beginning to its end, or by this.
  ///
  /// - Throws: `writeFailed`, `limitExceeded`.
  public func write(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(ConversionError) {
    let (end, overflow) = offset.addingReportingOverflow(bytes.count)
    precondition(offset >= 0 && !overflow, "an offset is within a file")
    preconditionNotStream()
    try limits?.check(.output, end, for: "the result")
    if case .memory = storage {
      if end > buffer.count { buffer += repeatElement(0, count: end - buffer.count) }
      buffer.withUnsafeMutableBytes {
        UnsafeMutableRawBufferPointer(rebasing: $0[offset..<end]).copyMemory(from: bytes)
      }
    } else {
      guard let descriptor = storage.descriptor else { preconditionFailure("written to too late") }
      do {
        try descriptor.writeAll(toAbsoluteOffset: Int64(offset), bytes)
      } catch {
        throw writing(error)
      }
    }
    byteCount = max(byteCount, end)
  }

  /// Puts others in the place of bytes that were written already, such as a length that is only known at the
  /// end; goes with writing from the beginning to the end.
  ///
  /// - Throws: `writeFailed`.
  public func replace(_ bytes: [UInt8], at offset: Int) throws(ConversionError) {
    let (end, overflow) = offset.addingReportingOverflow(bytes.count)
    precondition(offset >= 0 && !overflow && end <= byteCount, "only what was written is replaced")
    preconditionNotStream()
    if case .memory = storage {
      buffer.replaceSubrange(offset..<end, with: bytes)
      return
    }
    try flush()
    guard let descriptor = storage.descriptor else { preconditionFailure("written to too late") }
    do {
      // Leaves the place where the next bytes go as it is.
      try bytes.withUnsafeBytes { _ = try descriptor.writeAll(toAbsoluteOffset: Int64(offset), $0) }
    } catch {
      throw writing(error)
    }
  }

  /// Fills `room` with bytes that were put there before.
  ///
  /// - Returns: how many came; fewer than fit only at the end.
  public func read(
    at offset: Int, into room: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) -> Int {
    preconditionNotStream()
    let available = max(0, min(room.count, byteCount - offset))
    guard available > 0 else { return 0 }
    if case .memory = storage {
      buffer.withUnsafeBytes {
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + available]))
      }
      return available
    }
    try flush()
    guard let descriptor = storage.descriptor else { preconditionFailure("read too late") }
    var filled = 0
    while filled < available {
      do {
        let got = try descriptor.read(
          fromAbsoluteOffset: Int64(offset + filled),
          into: UnsafeMutableRawBufferPointer(rebasing: room[filled..<available]))
        if got == 0 { break }
        filled += got
      } catch {
        throw writing(error)
      }
    }
    return filled
  }

  public func write(_ bytes: [UInt8]) throws(ConversionError) {
    try bytes.withUnsafeBufferPointer { (all) throws(ConversionError) in
      try write(UnsafeRawBufferPointer(all))
    }
  }

  /// Takes back all that was written.
  ///
  /// - Throws: `writeFailed`.
  package func startOver() throws(ConversionError) {
    preconditionNotStream()
    buffer.removeAll(keepingCapacity: true)
    byteCount = 0
    guard let descriptor = storage.descriptor else { return }
    do {
      try descriptor.resize(to: 0)
      try descriptor.seek(offset: 0, from: .start)
    } catch {
      throw writing(error)
    }
  }

  private func preconditionNotStream() {
    if case .stream = storage { preconditionFailure("a stream is written from front to back") }
  }

  func flush() throws(ConversionError) {
    guard !buffer.isEmpty else { return }
    try buffer.withUnsafeBufferPointer { (all) throws(ConversionError) in
      try writeThrough(UnsafeRawBufferPointer(all))
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private func writeThrough(_ bytes: UnsafeRawBufferPointer) throws(ConversionError) {
    guard let descriptor = storage.descriptor else { preconditionFailure("written to too late") }
    let start = ContinuousClock.now
    do {
      try descriptor.writeAll(bytes)
    } catch {
      throw writing(error)
    }
    if case .stream = storage { waiting?.add(.now - start) }
  }

  package func writing(_ error: any Error) -> ConversionError {
    if case .file(let path) = destination { return .writing(path, error) }
    if destination == .stream { return .writingStandardOutput(error) }
    return ConversionError(
      .writeFailed,
      "the temporary folder cannot take the result: \(error); TMPDIR names another folder",
      cause: error)
  }
}
