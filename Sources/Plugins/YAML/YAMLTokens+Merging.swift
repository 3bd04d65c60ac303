import ConverterCore
import TreeModel

/// `<<`, which YAML 1.1 has and files of 1.2 go on to use.
extension YAMLTokens {
  /// Notes what a merge key names; its members come at the end of the mapping, for its own keys win
  /// wherever they stand.
  func merge(_ span: YAMLRecords.Span, _ event: YAMLEvent?) throws(ConversionError) {
    let isGood =
      switch records.kind(of: span) {
      case .beginObject: true
      case .beginArray:
        records.elements(of: span).allSatisfy { records.kind(of: $0) == .beginObject }
      default: false
      }
    guard isGood else { throw noMapping(event) }
    try expansion.add(span.tokens.count)
    if let last = frames.indices.last { frames[last].merges.append(span) }
  }

  func noMapping(_ event: YAMLEvent?) -> ConversionError {
    error("the merge key << needs a mapping, or a list of them", event)
  }

  /// The members, key and value, that merge keys add to a mapping.
  func mergedMembers(of frame: Frame) -> [YAMLRecords.Span] {
    guard !frame.merges.isEmpty else { return [] }
    var taken = keys.all(from: frame.keysStart)
    var result: [YAMLRecords.Span] = []
    for span in frame.merges {
      let record = records[span.record]
      let isObject = records.kind(of: span) == .beginObject
      for object in isObject ? [span] : records.elements(of: span) {
        var key: Int?
        for value in records.elements(of: object) {
          guard let start = key else {
            key = value.tokens.lowerBound
            continue
          }
          key = nil
          if taken.insert(record.text(of: record.tokens[start]).array).inserted {
            result.append(
              YAMLRecords.Span(record: span.record, tokens: start..<value.tokens.upperBound))
          }
        }
      }
    }
    return result
  }
}
