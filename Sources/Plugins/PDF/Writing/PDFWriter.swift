import ConverterCore
import PagedDocumentModel

/// PDF (ISO 32000), through qpdf.
struct PDFWriter: Writer {
  let name = "PDF"
  let types: [ContentType.ID] = ["com.adobe.pdf"]
  /// What may be lost of a document, whether it is compressed, joined, taken apart, or put together of pictures.
  let ledgerWords = [
    "PDF/A", "annotations", "attachments", "destinations", "encryption", "fields", "forms",
    "labels", "layers", "links", "metadata", "openAction", "outline", "pictures", "private-data",
    "scripts", "signatures", "structure", "tags", "text", "threads", "thumbnails", "usage-rights",
    "viewerPreferences", "xfa",
  ]

  func capabilities(
    for type: ContentType.ID, options: PDFWriterOptions
  ) -> PagedDocument.Capabilities { PagedDocument.Capabilities() }

  func write(
    _ model: PagedDocument, as type: ContentType.ID, to output: OutputFile,
    options: PDFWriterOptions, in context: ConversionContext
  ) throws(ConversionError) {
    let open = try OpenSources(of: model, in: context)
    defer { open.giveBack() }
    let sources = open.documents
    let rules = RewritingRules(
      allowsBreakingSignatures: options.allowsBreakingSignatures, context: context)
    for source in sources {
      do throws(ConversionError) {
        try rules.check(source.file)
      } catch {
        // Of several files that are joined it is this one that forbids it.
        throw error.about(source.content.input.path)
      }
    }
    let file = try PDFAssembly(model, of: open, pictures: options.pictures, in: context).file()
    context.keep(file)
    let isWhole = sources.contains { $0.file === file }
    let compression = options.compression(isWhole: isWhole, for: context.purpose)
    let verification =
      options.verifies ? try Verification(of: file, dpi: options.level.dpi, in: context) : nil
    var layout = PDFLayout()
    var receipt: CompressionReceipt?
    if options.rasterizes {
      receipt = try rasterize(file, options, in: context)
      layout = PDFLayout.smallest(for: file, in: context)
    } else if let compression {
      layout = PDFLayout.smallest(for: file, in: context)
      receipt = try compress(file, compression, layout, in: context)
    }
    layout.isLinearized = options.isLinearized
    layout.encryption = try encryption(of: file, from: sources, options, in: context)
    try write(file, as: layout, to: output, verification, options, in: context)
    if var receipt {
      receipt.bytesIn = sources.reduce(0) { $0 + $1.content.input.byteCount }
      receipt.bytesOut = output.byteCount
      let isKept =
        context.purpose == .compress && !options.changesContent
        && receipt.bytesOut >= receipt.bytesIn
      context.receipt = (isKept ? receipt.unchanged : receipt).json
    }
    note(repairsOf: sources, in: context)
  }

  /// How the result is encrypted; a file that was put together of others has nothing that could be kept.
  private func encryption(
    of file: PDFFile, from sources: [OpenSources.Source], _ options: PDFWriterOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> PDFLayout.Encryption {
    let password = context.reading.password?.bytes
    let isEncrypted = sources.contains { $0.file.isEncrypted }
    switch options.encryption {
    case .keep:
      guard isEncrypted, !file.isEncrypted else { return .kept }
      guard let password else {
        context.note(
          "encryption", .dropped,
          why: "the parts have no password: none was needed to open the file")
        return .removed
      }
      context.note("encryption", .changed, why: "the result has the same password, with AES-256")
      return .added(user: password, owner: password)
    case .none:
      if isEncrypted { context.note("encryption", .dropped, why: "as --set encryption=none says") }
      return .removed
    case .aes256:
      guard let password else {
        throw ConversionError(
          .missingPassword,
          "a password is needed to encrypt with: give it with --password-file or in FAIRY_PASSWORD")
      }
      return .added(user: password, owner: password)
    }
  }

  private func write(
    _ file: PDFFile, as layout: PDFLayout, to output: OutputFile, _ verification: Verification?,
    _ options: PDFWriterOptions, in context: ConversionContext
  ) throws(ConversionError) {
    if let verification {
      let trial = try OutputFile(.memory)
      try file.write(to: trial, as: layout, in: context)
      try verification.check(trial.bytes, readsText: !options.rasterizes)
      try output.write(trial.bytes)
    } else {
      try file.write(to: output, as: layout, in: context)
    }
    if let maximum = options.maximum, output.byteCount > maximum {
      throw ConversionError(
        .limitExceeded,
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
      let trial = try OutputFile(.memory)
      try file.write(to: trial, as: PDFLayout(), in: context)
      return trial.byteCount
    }
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
      let trial = try OutputFile(.memory)
      try file.write(to: trial, as: layout, in: context)
      return trial.byteCount
    }
    return tidied.receipt
  }

  /// Says what was wrong with files that could be read all the same.
  private func note(repairsOf sources: [OpenSources.Source], in context: ConversionContext) {
    for source in sources {
      let warnings = source.file.takeWarnings()
      guard let first = warnings.first else { continue }
      let more = warnings.count > 1 ? " and \(warnings.count - 1) more" : ""
      context.note("structure", .changed, why: "what was damaged is repaired: \(first)\(more)")
    }
  }
}
