import CLibQPDF
package import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A PDF file as qpdf holds it: objects that are read when they are asked for.
///
/// It belongs to one thread at a time. Objects (``PDFObject``) keep it alive.
@safe package final class PDFFile {
  let data: qpdf_data
  /// The bytes that qpdf reads from, for as long as it may; `nil` for a file that is made here.
  private let bytes: FileBytes?
  /// What opened it; `nil` where nothing was needed.
  private let password: Password?
  /// What was wrong with it and has been repaired, in words; ``noteRepairs()`` adds to it.
  package private(set) var repairs: [String] = []
  /// How it is encrypted, where it could be opened without its password.
  package private(set) var partialEncryption: PartialEncryption?
  /// Files from which objects were copied: their streams are read when this one is written.
  private var sources: [ObjectIdentifier: PDFFile] = [:]
  /// Where new data of its streams are until it is written.
  package lazy var spool = StreamSpool(of: self)
  /// Whether numbers are left for as many objects as memory holds. To make a stream beyond them ends the process:
  /// qpdf's C function for it lets an exception of C++ through, as that for another object does not.
  private lazy var takesObjects: Bool = {
    let number = indirect(null).id?.number ?? .max
    _ = unsafe qpdf_get_error(data)
    return number < Int(Int32.max) - 1 << 24
  }()
  /// About how many bytes it will have, where that is known.
  package var expectedByteCount: Int?
  /// Pictures that were made as small as they are to be when they were coded.
  package var finishedImages: Set<PDFObject.ID> = []
  /// The lowest version of PDF that what was copied here asks for: "1.7".
  package var neededVersion: String?

  private init(bytes: FileBytes?, password: Password? = nil) throws(ConversionError) {
    try SystemLibrary.qpdf.open()
    _ = Self.endsWhenExhausted
    guard let data = unsafe qpdf_init() else { throw Self.exhausted }
    unsafe self.data = unsafe data
    self.bytes = bytes
    self.password = password
    // They would go to standard error.
    unsafe qpdf_set_suppress_warnings(data, 1)
    unsafe qpdf_silence_errors(data)
  }

  /// Not all of qpdf's C functions catch its C++ exceptions. One for want of memory has nowhere to go then.
  private static let endsWhenExhausted: Void = fairy_libqpdf_on_exhaustion { OutOfMemory.end() }

  deinit {
    var data: qpdf_data? = unsafe data
    unsafe qpdf_cleanup(&data)
  }

  /// Opens a file, and repairs what of it can be repaired; ``warnings`` says what.
  ///
  /// - Throws: `wrongPassword` where it is encrypted and neither the user's nor the owner's password is
  ///   `password`; `damagedInput`; `missingLibrary`.
  package convenience init(
    _ input: InputFile, password: Password? = nil, limits: Limits
  ) throws(ConversionError) {
    try self.init(reading: try FileBytes(input, limits: limits), password: password)
  }

  /// Opens a file once more, for another thread.
  package convenience init(again file: PDFFile) throws(ConversionError) {
    guard let bytes = file.bytes else {
      throw ConversionError(.internalError, "a file that is being made cannot be opened again")
    }
    try self.init(reading: bytes, password: file.password)
  }

  /// The file as it was read, whatever has become of this one since.
  package func unchanged() throws(ConversionError) -> PDFFile {
    // Pages may stand in lists within lists without end.
    try DeepWork.run { () throws(ConversionError) in
      let file = try PDFFile(again: self)
      file.removeUsageRights()
      _ = try file.pageCount
      return file
    }
  }

  convenience init(
    reading bytes: FileBytes, password: Password?
  ) throws(ConversionError) {
    try self.init(bytes: bytes, password: password)
    let word = (password?.bytes ?? []).map { CChar(bitPattern: $0) } + [0]
    let status = unsafe qpdf_read_memory(
      data, "the file", bytes.start, UInt64(bytes.count), word)
    guard status & QPDF_ERROR_CODE(QPDF_ERRORS) != 0 else {
      partialEncryption = takePartialEncryption()
      repairs += repairTrailer()
      repairs += try PageTree.repair(self)
      return
    }
    let error = failure(reading: true)
    guard error.code == .wrongPassword, password == nil else { throw error }
    throw ConversionError(
      .missingPassword,
      "is encrypted; give its password with --password-file or in FAIRY_PASSWORD")
  }

  /// What who gave the password that opened it may do: its owner all.
  package var grantedPermissions: PDFPermissions { permissions(with: password) }

  /// Whether two files were read from the same bytes.
  package func hasBytes(of other: PDFFile) -> Bool {
    guard let bytes, let others = other.bytes else { return false }
    return bytes.equals(others)
  }

  /// A file without pages.
  package static func empty() throws(ConversionError) -> PDFFile {
    let file = try PDFFile(bytes: nil)
    if unsafe qpdf_empty_pdf(file.data) & QPDF_ERROR_CODE(QPDF_ERRORS) != 0 {
      throw file.failure(reading: false)
    }
    return file
  }

  /// Throws what has gone wrong since the last look, if anything has.
  package func check() throws(ConversionError) {
    if unsafe qpdf_has_error(data) != 0 { throw failure(reading: true) }
  }

  /// The error that qpdf holds, in fairy's words.
  func failure(reading: Bool) -> ConversionError {
    guard let error = unsafe qpdf_get_error(data) else {
      return ConversionError(.internalError, "qpdf failed and does not say why")
    }
    let detail = unsafe String(cString: qpdf_get_error_message_detail(data, error)).printable
    switch unsafe qpdf_get_error_code(data, error) {
    case qpdf_e_password:
      return ConversionError(
        .wrongPassword,
        "is encrypted with another password than the one given")
    case qpdf_e_unsupported:
      return ConversionError(.unsupportedContent, "has what qpdf does not understand: \(detail)")
    case qpdf_e_damaged_pdf, qpdf_e_pages, qpdf_e_object, qpdf_e_json, qpdf_e_linearization:
      return ConversionError(.damagedInput, "is damaged, and qpdf cannot repair it: \(detail)")
    default:
      if detail.contains("bad_alloc") { return Self.exhausted }
      return ConversionError(
        reading ? .damagedInput : .internalError, "qpdf cannot go on: \(detail)")
    }
  }

  /// Adds to ``repairs`` what qpdf has repaired since the last look.
  package func noteRepairs() {
    // Data that no filter understands stay as they are.
    repairs += takeWarnings().filter { warning in
      !["decoding stream data", "re-processed without filtering"].contains(where: warning.contains)
    }
  }

  /// What has been odd since the last look, such as a table of objects that had to be made anew.
  package func takeWarnings() -> [String] {
    var texts: [String] = []
    while unsafe qpdf_more_warnings(data) != 0, let warning = unsafe qpdf_next_warning(data) {
      if texts.count < 100 {
        unsafe texts.append(String(cString: qpdf_get_error_message_detail(data, warning)).printable)
      }
    }
    return texts
  }

  /// There is no memory for what a file asks.
  package static var exhausted: ConversionError {
    ConversionError.exceeding(
      .init(unresolved: .memory),
      "takes more memory than it may; raise the limit with --limit memory=…")
  }

  /// The bytes that it was read from; 0 for one that is made here.
  package var byteCount: Int { bytes?.count ?? 0 }

  /// How much of the file is looked at before its memory is let go of.
  private static let lookedAt = 16 << 20
  private var byteCountRead = 0

  /// Counts what was read of streams: mapped bytes shall not add up to the whole file.
  func noteReading(of count: Int) {
    byteCountRead += count
    guard byteCountRead >= Self.lookedAt else { return }
    byteCountRead = 0
    letGoOfBytes()
  }

  private func letGoOfBytes() {
    bytes?.letGo()
    for source in sources.values { source.letGoOfBytes() }
  }

  func object(_ handle: qpdf_oh) -> PDFObject { PDFObject(handle, of: self) }

  /// Handles whose objects are gone.
  private var released: [qpdf_oh] = []

  /// Gives a handle back to qpdf, but not at once: Swift ends an object after its last use, which is where its
  /// handle is looked up, before qpdf is called with it.
  func release(_ handle: qpdf_oh) {
    released.append(handle)
    guard released.count >= 512 else { return }
    for handle in released.prefix(256) { unsafe qpdf_oh_release(data, handle) }
    released.removeFirst(256)
  }
}

