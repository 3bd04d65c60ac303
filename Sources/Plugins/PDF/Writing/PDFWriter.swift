import ConverterCore
import PDFObjects
import PagedDocumentModel
import PictureModel
import RecognizedTextModel

extension PagedDocument {
  /// The pictures that become pages.
  private var pictures: [Picture] {
    sources.compactMap { source in
      if case .picture(let picture) = source.content { picture } else { nil }
    }
  }

  /// Whether all of its pages are pictures that are coded for them, which leaves nothing to be made smaller.
  fileprivate func isFinished(_ options: PicturePageOptions) -> Bool {
    pictures.count == sources.count
      && pictures.allSatisfy { picture in
        let isBitmap = picture.facts.scan != nil && picture.facts.sampleDepth == 1
        return picture.coded == nil && (isBitmap || SmallPicture(of: picture.facts, options) != nil)
      }
  }

  /// Why none of its pages can be coded in layers; `nil` where one may.
  fileprivate func reasonAgainstLayers(_ options: PicturePageOptions) -> String? {
    let filters = pictures.compactMap { $0.facts.scan?["filter"]?.text }
    if filters.isEmpty { return "it is for scans in colour or gray: --set scan=page" }
    if filters.allSatisfy({ $0 == "bw" }) { return "pages in black and white have no layers" }
    guard pictures.contains(where: \.facts.isEvenScan) else {
      return "pages whose light and colours stay as they are (filter photo) have no layers"
    }
    guard (options.quality?.value ?? 0) < 0.9 else {
      return "layers are for a quality below 0.9"
    }
    return nil
  }
}

/// PDF (ISO 32000), through qpdf.
struct PDFWriter: Writer {
  /// Whether pages of what is made smaller are looked at before anybody else does, which starts programs.
  var comparesPages = true

  let name = "PDF"
  let types: [ContentType.ID] = ["com.adobe.pdf"]
  var compresses: [ContentType.ID] { types }
  /// What may be lost of a document, whether it is compressed, joined, taken apart, or put together of pictures.
  let ledgerWords = [
    "PDF/A", "annotations", "attachments", "collection", "destinations", "encryption", "fields",
    "forms", "labels", "layers", "links", "metadata", "openAction", "outline", "outputIntents",
    "pages", "pictures", "pixels", "private-data", "rotation", "scripts", "signatures", "structure",
    "tags",
    "text", "threads", "thumbnails", "usage-rights", "viewerPreferences", "words", "xfa",
  ]

  func capabilities(
    for type: ContentType.ID, options: PDFWriterOptions
  ) -> PagedDocument.Capabilities { PagedDocument.Capabilities() }

  func announce(
    _ model: PagedDocument, as type: ContentType.ID, options: PDFWriterOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let open = try OpenSources(of: model, in: context.conversion)
    defer { open.giveBack() }
    let isWhole = try PDFAssembly(model, of: open, in: context).isWhole
    let compression = options.compression(isWhole: isWhole, for: context.purpose)
    let rules = RewritingRules(
      allowsBreakingSignatures: options.allowsBreakingSignatures,
      onlyAssembles: compression == nil && !options.rasterizes && !options.pictures.hasTextLayer
        && model.pages.allSatisfy { $0.crop == nil },
      context: context.conversion)
    for source in open.documents {
      do throws(ConversionError) {
        try rules.check(source.file)
      } catch {
        // Of several files that are joined it is this one that forbids it.
        throw error.about(source.content.input.path)
      }
    }
    if options.encryption != .keep {
      try Restrictions(context: context.conversion).checkRemoval(from: open.documents)
    }
    guard context.isPlanning else { return }
    try announceScans(model, open, options, in: context)
    if options.rasterizes {
      context.note(
        "text", .dropped,
        why: options.keepsSmallerInput(for: context.purpose)
          ? "pages become pictures, which have no text, unless the file would become larger"
          : "pages become pictures, which have no text")
      return
    }
    noteUnusedPageOptions(open, of: model, options, in: context.conversion)
    guard let level = compression?.level else { return }
    for source in open.documents
    where try PageResources(source.file, in: context.conversion).images > 0 {
      return context.note(
        "pixels", .changed,
        why:
          "pictures of more than \(Int(level.dpi)) pixels an inch get fewer, and all are coded as JPEG "
          + "quality \(level.quality.percent) % where that makes them smaller; --preset none leaves them"
      )
    }
    guard open.documents.count == open.all.count else {
      // Pictures that are coded for their pages have said it.
      if !model.isFinished(options.picturePages(for: context.purpose)) {
        context.conversion.noteLossyPixels("JPEG", level.quality)
      }
      return
    }
    noteUnusedLevel(why: "no page has a picture", in: context.conversion)
  }

