import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The three descriptors that every program is started with.
enum StandardStreams {
  /// Keeps those that are closed (`>&-`) from becoming files that are opened later, which would then get results or
  /// messages. Each is opened for the other direction, so that using it fails as it did.
  static func occupyClosed() {
    let streams: [(number: Int32, mode: Int32)] = [(0, O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)]
    for (number, mode) in streams where fcntl(number, F_GETFD) < 0 {
      _ = FilePath("/dev/null").opened(mode)
    }
  }
}
