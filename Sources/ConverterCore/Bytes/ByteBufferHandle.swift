#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Bytes that grow at their end, at a fixed place between two growths, so that loops may go over them with
/// pointers.
///
/// It belongs to one thread at a time.
@safe public final class ByteBuffer {
  /// Where the bytes are.
  @usableFromInline
  @unsafe struct Extent {
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var count = 0
  }

  /// Allocated by `init` and freed by `deinit`. A pointer that never changes needs no dynamic exclusivity check, which
  /// a stored property of a class would have at every byte.
  @usableFromInline let extent: UnsafeMutablePointer<Extent>
  #if ADDRESS_SANITIZER
    /// The end of what may be touched.
    private var end: Int
  #endif

  public init(capacity: Int = 1 << 16) {
    let room = unsafe Self.room(max(64, capacity), atLeast: max(64, capacity))
    unsafe extent = .allocate(capacity: 1)
    unsafe extent.initialize(to: Extent(start: room.start, capacity: room.capacity))
    #if ADDRESS_SANITIZER
      unsafe end = room.capacity
    #endif
  }

  deinit {
    unsafe free(start)
    unsafe extent.deallocate()
  }

  @inlinable @inline(__always)
  public var start: UnsafeMutablePointer<UInt8> { unsafe extent.pointee.start }

  @inlinable @inline(__always)
  public var capacity: Int { unsafe extent.pointee.capacity }

  /// Bytes in use.
  @inlinable @inline(__always)
  public var count: Int {
    get { unsafe extent.pointee.count }
    set { unsafe extent.pointee.count = newValue }
  }

  public var bytes: UnsafeRawBufferPointer {
    #if ADDRESS_SANITIZER
      forbidRest()
    #endif
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }

  /// Gives the bytes to `body`, and stays for as long as that runs, even where nothing else holds the buffer.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try unsafe body(bytes)
  }

  /// Forgets the bytes and keeps the room.
  public func removeAll() { count = 0 }

  /// Makes room for `more` bytes behind those in use; pointers taken before are void where it grows.
  ///
  /// - Returns: where the next byte goes.
  @inlinable @inline(__always)
  public func reserve(_ more: Int) -> UnsafeMutablePointer<UInt8> {
    if count + more > capacity { grow(by: more) }
    #if ADDRESS_SANITIZER
      allow(more)
    #endif
    return unsafe start + count
  }

  /// Makes room for `more` bytes, so that the bytes stay where they are while those are appended.
  public func makeRoom(for more: Int) { _ = unsafe reserve(more) }

  @inlinable @inline(__always)
  public func append(_ byte: UInt8) {
    unsafe reserve(1).pointee = byte
    count &+= 1
  }

  @inlinable @inline(__always)
  public func append(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress, bytes.count > 0 else { return }
    unsafe UnsafeMutableRawPointer(reserve(bytes.count)).copyMemory(
      from: base, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Appends a byte several times.
  public func append(repeating byte: UInt8, count number: Int) {
    unsafe reserve(number).update(repeating: byte, count: number)
    count += number
  }

  public func append(_ text: StaticString) {
    unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  public func append(_ bytes: some Sequence<UInt8>) {
    let whole: Void? = bytes.withContiguousStorageIfAvailable {
      unsafe append(UnsafeRawBufferPointer($0))
    }
    if whole == nil {
      for byte in bytes { append(byte) }
    }
  }

  /// Takes the first `number` bytes away; the rest move to the front.
  public func removeFirst(_ number: Int) {
    unsafe start.update(from: start + number, count: count - number)
    count -= number
  }

  @inline(never)
  @usableFromInline
  func grow(by more: Int) {
    let room = unsafe Self.room(max(count + more, capacity * 2), atLeast: count + more)
    unsafe room.start.update(from: start, count: count)
    unsafe free(start)
    unsafe (extent.pointee.start, extent.pointee.capacity) = unsafe room
    #if ADDRESS_SANITIZER
      end = capacity
    #endif
  }

  private static func room(
    _ wanted: Int, atLeast needed: Int
  ) -> (start: UnsafeMutablePointer<UInt8>, capacity: Int) {
    for size in [wanted, needed] {
      if let room = unsafe malloc(size) {
        return unsafe (room.assumingMemoryBound(to: UInt8.self), size)
      }
    }
    OutOfMemory.end(needing: needed)
  }
}

#if ADDRESS_SANITIZER
  // AddressSanitizer knows what `malloc` gave, not how much of it is in use. What is behind that is forbidden when the
  // bytes are handed out, and allowed when room is asked for.
  extension ByteBuffer {
    private func forbidRest() {
      guard count < end else { return }
      unsafe forbidMemory(start + count, end - count)
      end = count
    }

    @usableFromInline
    func allow(_ more: Int) {
      guard count + more > end else { return }
      unsafe allowMemory(start, count + more)
      end = count + more
    }
  }

  @_silgen_name("__asan_poison_memory_region")
  private func forbidMemory(_ start: UnsafeMutableRawPointer, _ count: Int)

  @_silgen_name("__asan_unpoison_memory_region")
  private func allowMemory(_ start: UnsafeMutableRawPointer, _ count: Int)
#endif
