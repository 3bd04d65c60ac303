import ConverterCore
import PictureModel
import SystemPackage
import TestSupport
import Testing

@testable import JPEGPlugin

/// A JPEG file that went the whole way to another, as the command line would have it.
struct Conversion {
  let outcome: Outcome
  let bytes: [UInt8]

  init(
    _ input: [UInt8], compressing: Bool = false,
    _ change: (inout ConversionOptions) -> Void = { _ in }
  ) throws {
    let scratch = try ScratchFolder()
    try scratch.write(input, to: "in.jpg")
    var request = Request(
      input: .file(FilePath(scratch.file("in.jpg"))),
      target: try ContentType.named("jpeg", in: .complete),
      output: .file(FilePath(scratch.file("out.jpg"))), options: Self.options(change))
    if compressing { request.purpose = .compress }
    outcome = try Self.converter().convert(request, threads: 2)
    bytes = scratch.names.contains("out.jpg") ? try scratch.bytes("out.jpg") : []
  }

  /// With `--set` alone.
  init(_ input: [UInt8], compressing: Bool = false, _ settings: [String: String]) throws {
    try self.init(input, compressing: compressing) { $0.settings = settings }
  }

  static func plan(
    _ input: [UInt8], _ change: (inout ConversionOptions) -> Void
  ) throws -> [LedgerEntry] {
    let options = options(change)
    let converter = try converter()
    return try converter.plan(
      InputFile(bytes: input, name: "in.jpg"), to: ContentType.named("jpeg", in: .complete),
      options: options, in: converter.planning(options)
    ).ledger
  }

  private static func options(_ change: (inout ConversionOptions) -> Void) -> ConversionOptions {
    var options = ConversionOptions()
    change(&options)
    return options
  }

  private static func converter() throws -> Converter {
    var registry = Registry()
    try JPEGPlugin.register(in: &registry)
    try PictureTransforms.register(in: &registry)
    return Converter(registry: registry)
  }

  var error: ConversionError? {
    if case .failed(let error) = outcome.status { error } else { nil }
  }

  func entry(_ what: String) -> LedgerEntry? { outcome.ledger.first { $0.what == what } }
}

/// Samples that no two neighbours share, the same each time: whatever is misplaced is seen.
func speckled(_ format: PixelFormat, width: Int, height: Int) -> Pixels {
  Pixels(format, width: width, height: height) { plane, x, y in
    let value = (x * 7 + y * 13 + plane * 31) ^ (x * y / 3)
    return UInt8(truncatingIfNeeded: 64 + value % 128)
  }
}
