#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Bytes that end where a page ends behind which nothing can be read.
enum GuardedBytes {
  static func with(_ bytes: [UInt8], _ body: (UnsafePointer<UInt8>) -> Void) {
    let page = Int(getpagesize())
    let size = (bytes.count + page - 1) / page * page + page
    guard
      let room = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      room != MAP_FAILED, mprotect(room + (size - page), page, PROT_NONE) == 0
    else { fatalError("no memory for the test") }
    defer { munmap(room, size) }
    let start = (room + (size - page - bytes.count)).assumingMemoryBound(to: UInt8.self)
    start.update(from: bytes, count: bytes.count)
    body(start)
  }
}
