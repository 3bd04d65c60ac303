import ConverterCore

/// What has to be taken off a file, one after the other, to get at its entries.
struct ArchiveLayers: Sendable, Equatable {
  let format: ArchiveFormat
  let compression: Compression?

  init(_ format: ArchiveFormat, in compression: Compression? = nil) {
    self.format = format
    self.compression = compression
  }

  /// "tar in gzip".
  var name: String {
    compression.map { "\(format.name) in \($0.rawValue)" } ?? format.name
  }

  /// How deep it is nested at most: an RPM package has its header, a compression and an archive.
  var count: Int { format == .rpm ? 3 : compression == nil ? 1 : 2 }

  /// How contents are compressed.
  var method: String { compression?.rawValue ?? format.method }

  /// The bytes of the archive itself, and how they were compressed.
  func source(
    _ input: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> (any ByteSource, compression: Compression?) {
    let file = FileSource(input, in: context)
    if let compression {
      return (try Self.expanding(compression, file, in: context), compression)
    }
    guard format == .rpm else { return (file, nil) }
    let payload = HeadedSource(try FilterSource(.rpm, over: file, in: context))
    guard let inner = Compression(beginning: try payload.head()) else { return (payload, nil) }
    return (try Self.expanding(inner, payload, in: context), inner)
  }

  /// Whether a compressed file has a tar archive in it.
  ///
  /// - Parameter isExpected: whether its name says so. Only then a block of zeros, which ends an archive,
  ///   is an archive without entries: it may be the beginning of anything else.
  func holdsTar(
    _ input: InputFile, isExpected: Bool, in context: ConversionContext
  ) throws(ConversionError) -> Bool {
    let source = HeadedSource(try self.source(input, in: context).0)
    let head = try source.head().prefix(HeadedSource.headSize)
    guard head.count == HeadedSource.headSize else { return false }
    if head.allSatisfy({ $0 == 0 }) { return isExpected }
    return TarHeader.isPlausible(head)
  }

  static func expanding(
    _ compression: Compression, _ upstream: any ByteSource, in context: ConversionContext
  ) throws(ConversionError) -> any ByteSource {
    if compression == .gzip { return try GzipSource(upstream, in: context) }
    return try FilterSource(.compression(compression), over: upstream, in: context)
  }
}

/// The header of an entry of a tar archive (POSIX.1-1988 §10.1.1).
enum TarHeader {
  /// Whether the checksum is right: the sum of all bytes, its own eight counted as blanks.
  static func isPlausible(_ block: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(block)
    guard bytes.count == 512, bytes[0] != 0 else { return false }
    var stored = 0
    for digit in bytes[148..<156] where digit != 0x20 && digit != 0 {
      guard (0x30...0x37).contains(digit) else { return false }
      stored = stored * 8 + Int(digit - 0x30)
    }
    let counted = bytes[..<148] + bytes[156...]
    let sum = counted.reduce(8 * 0x20) { $0 + Int($1) }
    // Some old systems took bytes for signed.
    let signed = counted.reduce(8 * 0x20) { $0 + Int(Int8(bitPattern: $1)) }
    return stored == sum || stored == signed
  }
}
