internal import ConverterCore

/// Opens the content of one entry, as often as it is needed.
struct EntryOpener: Sendable {
  let entry: Entry
  /// How many entries of a sequence come before it.
  let position: Int
  let content: Archive.Content
  let context: ConversionContext

  /// The content from its beginning, counted against the limits.
  ///
  /// Of a sequence all that comes before the entry is read and dropped.
  func open() throws(ConversionError) -> any EntryStream {
    if let fault = entry.fault { throw fault }
    switch content {
    case .directory(let directory):
      let source = ContentSource(
        origin: .reader(try directory.makeReader()), entry: entry,
        budget: ExpansionBudget(context.limits), context: context)
      return HeldStream(try source.open(), source)
    case .sequence(let sequence):
      let pass = try sequence.makePass()
      for _ in 0...position {
        try context.checkpoint()
        guard try pass.next() != nil else {
          throw ConversionError(
            .damagedInput, "the archive has other entries than when it was read first")
        }
      }
      let source = ContentSource(
        origin: .pass(pass), entry: entry,
        budget: ExpansionBudget(context.limits, compressedByteCount: sequence.byteCount),
        context: context)
      return HeldStream(try source.open(), source)
    }
  }

  /// The whole content; `nil` where it is longer than `most`.
  func whole(upTo most: Int) throws(ConversionError) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(0, min(most, entry.byteCount ?? 0)))
    let stream = try open()
    while let piece = try stream.next() {
      guard piece.count <= most - bytes.count else { return nil }
      bytes.append(piece)
    }
    return bytes
  }
}

/// A stream and what it reads from.
private final class HeldStream: EntryStream {
  private let stream: any EntryStream
  private let source: ContentSource

  init(_ stream: any EntryStream, _ source: ContentSource) {
    self.stream = stream
    self.source = source
  }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    let stream = stream
    // What holds the piece is held, too.
    return unsafe _overrideLifetime(try stream.next(), borrowing: self)
  }
}
