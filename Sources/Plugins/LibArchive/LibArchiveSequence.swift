import ArchiveModel
import ConverterCore

/// The entries of an archive, in the order of the file.
final class LibArchiveSequence: EntrySequence {
  let input: InputFile
  let layers: ArchiveLayers
  let context: ConversionContext
  let names: NameReading

  /// - Throws: `usage` when `--encoding` names none that is known.
  init(
    _ input: InputFile, _ layers: ArchiveLayers, in context: ConversionContext
  ) throws(ConversionError) {
    self.input = input
    self.layers = layers
    self.context = context
    names = try NameReading(in: context)
  }

  var byteCount: Int { input.byteCount }

  func makePass() throws(ConversionError) -> any EntryPass {
    try LibArchivePass(self)
  }

  /// The path as people know it.
  func decode(_ raw: [UInt8]) throws(ConversionError) -> [UInt8] {
    try names.decode(raw) { (take) throws(ConversionError) in
      let walk = try ArchiveWalk(self.input, self.layers, in: self.context)
      while let facts = try walk.next() {
        guard take(facts.path) else { return }
      }
    }
  }
}
