internal import ConverterCore
internal import MIME

/// Finds the parts of a message.
///
/// Lines that may divide parts are known beforehand (``DashLines``); nothing else of the bodies is looked at. Where
/// the boundaries of several parts around each other are alike, the outermost one is meant, as it is for Python's
/// `email`.
struct StructureScanner {
  private let bytes: MessageBytes
  private let charsets: CharsetCache
  private let root: (block: HeldBytes, fields: HeaderFields)
  private var dashes: DashLines
  private var structure = MessageStructure()
  /// The part at hand, and those that it is in, from the message on.
  private var chain: [Open] = []
  private let end: Int

  private struct Open {
    let part: Int
    /// `nil` for what is not divided, or not any more.
    var boundary: [UInt8]?
    var isDigest = false
  }

  static let mostParts = 10_000
  static let mostDepth = 64

  /// - Parameter root: the header of the message.
  init(
    _ bytes: MessageBytes, in batch: MessageBatch?,
    root: (block: HeldBytes, fields: HeaderFields), by reader: MessageReader
  ) {
    self.bytes = bytes
    self.root = root
    charsets = reader.charsets
    dashes = DashLines(bytes, in: batch, reader.context)
    end = bytes.stored.range.upperBound
  }

  mutating func run() throws(ConversionError) -> MessageStructure {
    var position = try begin(at: bytes.stored.range.lowerBound, isDigest: false)
    while isDivided, let place = try dashes.next(from: position) {
      guard let match = try match(at: place) else {
        position = place + 1
        continue
      }
      close(downTo: match.level, at: try bodyEnd(before: place))
      let isFull = structure.parts.count >= Self.mostParts
      if match.isEnd || isFull {
        chain[match.level].boundary = nil
        if !match.isEnd {
          structure.parts[chain[match.level].part].fault =
            "only the first \(Self.mostParts) parts of the message are looked at"
        }
        position = match.next
      } else {
        position = try begin(at: match.next, isDigest: chain[match.level].isDigest)
      }
    }
    close(downTo: -1, at: end)
    for index in structure.parts.indices where structure.parts[index].kind == .multipart {
      guard structure.parts[index].childCount == 0 else { continue }
      structure.parts[index].kind = .leaf
      structure.parts[index].fault = "no part begins in it"
    }
    return structure
  }

  /// Opens a part, and the message in it if it is one.
  ///
  /// - Returns: where its body begins.
  private mutating func begin(at start: Int, isDigest: Bool) throws(ConversionError) -> Int {
    var (start, isDigest) = (start, isDigest)
    while true {
      let body = try add(at: start, isDigest: isDigest)
      let part = structure.parts[structure.parts.count - 1]
      guard part.kind == .message else { return body }
      (start, isDigest) = (body, false)
    }
  }

  private mutating func add(at start: Int, isDigest: Bool) throws(ConversionError) -> Int {
    let (block, fields) = try header(at: start)
    let body = start + fields.end
    let parent = chain.last?.part
    var position = 1
    if let parent {
      structure.parts[parent].childCount += 1
      position = structure.parts[parent].childCount
    }
    let header = PartHeader(fields, in: block.span, charsets, isDigest: isDigest)
    var part = Part(
      index: structure.parts.count, parent: parent, position: position, depth: chain.count,
      kind: .leaf, header: start..<body, body: body..<end, type: header.type,
      disposition: header.disposition, encoding: header.encoding, contentID: header.contentID,
      fault: header.fault)
    var open = Open(part: part.index)
    if part.type.type.hasPrefix("multipart/") {
      open.boundary =
        part.type.parameters.boundary ?? part.type.parameters.bytes("boundary").map { _ in [] }
      open.isDigest = part.type.type == "multipart/digest"
      if open.boundary == nil { part.fault = "it says no boundary" }
    }
    let isTooDeep = chain.count >= Self.mostDepth
    if open.boundary != nil {
      if isTooDeep {
        open.boundary = nil
        part.fault = "it lies deeper than \(Self.mostDepth) parts in each other"
      } else {
        part.kind = .multipart
      }
    } else if part.type.type == "message/rfc822" || part.type.type == "message/global",
      part.encoding == .identity, !isTooDeep
    {
      part.kind = .message
    }
    structure.parts.append(part)
    chain.append(open)
    return body
  }

  /// The header of a part, which a boundary of those around it ends as well as a blank line does.
  ///
  /// A boundary may look like a field. So a little is looked at first: what is behind the next boundary would be
  /// gone over again for each part.
  private mutating func header(
    at start: Int
  ) throws(ConversionError) -> (block: HeldBytes, fields: HeaderFields) {
    if structure.parts.isEmpty { return root }
    guard isDivided else { return try bytes.header(start..<end) }
    var most = 1 << 12
    while true {
      let limit = min(end, start + most)
      let (block, fields) = try bytes.header(start..<limit)
      let isWhole =
        limit == end || most >= MessageBytes.mostHeader
        || HeaderFields.headerEnd(in: block.span) != nil
      if let limit = try boundary(from: start, upTo: start + fields.end) {
        return try bytes.header(start..<limit)
      }
      if isWhole { return (block, fields) }
      most *= 8
    }
  }

  /// Whether a boundary may follow.
  private var isDivided: Bool { chain.contains { $0.boundary != nil } }

  /// Where a boundary stands before `limit`, in what looks like a header.
  private mutating func boundary(
    from start: Int, upTo limit: Int
  ) throws(ConversionError) -> Int? {
    var position = start
    while let place = try dashes.next(from: position), place < limit {
      if try match(at: place) != nil { return place }
      position = place + 1
    }
    return nil
  }

  private struct Match {
    /// Which of the chain it belongs to.
    let level: Int
    let isEnd: Bool
    /// Where the line behind it begins.
    let next: Int
  }

  private func match(at place: Int) throws(ConversionError) -> Match? {
    guard isDivided else { return nil }
    let piece = try dashes.line(at: place)
    let line = piece.span
    for (level, open) in chain.enumerated() {
      guard let boundary = open.boundary, line.count >= 2 + boundary.count,
        boundary.span.isEqual(to: line[2..<2 + boundary.count])
      else { continue }
      var rest = 2 + boundary.count
      var isEnd = false
      if rest + 1 < line.count, line[rest] == UInt8(ascii: "-"), line[rest + 1] == UInt8(ascii: "-")
      {
        isEnd = true
        rest += 2
      }
      while rest < line.count, line[rest] == 0x20 || line[rest] == 0x09 { rest += 1 }
      if rest < line.count, line[rest] == 0x0D { rest += 1 }
      guard rest == line.count || line[rest] == 0x0A else { continue }
      return Match(level: level, isEnd: isEnd, next: min(end, place + rest + 1))
    }
    return nil
  }

  /// The line end before a boundary belongs to that.
  private func bodyEnd(before place: Int) throws(ConversionError) -> Int {
    let piece = try bytes.bytes(max(bytes.stored.range.lowerBound, place - 2)..<place)
    let last = piece.span
    guard last.last == 0x0A else { return place }
    return last.count == 2 && last[0] == 0x0D ? place - 2 : place - 1
  }

  /// Ends the parts of the chain behind `level`.
  private mutating func close(downTo level: Int, at end: Int) {
    while chain.count > level + 1 {
      let part = chain.removeLast().part
      let start = structure.parts[part].body.lowerBound
      structure.parts[part].body = start..<max(start, end)
    }
  }
}
