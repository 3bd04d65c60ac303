public import ConverterCore
public import Scanning
public import SystemPackage

/// Changes documents of a library, and keeps its index in step.
///
/// It belongs to one thread at a time.
public final class LibraryEditor {
  public let library: DocumentLibrary
  private let maker: any PageMaker
  package let index: LibraryIndex

  /// - Parameters:
  ///   - library: the one that is changed.
  ///   - maker: makes the pictures and PDFs.
  /// - Throws: what opening or making the index throws.
  public init(_ library: DocumentLibrary, maker: any PageMaker) throws(ConversionError) {
    (self.library, self.maker) = (library, maker)
    index = try library.openedIndex()
  }

  // MARK: Making documents

  /// Makes a draft of files.
  ///
  /// - Parameters:
  ///   - title: what it is called.
  ///   - files: photos or documents, with pages in their order; none for an empty draft.
  ///   - options: how pages are looked for.
  @discardableResult
  public func create(
    title: String, of files: [FilePath], _ options: LookOptions = LookOptions()
  ) throws(ConversionError) -> DocumentMetadata {
    let form = try library.settings().form
    let found = try maker.pages(of: files, options)
    let id = DocumentID()
    try index.willChange(.document, id.description)
    let made = try library.create(id: id, title: title) { (change) throws(ConversionError) in
      change.metadata.form = form
      try self.add(files, found, at: nil, to: &change)
    }
    try update(made.metadata, made.folder)
    return made.metadata
  }

  /// Adds pages of files.
  ///
  /// - Parameters:
  ///   - files: photos or documents, with pages in their order.
  ///   - id: the document.
  ///   - position: where the first of them will stand, from 0 on; `nil` for the end.
  ///   - revision: the one that the caller has seen; `nil` to change whatever is there.
  ///   - options: how pages are looked for.
  @discardableResult
  public func add(
    _ files: [FilePath], to id: DocumentID, at position: Int? = nil, from revision: Int? = nil,
    _ options: LookOptions = LookOptions()
  ) throws(ConversionError) -> DocumentMetadata {
    let found = try maker.pages(of: files, options)
    return try change(id, from: revision, .edit) { (change) throws(ConversionError) in
      try self.add(files, found, at: position, to: &change)
    }
  }

  private func add(
    _ files: [FilePath], _ found: [[FoundPage]], at position: Int?, to change: inout DocumentChange
  ) throws(ConversionError) {
    var session = change.metadata.session
    var names: [String: String] = [:]
    for (path, pages) in zip(files, found) where !pages.isEmpty {
      let name = path.lastComponent?.string ?? "page"
      let original = try change.copyOriginal(try InputFile(path: path), named: name)
      names[original] = name
      for found in pages {
        let id = session.add(found.page, from: try ScanSession.Source(original, page: found.number))
        guard let position else { continue }
        try session.move(id, to: min(position + names.count - 1, session.entries.count - 1))
      }
    }
    change.metadata.take(session, names: names)
    try makePictures(in: &change)
  }

  // MARK: Changing pages

  /// Changes pages: moves, crops, turns, filters, removes them.
  @discardableResult
  public func edit(
    _ id: DocumentID, from revision: Int? = nil,
    _ edit: (inout ScanSession) throws(ConversionError) -> Void
  ) throws(ConversionError) -> DocumentMetadata {
    try change(id, from: revision, .edit) { (change) throws(ConversionError) in
      var session = change.metadata.session
      try edit(&session)
      change.metadata.take(session)
      try self.makePictures(in: &change)
    }
  }

  /// Puts a page of another file in the place of one.
  @discardableResult
  public func retake(
    _ page: Int, of id: DocumentID, with file: FilePath, from revision: Int? = nil,
    _ options: LookOptions = LookOptions()
  ) throws(ConversionError) -> DocumentMetadata {
    guard let found = try maker.pages(of: [file], options).first?.first else {
      throw ConversionError(.unsupportedContent, "has no page", file: file)
    }
    return try change(id, from: revision, .edit) { (change) throws(ConversionError) in
      let name = file.lastComponent?.string ?? "page"
      let original = try change.copyOriginal(try InputFile(path: file), named: name)
      var session = change.metadata.session
      try session.retake(
        page, as: found.page, from: try ScanSession.Source(original, page: found.number))
      change.metadata.take(session, names: [original: name])
      try self.makePictures(in: &change)
    }
  }

  /// Makes the pictures that pages lack, and the thumbnail where the first page looks different.
  private func makePictures(in change: inout DocumentChange) throws(ConversionError) {
    for index in change.metadata.pages.indices where change.metadata.pages[index].picture == nil {
      let page = change.metadata.pages[index]
      let source = change.source(of: page)
      let isExact = source.page.filter == .bw
      let file = try change.newFile(in: .pages, isExact ? "png" : "jpg")
      let made = try maker.makePicture(of: source, at: file.path)
      change.metadata.pages[index].picture = file.name
      // Which way up it is, is known once its letters were looked at.
      change.metadata.pages[index].scan.settle(rotation: made.rotation)
    }
    if change.metadata.pages.first?.picture != change.before.pages.first?.picture {
      try makeThumbnail(in: &change)
    }
  }

  private func makeThumbnail(in change: inout DocumentChange) throws(ConversionError) {
    guard let first = change.metadata.pages.first?.picture, !change.makes(.thumbnail) else {
      return
    }
    try maker.makeThumbnail(
      of: change.path(of: first, in: .pages), at: try change.newProduct(.thumbnail))
  }

  // MARK: Describing

