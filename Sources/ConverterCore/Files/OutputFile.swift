public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that appears under its name whole or not at all.
///
/// Bytes go to a file without a name in the destination's folder. ``commit(times:)`` syncs it and
/// gives it the name in one step; a conversion that fails, is cancelled or killed leaves nothing.
/// Where the file system knows no unnamed files the temporary has a name, `.fairy-….partial`, and is
/// removed on every way out but SIGKILL.
public final class OutputFile {
  public enum Destination: Sendable, Equatable {
    case file(FilePath)
    /// Everything is written at commit, so that a failed conversion prints nothing.
    case standardOutput
    case memory
  }

  /// What happens when something stands at the destination.
  public enum ConflictPolicy: String, Sendable, CaseIterable {
    case fail, skip, rename, overwrite
  }

  public let destination: Destination
  /// Bytes written so far.
  public private(set) var byteCount = 0

  private var storage: Storage
  private var buffer: [UInt8] = []

  /// How many bytes are collected before the system is asked to write them.
  private static let bufferSize = 1 << 18

  /// Prepares an output; nothing is visible before ``commit(times:)``.
  ///
  /// - Throws: `cannotCreateOutput` when the folder is missing or may not be written to.
  ///
  /// - Parameter permissions: of the input; the output is readable by nobody who may not read that.
  public init(
    _ destination: Destination, permissions: FilePermissions? = nil
  ) throws(ConversionError) {
    self.destination = destination
    guard case .file(let path) = destination else {
      storage = .memory
      return
    }
    storage = try Storage.create(beside: path)
    if let permissions, case .unnamed(let descriptor) = storage {
      Storage.restrict(descriptor, to: permissions)
    } else if let permissions, case .named(let descriptor, _) = storage {
      Storage.restrict(descriptor, to: permissions)
    }
  }

  deinit {
    abandon()
  }

  /// Adds bytes at the end.
  ///
  /// - Throws: `writeFailed`: a full disk, a file size limit.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(ConversionError) {
    byteCount += bytes.count
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

  public func write(_ bytes: [UInt8]) throws(ConversionError) {
    try bytes.withUnsafeBufferPointer { (all) throws(ConversionError) in
      try write(UnsafeRawBufferPointer(all))
    }
  }

  /// Makes the output visible, with all its bytes on the disk.
  ///
  /// - Parameters:
  ///   - times: given to the file in place of now.
  ///   - conflict: what happens when the destination exists.
  /// - Returns: the path it got (another with `rename`), or `nil` when there is none or the file was
  ///   skipped because the destination exists.
  @discardableResult
  public func commit(
    times: FileTimes? = nil, conflict: ConflictPolicy = .fail
  ) throws(ConversionError) -> FilePath? {
    switch storage {
    case .memory:
      if case .standardOutput = destination {
        do {
          try FileDescriptor.standardOutput.writeAll(buffer)
        } catch {
          throw ConversionError(
            .writeFailed, "standard output could not be written: \(error)", cause: error)
        }
        storage = .finished
      }
      return nil
    case .finished:
      preconditionFailure("an output is committed once")
    case .unnamed(let descriptor), .named(let descriptor, _):
      guard case .file(let path) = destination else { preconditionFailure("a file has a path") }
      try flush()
      if let times {
        var pair = [times.access, times.modification]
        // A file system that keeps no times is no reason to lose the output.
        _ = futimens(descriptor.rawValue, &pair)
      }
      guard fsync(descriptor.rawValue) == 0 || errno == EINVAL || errno == EROFS else {
        throw ConversionError.writing(path, Errno(rawValue: errno))
      }
      let final = try storage.publish(as: path, conflict: conflict)
      if final == nil { abandon() }
      try? descriptor.close()
      storage = .finished
      return final
    }
  }

  /// The bytes of an output in memory.
  public var bytes: [UInt8] {
    precondition(destination == .memory, "only an output in memory gives its bytes back")
    return buffer
  }

  /// Gives up: nothing of the output stays. It is also what happens when the last reference goes.
  public func abandon() {
    switch storage {
    case .unnamed(let descriptor):
      try? descriptor.close()
    case .named(let descriptor, let temporary):
      _ = temporary.withPlatformString { unlink($0) }
      PartialFiles.forget(temporary)
      try? descriptor.close()
    case .memory, .finished:
      break
    }
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
    guard case .file(let path) = destination else { preconditionFailure("memory is not flushed") }
    switch storage {
    case .unnamed(let descriptor), .named(let descriptor, _):
      do {
        try descriptor.writeAll(bytes)
      } catch {
        throw ConversionError.writing(path, error)
      }
    case .memory, .finished:
      preconditionFailure("written to after commit")
    }
  }
}

extension ConversionError {
  static func writing(_ path: FilePath, _ error: any Error) -> ConversionError {
    let advice =
      switch error as? Errno {
      case .noSpace: "the disk is full; nothing was left behind"
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
