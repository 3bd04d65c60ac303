public import ConverterCore

/// The content of one entry during a visit, for as long as the visit of that entry lasts.
public struct ContentSource {
  enum Origin {
    case reader(any EntryReader)
    case pass(any EntryPass)
  }

  let origin: Origin
  let entry: Entry
  let budget: ExpansionBudget
  let context: ConversionContext

  /// The content, counted against the limits of the archive; called once.
  ///
  /// The stream can be cancelled between its pieces.
  ///
  /// - Throws: as ``EntryReader/open(_:)``, and `limitExceeded`.
  public func open() throws(ConversionError) -> any EntryStream {
    try budget.check(entry)
    let stream =
      switch origin {
      case .reader(let reader): try reader.open(entry)
      case .pass(let pass): try pass.open()
      }
    return InterruptibleStream(budget.counting(stream, of: entry), context)
  }

  /// Where a symbolic link leads, checked by ``LinkTarget``; its content is read where the archive keeps
  /// the target there.
  ///
  /// - Throws: `unsafeEntry`, and as ``open()``.
  public func linkTarget() throws(ConversionError) -> [UInt8] {
    if let target = entry.linkTarget {
      try LinkTarget.check(target, of: entry.path)
      return target
    }
    var target: [UInt8] = []
    let stream = try open()
    while let piece = try stream.next() {
      guard target.count + piece.count <= 4095 else {
        throw ConversionError(
          .unsafeEntry, "the link \(entry.path.shown) has a target of more than 4095 bytes")
      }
      target.append(piece)
    }
    try LinkTarget.check(target, of: entry.path)
    return target
  }
}

/// A stream that lets the conversion be stopped while a large content is read.
private final class InterruptibleStream: EntryStream {
  private let stream: any EntryStream
  private let context: ConversionContext
  private var sinceCheckpoint = 0

  init(_ stream: any EntryStream, _ context: ConversionContext) {
    self.stream = stream
    self.context = context
  }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    if sinceCheckpoint >= 1 << 20 {
      sinceCheckpoint = 0
      try context.checkpoint()
    }
    let stream = stream
    guard let piece = try stream.next() else { return nil }
    sinceCheckpoint &+= piece.count
    // What holds the piece is held, too.
    return unsafe _overrideLifetime(piece, borrowing: self)
  }
}
