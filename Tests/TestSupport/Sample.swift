import Foundation

/// A file that a test repeats over: one of the project's fixtures or, where the corpus is there, one of its own.
///
/// What a test asserts of each file of a kind, it so asserts on every machine.
public struct Sample: Sendable, CustomStringConvertible {
  public let name: String
  private let path: String

  public var description: String { name }

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
}
