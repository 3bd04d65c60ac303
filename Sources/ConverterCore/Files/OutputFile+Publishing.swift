public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// From the last byte to the name.
extension OutputFile {
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
    // Its reader learns from the end of the stream that nothing more comes.
    if case .stream = storage { return abandon() }
    setTimes(times)
    guard fsync(descriptor.rawValue) == 0 || errno == EINVAL || errno == EROFS else {
      throw writing(Errno(rawValue: errno))
    }
  }

  /// - Parameter times: given to the file in place of now.
  package func setTimes(_ times: FileTimes?) {
    guard let times, let descriptor = storage.descriptor else { return }
    descriptor.setTimes(times)
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
    case .finished where destination == .stream: return nil
    case .finished: preconditionFailure("an output is published once")
    case .stream: preconditionFailure("a stream is complete before it is published")
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

  /// All bytes written so far, to be read; for a look at what will be published, or a ``Destination/scratch`` output.
  /// Nothing may be written while they are.
  ///
  /// - Throws: `writeFailed`.
  public func reopened() throws(ConversionError) -> InputFile {
    if case .memory = storage { return InputFile(bytes: buffer) }
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

  /// Discards the output: nothing of it stays. The same happens when the last reference is released.
  public func abandon() {
    if case .named(_, let temporary) = storage {
      temporary.removeFile()
      PartialFiles.forget(temporary)
    }
    if let descriptor = storage.descriptor { try? descriptor.close() }
    storage = .finished
  }
}
