internal import ConverterCore
import TreeModel

extension UnfoldedText {
  /// The most bytes of a path.
  static let longestPath = 1 << 20

  /// The way to a line from the outermost value, as jq writes it: `.features[12].properties["a b"]`.
  ///
  /// - Parameters:
  ///   - last: the most steps; those before are left out, which `…` says.
  ///   - longest: the most bytes of a key.
  /// - Returns: the path, and whether all of it is there.
  func path(
    of place: TreePlace, last: Int = .max, longest: Int = 1 << 16
  ) throws(ConversionError) -> (text: [UInt8], isWhole: Bool) {
    // Where nothing can follow, the container is the last step.
    let isMember = place.kind == .value
    let steps = isMember ? place.stack.count : max(0, place.stack.count - 1)
    let first = steps > last ? steps - last : 0
    var path = Array((first > 0 ? "…" : "").utf8)
    var isWhole = first == 0
    for level in first..<steps {
      guard path.count <= Self.longestPath else { return (path, false) }
      let child = level + 1 < place.stack.count ? place.stack[level + 1] : nil
      if place.stack[level].isObject {
        let key = try string(at: child?.line ?? place.offset, atMost: longest)
        Self.append(key, to: &path)
        isWhole = isWhole && key.isWhole
      } else {
        if path.isEmpty { path.append(UInt8(ascii: ".")) }
        path += "[\(child?.index ?? place.index)]".utf8
      }
    }
    return (path.isEmpty ? [UInt8(ascii: ".")] : path, isWhole)
  }

  private static func append(_ key: StringForm, to path: inout [UInt8]) {
    let isWord =
      key.form.first.map { !isDigit($0) } ?? false
      && key.form.allSatisfy { isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "_") }
    if isWord {
      path.append(UInt8(ascii: "."))
      path += key.form
    } else {
      if path.isEmpty { path.append(UInt8(ascii: ".")) }
      path += "[\"".utf8
      path += key.form
      path += (key.isWhole ? "\"]" : "…\"]").utf8
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}
