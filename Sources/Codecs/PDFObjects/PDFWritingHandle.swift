import CLibQPDF
package import ConverterCore
import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How a PDF file is written.
package struct PDFLayout {
  package enum Encryption {
    /// As in the input, with its passwords; nothing, where it is not encrypted.
    case kept
    case removed
    /// AES-256 (revision 6): who has the user's password may open it, who has the owner's may do all.
    case added(user: [UInt8], owner: [UInt8], PDFPermissions)
  }

  package var encryption: Encryption
  /// Whether streams that are not compressed are, and what was compressed with Flate is compressed anew.
  package var compressesStreams: Bool
  /// Whether objects that are no streams go together into compressed streams (PDF 1.5).
  package var usesObjectStreams: Bool
  /// The first page first, for viewers that load over a network.
  package var isLinearized = false
  /// The lowest version the content needs, "1.4".
  package var minimumVersion: String?

  package init(
    encryption: Encryption = .kept, compressesStreams: Bool = true, usesObjectStreams: Bool = true
  ) {
    self.encryption = encryption
    self.compressesStreams = compressesStreams
    self.usesObjectStreams = usesObjectStreams
  }

  fileprivate var keepsEncryption: Bool { if case .kept = encryption { true } else { false } }
}

extension PDFFile {
  /// Writes all that can be reached from the trailer.
  ///
  /// - Throws: `damagedInput` where a stream cannot be read after all; what `output` throws.
  package func write(
    to output: OutputFile, as layout: PDFLayout = PDFLayout(), in context: ConversionContext
  ) throws(ConversionError) {
    try spool.settle(in: context)
    // Nothing stands above the root of the tree of pages (ISO 32000-1, table 29). qpdf has found that root by now, but
    // leaves the way up where it is a loop.
    let pages = root["/Pages"]
    if pages.has("/Parent") { pages.removeKey("/Parent") }
    if let expectedByteCount, expectedByteCount <= Self.mostInMemory, !layout.isLinearized {
      try writeAtOnce(to: output, as: layout)
    } else {
      try writeThroughPipe(to: output, as: layout, in: context)
    }
  }

  /// What is about as small is written in memory: a pipe passes on four kilobytes at a time from one thread to
  /// the other, which takes longer than to make the file.
  private static let mostInMemory = 4 << 20