  /// Says for a plan what will be made of photos of pages, and who recognises their words.
  private func announceScans(
    _ model: PagedDocument, _ open: OpenSources, _ options: PDFWriterOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let pages = ScanReceipts(model).plannedPages(options.pictures)
    if !pages.isEmpty { context.receipt = .object([.init("pages", .array(pages))]) }
    guard options.pictures.hasTextLayer, !model.pages.isEmpty else { return }
    let words = try PictureWords(in: context.conversion)
    if open.documents.count < open.all.count { try words.announce(in: context.conversion) }
    if !open.documents.isEmpty {
      try words.announce(
        at: options.pictures.textLayer == .missing ? ", where pages lack them" : "",
        in: context.conversion)
    }
  }

  private func noteUnusedPageOptions(
    _ open: OpenSources, of model: PagedDocument, _ options: PDFWriterOptions,
    in context: ConversionContext
  ) {
    if !options.pictures.hasTextLayer {
      for option in RecognitionOptions.descriptors {
        context.noteUnused(
          option, why: "no words are recognised; --set text-layer=missing does that")
      }
    }
    guard open.documents.count == open.all.count else {
      if let reason = model.reasonAgainstLayers(options.pictures) {
        context.noteUnused(PicturePageOptions.codingOption, why: reason)
      }
      return
    }
    for option in PDFWriterOptions.ofPicturePages {
      context.noteUnused(option, why: "pages of a PDF keep their size; it is for pictures")
    }
  }

  private func noteUnusedLevel(why: String, in context: ConversionContext) {
    context.noteUnused(.quality, why: why)
    for option in PDFWriterOptions.ofPictures { context.noteUnused(option, why: why) }
  }

  func write(
    _ model: PagedDocument, as type: ContentType.ID, to output: OutputFile,
    options: PDFWriterOptions, in context: WritingContext
  ) throws(ConversionError) {
    let open = try OpenSources(of: model, in: context.conversion)
    defer { open.giveBack() }
    let sources = open.documents
    let keeper =
      options.encryption == .keep
      ? try Restrictions(context: context.conversion).keeper(among: sources)?.file : nil
    let pictures = options.picturePages(for: context.purpose)
    let assembly = PDFAssembly(
      model, of: open, pictures: pictures,
      mayRepeat: options.compression(isWhole: false, for: context.purpose) != nil,
      encryptedAs: keeper, in: context)
    let layers = PageLayers(options.pictures.textLayer, of: model, in: context)
    let assembled = try assembly.file()
    let isWhole = sources.contains { $0.file === assembled }
    // The source's own file is read again where something is added to it.
    var file = try prepared(
      isWhole && layers.isWanted ? assembled.unchanged() : assembled, layers, options,
      in: context.conversion)
    let compression = options.compression(isWhole: isWhole, for: context.purpose)
    let verification =
      options.verifies
      ? try Verification(
        of: file, dpi: options.level.dpi, rasterizes: options.rasterizes, in: context.conversion)
      : nil
    var layout = PDFLayout()
    var receipt: CompressionReceipt?
    if options.rasterizes {
      receipt = try rasterize(file, options, in: context.conversion)
      layout = PDFLayout.smallest(for: file, in: context.conversion)
    } else if let compression {
      layout = PDFLayout.smallest(for: file, in: context.conversion)
      let whole = isWhole ? file : nil
      (file, receipt) = try compress(
        file, compression, layout, isFinished: model.isFinished(pictures), in: context.conversion
      ) { () throws(ConversionError) in
        let original = if let whole { try whole.unchanged() } else { try assembly.file() }
        return try prepared(original, layers, options, in: context.conversion)
      }
    } else {
      layout = PDFLayout.conforming(to: file, in: context.conversion)
    }
    layout.isLinearized = options.isLinearized
    layout.encryption = try ResultEncryption(options, in: context)
      .encryption(from: sources.map(\.file))
    try write(file, as: layout, to: output, verification, options, in: context.conversion)
    noteUnusedPageOptions(open, of: model, options, in: context.conversion)
    layers.note()
    if let receipt { note(receipt, of: open, options, in: context.conversion) }
    if var receipt {
      let read = sources.reduce(0) { $0 + $1.content.input.byteCount }
      // What pictures were read from they do not know.
      receipt.bytesIn = sources.count < open.all.count ? context.readByteCount ?? read : read
      receipt.bytesOut = output.byteCount
      let isKept =
        options.keepsSmallerInput(for: context.purpose) && receipt.bytesOut >= receipt.bytesIn
      if isKept { receipt = receipt.unchanged }
      receipt.notePixels(in: context.conversion)
      context.receipt = receipt.json(besides: context.receipt?["pages"])
    }
    note(repairsOf: sources, in: context)
  }

