public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that appears under its name whole or not at all.
///
/// Bytes go to a file without a name in the destination's folder. ``complete(times:)`` syncs it and
/// ``publish(conflict:)`` gives it the name in one step; a conversion that fails, is cancelled or
/// killed leaves nothing. Where the file system knows no unnamed files the temporary has a name,
/// `.fairy-….partial`, and is removed on every way out but SIGKILL.
///
/// The two steps may happen in two processes: a sealed worker writes all bytes of what its supervisor
/// granted it, and the supervisor brings it to the disk and publishes it.
public final class OutputFile {
  public enum Destination: Sendable, Equatable {
    case file(FilePath)
    /// Everything is written when it is published, so that a failed conversion prints nothing.
    case standardOutput
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
      case .standardOutput, .memory, .scratch: nil
      }
    }
  }

  /// What happens when something stands at the destination.
  public enum ConflictPolicy: String, Sendable, CaseIterable {
    case fail, skip, rename, overwrite
  }

  public let destination: Destination
  /// Bytes written so far.
  public private(set) var byteCount = 0

  /// What ``Limits/output`` allows, where a conversion writes it.
  var limits: Limits?

  private var storage: Storage
  private var buffer: [UInt8] = []

  /// How many bytes are collected before the system is asked to write them.
  private static let bufferSize = 1 << 18

  /// Prepares an output; nothing is visible before ``publish(conflict:)``.
  ///
  /// - Throws: `cannotCreateOutput` when the folder is missing or may not be written to.
  ///
  /// - Parameter permissions: of the input; the output is readable by nobody who may not read that.
  public init(
    _ destination: Destination, permissions: FilePermissions? = nil
  ) throws(ConversionError) {
    self.destination = destination
    switch destination {
    case .folder: preconditionFailure("a folder is an OutputFolder")
    case .memory: storage = .memory
    case .standardOutput, .scratch: storage = .spool(try .unnamedTemporary())
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
    storage = .granted(descriptor)
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
    if buffer.count + bytes.count > Self.bufferSize { try flush() }
    if bytes.count >= Self.bufferSize {
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

  /// Fills `room` with bytes that were put there before.
  ///
  /// - Returns: how many came; fewer than fit only at the end.
  public func read(
    at offset: Int, into room: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) -> Int {
    let available = max(0, min(room.count, byteCount - offset))
    guard available > 0 else { return 0 }
    if case .memory = storage {
      buffer.withUnsafeBytes {
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + available]))
      }
      return available
    }
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
  func startOver() throws(ConversionError) {
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

  /// Brings all bytes to the disk; nothing can be written afterwards.
  ///
  /// - Parameter times: given to the file in place of now.
  /// - Throws: `writeFailed`.
  public func complete(times: FileTimes? = nil) throws(ConversionError) {
    guard let descriptor = storage.descriptor else { return }
    try flush()
    // Thousands of parts may be complete before the first of them is published.
    buffer = []
    // Whoever names the file sets its times and brings it to the disk.
    if case .granted = storage { return }
    if case .spool = storage { return }
    setTimes(times)
    guard fsync(descriptor.rawValue) == 0 || errno == EINVAL || errno == EROFS else {
      throw writing(Errno(rawValue: errno))
    }
  }

  /// - Parameter times: given to the file in place of now.
  package func setTimes(_ times: FileTimes?) {
    guard let times, let descriptor = storage.descriptor else { return }
    var pair = [times.access, times.modification]
    // A file system that keeps no times is no reason to lose the output.
    _ = futimens(descriptor.rawValue, &pair)
  }

  /// Makes a complete output visible.
  ///
  /// - Parameters:
  ///   - conflict: what happens when the destination exists.
  ///   - announce: called with each name right before it is given; what it throws stops the output.
  /// - Returns: the path it got (another with `rename`), or `nil` when there is none or the file was
  ///   skipped because the destination exists.
  @discardableResult
  public func publish(
    conflict: ConflictPolicy = .fail,
    announce: (FilePath) throws(ConversionError) -> Void = { _ in }
  ) throws(ConversionError) -> FilePath? {
    defer { abandon() }
    switch storage {
    case .memory: return nil
    case .finished: preconditionFailure("an output is published once")
    case .granted: preconditionFailure("an output is published by the process that made it")
    case .spool where destination == .scratch: preconditionFailure("a scratch file has no name")
    case .spool(let descriptor):
      try descriptor.copyToStandardOutput()
      return nil
    case .unnamed, .named:
      guard case .file(let path) = destination else { preconditionFailure("a file has a path") }
      return try storage.publish(as: path, conflict: conflict, announce: announce)
    }
  }

  /// The file that the bytes go to, for a process that is to write it in this one's place.
  package var descriptor: FileDescriptor? { storage.descriptor }

  /// All bytes of a ``Destination/scratch`` output, to be read; nothing may be written to it any more.
  ///
  /// - Throws: `writeFailed`.
  public func reopened() throws(ConversionError) -> InputFile {
    precondition(destination == .scratch, "only a scratch file is read again as a whole")
    try flush()
    guard let descriptor = storage.descriptor else { preconditionFailure("reopened too late") }
    do {
      return try InputFile(granted: descriptor.duplicate(), path: nil)
    } catch let error as ConversionError {
      throw error
    } catch {
      throw writing(error)
    }
  }

  /// The bytes of an output in memory.
  public var bytes: [UInt8] {
    precondition(destination == .memory, "only an output in memory gives its bytes back")
    return buffer
  }

  /// Gives up: nothing of the output stays. It is also what happens when the last reference goes.
  public func abandon() {
    if case .named(_, let temporary) = storage {
      _ = temporary.withPlatformString { unlink($0) }
      PartialFiles.forget(temporary)
    }
    if let descriptor = storage.descriptor { try? descriptor.close() }
    storage = .finished
  }

  private func flush() throws(ConversionError) {
    guard !buffer.isEmpty else { return }
    try buffer.withUnsafeBufferPointer { (all) throws(ConversionError) in
      try writeThrough(UnsafeRawBufferPointer(all))
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private func writeThrough(_ bytes: UnsafeRawBufferPointer) throws(ConversionError) {
    guard let descriptor = storage.descriptor else { preconditionFailure("written to too late") }
    do {
      try descriptor.writeAll(bytes)
    } catch {
      throw writing(error)
    }
  }

  package func writing(_ error: any Error) -> ConversionError {
    if case .file(let path) = destination { return .writing(path, error) }
    return ConversionError(
      .writeFailed,
      "the temporary folder cannot take the result: \(error); TMPDIR names another folder",
      cause: error)
  }
}

extension ConversionError {
  static func writing(_ path: FilePath, _ error: any Error) -> ConversionError {
    let advice =
      switch error as? Errno {
      case .noSpace, Errno(rawValue: EDQUOT): "the disk is full; nothing was left behind"
      case .fileTooLarge: "the file would be larger than the system allows; nothing was left behind"
      default: "the system could not write it: \(error)"
      }
    return ConversionError(.writeFailed, advice, file: path, cause: error)
  }

  static func creating(_ path: FilePath, _ error: any Error) -> ConversionError {
    let folder = path.removingLastComponent()
    let reason =
      switch error as? Errno {
      case .noSuchFileOrDirectory: "there is no folder \(folder)"
      case .notDirectory: "\(folder) is not a folder"
      case .permissionDenied: "\(folder.isEmpty ? "the folder" : "\(folder)") may not be written to"
      case .noSpace: "the disk is full"
      default: "\(error)"
      }
    return ConversionError(
      .cannotCreateOutput, "cannot be created: \(reason)", file: path, cause: error)
  }

  static func exists(_ path: FilePath) -> ConversionError {
    ConversionError(
      .outputExists,
      "exists already and was left as it is; --on-conflict skip, rename or overwrite decides otherwise",
      file: path)
  }
}