  /// Changes what is said about a document.
  @discardableResult
  public func describe(
    _ id: DocumentID, from revision: Int? = nil,
    _ edit: (inout DocumentDescription) throws(ConversionError) -> Void
  ) throws(ConversionError) -> DocumentMetadata {
    try change(id, from: revision, .describe) { (change) throws(ConversionError) in
      var description = DocumentDescription(change.metadata)
      try edit(&description)
      try description.apply(to: &change.metadata)
    }
  }

  /// Writes another text in the place of the words of a page, for whoever reads and searches them; its PDF stays as it is.
  ///
  /// - Parameters:
  ///   - page: the identifier of the page.
  ///   - id: the document.
  ///   - text: `nil` where the recognised words are to hold again.
  ///   - revision: the one that the caller has seen; `nil` to change whatever is there.
  /// - Throws: `usage` for a page that is not there and a text of more than a megabyte; what a change throws.
  @discardableResult
  public func correct(
    _ page: Int, of id: DocumentID, to text: String?, from revision: Int? = nil
  ) throws(ConversionError) -> DocumentMetadata {
    try change(id, from: revision, .describe) { (change) throws(ConversionError) in
      guard let index = change.metadata.pages.firstIndex(where: { $0.id == page }) else {
        throw ConversionError(.usage, "the document has no page with the identifier \(page)")
      }
      guard text?.utf8.count ?? 0 <= DocumentPage.longestCorrection else {
        throw ConversionError(
          .usage, "the text of a page has at most \(DocumentPage.longestCorrection) bytes")
      }
      change.metadata.pages[index].correction = text
    }
  }

  // MARK: Saving

  /// Makes the PDF of a document, and finds its words.
  @discardableResult
  public func save(
    _ id: DocumentID, as form: DocumentForm? = nil, from revision: Int? = nil
  ) throws(ConversionError) -> DocumentMetadata {
    try change(id, from: revision, .save) { (change) throws(ConversionError) in
      guard !change.metadata.pages.isEmpty else {
        throw ConversionError(.usage, "the document has no pages, and no PDF can be made of it")
      }
      if let form { change.metadata.form = form }
      try self.makeDocument(in: &change)
    }
  }

  private func makeDocument(in change: inout DocumentChange) throws(ConversionError) {
    let pdf = try change.newProduct(.pdf)
    let sources = change.metadata.pages.map { change.source(of: $0) }
    try maker.makeDocument(
      of: sources, change.metadata.form, title: change.metadata.title, at: pdf)
    change.metadata.output = DocumentMetadata.Output(
      byteCount: try InputFile(path: pdf).byteCount, revision: change.revision, made: .now)
    try keepWords(of: pdf, in: &change)
  }

  /// Makes again what a document should have and has not.
  func remake(_ id: DocumentID) throws(ConversionError) {
    let document = try library.document(id)
    let metadata = try document.metadata()
    let missing = Set(document.missingFiles(metadata))
    let lacksDocument =
      metadata.output != nil
      && (missing.contains(document.path(of: .pdf, metadata))
        || metadata.pages.contains { page in
          page.text.map { missing.contains(document.path(of: $0, in: .text)) } ?? false
        })
    try change(id, .describe) { (change) throws(ConversionError) in
      for index in change.metadata.pages.indices {
        guard let picture = change.metadata.pages[index].picture,
          missing.contains(change.path(of: picture, in: .pages))
        else { continue }
        change.metadata.pages[index].picture = nil
      }
      try self.makePictures(in: &change)
      if missing.contains(document.path(of: .thumbnail, metadata)) {
        try self.makeThumbnail(in: &change)
      }
      if lacksDocument { try self.makeDocument(in: &change) }
    }
  }

  private func keepWords(
    of pdf: FilePath, in change: inout DocumentChange
  ) throws(ConversionError) {
    let words = try maker.words(of: pdf, pageCount: change.metadata.pages.count)
    for (index, words) in words.enumerated() where change.metadata.pages.indices.contains(index) {
      change.metadata.pages[index].text = try change.addFile(
        in: .text, "json", Array("\(words)\n".utf8))
    }
  }

  // MARK: The trash

  /// Moves a document to the trash.
  ///
  /// - Parameters:
  ///   - id: the document.
  ///   - revision: the one that the caller has seen; `nil` to move whatever is there.
  /// - Throws: `inputNotFound`, `changedMeanwhile`, `writeFailed`.
  public func trash(_ id: DocumentID, from revision: Int? = nil) throws(ConversionError) {
    try index.willChange(.document, id.description)
    try library.trash(id, from: revision)
    try index.remove(.document, id.description)
  }

  public func restore(_ id: DocumentID) throws(ConversionError) {
    try index.willChange(.document, id.description)
    try library.restore(id)
    let document = try library.document(id)
    try update(try document.metadata(), document)
  }

  // MARK: The index

  @discardableResult
  func change(
    _ id: DocumentID, from revision: Int? = nil, _ event: DocumentState.Event,
    _ edit: (inout DocumentChange) throws(ConversionError) -> Void = { _ throws(ConversionError) in
    }
  ) throws(ConversionError) -> DocumentMetadata {
    let document = try library.document(id)
    try index.willChange(.document, id.description)
    let metadata = try document.change(from: revision, event, edit)
    try update(metadata, document)
    return metadata
  }

  /// Puts a document into the index as it is now.
  func reindex(_ id: DocumentID) throws(ConversionError) {
    let document = try library.document(id)
    try update(try document.metadata(), document)
  }

  private func update(
    _ metadata: DocumentMetadata, _ document: DocumentFolder
  ) throws(ConversionError) {
    try index.put(document.indexedItem(metadata))
  }
}
