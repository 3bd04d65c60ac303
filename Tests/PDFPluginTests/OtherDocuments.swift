import TestSupport

/// Documents of other programs: the fixtures, and those of the corpus where it is.
enum OtherDocuments {
  static let all = ["fixtures/others/pdf", "pdf"].flatMap(Sample.files(in:))
    .filter { $0.name.hasSuffix(".pdf") }

  /// - Parameters:
  ///   - fixtures: names of fixtures, without folder and suffix.
  ///   - corpus: names of files of the corpus.
  static func named(fixtures: [String], corpus: [String]) -> [Sample] {
    Sample.files(
      fixtures: fixtures.map { "others/pdf/\($0).pdf" }, corpus: corpus.map { "pdf/\($0).pdf" })
  }
}
