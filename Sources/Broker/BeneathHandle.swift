import CServing
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Paths that cannot leave a folder.
extension OpenFolder {
  /// Opens what is below the folder; the path may neither leave it nor be absolute.
  ///
  /// - Parameter path: names of folders and the last name, with slashes between them; empty for the folder itself.
  func openBeneath(_ path: some Collection<UInt8>, _ flags: Int32) throws(Errno) -> FileDescriptor {
    guard !path.contains(0) else { throw .invalidArgument }
    let names = path.isEmpty ? [UInt8(ascii: ".")] : Array(path)
    let descriptor = unsafe withPlatformBytes(names) { unsafe fairy_open_beneath(raw, $0, flags) }
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    return FileDescriptor(rawValue: descriptor)
  }

  /// What a name leads to; `nil` where that is nothing, or lies outside of the folder.
  func destination(of name: [UInt8]) -> stat? {
    guard let status = try? status(of: name) else { return nil }
    guard status.st_mode & S_IFMT == S_IFLNK else { return status }
    guard let target = try? openBeneath(name, O_RDONLY | O_NONBLOCK) else { return nil }
    defer { try? target.close() }
    return target.status
  }
}