  private func prepared(
    _ file: PDFFile, _ layers: PageLayers, _ options: PDFWriterOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> PDFFile {
    context.keep(file)
    try layers.add(to: file)
    // PDF/A is never encrypted.
    if options.encryption == .aes256, Conformance(of: file) != nil {
      try Conformance.dropClaims([.archiving], from: file)
      context.note("PDF/A", .dropped, why: "it allows no encryption")
    }
    return file
  }

  private func write(
    _ file: PDFFile, as layout: PDFLayout, to output: OutputFile, _ verification: Verification?,
    _ options: PDFWriterOptions, in context: ConversionContext
  ) throws(ConversionError) {
    let passwords = context.reading.passwords.preceded(
      by: [options.userPassword, options.ownerPassword].compactMap(\.self))
    if let verification {
      let trial = try context.scratch()
      try file.write(to: trial, as: layout, in: context)
      let result = try trial.reopened()
      try WrittenFile(trial, openedBy: passwords, pages: try file.pageCount, in: context)
      try verification.check(result, openedBy: passwords, readsText: !options.rasterizes)
      try output.write(everythingOf: result, in: context)
    } else {
      try file.write(to: output, as: layout, in: context)
      try WrittenFile(output, openedBy: passwords, pages: try file.pageCount, in: context)
    }
    if let maximum = options.maximum, output.byteCount > maximum {
      throw ConversionError.exceeding(
        .init(fixed: "max-size", needed: output.byteCount, allowed: maximum),
        "cannot be brought to \(maximum) bytes: the smallest is \(output.byteCount)"
          + (options.rasterizes ? "; a lower --dpi or -q makes it smaller" : ""))
    }
  }

  private func rasterize(
    _ file: PDFFile, _ options: PDFWriterOptions, in context: ConversionContext
  ) throws(ConversionError) -> CompressionReceipt {
    let best = options.maximum == nil ? options.level : options.saidLevel ?? SizeFitting.unsaid
    let pages = try RasterizedPages(of: file, best: best, in: context)
    return try pages.replace(within: options.maximum, metadata: options.metadata) {
      () throws(ConversionError) in
      let trial = try context.scratch()
      try file.write(to: trial, as: PDFLayout(), in: context)
      return trial.byteCount
    }
  }

  /// - Parameters:
  ///   - isFinished: whether its pictures were made as small as they are to be.
  ///   - original: gives the file as it was, each time anew.
  private func compress(
    _ file: PDFFile, _ options: CompressionOptions, _ layout: PDFLayout, isFinished: Bool,
    in context: ConversionContext, original: @escaping () throws(ConversionError) -> PDFFile
  ) throws(ConversionError) -> (PDFFile, CompressionReceipt) {
    guard comparesPages, !isFinished else {
      return (file, try compress(file, options, layout, in: context))
    }
    return try FaithfulCompression(options, original: original, in: context) {
      (file, options, context) throws(ConversionError) in
      try compress(file, options, layout, in: context)
    }.run(file)
  }

  private func compress(
    _ file: PDFFile, _ options: CompressionOptions, _ layout: PDFLayout,
    in context: ConversionContext
  ) throws(ConversionError) -> CompressionReceipt {
    let compressor = PDFCompressor(options, in: context)
    guard let maximum = options.maximum else { return try compressor.compress(file) }
    var tidied = try compressor.tidy(file)
    let fitting = SizeFitting(maximum: maximum, best: options.level, context: context)
    tidied.receipt.images = try fitting.fit(tidied) { () throws(ConversionError) in
      let trial = try context.scratch()
      try file.write(to: trial, as: layout, in: context)
      return trial.byteCount
    }
    return tidied.receipt
  }

  private func note(
    _ receipt: CompressionReceipt, of open: OpenSources, _ options: PDFWriterOptions,
    in context: ConversionContext
  ) {
    // Pictures that become pages were coded by it already.
    guard options.preset != CompressionOptions.Preset.none, !receipt.changesPictures,
      !options.rasterizes, open.documents.count == open.all.count
    else { return }
    let why =
      receipt.images.isEmpty
      ? "no page has a picture" : "no picture can be made smaller that way without harm"
    noteUnusedLevel(why: why, in: context)
  }

  /// Says what was wrong with files that could be read all the same.
  private func note(repairsOf sources: [OpenSources.Source], in context: WritingContext) {
    for source in sources {
      source.file.noteRepairs()
      let repairs = source.file.repairs
      guard let first = repairs.first else { continue }
      context.mendsInput = true
      let more = repairs.count > 1 ? " and \(repairs.count - 1) more" : ""
      context.note("structure", .changed, why: "what was damaged is repaired: \(first)\(more)")
    }
  }
}
