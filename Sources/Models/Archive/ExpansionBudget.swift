public import ConverterCore
internal import Synchronization

/// What the contents of one archive may come to, all together.
///
/// It is shared by the threads that read an archive. Exceeding ``ConverterCore/Limits/expanded`` or
/// ``ConverterCore/Limits/ratio`` ends the reading with `limitExceeded`, which names the limit.
public final class ExpansionBudget: Sendable {
  /// Contents up to this size may be of any ratio: empty space in a small document is no attack.
  static let harmless = 1 << 20

  private let limits: Limits
  /// Bytes of the whole archive, where entries do not say what they take in it.
  private let compressedByteCount: Int?
  private let spent = Atomic<Int>(0)
  private let exhausted = Atomic<Bool>(false)

  /// - Parameters:
  ///   - limits: of the conversion.
  ///   - compressedByteCount: of an archive whose entries are compressed together: the ratio is then that of all of
  ///     them.
  public init(_ limits: Limits, compressedByteCount: Int? = nil) {
    self.limits = limits
    self.compressedByteCount = compressedByteCount
  }

  /// Whether the archive as a whole came to its limit, so that no further entry can be read.
  public var isExhausted: Bool { exhausted.load(ordering: .relaxed) }

  /// Refuses an entry that says already that it is too large, before anything is allocated for it.
  ///
  /// - Throws: `limitExceeded`.
  public func check(_ entry: Entry) throws(ConversionError) {
    guard entry.kind == .file, let promised = entry.byteCount else { return }
    try check(promised)
    if let compressed = entry.compressedByteCount {
      try checkRatio(promised, of: compressed) { "the entry \(entry.path.shown)" }
    }
  }

  /// Refuses contents that say already that they are too large, before the first is read.
  ///
  /// - Parameter promised: bytes that come beside those counted already.
  /// - Throws: `limitExceeded`.
  public func check(_ promised: Int) throws(ConversionError) {
    let (sum, overflow) = spent.load(ordering: .relaxed).addingReportingOverflow(max(0, promised))
    guard overflow || sum > limits.expanded else { return }
    throw exceeded(overflow ? .max : sum, atLeast: false)
  }

  /// The same content, counted.
  public func counting(_ stream: any EntryStream, of entry: Entry) -> any EntryStream {
    CountedStream(stream, entry, self)
  }

  /// Counts a piece of an entry's content.
  ///
  /// - Parameter total: of the entry, with this piece.
  fileprivate func spend(
    _ count: Int, _ total: Int, of entry: Entry
  ) throws(ConversionError) {
    let sum = spent.add(count, ordering: .relaxed).newValue
    if sum > limits.expanded { throw exceeded(sum, atLeast: true) }
    if let compressed = entry.compressedByteCount {
      try checkRatio(total, of: compressed) { "the entry \(entry.path.shown)" }
    } else if let compressedByteCount {
      do throws(ConversionError) {
        try checkRatio(sum, of: compressedByteCount) { "the archive" }
      } catch {
        exhausted.store(true, ordering: .relaxed)
        throw error
      }
    }
  }

  private func exceeded(_ bytes: Int, atLeast: Bool) -> ConversionError {
    exhausted.store(true, ordering: .relaxed)
    let (double, overflow) = limits.expanded.multipliedReportingOverflow(by: 2)
    let enough = atLeast ? max(bytes, overflow ? .max : double) : bytes
    let amount = atLeast ? "more than the \(limits.expanded) bytes" : "\(bytes) bytes"
    let limit = atLeast ? "that are allowed" : "the limit is \(limits.expanded)"
    return ConversionError.exceeding(
      .init(.expanded, needed: bytes, of: limits),
      "the contents of the archive come to \(amount)\(atLeast ? " " : ", ")\(limit); "
        + "raise it with --limit expanded=\(enough)")
  }

  private func checkRatio(
    _ bytes: Int, of compressed: Int, _ subject: () -> String
  ) throws(ConversionError) {
    guard bytes > Self.harmless else { return }
    let compressed = max(1, compressed)
    let (most, overflow) = compressed.multipliedReportingOverflow(by: limits.ratio)
    guard !overflow, bytes > most else { return }
    let ratio = bytes / compressed + (bytes % compressed > 0 ? 1 : 0)
    throw ConversionError.exceeding(
      .init(.ratio, needed: ratio, of: limits),
      "\(subject()) grows from \(compressed) to \(bytes) bytes or more, \(ratio) times; the limit is "
        + "\(limits.ratio), as what grows that much is often made to fill the disk; if you trust it, "
        + "raise it with --limit ratio=\(ratio)")
  }
}

/// A stream whose bytes are taken from a budget.
private final class CountedStream: EntryStream {
  private let stream: any EntryStream
  private let entry: Entry
  private let budget: ExpansionBudget
  private var total = 0

  init(_ stream: any EntryStream, _ entry: Entry, _ budget: ExpansionBudget) {
    self.stream = stream
    self.entry = entry
    self.budget = budget
  }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    let stream = stream
    guard let piece = try stream.next() else { return nil }
    // No stream is longer than 2⁶³ bytes: each was in memory.
    total &+= piece.count
    try budget.spend(piece.count, total, of: entry)
    // What holds the piece is held, too.
    return unsafe _overrideLifetime(piece, borrowing: self)
  }
}
