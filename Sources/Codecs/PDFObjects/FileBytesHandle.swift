import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// All bytes of an input at one address: mapped where they are in a file, so that memory does not grow with it.
///
/// A file that is cut off while it is mapped ends the process, as its pages are then nowhere: a sealed worker,
/// whose supervisor reports it.
@safe package final class FileBytes {
  /// What is smaller is read: that costs less than to map it.
  private static let worthMapping = 1 << 20

  let start: UnsafePointer<CChar>
  let count: Int
  private let isMapped: Bool

  /// - Throws: `limitExceeded` for an input beyond ``Limits/input``, or where there is no memory for it;
  ///   `readFailed`.
  init(_ input: InputFile, limits: Limits) throws(ConversionError) {
    count = input.byteCount
    if let descriptor = input.descriptor, count >= Self.worthMapping {
      let address = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor.rawValue, 0)
      if let address = unsafe address, unsafe address != MAP_FAILED {
        unsafe start = unsafe UnsafePointer(address.assumingMemoryBound(to: CChar.self))
        isMapped = true
        return
      }
    }
    try limits.check(.input, count, for: "reading the file")
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1), alignment: 16)
    do throws(ConversionError) {
      let got = try unsafe input.read(
        at: 0, into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]))
      guard got == count else {
        throw ConversionError(.readFailed, "became shorter while it was read")
      }
    } catch {
      unsafe bytes.deallocate()
      throw error
    }
    unsafe start = unsafe UnsafePointer(
      bytes.assumingMemoryBound(to: CChar.self).baseAddress.unsafelyUnwrapped)
    isMapped = false
  }

  /// A copy in memory, with another byte in some places, and more bytes at its end.
  init(_ other: FileBytes, with byte: UInt8, at places: [Int], adding end: [UInt8] = []) {
    count = other.count + end.count
    let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: max(count, 1))
    unsafe bytes.update(from: other.start, count: other.count)
    for place in places { unsafe bytes[place] = CChar(bitPattern: byte) }
    for (index, byte) in end.enumerated() {
      unsafe bytes[other.count + index] = CChar(bitPattern: byte)
    }
    unsafe start = unsafe UnsafePointer(bytes)
    isMapped = false
  }

  var span: Span<UInt8> {
    @_lifetime(borrow self) get {
      // `count` bytes stand at `start`, which stays where it is until this object goes.
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
      return unsafe _overrideLifetime(Span(borrowing: bytes), borrowing: self)
    }
  }

  /// Whether every byte is the same.
  func equals(_ other: FileBytes) -> Bool {
    unsafe count == other.count && (start == other.start || span.order(to: other.span) == 0)
  }

  /// Lets the system take back the memory of what was looked at; it is read again where it is asked for.
  func letGo() {
    if isMapped { unsafe madvise(UnsafeMutableRawPointer(mutating: start), count, MADV_DONTNEED) }
  }

  deinit {
    let address = unsafe UnsafeMutableRawPointer(mutating: start)
    if isMapped { unsafe munmap(address, count) } else { unsafe address.deallocate() }
  }
}