  private func writeAtOnce(
    to output: OutputFile, as layout: PDFLayout
  ) throws(ConversionError) {
    guard unsafe qpdf_init_write_memory(data) & QPDF_ERROR_CODE(QPDF_ERRORS) == 0 else {
      throw failure(reading: false)
    }
    configure(layout)
    guard unsafe qpdf_write(data) & QPDF_ERROR_CODE(QPDF_ERRORS) == 0 else {
      throw failure(reading: true)
    }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: qpdf_get_buffer(data), count: qpdf_get_buffer_length(data))
    try unsafe output.write(bytes)
  }

  /// qpdf writes to a name. It gets that of a pipe, which a process in the sandbox may open, and which a thread
  /// fills while this one empties it: so a file of any size passes through little memory.
  private func writeThroughPipe(
    to output: OutputFile, as layout: PDFLayout, in context: ConversionContext
  ) throws(ConversionError) {
    let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do {
      pipe = try FileDescriptor.pipe()
    } catch {
      throw ConversionError(.writeFailed, "a pipe cannot be made: \(error)", cause: error)
    }
    defer { try? pipe.readEnd.close() }
    let status = unsafe "/dev/fd/\(pipe.writeEnd.rawValue)".withCString {
      unsafe qpdf_init_write(data, $0)
    }
    guard status & QPDF_ERROR_CODE(QPDF_ERRORS) == 0 else {
      try? pipe.writeEnd.close()
      throw failure(reading: false)
    }
    configure(layout)
    let end = Mutex(WritingEnd.complete)
    // Until that thread has ended, nothing of the file is touched here but its count of bytes read, which qpdf knows
    // nothing of, and the thread nothing but what qpdf has.
    nonisolated(unsafe) let file = self
    // For a file whose first page comes first qpdf follows all objects, by calling itself.
    let isDeep = layout.isLinearized
    let thread = WorkerThread {
      let reached = unsafe file.run(isDeep: isDeep)
      end.withLock { $0 = reached }
      try? pipe.writeEnd.close()
    }
    guard let thread else {
      _ = unsafe qpdf_init_write_memory(data)
      try? pipe.writeEnd.close()
      throw ConversionError(.readFailed, "the system refuses another thread")
    }
    var problem: ConversionError?
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { unsafe buffer.deallocate() }
    while true {
      let got = unsafe (try? pipe.readEnd.read(into: buffer)) ?? 0
      if got == 0 { break }
      // After an error the rest is taken off all the same: the thread must come to its end.
      if problem != nil { continue }
      do throws(ConversionError) {
        try context.checkpoint()
        try unsafe output.write(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
        noteReading(of: got)
      } catch {
        problem = error
      }
    }
    thread.join()
    if let problem { throw problem }
    switch end.withLock({ $0 }) {
    case .complete: break
    case .failed: throw failure(reading: true)
    case .notBegun(let error): throw error
    }
  }

  private func configure(_ layout: PDFLayout) {
    unsafe qpdf_set_object_stream_mode(
      data, layout.usesObjectStreams ? qpdf_o_generate : qpdf_o_disable)
    unsafe qpdf_set_compress_streams(data, layout.compressesStreams ? 1 : 0)
    // qpdf drops the encryption of files for which it is told to undo filters; unless it is told, it undoes
    // those that it can all the same, and keeps the encryption.
    if !(layout.keepsEncryption && isEncrypted && layout.compressesStreams) {
      unsafe qpdf_set_decode_level(
        data, layout.compressesStreams ? qpdf_dl_generalized : qpdf_dl_none)
    }
    unsafe qpdf_set_linearization(data, layout.isLinearized ? 1 : 0)
    // The same input gives the same output, which an encrypted file cannot.
    switch layout.encryption {
    case .kept:
      unsafe qpdf_set_preserve_encryption(data, 1)
      unsafe qpdf_set_deterministic_ID(data, isEncrypted ? 0 : 1)
    case .removed:
      unsafe qpdf_set_preserve_encryption(data, 0)
      unsafe qpdf_set_deterministic_ID(data, 1)
    case .added(let user, let owner, let allowed):
      let user = user.map { CChar(bitPattern: $0) } + [0]
      let owner = owner.map { CChar(bitPattern: $0) } + [0]
      unsafe qpdf_set_r6_encryption_parameters2(
        data, user, owner, 1, allowed[.copy], allowed[.assemble], allowed[.annotate],
        allowed[.fill], allowed[.edit],
        allowed.contains(.print)
          ? qpdf_r3p_full : allowed.contains(.printLow) ? qpdf_r3p_low : qpdf_r3p_none, 1)
    }
    for version in [neededVersion, layout.minimumVersion].compactMap(\.self) {
      unsafe qpdf_set_minimum_pdf_version(data, version)
    }
  }
}

extension PDFPermissions {
  fileprivate subscript(permission: PDFPermissions) -> QPDF_BOOL { contains(permission) ? 1 : 0 }
}

/// What became of writing.
private enum WritingEnd {
  case complete, failed
  case notBegun(ConversionError)
}

extension PDFFile {
  /// Lets qpdf write.
  ///
  /// - Parameter isDeep: whether qpdf calls itself as often as objects refer to one another.
  fileprivate func run(isDeep: Bool) -> WritingEnd {
    var end = WritingEnd.complete
    func write() {
      if unsafe qpdf_write(data) & QPDF_ERROR_CODE(QPDF_ERRORS) != 0 { end = .failed }
    }
    do throws(ConversionError) {
      if isDeep { try DeepWork.run(write) } else { write() }
    } catch {
      end = .notBegun(error)
    }
    // Until it is given something else to write to, qpdf holds its end of the pipe, and the other one waits.
    if case .complete = end { return end }
    _ = unsafe qpdf_init_write_memory(data)
    return end
  }
}
