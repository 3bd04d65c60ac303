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
    let sources = model.sources.compactMap { (source) -> PDFContent? in
      if case .document(let content) = source.content { content as? PDFContent } else { nil }
    }
    let rules = RewritingRules(
      allowsBreakingSignatures: options.allowsBreakingSignatures, context: context)
    for source in sources { try rules.check(source.file) }
    let file = try PDFAssembly(model, pictures: options.pictures, in: context).file()
    let isWhole = sources.contains { $0.file === file }
    guard let compression = options.compression(isWhole: isWhole, for: context.purpose) else {
      var layout = PDFLayout()
      layout.isLinearized = options.isLinearized
      try file.write(to: output, as: layout, in: context)
      return note(repairsOf: sources, in: context)
    }
    var layout = PDFLayout.smallest(for: file, in: context)
    layout.isLinearized = options.isLinearized
    let bytesIn = sources.reduce(0) { $0 + $1.input.byteCount }
    var receipt = try compress(file, compression, layout, in: context)
    try file.write(to: output, as: layout, in: context)
    if let maximum = compression.maximum, output.byteCount > maximum {
      throw ConversionError(
        .limitExceeded,
        "cannot be brought to \(maximum) bytes with its text as it is: the smallest is "
          + "\(output.byteCount)")
    }
    (receipt.bytesIn, receipt.bytesOut) = (bytesIn, output.byteCount)
    let isKept = context.purpose == .compress && receipt.bytesOut >= bytesIn
    context.receipt = (isKept ? receipt.unchanged : receipt).json
    note(repairsOf: sources, in: context)
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
  private func note(repairsOf sources: [PDFContent], in context: ConversionContext) {
    for source in sources {
      let warnings = source.file.takeWarnings()
      guard let first = warnings.first else { continue }
      let more = warnings.count > 1 ? " and \(warnings.count - 1) more" : ""
      context.note("structure", .changed, why: "what was damaged is repaired: \(first)\(more)")
    }
  }
}
