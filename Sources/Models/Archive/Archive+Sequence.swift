public import ConverterCore

extension Archive {
  /// Its entries, one after the other.
  public func makeSequentialPass() throws(ConversionError) -> any EntryPass {
    switch content {
    case .sequence(let sequence): try sequence.makePass()
    case .directory(let directory): DirectoryPass(directory.entries, try directory.makeReader())
    }
  }
}

private final class DirectoryPass: EntryPass {
  private let entries: [Entry]
  private let reader: any EntryReader
  private var position = 0

  init(_ entries: [Entry], _ reader: any EntryReader) {
    self.entries = entries
    self.reader = reader
  }

  var fraction: Double { entries.isEmpty ? 1 : Double(position) / Double(entries.count) }

  func next() throws(ConversionError) -> Entry? {
    guard position < entries.count else { return nil }
    defer { position += 1 }
    return entries[position]
  }

  func open() throws(ConversionError) -> any EntryStream {
    try reader.open(entries[position - 1])
  }
}
