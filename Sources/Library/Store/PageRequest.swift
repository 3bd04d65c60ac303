public import ConverterCore
public import SystemPackage

/// What is to be made of files by whoever can read them, in the words of the worker protocol.
public struct PageRequest: Sendable, Equatable {
  /// Several become one document, in their order.
  public let files: [FilePath]
  /// Which page of each file is meant, from 1 on; 0 for all.
  public let pages: [Int]
  /// A type by its short name: `jpeg`, `png`, `pdf`, `json`.
  public let type: String
  /// Of the target's own options.
  public let settings: [String: String]
  /// Of a JPEG, 0…1; `nil` for the usual one.
  public let quality: Double?
  /// As `--resize` has it; `nil` for the size that there is.
  public let resize: String?

  init(
    _ files: [FilePath], pages: [Int]? = nil, to type: String, _ settings: [String: String],
    quality: Double? = nil, resize: String? = nil
  ) {
    self.files = files
    self.pages = pages ?? files.map { _ in 0 }
    (self.type, self.settings, self.quality, self.resize) = (type, settings, quality, resize)
  }
}

/// Does what makes pages: reads files that nobody has checked, in sealed workers.
public protocol PageWork {
  /// What would become of files, of which nothing is made.
  ///
  /// - Returns: of each request, what is told of its pages, and what the file is (`a PNG picture`) where that is known.
  /// - Throws: why the first of them cannot be read; the error names its file.
  func foresee(
    _ requests: [PageRequest]
  ) throws(ConversionError) -> [(receipt: JSONValue?, kind: String?)]

  /// Makes a file at a path, whole or not at all; what is there is replaced.
  ///
  /// - Returns: what is told of its pages.
  func make(_ request: PageRequest, at path: FilePath) throws(ConversionError) -> JSONValue?

  /// The result of a request whose target is JSON.
  func json(_ request: PageRequest) throws(ConversionError) -> JSONValue
}
