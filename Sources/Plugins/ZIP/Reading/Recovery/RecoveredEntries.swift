import ArchiveModel
import ConverterCore

/// The entries of an archive whose directory is missing or damaged.
///
/// They come one after the other, and then the error: nobody knows whether they are all.
struct RecoveredEntries: EntrySequence {
  let listing: ZIPDirectory
  let fault: ConversionError?

  var byteCount: Int { listing.input.byteCount }

  init(listing: ZIPDirectory, fault: ConversionError) {
    self.listing = listing
    self.fault = fault
  }

  func makePass() throws(ConversionError) -> any EntryPass { Pass(self) }
}

extension RecoveredEntries {
  private final class Pass: EntryPass {
    private let sequence: RecoveredEntries
    private let reader: ZIPEntryReader
    private var count = 0

    init(_ sequence: RecoveredEntries) {
      self.sequence = sequence
      reader = ZIPEntryReader(sequence.listing)
    }

    var fraction: Double { Double(count) / Double(max(1, sequence.listing.entries.count)) }

    func next() throws(ConversionError) -> Entry? {
      guard count < sequence.listing.entries.count else {
        if let fault = sequence.fault { throw fault }
        return nil
      }
      defer { count += 1 }
      return sequence.listing.entries[count]
    }

    func open() throws(ConversionError) -> any EntryStream {
      guard count > 0 else {
        throw ConversionError(.internalError, "an entry was opened before the archive had one")
      }
      return try reader.open(sequence.listing.entries[count - 1])
    }
  }
}
