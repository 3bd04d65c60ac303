public import ConverterCore

/// What is allowed in JSON, and yet not read alike by everybody (RFC 8259, sections 4, 8.1 and 8.2).
public struct JSONOddities {
  public var keys = RepeatedKeys()
  public var hasMark = false
  /// Escapes of half a surrogate pair whose other half is missing, and the first of them.
  private var halves = 0
  private var firstHalf: Int?

  public init() {}

  /// - Parameters:
  ///   - count: how many more escapes there are of half a surrogate pair, without the other half.
  ///   - offset: of the first of them in the file.
  public mutating func addHalves(_ count: Int, first offset: Int) {
    halves += count
    firstHalf = min(firstHalf ?? offset, offset)
  }

  /// Tells the user.
  public func warn(
    about input: InputFile, in context: ConversionContext
  ) throws(ConversionError) {
    if hasMark {
      context.warn("begins with a byte order mark, which is no part of JSON: it was left out")
    }
    if keys.count > 0 {
      var places: [String] = []
      for offset in keys.firstOffsets {
        places.append(try Self.key(at: offset, in: input))
      }
      let rest = keys.count > places.count ? " and others" : ""
      let what =
        keys.count == 1
        ? "one key repeats an earlier key of its object"
        : "\(keys.count) keys repeat an earlier key of their object"
      context.warn("\(what): \(places.joined(separator: ", "))\(rest)")
    }
    if keys.isIncomplete {
      context.warn(
        "not all keys that repeat were looked for: an object has too many of them, or objects stand too "
          + "deep in each other")
    }
    if let first = firstHalf {
      let place = try TextPlace(first, in: input)
      let what = halves == 1 ? "an escape is" : "\(halves) escapes are"
      context.warn(
        "\(what) half of a surrogate pair without the other half, which many programs refuse: "
          + "line \(place.line), column \(place.column)")
    }
  }

  /// `"name" in line 12`.
  private static func key(at offset: Int, in input: InputFile) throws(ConversionError) -> String {
    let longest = 60
    let bytes = try input.read(at: offset, count: longest + 1)
    // In JSON5 a key has single quotes or none, too.
    let quote = offset > 0 ? try input.read(at: offset - 1, count: 1) : []
    let ends: [UInt8] = quote == [0x22] || quote == [0x27] ? quote : [0x20, 0x09, 0x0A, 0x0D, 0x3A]
    var end = 0
    while end < bytes.count, !ends.contains(bytes[end]) { end += bytes[end] == 0x5C ? 2 : 1 }
    let text = String(decoding: bytes.prefix(min(end, longest)), as: UTF8.self).printable
    let place = try TextPlace(offset, in: input)
    return "\"\(text)\(end > longest ? "…" : "")\" in line \(place.line)"
  }
}
