import ArchiveModel
import ConverterCore

/// The attachments and bodies, whose contents can be read in any order.
struct TNEFDirectory: EntryDirectory {
  let entries: [Entry]
  private let bytes: [UInt8]
  private let sources: [EntrySource]
  private let limits: Limits

  init(_ bytes: [UInt8], _ listing: Listing) {
    self.bytes = bytes
    entries = listing.entries
    sources = listing.sources
    limits = listing.limits
  }

  func makeReader() throws(ConversionError) -> any EntryReader { Opener(directory: self) }

  private final class Opener: EntryReader {
    private let directory: TNEFDirectory

    init(directory: TNEFDirectory) { self.directory = directory }

    func open(_ entry: Entry) throws(ConversionError) -> any EntryStream {
      guard directory.entries.indices.contains(entry.index) else {
        throw ConversionError(.internalError, "entry \(entry.index) is of another archive")
      }
      // The caller may have given the entry another name.
      if let fault = directory.entries[entry.index].fault { throw fault }
      let (bytes, part) = try directory.sources[entry.index].content(
        in: directory.bytes, within: directory.limits)
      return PieceStream(bytes, part)
    }
  }
}

/// A part of bytes in memory, in pieces.
private final class PieceStream: EntryStream {
  private let bytes: [UInt8]
  private var rest: Range<Int>
  init(_ bytes: [UInt8], _ part: Range<Int>) {
    self.bytes = bytes
    rest = part
  }

  @_lifetime(borrow self)
  func next() -> Span<UInt8>? {
    let piece = rest.prefix(1 << 18)
    guard !piece.isEmpty else { return nil }
    rest = rest.dropFirst(piece.count)
    let bytes = bytes
    // The bytes are never changed.
    return unsafe _overrideLifetime(bytes.span[piece], borrowing: self)
  }
}
