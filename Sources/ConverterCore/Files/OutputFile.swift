public import SystemPackage

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
  public internal(set) var byteCount = 0

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
  public func write(_ bytes: Span<UInt8>) throws(ConversionError) {
    byteCount += bytes.count
    try limits?.check(.output, byteCount, for: "the result")
    if case .memory = storage {
      buffer.append(bytes)
      return
    }
    let pieceSize = pieceSize
    if buffer.count + bytes.count > pieceSize { try flush() }
    if bytes.count >= pieceSize {
      try writeThrough(bytes)
    } else {
      if buffer.isEmpty { buffer.reserveCapacity(Self.bufferSize) }
      buffer.append(bytes)
    }
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
      try descriptor.writeAll(bytes.span, at: offset)
    } catch {
      throw writing(error)
    }
  }

  public func write(_ bytes: [UInt8]) throws(ConversionError) {
    try write(bytes.span)
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

  func preconditionNotStream() {
    if case .stream = storage { preconditionFailure("a stream is written from front to back") }
  }

  func flush() throws(ConversionError) {
    guard !buffer.isEmpty else { return }
    try writeBuffer()
    buffer.removeAll(keepingCapacity: true)
  }

  /// By itself, so that nothing else holds the buffer when its bytes are removed: they would be copied.
  private func writeBuffer() throws(ConversionError) {
    let bytes = buffer
    try writeThrough(bytes.span)
  }

  private func writeThrough(_ bytes: Span<UInt8>) throws(ConversionError) {
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
