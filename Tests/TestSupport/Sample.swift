import Foundation

/// A file that a test repeats over: one of the project's fixtures or, where the corpus is there, one of its own.
///
/// What a test asserts of each file of a kind, it so asserts on every machine.
public struct Sample: Sendable, CustomStringConvertible {
  public let name: String
  public let path: String

  public var description: String { name }

  /// - Parameter name: a path in the corpus, or one of the project's fixtures behind `fixtures/`.
  public init(_ name: String) {
    let isFixture = name.hasPrefix("fixtures/")
    self.init(name: name, path: isFixture ? "\(Places.root)/\(name)" : Corpus.path(name))
  }

  private init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  public func bytes() throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// - Parameters:
  ///   - fixtures: names of files in `fixtures`.
  ///   - corpus: paths of files in the corpus, left out where it is absent.
  public static func files(fixtures: [String], corpus: [String]) -> [Sample] {
    fixtures.map { Sample(name: $0, path: Places.fixture($0)) }
      + (Corpus.isPresent ? corpus : []).map { Sample(name: $0, path: Corpus.path($0)) }
  }

  /// All files of a folder, which is named as ``init(_:)`` takes it; none where it is absent.
  public static func files(in folder: String) -> [Sample] {
    let root = Sample(folder).path
    let names = FileManager.default.subpaths(atPath: root) ?? []
    return names.sorted().map { Sample("\(folder)/\($0)") }.filter { file in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }

  /// The rows of a table whose files are there: without the corpus, those of fixtures.
  ///
  /// - Parameter name: of the file that a row is about, as ``init(_:)`` takes it.
  public static func present<Row>(_ rows: [Row], name: (Row) -> String) -> [Row] {
    rows.filter { Corpus.isPresent || name($0).hasPrefix("fixtures/") }
  }
}
