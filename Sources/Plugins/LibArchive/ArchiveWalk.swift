import ArchiveModel
import ConverterCore

/// One walk over the entries of an archive, as libarchive gives them.
final class ArchiveWalk {
  private let format: ArchiveFormat
  private let context: ConversionContext
  private let input: InputFile
  private let source: Source
  private var handle: ArchiveHandle
  private var count = 0
  /// What ended the walk; whoever asks again gets it again.
  private var failure: ConversionError?
  private var isAtEnd = false
  /// How the entries are compressed together, where they are.
  let compression: Compression?

  init(
    _ input: InputFile, _ layers: ArchiveLayers, in context: ConversionContext
  ) throws(ConversionError) {
    let (bytes, compression) = try layers.source(input, in: context)
    let source =
      (bytes as? FileSource).map { Source.file($0) }
      ?? .expanded(
        TailedSource(bytes, stored: input.byteCount, within: context.limits))
    let handle = try ArchiveHandle.open(layers.format, from: source.bytes)
    format = layers.format
    self.context = context
    self.input = input
    self.compression = compression
    self.source = source
    self.handle = handle
  }

  /// Where libarchive reads: it may jump in a file, but not in what a filter expands.
  private enum Source {
    case file(FileSource)
    case expanded(TailedSource)

    var bytes: any ByteSource {
      switch self {
      case .file(let file): file
      case .expanded(let source): source
      }
    }
  }

  /// Bytes of the input that have been taken.
  var consumed: Int { source.bytes.consumed }

  /// The next entry; `nil` after the last.
  func next() throws(ConversionError) -> EntryFacts? {
    if let failure { throw failure }
    if isAtEnd { return nil }
    do throws(ConversionError) {
      while try handle.nextHeader() {
        count += 1
        try context.limits.check(.entries, count, for: "the archive")
        try context.checkpoint()
        guard var facts = handle.facts(format), !isBookkeeping(facts) else { continue }
        if format == .rar, facts.kind == .file {
          facts.checksum = try RARStructure.checksum(ofFileIn: input, at: handle.headerPosition)
        }
        return facts
      }
      isAtEnd = true
      try finish()
      return nil
    } catch {
      failure = error
      throw error
    }
  }

  /// Goes on to the next run of the content of this entry.
  ///
  /// - Returns: its place in the file; `nil` after the last.
  func nextBlock() throws(ConversionError) -> Int? {
    if let failure { throw failure }
    return try handle.nextBlock()
  }

  /// That run, valid until anything else is asked for.
  var block: Span<UInt8> {
    // The walk holds the handle for as long as it lives, which holds the block.
    @_lifetime(borrow self) get { unsafe _overrideLifetime(handle.block, borrowing: self) }
  }

  /// Where the content ended: behind a hole, if it ends with one.
  var endOffset: Int { handle.endOffset }

  /// Entries that are part of the archive itself: symbol tables, tables of names, the root of a disk.
  private func isBookkeeping(_ facts: EntryFacts) -> Bool {
    switch format {
    case .ar:
      ["/", "//", "/SYM64/"].contains { facts.path == Array($0.utf8) }
        || facts.path.starts(with: Array("__.SYMDEF".utf8))
    case .iso9660: facts.path == Array(".".utf8)
    default: false
    }
  }

  /// Makes sure that the end of the archive is one: libarchive stops looking there.
  private func finish() throws(ConversionError) {
    switch source {
    case .file(let file):
      if format == .rar { try RARStructure.checkEnd(of: input, at: handle.position) }
      if format == .tar || format == .cpio {
        let rest = try input.read(at: handle.position, count: TailedSource.glance)
        if rest.contains(where: { $0 != 0 }) { warnOfTail() }
        if format == .tar { try warnOfMissingEnd() }
      }
      _ = file.skip(.max)
    case .expanded(let source):
      // Checksums of compressed data stand at its end.
      if try source.drain(after: handle.position) { warnOfTail() }
    }
  }

  /// A tar ends with blocks of zeros. Without them it may have been cut between two entries, which nothing
  /// else shows; many programs leave them out all the same.
  private func warnOfMissingEnd() throws(ConversionError) {
    let end = try input.read(at: max(0, handle.position - 512), count: 512)
    guard count > 0, end.contains(where: { $0 != 0 }) else { return }
    context.warn("the archive has no end mark: it may have been cut off")
  }

  private func warnOfTail() {
    context.warn("bytes after the end of the archive are ignored")
  }
}
