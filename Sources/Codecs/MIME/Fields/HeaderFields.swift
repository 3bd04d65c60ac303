internal import ConverterCore

/// Where the fields of a header are in its bytes (RFC 5322, 2.2).
///
/// It holds offsets, and the names in small letters; the bytes stay where they are.
public struct HeaderFields: Sendable {
  /// A header of more fields is made to waste memory; the rest of them is passed over.
  public static let mostFields = 10_000

  /// Most headers have no more.
  private static let usualFields = 32

  private struct Field {
    let nameEnd: UInt32
    let start, bodyStart, bodyEnd: UInt32
  }

  private var fields: [Field] = []
  /// The names one after the other, in small letters.
  private var names: [UInt8] = []

  /// Where the content begins: behind the blank line, or at the line that is of no header; otherwise where the
  /// bytes end.
  public private(set) var end = 0

  /// Reads what the bytes begin with, up to a blank line.
  ///
  /// Lines end with LF or CRLF. A line that is neither a field nor goes on with one ends the header as in Python's
  /// `email`: it is content. So does what begins with `From ` within the header, unless a field follows. Lines at
  /// the very beginning with `From ` or `>From `, as mbox files and old gateways write them, are passed over, and so
  /// are fields without a name. Names may have blanks before the colon (RFC 5322, 4.5).
  ///
  /// - Parameter bytes: the header and what follows it, or the whole message; of more than 4 GB the first.
  public init(scanning bytes: Span<UInt8>) {
    var lines = HeaderLines(bytes.prefix(Int(UInt32.max)))
    fields.reserveCapacity(32)
    names.reserveCapacity(512)
    var current: (name: Range<Int>, bodyStart: Int, end: Int)?
    while let line = lines.next() {
      switch line.kind {
      case .continuation: current?.end = line.end
      case .field(let nameEnd, let colon):
        add(current, bytes)
        current = (line.start..<nameEnd, colon + 1, line.end)
      case .envelope:
        add(current, bytes)
        current = nil
      }
    }
    add(current, bytes)
    end = lines.headerEnd ?? lines.index
  }

  private mutating func add(
    _ field: (name: Range<Int>, bodyStart: Int, end: Int)?, _ bytes: Span<UInt8>
  ) {
    guard let field, !field.name.isEmpty, fields.count < Self.mostFields else { return }
    if fields.isEmpty {
      fields.reserveCapacity(Self.usualFields)
      names.reserveCapacity(Self.usualFields * 16)
    }
    for index in field.name { names.append(bytes[index].lowercasedASCII) }
    fields.append(
      Field(
        nameEnd: UInt32(names.count), start: UInt32(field.name.lowerBound),
        bodyStart: UInt32(field.bodyStart), bodyEnd: UInt32(field.end)))
  }

  /// How many fields there are.
  public var count: Int { fields.count }

  /// The bytes of the name of a field.
  ///
  /// - Parameter index: from 0 to below ``count``.
  public func name(at index: Int) -> Range<Int> {
    let start = Int(fields[index].start)
    return start..<start + nameRange(index).count
  }

  /// The bytes of a field behind its colon, with the folds in it, without the end of its last line.
  ///
  /// - Parameter index: from 0 to below ``count``.
  public func body(at index: Int) -> Range<Int> {
    Int(fields[index].bodyStart)..<Int(fields[index].bodyEnd)
  }

  /// The body of the first field of that name, in whatever capitals.
  public subscript(name: StaticString) -> Range<Int>? {
    next(name, from: 0).map(body)
  }

  /// The bodies of all fields of that name, in whatever capitals and in order.
  public func all(named name: StaticString) -> [Range<Int>] {
    var bodies: [Range<Int>] = []
    var index = 0
    while let found = next(name, from: index) {
      bodies.append(body(at: found))
      index = found + 1
    }
    return bodies
  }

  /// The first field of a name from `index` on.
  private func next(_ name: StaticString, from index: Int) -> Int? {
    let length = name.utf8CodeUnitCount
    let names = names.span
    for index in index..<fields.count {
      let range = nameRange(index)
      if range.count == length, names[range].isName(name) { return index }
    }
    return nil
  }

  private func nameRange(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(fields[index - 1].nameEnd))..<Int(fields[index].nameEnd)
  }

  /// Where a header ends that the bytes begin with: its ``end``.
  ///
  /// - Returns: `nil` where more bytes must be seen to tell.
  public static func headerEnd(in bytes: Span<UInt8>) -> Int? {
    var lines = HeaderLines(bytes)
    while lines.next() != nil {}
    return lines.headerEnd
  }
}

extension Span<UInt8> {
  /// Whether a name in small letters is another of the same length but for its capitals.
  fileprivate func isName(_ other: StaticString) -> Bool {
    let other = other.span
    for index in other.indices where self[index] != other[index].lowercasedASCII { return false }
    return true
  }
}