extension PDFFile {
  /// Sets right what qpdf would write as it is though no reader could open the result.
  ///
  /// - Returns: what was wrong, in words.
  private func repairTrailer() -> [String] {
    var problems: [String] = []
    let trailer = trailer
    // qpdf writes the number of objects where there was one before.
    if trailer["/Size"].integer ?? 0 < 1 {
      problems.append("the trailer does not say how many objects there are")
      trailer["/Size"] = integer(1)
    }
    // qpdf has no key for what leads nowhere.
    if !isEncrypted, partialEncryption == nil, bytes?.endNamesEncryption == true {
      problems.append("the trailer names an encryption that is not there")
    }
    if trailer.has("/Info"), !trailer["/Info"].isDictionary {
      problems.append("the trailer has something else in place of the document information")
      trailer.removeKey("/Info")
    }
    // That of an encrypted file is part of its key.
    if trailer.has("/ID"), !isEncrypted, trailer["/ID"].items.compactMap(\.string).count != 2 {
      problems.append("the trailer has something else in place of the identifier")
      trailer.removeKey("/ID")
    }
    return problems
  }

  package var trailer: PDFObject { unsafe object(qpdf_get_trailer(data)) }
  /// The document catalogue.
  package var root: PDFObject { unsafe object(qpdf_get_root(data)) }
  /// "1.7".
  package var version: String { unsafe String(cString: qpdf_get_pdf_version(data)) }
  package var isLinearized: Bool { unsafe qpdf_is_linearized(data) != 0 }
  package var isEncrypted: Bool { unsafe qpdf_is_encrypted(data) != 0 }

