/// The contents of an `ftyp` box, as far as the file goes.
package struct MediaBrands {
  package let major: String
  /// The minor version, read as a brand.
  package let minor: String
  package let compatible: [String]

  init?(_ head: [UInt8]) {
    guard head.count >= 12,
      let header = try? BoxHeader(head.span, room: head.count)
    else { return nil }
    // A size of 64 bits that no list of brands has is none: the brands stand behind the short header.
    let start = header.size > 1 << 16 ? 8 : header.byteCount
    major = head.ascii(at: start, count: 4)
    minor = head.ascii(at: start + 4, count: 4)
    // 0 is "to the end of the file"; a broken size still leaves the major brand readable.
    let end = min(Int(clamping: header.size), head.count, 4096)
    var compatible: [String] = []
    var next = start + 8
    while next + 4 <= end {
      let brand = head.ascii(at: next, count: 4)
      if brand != "????", !compatible.contains(brand) { compatible.append(brand) }
      next += 4
    }
    self.compatible = compatible
  }
}

/// Knows a family of ISO base media files by their brands.
package protocol BrandProbe: SendableMetatype {
  /// The types that it would recognise, were the file one of them.
  static var types: [ContentType.ID] { get }

  /// What the major brand says, with the compatible ones where it leaves the question to them; `nil` where it is of
  /// another family.
  static func type(of brands: MediaBrands) -> (ContentType.ID, confidence: Double)?

  /// What a compatible brand says of a file whose major brand nobody knows.
  static func type(ofCompatible brand: String) -> ContentType.ID?
}
