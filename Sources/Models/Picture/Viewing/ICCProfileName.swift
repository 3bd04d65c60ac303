/// The name that an ICC profile gives itself.
enum ICCProfileName {
  /// The text of the profile's `desc` tag; `nil` where there is none that can be read.
  ///
  /// Version 2 has a `desc` type (ICC.1:2001-04, 6.5.17), version 4 an `mluc` type with texts in
  /// several languages (ICC.1:2022, 10.15), of which the English one is taken, or else the first.
  static func name(in profile: [UInt8]) -> String? {
    let data = BoundedBytes(profile)
    guard let count = data.uint32(at: 128) else { return nil }
    // Every tag takes 12 bytes of the table after the header of 128.
    for index in 0..<min(count, data.count / 12) {
      let entry = 132 + index * 12
      guard signature(at: entry, in: data) == "desc" else { continue }
      guard let offset = data.uint32(at: entry + 4), let size = data.uint32(at: entry + 8),
        let tag = data.range(at: offset, length: size)
      else { return nil }
      let element = BoundedBytes(Array(profile[tag]))
      switch signature(at: 0, in: element) {
      case "desc": return textDescription(element)
      case "mluc": return localizedText(element)
      default: return nil
      }
    }
    return nil
  }

  private static func signature(at offset: Int, in data: BoundedBytes) -> String? {
    data.range(at: offset, length: 4).map { String(decoding: data.bytes[$0], as: UTF8.self) }
  }

  private static func textDescription(_ data: BoundedBytes) -> String? {
    guard let length = data.uint32(at: 8), let text = data.range(at: 12, length: length) else {
      return nil
    }
    if let name = trimmed(String(decoding: data.bytes[text].prefix { $0 != 0 }, as: UTF8.self)) {
      return name
    }
    // Some leave the ASCII text empty and fill the Unicode one, which is behind a language code.
    guard let units = data.uint32(at: text.upperBound + 4) else { return nil }
    return utf16(at: text.upperBound + 8, byteCount: units * 2, in: data)
  }

  private static func localizedText(_ data: BoundedBytes) -> String? {
    guard let count = data.uint32(at: 8), let size = data.uint32(at: 12), size >= 12 else {
      return nil
    }
    var first: String?
    for index in 0..<min(count, data.count / size) {
      let record = 16 + index * size
      guard let language = data.range(at: record, length: 2),
        let length = data.uint32(at: record + 4), let offset = data.uint32(at: record + 8),
        let text = utf16(at: offset, byteCount: length, in: data)
      else { continue }
      if data.bytes[language].elementsEqual("en".utf8) { return text }
      first = first ?? text
    }
    return first
  }

  private static func utf16(at offset: Int, byteCount: Int, in data: BoundedBytes) -> String? {
    guard let range = data.range(at: offset, length: byteCount) else { return nil }
    let units = stride(from: range.lowerBound, to: range.upperBound - 1, by: 2).map {
      UInt16(data.bytes[$0]) << 8 | UInt16(data.bytes[$0 + 1])
    }
    return trimmed(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
  }

  private static func trimmed(_ text: String) -> String? {
    let start = text.drop { $0 == " " }
    guard let end = start.lastIndex(where: { $0 != " " }) else { return nil }
    return String(start[...end])
  }
}