  package func object(_ id: PDFObject.ID) -> PDFObject {
    unsafe object(qpdf_get_object_by_id(data, Int32(id.number), Int32(id.generation)))
  }

  /// - Throws: `damagedInput` where the tree of pages has loops or is none.
  package var pageCount: Int {
    get throws(ConversionError) {
      let count = unsafe qpdf_get_num_pages(data)
      guard count >= 0 else { throw failure(reading: true) }
      return Int(count)
    }
  }

  /// - Parameter index: from 0, below ``pageCount``.
  package func page(_ index: Int) throws(ConversionError) -> PDFObject {
    let handle = unsafe qpdf_get_page_n(data, index)
    try check()
    return object(handle)
  }

  /// Gives each page what it inherits (resources, boxes, rotation), so that it can stand elsewhere.
  package func pushInheritedAttributes() throws(ConversionError) {
    if unsafe qpdf_push_inherited_attributes_to_page(data) & QPDF_ERROR_CODE(QPDF_ERRORS) != 0 {
      throw failure(reading: true)
    }
  }

  /// Adds a page behind all others; one of another file is copied with what it needs, but for other pages.
  package func append(_ page: PDFObject) throws(ConversionError) {
    keep(page.file)
    if unsafe qpdf_add_page(data, page.file.data, page.handle, 0) & QPDF_ERROR_CODE(QPDF_ERRORS)
      != 0
    {
      throw failure(reading: true)
    }
  }

