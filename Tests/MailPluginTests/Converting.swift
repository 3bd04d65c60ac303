import ConverterCore
import MailboxModel
import SystemPackage
import TestSupport
import Testing

@testable import MailPlugin

/// Conversions in a folder of their own, as the program does them.
struct Converting {
  let scratch: ScratchFolder
  var options = ConversionOptions()
  var threads = 1

  init() throws { scratch = try ScratchFolder() }

  /// What becomes of a file.
  ///
  /// - Parameter name: a file of the type, or a folder where it ends with a slash.
  @discardableResult
  func outcome(
    _ input: String, as reading: ContentType.ID? = nil, to type: ContentType.ID, _ name: String
  ) throws -> Outcome {
    let converter = Converter(registry: .plugins)
    let path = FilePath(scratch.file(name))
    var request = Request(
      input: .file(FilePath(scratch.file(input))), target: try #require(converter.catalog[type]),
      output: name.hasSuffix("/") ? .folder(path, .whole) : .file(path), options: options)
    if let reading { request.options.reading.type = converter.catalog[reading] }
    let context = converter.context(for: request, threads: threads)
    defer { context.giveBack() }
    return converter.convert(request, in: context)
  }

  /// - Returns: what it warned about.
  @discardableResult
  func callAsFunction(
    _ input: String, as reading: ContentType.ID? = nil, to type: ContentType.ID, _ name: String
  ) throws -> [String] {
    let outcome = try outcome(input, as: reading, to: type, name)
    if case .failed(let error) = outcome.status { throw error }
    return outcome.warnings
  }

  /// Why nothing becomes of it; `nil` where something does.
  func failure(
    _ input: String, as reading: ContentType.ID? = nil, to type: ContentType.ID, _ name: String
  ) throws -> ConversionError.Code? {
    guard case .failed(let error) = try outcome(input, as: reading, to: type, name).status else {
      return nil
    }
    return error.code
  }

  func write(_ text: String, to name: String) throws {
    try scratch.write(Array(text.utf8), to: name)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try scratch.bytes(name), as: UTF8.self)
  }

  /// The files of a folder, by their paths in it.
  func files(_ folder: String) throws -> [String] {
    try FolderTree.lines(scratch.file(folder), times: false).filter { $0.hasPrefix("file") }.map {
      $0.split(separator: " ", maxSplits: 2)[2].split(separator: " = ")[0].description
    }
  }

  mutating func select(_ body: (inout MessageSelection) -> Void) {
    body(&options.reading.messages)
  }
}
