public import ConverterCore
import Scanning
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A change of a document that is being made: its metadata as they will be, and its new files.
///
/// Nothing of it counts before the new `metadata.json` has its name.
public struct DocumentChange: ~Copyable {
  /// As they will be; revision, state and time are set at the end.
  public package(set) var metadata: DocumentMetadata
  /// What the document was before.
  let before: DocumentMetadata
  private let document: DocumentFolder
  private var newFiles: [(folder: String, name: String)] = []
  private var products: [DocumentProduct] = []
  /// Whether the new metadata have their name.
  private var isMade = false

  init(of document: DocumentFolder, from metadata: DocumentMetadata) {
    (self.document, self.metadata, before) = (document, metadata, metadata)
    // Files that no metadata name may be there: an earlier change may have been cut off.
    self.metadata.nextFile = max(metadata.nextFile, document.firstFreeNumber)
  }

  var revision: Int { before.revision + 1 }

  /// A place for a new numbered file, which the caller has to write before the change ends.
  ///
  /// - Parameters:
  ///   - files: which kind it is.
  ///   - fileExtension: lower-case letters and digits.
  /// - Returns: its name, and its path.
  public mutating func newFile(
    in files: DocumentFiles, _ fileExtension: String
  ) throws(ConversionError) -> (name: String, path: FilePath) {
    _ = try document.folder.folderMade(files.rawValue)
    let name = StoredName(number: metadata.nextFile, fileExtension: fileExtension).description
    metadata.nextFile += 1
    newFiles.append((files.rawValue, name))
    return (name, document.path(of: name, in: files))
  }

  /// A new numbered file with these bytes.
  ///
  /// - Returns: its name.
  mutating func addFile(
    in files: DocumentFiles, _ fileExtension: String, _ bytes: [UInt8]
  ) throws(ConversionError) -> String {
    let name = try newFile(in: files, fileExtension).name
    let folder = try document.folder.folderMade(files.rawValue)
    try folder.makeFile(name) { try $0.writeAll(bytes.span) }
    return name
  }

  /// Where a numbered file of the document is.
  func path(of name: String, in files: DocumentFiles) -> FilePath {
    document.path(of: name, in: files)
  }

  /// Where a page is, and what is to be done to it.
  func source(of page: DocumentPage) -> PageSource {
    PageSource(
      file: path(of: page.original, in: .originals), number: page.scan.source.page,
      page: page.scan.page)
  }

  /// A copy of a file among the originals.
  ///
  /// - Parameters:
  ///   - file: what is copied.
  ///   - name: what it was called, which gives the copy its extension.
  /// - Returns: the name of the copy.
  public mutating func copyOriginal(
    _ file: InputFile, named name: String
  ) throws(ConversionError) -> String {
    let copy = try newFile(in: .originals, StoredName.fileExtension(of: name)).name
    let folder = try document.folder.folderMade(DocumentFiles.originals.rawValue)
    try folder.makeFile(copy) { target in
      var offset = 0
      while offset < file.byteCount {
        let bytes = try file.read(at: offset, count: min(1 << 20, file.byteCount - offset))
        try target.writeAll(bytes.span)
        offset += bytes.count
      }
    }
    return copy
  }

  /// A place for a new thumbnail or PDF, which the caller has to write before the change ends.
  public mutating func newProduct(_ product: DocumentProduct) throws(ConversionError) -> FilePath {
    if let folder = product.folder { _ = try document.folder.folderMade(folder) }
    products.append(product)
    let place = product.folder.map { document.path.appending($0) } ?? document.path
    return place.appending(product.newName(revision))
  }

  /// Whether a new one of these is made.
  func makes(_ product: DocumentProduct) -> Bool { products.contains(product) }

  /// Takes over a file that somebody else has written, under its name.
  ///
  /// - Parameter folder: has it, on the same file system; it is there no more then.
  mutating func takeFile(
    _ name: String, in files: DocumentFiles, from folder: OpenFolder
  ) throws(ConversionError) {
    let place = try document.folder.folderMade(files.rawValue)
    newFiles.append((files.rawValue, name))
    do {
      try folder.rename(Array(name.utf8), to: Array(name.utf8), in: place)
    } catch {
      throw OpenFolder.unwritten(error)
    }
  }

  /// Takes over a thumbnail or PDF that somebody else has written, where there is one.
  ///
  /// - Parameter folder: has it, on the same file system; it is there no more then.
  mutating func takeProduct(
    _ product: DocumentProduct, from folder: OpenFolder
  ) throws(ConversionError) {
    do {
      guard try folder.status(of: Array(product.rawValue.utf8)) != nil else { return }
      _ = try newProduct(product)
      let place = try product.folder.map { (name) throws(ConversionError) in
        try document.folder.folderMade(name)
      }
      try folder.rename(
        Array(product.rawValue.utf8), to: Array(product.newName(revision).utf8),
        in: place ?? document.folder)
    } catch {
      throw OpenFolder.unwritten(error)
    }
  }

  /// Gives a numbered file another number; the old name goes when the change counts.
  ///
  /// - Returns: the new name.
  mutating func renumber(_ name: String, in files: DocumentFiles) throws(ConversionError) -> String
  {
    let new = try newFile(in: files, StoredName.fileExtension(of: name)).name
    let place = try document.folder.folderMade(files.rawValue)
    try place.makeFile(new) { target in
      let file = try place.open(Array(name.utf8), O_RDONLY)
      defer { try? file.close() }
      try target.copy(file)
    }
    return new
  }

