import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How much is left on the disk of a folder.
struct DiskRoom: Equatable {
  /// In bytes, for this user.
  let free: Int
  /// In bytes; uploads leave so much: a twentieth of the disk, and at most 1 GB.
  let floor: Int

  private static let mostFloor = 1 << 30
  private static let floorShare = 20

  /// - Throws: the reason of the system.
  @safe init(of folder: OpenFolder) throws(Errno) {
    var status = statvfs()
    guard unsafe fstatvfs(folder.raw, &status) == 0 else { throw Errno(rawValue: errno) }
    let block = Int(clamping: status.f_frsize)
    self.init(
      free: Self.bytes(Int(clamping: status.f_bavail), block),
      total: Self.bytes(Int(clamping: status.f_blocks), block))
  }

  init(free: Int, total: Int) {
    (self.free, floor) = (free, min(Self.mostFloor, total / Self.floorShare))
  }

  /// Whether so many bytes more leave what is to be left.
  func holds(_ bytes: Int) -> Bool { bytes <= free - floor }

  private static func bytes(_ blocks: Int, _ size: Int) -> Int {
    let (bytes, isTooMany) = blocks.multipliedReportingOverflow(by: size)
    return isTooMany ? .max : bytes
  }
}
