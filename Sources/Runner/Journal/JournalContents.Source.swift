import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension JournalContents.Source {
  /// Up to `count` bytes; fewer only at the end.
  func bytes(at offset: Int, count: Int) throws(ConversionError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { buffer.deallocate() }
    var filled = 0
    while filled < count {
      let got = try read(
        at: offset + filled, into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      if got == 0 { break }
      filled += got
    }
    return Array(buffer[..<filled])
  }

  /// The line that begins at `offset`, without its line feed, cut where it is longer than `longest`.
  func line(at offset: Int, longest: Int) throws(ConversionError) -> [UInt8] {
    var count = 1 << 11
    while true {
      let bytes = try bytes(at: offset, count: count)
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) { return Array(bytes[..<end]) }
      if bytes.count < count || count >= longest { return bytes }
      count *= 4
    }
  }

  /// Hands over every line that ends with a line feed, and where it begins; `nil` for a line longer
  /// than `longest`.
  ///
  /// - Returns: the offset behind the last line feed.
  func scan(
    from start: Int, longestLine: Int, _ body: (UnsafeBufferPointer<UInt8>?, Int) -> Void
  ) throws(ConversionError) -> Int {
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: longestLine + 1)
    defer { buffer.deallocate() }
    // The beginning of a line that has not ended yet stands at the start of the buffer.
    var held = 0
    var isTooLong = false
    var offset = start
    var end = start
    while true {
      let got = try read(
        at: offset + held,
        into: UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[held...]))
      if got == 0 { return end }
      var rest = buffer[..<(held + got)]
      while let newline = rest.firstNewline {
        let line = UnsafeBufferPointer(rebasing: rest[..<newline])
        body(isTooLong ? nil : line, offset + rest.startIndex)
        isTooLong = false
        rest = rest[(newline + 1)...]
        end = offset + rest.startIndex
      }
      if rest.count == buffer.count {
        isTooLong = true
        rest = rest[rest.endIndex...]
      }
      offset += rest.startIndex
      held = rest.count
      if let base = buffer.baseAddress { memmove(base, base + rest.startIndex, held) }
    }
  }

  private func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) -> Int {
    switch self {
    case .bytes(let bytes):
      let count = min(buffer.count, max(0, bytes.count - offset))
      buffer.copyBytes(from: bytes.dropFirst(offset).prefix(count))
      return count
    case .file(let file):
      let bytes = try file.read(at: offset, count: buffer.count)
      buffer.copyBytes(from: bytes)
      return bytes.count
    case .descriptor(let descriptor):
      do {
        return try descriptor.read(fromAbsoluteOffset: Int64(offset), into: buffer)
      } catch {
        throw ConversionError(.readFailed, "could not be read: \(error)", cause: error)
      }
    }
  }
}

extension Slice<UnsafeMutableBufferPointer<UInt8>> {
  /// By `memchr`, which looks at many bytes at a time.
  fileprivate var firstNewline: Int? {
    guard let start = base.baseAddress.map({ $0 + startIndex }),
      let found = memchr(start, Int32(UInt8(ascii: "\n")), count)
    else { return nil }
    return startIndex + (found - UnsafeMutableRawPointer(start))
  }
}
