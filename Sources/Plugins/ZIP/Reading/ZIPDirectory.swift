import ArchiveModel
import ConverterCore

/// The entries of an archive, whose contents can be read in any order.
struct ZIPDirectory: EntryDirectory {
  let entries: [Entry]
  let input: InputFile
  let records: [CentralRecord]
  /// The directory as it is in the file, for names as they are spelt there.
  let bytes: [UInt8]
  let isModulo: Bool
  let password: Password?
  let limits: Limits

  init(
    _ input: InputFile, _ directory: CentralDirectory, entries: [Entry],
    in context: ConversionContext
  ) {
    self.entries = entries
    self.input = input
    records = directory.records
    bytes = directory.bytes
    isModulo = directory.isModulo
    password = context.reading.password
    limits = context.limits
  }

  func makeReader() throws(ConversionError) -> any EntryReader { ZIPEntryReader(self) }
}
