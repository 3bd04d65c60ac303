import ArchiveModel
import ConverterCore

/// A compressed file as an archive of the one file that is in it.
final class CompressedFile: EntrySequence {
  private let input: InputFile
  private let compression: Compression
  private let context: ConversionContext
  private let entry: Entry

  init(
    _ input: InputFile, _ compression: Compression, in context: ConversionContext
  ) throws(ConversionError) {
    self.input = input
    self.compression = compression
    self.context = context
    let header = compression == .gzip ? try GzipHeader(of: input) : nil
    let stored = try header?.fileName(override: context.reading.encoding)
    let name = stored ?? input.name.map { Array((Compression.plainName(of: $0) ?? $0).utf8) }
    entry = Entry(
      index: 0, path: EntryPath((name ?? Array("data".utf8)).inNormalFormC),
      compressedByteCount: input.byteCount, modified: header?.modified,
      method: compression.rawValue)
  }

  var byteCount: Int { input.byteCount }

  func makePass() throws(ConversionError) -> any EntryPass { Pass(self) }

  private final class Pass: EntryPass {
    private let file: CompressedFile
    private var hasBegun = false
    private var isOver = false
    private var source: (any ByteSource)?

    init(_ file: CompressedFile) {
      self.file = file
    }

    var fraction: Double {
      if isOver { return 1 }
      return Double(source?.consumed ?? 0) / Double(max(1, file.byteCount))
    }

    func next() throws(ConversionError) -> Entry? {
      isOver = hasBegun
      hasBegun = true
      return isOver ? nil : file.entry
    }

    func open() throws(ConversionError) -> any EntryStream {
      let file = FileSource(self.file.input, in: self.file.context)
      let source = try ArchiveLayers.expanding(
        self.file.compression, file, in: self.file.context)
      self.source = source
      return Stream(source)
    }
  }

  private final class Stream: EntryStream {
    private let source: any ByteSource

    init(_ source: any ByteSource) {
      self.source = source
    }

    @_lifetime(borrow self)
    func next() throws(ConversionError) -> Span<UInt8>? {
      let source = source
      guard try source.advance() else { return nil }
      // The source, which holds the piece, lives as long as this does.
      return unsafe _overrideLifetime(source.piece, borrowing: self)
    }
  }
}
