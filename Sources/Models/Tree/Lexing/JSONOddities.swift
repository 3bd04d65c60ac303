public import ConverterCore

/// What is allowed in JSON, and yet not read alike by everybody (RFC 8259, sections 4, 8.1 and 8.2).
public struct JSONOddities {
  public var keys = RepeatedKeys()
  public var hasMark = false
  /// Escapes of half a surrogate pair, whose other half is missing: texts with one, and where the first is.
  public private(set) var surrogateCount = 0
  public private(set) var firstSurrogate: Int?

  public init() {}

  public mutating func addSurrogate(at offset: Int, count: Int = 1) {
    surrogateCount += count
    firstSurrogate = min(firstSurrogate ?? offset, offset)
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
      context.warn("there are too many keys in one object to look for all that repeat")
    }
    if let first = firstSurrogate {
      let place = try TextPlace(first, in: input)
      let what =
        surrogateCount == 1 ? "one text has an escape" : "\(surrogateCount) texts have escapes"
      context.warn(
        "\(what) of half a character, which many programs refuse: line \(place.line), "
          + "column \(place.column)")
    }
  }

  /// `"name" in line 12`.
  private static func key(at offset: Int, in input: InputFile) throws(ConversionError) -> String {
    let longest = 60
    let bytes = try input.read(at: offset, count: longest + 1)
    var end = 0
    while end < bytes.count, bytes[end] != 0x22 { end += bytes[end] == 0x5C ? 2 : 1 }
    let text = String(decoding: bytes.prefix(min(end, longest)), as: UTF8.self).printable
    let place = try TextPlace(offset, in: input)
    return "\"\(text)\(end > longest ? "…" : "")\" in line \(place.line)"
  }
}
