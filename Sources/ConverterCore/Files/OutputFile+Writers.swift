package import SystemPackage

/// The end of writing an output that another process was granted.
extension OutputFile {
  /// Gives up writing. The output can be read, named and given times afterwards.
  ///
  /// - Returns: the descriptor that is left, which can only be read; `nil` where the file cannot be opened again, and
  ///   everything is as it was.
  package func endWriting() -> FileDescriptor? {
    guard let writable = storage.descriptor, let readable = writable.reopenedForReading() else {
      return nil
    }
    storage = storage.replacing(readable)
    try? writable.close()
    return readable
  }
}

extension OutputFile.Storage {
  /// The same with another descriptor for the same file.
  fileprivate func replacing(_ descriptor: FileDescriptor) -> Self {
    switch self {
    case .unnamed: .unnamed(descriptor)
    case .named(_, let temporary): .named(descriptor, temporary)
    case .spool: .spool(descriptor)
    case .stream, .granted, .memory, .finished:
      preconditionFailure("only a file that is to be published has other writers")
    }
  }
}

extension FileDescriptor {
  /// The file of this descriptor, opened again so that it can only be read; `nil` where that cannot be done.
  fileprivate func reopenedForReading() -> FileDescriptor? {
    #if os(Linux)
      try? .open(FilePath("/proc/self/fd/\(rawValue)"), .readOnly, options: .closeOnExec)
    #else
      nil
    #endif
  }
}
