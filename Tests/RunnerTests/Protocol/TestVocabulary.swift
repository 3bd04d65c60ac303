import ConverterCore

@testable import FairyCommandLine

extension RequestVocabulary {
  /// All options of requests.
  static let standard = RequestVocabulary(.builtin())
}
