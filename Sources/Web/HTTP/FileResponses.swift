import ConverterCore
import HTTPTypes
import Hummingbird
import NIOCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Response {
  /// A picture that never changes under its address.
  ///
  /// - Throws: `inputNotFound`, `readFailed`.
  init(picture path: FilePath, _ type: String) throws(ConversionError) {
    let bytes = try InputFile(path: path).contents(within: .standard)
    self.init(
      status: .ok,
      headers: [.contentType: type, .cacheControl: "private, max-age=31536000, immutable"],
      body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// A file to be saved, whole or the range that is asked for (RFC 9110, section 14): one range, of bytes.
  ///
  /// - Parameters:
  ///   - file: open; it is closed when it was sent.
  ///   - name: under which it is saved.
  ///   - range: the header `Range`, if there is one.
  static func download(
    _ file: SentFile, name: String, range: String?
  ) -> Response {
    var headers: HTTPFields = [
      .contentType: "application/octet-stream", .acceptRanges: "bytes",
      .contentDisposition: "attachment; filename*=UTF-8''\(Form.encoded(name))",
    ]
    let size = file.byteCount
    var (status, part) = (HTTPResponse.Status.ok, 0..<size)
    if let range {
      switch ByteRange.parsed(range, of: size) {
      case .part(let wanted):
        (status, part) = (.partialContent, wanted)
        headers[.contentRange] = "bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(size)"
      case .impossible:
        headers[.contentRange] = "bytes */\(size)"
        return Response(status: .rangeNotSatisfiable, headers: headers)
      case .whole: break
      }
    }
    let wanted = part
    return Response(
      status: status, headers: headers,
      body: .init(contentLength: wanted.count) { writer in
        try await file.send(wanted, to: &writer)
        try await writer.finish(nil)
      })
  }
}

/// An open file that is sent a piece at a time; it closes itself.
final class SentFile: Sendable {
  let byteCount: Int
  private let descriptor: SystemPackage.FileDescriptor

  private static let pieceSize = 256 << 10

  init(_ descriptor: SystemPackage.FileDescriptor, byteCount: Int) {
    (self.descriptor, self.byteCount) = (descriptor, byteCount)
  }

  deinit { try? descriptor.close() }

  /// The first bytes, at most so many.
  func beginning(_ most: Int) throws -> [UInt8] {
    try descriptor.bytes(atMost: min(most, byteCount), at: 0)
  }

  /// Reads the whole file, a piece at a time.
  ///
  /// - Throws: `readFailed`; what `take` throws.
  func readAll(_ take: ([UInt8]) async throws -> Void) async throws {
    var offset = 0
    while offset < byteCount {
      let bytes: [UInt8]
      do {
        bytes = try descriptor.bytes(atMost: min(Self.pieceSize, byteCount - offset), at: offset)
      } catch {
        throw ConversionError(.readFailed, "could not be read: \(error)", cause: error)
      }
      guard !bytes.isEmpty else {
        throw ConversionError(.readFailed, "became shorter while it was read")
      }
      try await take(bytes)
      offset += bytes.count
    }
  }

  /// The bytes at an offset, at most so many; none at the end.
  func bytes(_ most: Int, at offset: Int) throws -> [UInt8] {
    try descriptor.bytes(atMost: max(0, min(most, byteCount - offset)), at: offset)
  }

  fileprivate func send(
    _ range: Range<Int>, to writer: inout any ResponseBodyWriter
  ) async throws {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let bytes = try descriptor.bytes(
        atMost: min(Self.pieceSize, range.upperBound - offset), at: offset)
      // It has become shorter; the connection ends before what was promised, so that the browser knows.
      guard !bytes.isEmpty else { throw Errno.ioError }
      try await writer.write(ByteBuffer(bytes: bytes))
      offset += bytes.count
    }
  }
}

/// A range of the bytes of a file, as `Range` asks for it.
enum ByteRange: Equatable {
  case part(Range<Int>)
  /// There are no such bytes.
  case impossible
  /// It asks for something else, which may be answered with the whole file.
  case whole

  static func parsed(_ header: String, of size: Int) -> ByteRange {
    guard header.hasPrefix("bytes=") else { return .whole }
    let words = header.dropFirst("bytes=".count)
    guard !words.contains(","), let hyphen = words.firstIndex(of: "-") else { return .whole }
    let (first, last) = (words[..<hyphen], words[words.index(after: hyphen)...])
    if first.isEmpty {
      guard let count = number(last) else { return .whole }
      return count == 0 || size == 0 ? .impossible : .part(max(0, size - count)..<size)
    }
    guard let start = number(first) else { return .whole }
    guard start < size else { return .impossible }
    if last.isEmpty { return .part(start..<size) }
    guard let end = number(last), end >= start else { return .whole }
    return .part(start..<min(size, end == .max ? end : end + 1))
  }

  private static func number(_ digits: Substring) -> Int? {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits) ?? .max
  }
}
