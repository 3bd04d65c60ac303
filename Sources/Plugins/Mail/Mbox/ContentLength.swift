import ConverterCore
import MIME
import MailboxModel

/// The end of a message as its field Content-Length says it (mboxcl, mboxcl2).
struct ContentLength {
  /// Where the line begins that divides it from the next, or the end of the file; `nil` where the message has no
  /// such field, or where it is wrong: nothing like this is at that place.
  let end: Int?

  private static let mostHeader = 1 << 16

  init(_ input: InputFile, _ batch: MessageBatch, header: Int) throws(ConversionError) {
    let start = header - batch.origin
    let buffer = batch.bytes
    let bytes = buffer.span
    let isSeen = batch.origin + bytes.count >= min(input.byteCount, header + Self.mostHeader)
    guard start >= 0, start <= bytes.count else {
      end = nil
      return
    }
    let held = bytes[start..<min(bytes.count, start + Self.mostHeader)]
    if isSeen || HeaderFields.headerEnd(in: held) != nil {
      end = try Self.end(in: held, header, input)
    } else {
      let read = try input.read(at: header, count: Self.mostHeader)
      end = try Self.end(in: read.span, header, input)
    }
  }

  private static func end(
    in bytes: Span<UInt8>, _ position: Int, _ input: InputFile
  ) throws(ConversionError) -> Int? {
    // Few messages have the field, and each is asked for it.
    guard let count = headerWithField(bytes) else { return nil }
    let header = bytes[..<count]
    let fields = HeaderFields(scanning: header)
    guard let place = fields["content-length"] else { return nil }
    let first = header.firstOffset(from: place.lowerBound) { $0 != 0x20 && $0 != 0x09 }
    let value = header[min(first ?? place.upperBound, place.upperBound)..<place.upperBound]
    let digits = value.prefix { $0 &- 0x30 < 10 }.array
    guard !digits.isEmpty, digits.count < 16 else { return nil }
    let length = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let body = position + fields.end
    guard length > 0, length <= input.byteCount - body else { return nil }
    return try dividingLine(at: body + length, input)
  }

  /// How many bytes the lines have up to the first blank one, or to one that may divide messages, where one of them
  /// begins with the letters of the field.
  private static func headerWithField(_ bytes: Span<UInt8>) -> Int? {
    var start = 0
    var hasField = false
    while start < bytes.count, bytes[start] != 0x0A, bytes[start] != 0x0D {
      // Most lines are told apart by their first letter.
      switch bytes[start] {
      case UInt8(ascii: "F"):
        if start > 0, MboxLine(bytes, at: start, isWhole: false).isFrom {
          return hasField ? start : nil
        }
      case UInt8(ascii: "c"), UInt8(ascii: "C"):
        if bytes.count - start > 14, bytes.hasLetters("content-length", at: start) {
          hasField = true
        }
      default: break
      }
      start = min(bytes.count, bytes.offset(of: 0x0A, from: start) + 1)
    }
    // With the blank line.
    return hasField ? min(bytes.count, start + 2) : nil
  }

  /// The line behind a body that ends at `position`, perhaps with a blank line between them.
  private static func dividingLine(
    at position: Int, _ input: InputFile
  ) throws(ConversionError) -> Int? {
    let before = 3
    let read = try input.read(at: position - before, count: before + 1024)
    let bytes = read.span
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
