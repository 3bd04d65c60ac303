import ConverterCore
import PagedDocumentModel

/// PDF (ISO 32000), through qpdf.
struct PDFWriter: Writer {
  let name = "PDF"
  let types: [ContentType.ID] = ["com.adobe.pdf"]

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
    let restrictions = Restrictions(context: context)
    var keeper: PDFFile?
    if options.encryption == .keep {
      keeper = try restrictions.keeper(among: sources)?.file
    } else {
      try restrictions.checkRemoval(from: sources)
    }
    let file = try PDFAssembly(
      model, of: open, pictures: options.pictures, encryptedAs: keeper, in: context
    ).file()
    context.keep(file)
    // PDF/A is never encrypted.
    if options.encryption == .aes256, Conformance(of: file) != nil {
      try Conformance.dropClaim(from: file)
      context.note("PDF/A", .dropped, why: "it allows no encryption")
    }
    let isWhole = sources.contains { $0.file === file }
    let compression = options.compression(isWhole: isWhole, for: context.purpose)
    let verification = options.verifies ? try Verification(of: file, in: context) : nil
    var layout = PDFLayout()
    var receipt: CompressionReceipt?
    if options.rasterizes {
      receipt = try RasterizedPages(level: options.level, context: context).replace(in: file)
    } else if let compression {
      layout = PDFLayout.smallest(for: file, in: context)
      receipt = try compress(file, compression, layout, in: context)
    } else {
      layout = PDFLayout.conforming(to: file, in: context)
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

  /// How the result is encrypted.
  private func encryption(
    of file: PDFFile, from sources: [OpenSources.Source], _ options: PDFWriterOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> PDFLayout.Encryption {
    switch options.encryption {
    case .keep: return .kept
    case .none:
      if sources.contains(where: { $0.file.isEncrypted }) {
        context.note("encryption", .dropped, why: "as --set encryption=none says")
      }
      return .removed
    case .aes256:
      guard let password = context.reading.password?.bytes else {
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