  /// Makes all of it count.
  ///
  /// - Parameters:
  ///   - state: the one that it leads to.
  ///   - keepsTime: whether it is no change to the user, and the time of the last stays as it is.
  /// - Throws: `writeFailed`; where ``isMade``, the change is made, but may not be on the disk.
  mutating func commit(as state: DocumentState, keepsTime: Bool) throws(ConversionError) {
    (metadata.state, metadata.revision) = (state, revision)
    if !keepsTime { metadata.modified = max(.now, before.modified) }
    if state == .draft { metadata.output = nil }
    try syncNewFiles()
    let name = DocumentFolder.metadataName
    let folder = document.folder
    try folder.makeFile(name + ".new") { try $0.writeAll("\(metadata.record)\n".utf8.span) }
    do {
      try folder.rename(Array("\(name).new".utf8), to: Array(name.utf8))
      isMade = true
      try folder.sync()
    } catch {
      throw OpenFolder.unwritten(error)
    }
    // What is left is done by the next change, if this program is stopped here.
    try? document.settle(metadata)
    document.removeUnused(from: before, to: metadata)
  }

  /// Files first, then the folders that have their names.
  private func syncNewFiles() throws(ConversionError) {
    var all = newFiles
    all += products.map { ($0.folder ?? ".", $0.newName(revision)) }
    for folder in Set(all.map(\.folder)) {
      let open = try document.folder.folderMade(folder)
      for file in all where file.folder == folder { try open.syncFile(file.name) }
      do { try open.sync() } catch { throw OpenFolder.unwritten(error) }
    }
  }

  /// Takes away what was written, after a failure, unless it counts already.
  func abandon() {
    guard !isMade else { return }
    for file in newFiles { document.remove(file.name, in: file.folder) }
    for product in products {
      document.remove(product.newName(revision), in: product.folder ?? ".")
    }
  }
}

extension DocumentFolder {
  /// Changes the document: all of the change is made, or none.
  ///
  /// New files are brought to the disk, then `metadata.json` gets its new content in one step, then what nothing refers to
  /// is removed. One program at a time does that.
  ///
  /// - Parameters:
  ///   - revision: the one that the caller has seen; `nil` to change whatever is there.
  ///   - event: what the change is, which decides the state.
  ///   - patience: how long is waited for another program that changes it.
  ///   - edit: makes it.
  /// - Returns: the document as it is then.
  /// - Throws: `changedMeanwhile` where the document has another revision, or another program changes it right now; what
  ///   `edit` throws; `writeFailed`.
  @discardableResult
  public func change(
    from revision: Int? = nil, _ event: DocumentState.Event,
    patience: Duration = DocumentFolder.patience,
    _ edit: (inout DocumentChange) throws(ConversionError) -> Void
  ) throws(ConversionError) -> DocumentMetadata {
    do throws(ConversionError) {
      let lock = try lock(patience)
      defer { withExtendedLifetime(lock) {} }
      let metadata = try metadata()
      if let revision { try metadata.check(revision) }
      guard let state = metadata.state.after(event) else {
        throw ConversionError(
          .usage,
          "the document is \(metadata.state.rawValue), and cannot be changed so (\(event.rawValue))"
        )
      }
      try settle(metadata)
      var change = DocumentChange(of: self, from: metadata)
      do throws(ConversionError) {
        try edit(&change)
        try change.commit(as: state, keepsTime: event.isOfSync)
      } catch {
        change.abandon()
        throw error
      }
      return change.metadata
    } catch  where [.usage, .interrupted].contains(error.code) {
      // About what was asked for, and no file.
      throw error
    } catch {
      throw error.about(path)
    }
  }

  /// How long it is waited for another program.
  public static let patience = Duration.seconds(10)

  /// The folder once more, with the lock on it.
  func lock(_ patience: Duration = DocumentFolder.patience) throws(ConversionError) -> OpenFolder {
    try folder.locked(
      patience, orElse: "is being changed by another program; try again when that has ended")
  }

  /// Finishes what a change that was cut off after its metadata had left to do.
  func settle(_ metadata: DocumentMetadata) throws(ConversionError) {
    for product in DocumentProduct.allCases {
      do {
        let place =
          try product.folder.map { (name) throws(Errno) in try folder.folder(Array(name.utf8)) }
          ?? folder
        let new = Array(product.newName(metadata.revision).utf8)
        guard try place.status(of: new) != nil else { continue }
        try place.rename(new, to: Array(product.rawValue.utf8))
        try place.sync()
      } catch .noSuchFileOrDirectory {
        continue
      } catch {
        throw OpenFolder.unwritten(error)
      }
    }
  }

  /// Removes the files that the document had before and has no more; those that cannot be removed are found by a check.
  func removeUnused(from old: DocumentMetadata, to new: DocumentMetadata) {
    for files in DocumentFiles.allCases {
      let kept = Set(new.names(of: files))
      for name in old.names(of: files) where !kept.contains(name) {
        remove(name, in: files.rawValue)
      }
    }
    if old.output != nil, new.output == nil { remove(DocumentProduct.pdf.rawValue, in: "output") }
  }

  func remove(_ name: String, in folder: String) {
    guard let place = try? self.folder.folder(Array(folder.utf8)) else { return }
    try? place.remove(Array(name.utf8), isFolder: false)
  }

  /// The number behind the largest that a file in one of the numbered folders has.
  var firstFreeNumber: Int {
    let names = DocumentFiles.allCases.flatMap { files in
      (try? folder.folder(Array(files.rawValue.utf8)).items()) ?? []
    }
    let numbers = names.compactMap { StoredName(String(decoding: $0.name, as: UTF8.self))?.number }
    return (numbers.max() ?? 0) + 1
  }
}

extension DocumentMetadata {
  /// The files of a kind that it names.
  func names(of files: DocumentFiles) -> [String] {
    switch files {
    case .originals: pages.map(\.original)
    case .pages: pages.compactMap(\.picture)
    case .text: pages.compactMap(\.text)
    }
  }
}
