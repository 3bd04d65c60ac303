import TestSupport
import Testing

/// A file that is made for the tests, with some features of its kind.
struct Sample: Sendable {
  /// What it is called in the tests, and the beginning of its file's name.
  let name: String
  let fileExtension: String
  let features: [Feature]
  /// Puts the file at a path of a folder.
  private let make: @Sendable (ScratchFolder, String) throws -> Void

  /// A file of some bytes.
  init(
    _ name: String, _ fileExtension: String, _ features: [Feature],
    _ bytes: @escaping @Sendable () throws -> [UInt8]
  ) {
    self.init(name, fileExtension, features) { folder, name in
      try folder.write(bytes(), to: name)
    }
  }

  /// A file of some text.
  init(_ name: String, _ fileExtension: String, _ features: [Feature], text: String) {
    self.init(name, fileExtension, features) { Array(text.utf8) }
  }

  /// Whatever a script makes of a folder and a name in it.
  init(
    _ name: String, _ fileExtension: String, _ features: [Feature],
    making make: @escaping @Sendable (ScratchFolder, String) throws -> Void
  ) {
    self.name = name
    self.fileExtension = fileExtension
    self.features = features
    self.make = make
  }

  /// - Returns: the path of the file.
  func write(to folder: ScratchFolder) throws -> String {
    let file = fileExtension.isEmpty ? name : "\(name).\(fileExtension)"
    try make(folder, file)
    return folder.file(file)
  }
}

/// A row of the table of formats: what files of these types may have, shown by samples, and what they have no place
/// for. Together that is every feature of the kind.
struct FormatRow: Sendable, CustomTestStringConvertible {
  let kind: Kind
  let types: [String]
  let samples: [Sample]
  /// What the format has no place for, or what no reader tells of it.
  let lacks: Set<Feature>

  init(_ kind: Kind, _ types: [String], lacks: [Feature], _ samples: [Sample]) {
    self.kind = kind
    self.types = types
    self.lacks = Set(lacks)
    self.samples = samples
  }

  var testDescription: String { types[0] }
  var shown: Set<Feature> { Set(samples.flatMap(\.features)) }

  static let all: [FormatRow] =
    pictures + tables + trees + documents + mail + archives + words
}
