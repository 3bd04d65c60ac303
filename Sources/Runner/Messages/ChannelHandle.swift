import CProcessShims
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The socket of a channel, which takes and gives open files beside bytes.
extension FileDescriptor {
  /// Both ends of one; `nil` where the system makes none, for the reason in `errno`.
  static func socketPair() -> (mine: FileDescriptor, its: FileDescriptor)? {
    var ends: [Int32] = [0, 0]
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    // Whoever sends must not wait for ever for a process that takes nothing any more.
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    unsafe setsockopt(
      ends[0], SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }

  /// - Returns: how many bytes were taken; below 0 where the other side is gone.
  func send(_ bytes: Span<UInt8>, with files: [FileDescriptor]) -> Int {
    let numbers = files.map(\.rawValue)
    return unsafe bytes.withUnsafeBytes {
      unsafe fairy_send(rawValue, $0.baseAddress, $0.count, numbers, Int32(numbers.count))
    }
  }

  /// Appends bytes and files that have come.
  ///
  /// - Parameter mostFiles: how many there may be in all; further ones are closed.
  /// - Returns: how many bytes came; below 0 where none did, and why.
  func receive(
    into bytes: inout [UInt8], _ files: inout [FileDescriptor], mostFiles: Int, waiting: Bool
  ) -> (count: Int, reason: Int32) {
    var granted = [Int32](repeating: -1, count: Int(FAIRY_MOST_DESCRIPTORS))
    var grantedCount = Int32(min(granted.count, mostFiles - files.count))
    // It is filled with at most as many bytes as it has room for.
    let (count, reason) = unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) {
      room in
      let count = unsafe fairy_receive(
        rawValue, room.baseAddress, room.count, &granted, &grantedCount, waiting)
      let reason = errno
      unsafe bytes.append(contentsOf: room[..<max(0, count)])
      return (count, reason)
    }
    files += granted.prefix(Int(grantedCount)).map(FileDescriptor.init)
    return (count, reason)
  }
}
