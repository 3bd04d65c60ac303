import ConverterCore
import TreeModel

/// `<<`, which YAML 1.1 has and files of 1.2 go on to use.
extension YAMLTokens {
  /// Notes what a merge key names; its members come at the end of the mapping, for its own keys win
  /// wherever they stand.
  func merge(_ range: Range<Int>, _ event: YAMLEvent?) throws(ConversionError) {
    let tokens = record.tokens[range]
    var isGood = tokens.first?.kind == .beginObject
    if tokens.first?.kind == .beginArray {
      isGood = members(of: range.lowerBound + 1..<range.upperBound - 1)
        .allSatisfy { record.tokens[$0.lowerBound].kind == .beginObject }
    }
    guard isGood else { throw error("the merge key << needs a mapping, or a list of them", event) }
    try expansion.add(range.count)
    if let last = frames.indices.last { frames[last].merges.append(range) }
  }

  /// The members, key and value, that merge keys add to a mapping.
  func mergedMembers(of frame: Frame) -> [Range<Int>] {
    guard !frame.merges.isEmpty else { return [] }
    var taken = keys.all(from: frame.keysStart)
    var result: [Range<Int>] = []
    for range in frame.merges {
      let isObject = record.tokens[range.lowerBound].kind == .beginObject
      let inner = range.lowerBound + 1..<range.upperBound - 1
      for object in isObject ? [range] : members(of: inner) {
        var key: Int?
        for value in members(of: object.lowerBound + 1..<object.upperBound - 1) {
          guard let start = key else {
            key = value.lowerBound
            continue
          }
          key = nil
          if taken.insert(Array(record.text(of: record.tokens[start]))).inserted {
            result.append(start..<value.upperBound)
          }
        }
      }
    }
    return result
  }

  /// The values in a range of the record, keys as values of their own.
  private func members(of range: Range<Int>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var (start, depth) = (range.lowerBound, 0)
    for index in range {
      switch record.tokens[index].kind {
      case .beginObject, .beginArray: depth += 1
      case .endObject, .endArray: depth -= 1
      default: break
      }
      guard depth == 0 else { continue }
      result.append(start..<index + 1)
      start = index + 1
    }
    return result
  }
}
