import ConverterCore
import JPEGPlugin
import PNGPlugin
import PagedDocumentModel
import PictureModel
import SystemPackage
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// What comes of files that go the whole way, as the command line would have it.
struct Made {
  let outcome: Outcome
  /// The files that came of it, in the order of their names.
  let files: [[UInt8]]

  init(
    _ inputs: [[UInt8]], purpose: Request.Purpose = .convert, to type: String = "pdf",
    password: String? = nil, _ change: (inout ConversionOptions) -> Void = { _ in }
  ) throws {
    let scratch = try ScratchFolder()
    var paths: [Request.Input] = []
    for (index, bytes) in inputs.enumerated() {
      paths.append(.file(FilePath(try scratch.write(bytes, to: "in\(index).pdf"))))
    }
    var registry = Registry()
    try PageTransforms.register(in: &registry)
    try PDFPlugin.register(in: &registry)
    try JPEGPlugin.register(in: &registry)
    try PNGPlugin.register(in: &registry)
    try PictureTransforms.register(in: &registry)
    var options = ConversionOptions()
    if let password { options.reading.passwords = Passwords([Password(Array(password.utf8))]) }
    change(&options)
    var request = Request(
      input: paths[0], target: try ContentType.named(type, in: .complete),
      output: .file(FilePath(scratch.file("out.\(type)"))), options: options)
    request.purpose = purpose
    if inputs.count > 1 { request.purpose = .merge(Array(paths.dropFirst())) }
    outcome = Converter(registry: registry).convert(request, threads: 2)
    files = try scratch.names.filter { !$0.hasPrefix("in") || $0.contains("-") }.sorted().map {
      try scratch.bytes($0)
    }
  }

  var code: ConversionError.Code? {
    if case .failed(let error) = outcome.status { error.code } else { nil }
  }

  var ledger: [String] { outcome.ledger.map { "\($0.what) \($0.action) \($0.why ?? "")" } }

  func file(_ index: Int = 0, password: String? = nil) throws -> PDFFile {
    try PDFFile(
      InputFile(bytes: try #require(files.count > index ? files[index] : nil)),
      password: password.map { Password(Array($0.utf8)) }, limits: .standard)
  }
}
