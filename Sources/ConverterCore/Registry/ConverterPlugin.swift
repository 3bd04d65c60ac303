/// A folder of readers, writers, transforms and viewers that registers itself, with the types that are its own.
public protocol ConverterPlugin: Sendable {
  /// Adds to a registry what the plugin can do, its ``optionGroups`` first, where it has some.
  ///
  /// - Throws: ``Registry/Conflict`` when another plugin does the same already.
  static func register(in registry: inout Registry) throws(Registry.Conflict)

  /// Options that requests have because of it; none by default. A command line asks for them before it knows whether it
  /// needs a registry.
  static var optionGroups: [any ConversionOptionGroup.Type] { get }

  /// What is fuzzed of it by its types alone; none by default.
  static var fuzzTargets: [FuzzTarget] { get }

  /// Small files of its types; none by default.
  static var fixtures: [any FormatFixture] { get }
}

extension ConverterPlugin {
  public static var optionGroups: [any ConversionOptionGroup.Type] { [] }
}

/// Names the content type of bytes that the catalog does not know.
public protocol TypeNamer: Sendable {
  /// A media type and a description, or `nil` when it does not know either.
  func name(_ input: InputFile) -> (mediaType: String, description: String)?
}

/// Decodes the beginning of compressed files, by which some are told apart: drawings among what gzip made.
public protocol BeginningDecoder: Sendable {
  /// The type of the files.
  var type: ContentType.ID { get }

  /// The decoded beginning of a file.
  ///
  /// - Parameters:
  ///   - head: some KiB, or all of a shorter file.
  ///   - count: of the bytes that are wanted, at most.
  /// - Returns: `nil` where nothing can be decoded.
  func beginning(of head: [UInt8], count: Int) -> [UInt8]?
}