  /// Takes a page out of the tree of pages; what refers to it still does.
  func remove(_ page: PDFObject) throws(ConversionError) {
    if unsafe qpdf_remove_page(data, page.handle) & QPDF_ERROR_CODE(QPDF_ERRORS) != 0 {
      throw failure(reading: true)
    }
  }

  /// A copy of another file's indirect object with all that it refers to, but for pages that were not
  /// copied before: references to those become null. What was copied before is not copied again.
  package func copy(_ foreign: PDFObject) throws(ConversionError) -> PDFObject {
    keep(foreign.file)
    let copy = unsafe qpdf_oh_copy_foreign_object(data, foreign.file.data, foreign.handle)
    try check()
    let result = object(copy)
    // What qpdf 11.3 gives for a node of the tree of pages, and stumbles over later.
    return unsafe qpdf_oh_get_type_code(data, copy) == ot_uninitialized ? null : result
  }

  /// Keeps a file from which streams will be read when this one is written.
  private func keep(_ source: PDFFile) {
    if source !== self { sources[ObjectIdentifier(source)] = source }
  }
}

extension PDFFile {
  package var null: PDFObject { unsafe object(qpdf_oh_new_null(data)) }
  package func boolean(_ value: Bool) -> PDFObject {
    unsafe object(qpdf_oh_new_bool(data, value ? 1 : 0))
  }
  package func integer(_ value: Int) -> PDFObject {
    unsafe object(qpdf_oh_new_integer(data, Int64(value)))
  }
  /// - Parameter places: the most digits behind the point.
  package func real(_ value: Double, places: Int = 5) -> PDFObject {
    unsafe object(qpdf_oh_new_real_from_double(data, value, Int32(places)))
  }
  /// - Parameter name: with its slash: `/Type`.
  package func name(_ name: String) -> PDFObject { unsafe object(qpdf_oh_new_name(data, name)) }
  /// A string of bytes.
  package func string(_ bytes: [UInt8]) -> PDFObject {
    unsafe object(
      bytes.withUnsafeBufferPointer { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) {
          unsafe qpdf_oh_new_binary_string(data, $0.baseAddress, $0.count)
        }
      })
  }
  /// A string for people: PDFDocEncoding where it has all characters, else UTF-16.
  package func text(_ text: String) -> PDFObject {
    var text = text
    return object(
      text.withUTF8 { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) {
          unsafe qpdf_oh_new_binary_unicode_string(data, $0.baseAddress, $0.count)
        }
      })
  }
  package func array(_ items: [PDFObject] = []) -> PDFObject {
    let array = unsafe object(qpdf_oh_new_array(data))
    for item in items { array.append(item) }
    return array
  }
  package func dictionary(_ entries: KeyValuePairs<String, PDFObject> = [:]) -> PDFObject {
    let dictionary = unsafe object(qpdf_oh_new_dictionary(data))
    for (key, value) in entries { dictionary[key] = value }
    return dictionary
  }
  /// An object as PDF writes it, without references.
  package func object(parsing text: String) throws(ConversionError) -> PDFObject {
    let handle = unsafe qpdf_oh_parse(data, text)
    try check()
    return object(handle)
  }
  /// A stream, which is always an indirect object; its data come from ``PDFObject/replaceData(_:filter:parameters:)``.
  ///
  /// - Throws: `unsupportedContent` where the file's numbers leave none for it.
  package func stream() throws(ConversionError) -> PDFObject {
    guard takesObjects else {
      throw ConversionError(
        .unsupportedContent, "numbers its objects so high that none can be added to them")
    }
    return unsafe object(qpdf_oh_new_stream(data))
  }
  /// Gives an object a number, so that several can refer to it.
  package func indirect(_ object: PDFObject) -> PDFObject {
    unsafe self.object(qpdf_make_indirect_object(data, object.handle))
  }
}

extension SystemLibrary {
  package static let qpdf = unsafe SystemLibrary(
    "qpdf", package: "libqpdf29", opening: { unsafe fairy_libqpdf_open() })
}
