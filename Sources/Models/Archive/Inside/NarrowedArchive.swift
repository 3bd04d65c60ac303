internal import ConverterCore

/// Some entries of a directory.
struct NarrowedDirectory: EntryDirectory {
  let entries: [Entry]
  let whole: any EntryDirectory

  func makeReader() throws(ConversionError) -> any EntryReader { try whole.makeReader() }
}

/// The entries of a sequence that a pattern names.
struct NarrowedSequence: EntrySequence {
  let whole: any EntrySequence
  let pattern: EntryPattern

  var byteCount: Int { whole.byteCount }

  func makePass() throws(ConversionError) -> any EntryPass {
    Pass(whole: try whole.makePass(), pattern: pattern)
  }

  private final class Pass: EntryPass {
    private let whole: any EntryPass
    private let pattern: EntryPattern

    init(whole: any EntryPass, pattern: EntryPattern) {
      self.whole = whole
      self.pattern = pattern
    }

    var fraction: Double { whole.fraction }

    func next() throws(ConversionError) -> Entry? {
      while let entry = try whole.next() {
        if pattern.matches(entry.path) { return entry }
      }
      return nil
    }

    func open() throws(ConversionError) -> any EntryStream { try whole.open() }
  }
}
