import ConverterCore
import PDFPlugin
import PagedDocumentModel
import SystemPackage
import TestSupport
import Testing

/// A file that went through `compress`, as the command line would have it.
struct Compressed {
  let outcome: Outcome
  let bytes: [UInt8]

  init(_ input: [UInt8], _ change: (inout ConversionOptions) -> Void = { _ in }) throws {
    let scratch = try ScratchFolder()
    try scratch.write(input, to: "in.pdf")
    var registry = Registry()
    try PageTransforms.register(in: &registry)
    try PDFPlugin.register(in: &registry)
    var options = ConversionOptions()
    change(&options)
    var request = Request(
      input: .file(FilePath(scratch.file("in.pdf"))),
      target: try ContentType.named("pdf", in: .complete),
      output: .file(FilePath(scratch.file("out.pdf"))), options: options)
    request.purpose = .compress
    outcome = Converter(registry: registry).convert(request, threads: 2)
    bytes = scratch.names.contains("out.pdf") ? try scratch.bytes("out.pdf") : []
  }

  var error: ConversionError? {
    if case .failed(let error) = outcome.status { error } else { nil }
  }

  func entry(_ what: String) -> LedgerEntry? { outcome.ledger.first { $0.what == what } }

  var images: [JSONValue] { outcome.receipt?["images"]?.elements ?? [] }

  func structure(_ key: String) -> Int? { outcome.receipt?["structure"]?[key]?.int }
}

/// What `pdftotext` finds, with one space between words.
func words(of bytes: [UInt8], password: String? = nil) throws -> String {
  let scratch = try ScratchFolder()
  try scratch.write(bytes, to: "in.pdf")
  let run = try Program.run(
    "/usr/bin/pdftotext",
    (password.map { ["-opw", $0, "-upw", $0] } ?? []) + [scratch.file("in.pdf"), "-"])
  #expect(run.status == 0)
  return run.text.split { $0.isWhitespace }.joined(separator: " ")
}
