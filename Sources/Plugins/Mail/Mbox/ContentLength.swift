import ConverterCore
import MIME
import MailboxModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The end of a message as its field Content-Length says it (mboxcl, mboxcl2).
struct ContentLength {
  /// Where the line begins that divides it from the next, or the end of the file; `nil` where the message has no
  /// such field, or where it is wrong: nothing like this is at that place.
  let end: Int?

  private static let mostHeader = 1 << 16

  init(_ input: InputFile, _ batch: MessageBatch, header: Int) throws(ConversionError) {
    let (start, bytes) = (header - batch.origin, batch.bytes.bytes)
    let isSeen = batch.origin + bytes.count >= min(input.byteCount, header + Self.mostHeader)
    guard start >= 0, start <= bytes.count else {
      end = nil
      return
    }
    let held = UnsafeRawBufferPointer(
      rebasing: bytes[start..<min(bytes.count, start + Self.mostHeader)])
    if isSeen || HeaderFields.headerEnd(in: held) != nil {
      end = try Self.end(in: held, header, input)
    } else {
      let read = try input.read(at: header, count: Self.mostHeader)
      // No closure of the standard library passes typed errors on.
      let copy = ByteBuffer(capacity: read.count)
      copy.append(read)
      end = try copy.withBytes { bytes throws(ConversionError) in
        try Self.end(in: bytes, header, input)
      }
    }
  }

  private static func end(
    in bytes: UnsafeRawBufferPointer, _ position: Int, _ input: InputFile
  ) throws(ConversionError) -> Int? {
    // Few messages have the field, and each is asked for it.
    guard let header = headerWithField(bytes) else { return nil }
    let fields = HeaderFields(scanning: header)
    guard let place = fields["content-length"] else { return nil }
    let digits = header[place].drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 &- 0x30 < 10 }
    guard !digits.isEmpty, digits.count < 16 else { return nil }
    let length = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let body = position + fields.end
    guard length > 0, length <= input.byteCount - body else { return nil }
    return try dividingLine(at: body + length, input)
  }

  /// The lines up to the first blank one, or to one that may divide messages, where one of them begins with the
  /// letters of the field.
  private static func headerWithField(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let base = bytes.baseAddress else { return nil }
    var start = 0
    var hasField = false
    while start < bytes.count, bytes[start] != 0x0A, bytes[start] != 0x0D {
      if start > 0, MboxLine(bytes, at: start, isWhole: false).isFrom {
        return hasField ? UnsafeRawBufferPointer(rebasing: bytes[..<start]) : nil
      }
      if bytes[start] | 0x20 == UInt8(ascii: "c"), bytes.count - start > 14,
        strncasecmp(base.assumingMemoryBound(to: CChar.self) + start, "content-length", 14) == 0
      {
        hasField = true
      }
      guard let end = memchr(base + start, 0x0A, bytes.count - start) else {
        start = bytes.count
        break
      }
      start = UnsafeRawPointer(end) - base + 1
    }
    // With the blank line.
    let end = min(bytes.count, start + 2)
    return hasField ? UnsafeRawBufferPointer(rebasing: bytes[..<end]) : nil
  }

  /// The line behind a body that ends at `position`, perhaps with a blank line between them.
  private static func dividingLine(
    at position: Int, _ input: InputFile
  ) throws(ConversionError) -> Int? {
    let before = 3
    let bytes = try input.read(at: position - before, count: before + 1024)
    return bytes.withUnsafeBytes { bytes in
      var place = before
      if place < bytes.count, bytes[place] == 0x0D { place += 1 }
      if place < bytes.count, bytes[place] == 0x0A { place += 1 }
      if place == bytes.count { return position - before + place }
      for start in [before, place] where bytes[start - 1] == 0x0A {
        let line = MboxLine(bytes, at: start, isWhole: true)
        if line.isFrom, line.divides { return position - before + start }
      }
      return nil
    }
  }
}
