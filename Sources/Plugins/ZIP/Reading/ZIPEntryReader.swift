import ArchiveModel
import ConverterCore

/// Opens entries of an archive for one thread, with buffers that serve them all.
final class ZIPEntryReader: EntryReader {
  private let directory: ZIPDirectory
  private let workspace: Workspace

  init(_ directory: ZIPDirectory) {
    self.directory = directory
    workspace = Workspace(directory.input)
  }

  func open(_ entry: Entry) throws(ConversionError) -> any EntryStream {
    guard directory.records.indices.contains(entry.index) else {
      throw ConversionError(.internalError, "entry \(entry.index) is of another archive")
    }
    // The caller may have given the entry another name; the one in the archive is meant here.
    let listed = directory.entries[entry.index]
    if let fault = listed.fault { throw fault }
    let record = directory.records[entry.index]
    var errors = EntryErrors(path: listed.path)
    let encryption = try EntryEncryption(record, errors)
    errors.mayBePassword = encryption?.isWeak ?? false
    try check(record, encryption, errors)
    var layout = try locate(record, errors)
    let decryption = try decryption(encryption, &layout, errors)
    let check = ContentCheck(
      record, hasChecksum: encryption?.hasChecksum ?? true, isModulo: directory.isModulo, errors)
    if layout.isInMemory {
      return WholeContent(workspace, layout, method: record.method, decryption, check)
    }
    let source = EntrySource(workspace, layout, decryption)
    switch record.method {
    case CompressionMethod.store: return StoredContent(source, check)
    case CompressionMethod.ppmd:
      return try PPMdContent(
        source, check, byteCount: record.byteCount, memory: directory.limits.memory)
    default: break
    }
    // All of it is decoded as it comes: what it needs does not depend on what sizes are declared.
    return DecodedContent(
      source, try makeDecoder(for: record, source.remaining, errors), into: workspace.output, check)
  }

  /// Refuses what cannot be, before anything is read or allocated for it.
  private func check(
    _ record: CentralRecord, _ encryption: EntryEncryption?, _ errors: EntryErrors
  ) throws(ConversionError) {
    if record.flags.contains(.patch) {
      throw errors.error(
        .unsupportedContent, "is a patch for another file, which fairy cannot apply")
    }
    let payload = record.compressedByteCount - (encryption?.overhead ?? 0)
    guard payload >= 0 else {
      throw errors.damaged("is shorter than what its encryption needs")
    }
    guard !directory.isModulo else { return }
    switch record.method {
    case CompressionMethod.store where payload != record.byteCount:
      throw errors.damaged(
        "is stored without compression, but takes \(payload) bytes instead of \(record.byteCount)")
    // 258 bytes for two bits are the most that deflate can give (RFC 1951).
    case CompressionMethod.deflate where record.byteCount / 1032 > payload:
      throw errors.damaged(
        "\(payload) compressed bytes cannot give the \(record.byteCount) that the directory says")
    default: break
    }
  }

  /// Finds the content behind its header, and reads it if it is small.
  private func locate(
    _ record: CentralRecord, _ errors: EntryErrors
  ) throws(ConversionError) -> ContentLayout {
    let isSmall =
      record.compressedByteCount <= Workspace.wholeByteCount
      && record.byteCount <= Workspace.wholeByteCount && !directory.isModulo
      && (record.method == CompressionMethod.store
        || record.method == CompressionMethod.deflate && workspace.canInflateWhole)
    let known = LocalHeader.byteCount + Int(record.nameByteCount)
    // Extra fields of the header are about as long as those of the directory.
    let likely =
      known + Int(record.extraByteCount) + 64 + (isSmall ? record.compressedByteCount : 0)
    let header = record.header
    let window = workspace.window
    var loaded =
      header..<min(header + likely, max(record.extentEnd, header + LocalHeader.byteCount))
    try window.load(loaded, errors)
    let local = try LocalHeader(window.bytes(loaded), errors)
    let start = header + local.contentOffset
    guard start <= record.extentEnd, record.compressedByteCount <= record.extentEnd - start else {
      throw errors.error(
        .unsafeEntry,
        "its content reaches into the next entry, or into the directory of the archive")
    }
    let end = start + record.compressedByteCount
    if (isSmall ? end : start) > loaded.upperBound {
      loaded = header..<(isSmall ? end : start)
      try window.load(loaded, errors)
    }
    let names = directory.bytes
    try LocalHeader.compare(
      window.bytes(loaded).extracting(..<local.contentOffset), with: record,
      name: names.span.extracting(record.name), isModulo: directory.isModulo, errors)
    return ContentLayout(payload: start..<end, isInMemory: isSmall)
  }

  /// Takes what the encryption put around the payload out of the layout.
  private func decryption(
    _ encryption: EntryEncryption?, _ layout: inout ContentLayout, _ errors: EntryErrors
  ) throws(ConversionError) -> EntryDecryption? {
    guard let encryption else { return nil }
    let whole = layout.payload
    let start = whole.lowerBound + encryption.kind.headerLength
    let end = whole.upperBound - encryption.kind.trailerLength
    layout.payload = start..<end
    if layout.isInMemory {
      let window = workspace.window
      try window.load(whole, errors)
      let bytes = window.bytes(whole)
      return try EntryDecryption(
        encryption, header: bytes[..<encryption.kind.headerLength].array,
        trailer: bytes.extracting(last: encryption.kind.trailerLength).array,
        directory.passwords.all(), errors)
    }
    let header = try directory.input.bytes(at: whole.lowerBound, count: start - whole.lowerBound)
    let trailer = try directory.input.bytes(at: end, count: encryption.kind.trailerLength)
    guard let header, let trailer else { throw errors.damaged(Workspace.endsTooEarly) }
    return try EntryDecryption(
      encryption, header: header, trailer: trailer, directory.passwords.all(), errors)
  }

  /// - Parameter compressed: how many bytes are to be decoded.
  private func makeDecoder(
    for record: CentralRecord, _ compressed: Int, _ errors: EntryErrors
  ) throws(ConversionError) -> any StreamDecoder {
    switch record.method {
    case CompressionMethod.deflate:
      if let inflater = ISALInflater.make() { return inflater }
      return try ZlibInflater()
    case CompressionMethod.deflate64: return Deflate64Decoder()
    case CompressionMethod.bzip2: return try BZip2Decoder()
    case CompressionMethod.lzma:
      return try ZIPLZMADecoder(
        byteCount: record.byteCount, hasEndMark: record.flags.contains(.endMark),
        memory: directory.limits.memory)
    case CompressionMethod.xz: return try XZDecoder(memory: directory.limits.memory)
    case CompressionMethod.zstd, CompressionMethod.oldZstd: return try ZstdDecoder()
    default:
      if let method = EarlyMethod(record) {
        return EarlyDecoder(
          method, byteCount: record.byteCount, compressedByteCount: compressed,
          memory: directory.limits.memory)
      }
      throw errors.error(
        .unsupportedContent,
        "is compressed with \(CompressionMethod.word(record.method)), which fairy cannot decode")
    }
  }
}

/// Where the content of an entry is.
struct ContentLayout {
  /// In the file; without what encryption adds.
  var payload: Range<Int>
  /// Whether the window of the workspace holds it.
  let isInMemory: Bool
}
