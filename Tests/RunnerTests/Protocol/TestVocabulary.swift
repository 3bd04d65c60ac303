import ConverterCore

@testable import fairy

extension RequestVocabulary {
  /// All options of requests.
  static let standard = RequestVocabulary(.builtin())
}
