public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The lines of a stream or a file, one at a time, in bounded memory.
///
/// A line ends with a line feed, or a carriage return and one; the last needs neither. Lines of blanks
/// alone are left out, but counted.
public struct LineReader: Sendable {
  public enum Next: Sendable, Equatable {
    /// A line without its end; numbers count from 1.
    case line([UInt8], number: Int)
    /// A line that is longer than any request; its bytes are gone, and what follows comes as usual.
    case tooLong(number: Int)
    /// The stream has nothing at the moment.
    case wouldBlock
    case end
  }

  private enum Source: Sendable {
    case descriptor(FileDescriptor)
    case file(InputFile, offset: Int)
  }

  /// The most bytes that a line may have.
  public let limit: Int
  private var source: Source
  private var buffer: [UInt8] = []
  /// Where the line at hand begins, and how much of it is known to hold no line feed.
  private var start = 0
  private var scanned = 0
  private var number = 0
  private var isSkipping = false
  private var hasEnded = false

  private static let chunkSize = 1 << 16

  /// Reads a stream, which stays the caller's.
  public init(_ descriptor: FileDescriptor, limit: Int = 1 << 20) {
    source = .descriptor(descriptor)
    self.limit = limit
  }

  /// Reads a file from its beginning; copies of the reader go on independently.
  public init(_ file: InputFile, limit: Int = 1 << 20) {
    source = .file(file, offset: 0)
    self.limit = limit
  }

  /// - Throws: `readFailed`, after which there is only the end.
  public mutating func next() throws(ConversionError) -> Next {
    while true {
      if let feed = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        if let line = take(until: feed) { return line }
      } else if hasEnded {
        guard start < buffer.count || isSkipping else { return .end }
        if let line = take(until: buffer.count) { return line }
      } else {
        scanned = buffer.count
        guard try fill() else { return .wouldBlock }
      }
    }
  }

  /// Takes the bytes up to a line feed, or up to the end; `nil` for a blank line.
  private mutating func take(until end: Int) -> Next? {
    let line = buffer[start..<end]
    number += 1
    start = min(end + 1, buffer.count)
    scanned = start
    guard !isSkipping, line.count <= limit else {
      isSkipping = false
      return .tooLong(number: number)
    }
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { return nil }
    return .line(Array(line.last == 0x0D ? line.dropLast() : line), number: number)
  }

  /// Gets more bytes, or notes that there are none.
  ///
  /// - Returns: `false` if there are none yet.
  private mutating func fill() throws(ConversionError) -> Bool {
    if isSkipping || buffer.count - start > limit {
      isSkipping = true
      start = buffer.count
    }
    buffer.removeSubrange(..<start)
    (start, scanned) = (0, buffer.count)
    do throws(ConversionError) {
      guard let bytes = try chunk() else { return false }
      hasEnded = bytes.isEmpty
      buffer += bytes
      return true
    } catch {
      hasEnded = true
      buffer = []
      (start, scanned, isSkipping) = (0, 0, false)
      throw error
    }
  }

  /// The next bytes, none at the end; `nil` where reading would block.
  private mutating func chunk() throws(ConversionError) -> [UInt8]? {
    switch source {
    case .file(let file, let offset):
      let bytes = try file.read(at: offset, count: Self.chunkSize)
      source = .file(file, offset: offset + bytes.count)
      return bytes
    case .descriptor(let descriptor):
      var one = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      // It may be a stream that blocks, and others may use it too: it is asked before it is read.
      guard FilePoll.wait(for: &one, milliseconds: 0) != 0 else { return nil }
      do {
        return try descriptor.bytes(atMost: Self.chunkSize)
      } catch Errno.wouldBlock, Errno.resourceTemporarilyUnavailable {
        return nil
      } catch {
        throw ConversionError(.readFailed, "the lines could not be read: \(error)", cause: error)
      }
    }
  }
}
