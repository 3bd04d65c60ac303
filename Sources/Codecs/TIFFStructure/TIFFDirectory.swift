package import ConverterCore

/// An image file directory: what is known of one picture, or a part of that.
package struct TIFFDirectory: Sendable {
  package struct Field: Sendable {
    package let tag: UInt16
    package let type: UInt16
    package let count: Int
    /// Where the values lie, within the file.
    package let bytes: Range<Int>
  }

  package let file: TIFFFile
  package let offset: Int
  package let fields: [UInt16: Field]
  /// Where the next one lies; 0 after the last.
  package let next: Int

  /// The most bytes of a field that is taken for metadata.
  package static let largestValue = 1 << 28

  /// The bytes of a field's values; `nil` where there is none, or it is larger than metadata are.
  package func bytes(_ tag: UInt16) throws(ConversionError) -> [UInt8]? {
    guard let field = fields[tag], field.bytes.count <= Self.largestValue else { return nil }
    let bytes = try file.input.read(at: field.bytes.lowerBound, count: field.bytes.count)
    return bytes.count == field.bytes.count ? bytes : nil
  }

  /// The whole numbers of a field, at most `most` of them; empty where there is none, or it holds others.
  package func integers(_ tag: UInt16, most: Int = 1 << 16) throws(ConversionError) -> [Int] {
    guard let field = fields[tag], let size = TIFFType.byteCount(of: field.type),
      [1, 3, 4, 13, 16, 18].contains(field.type)
    else { return [] }
    let count = min(field.count, most)
    let bytes = try file.input.read(at: field.bytes.lowerBound, count: count * size)
    return (0..<bytes.count / size).map { index in
      bytes.number(at: index * size, width: size, file.header.order) ?? .max
    }
  }

  package func integer(_ tag: UInt16) throws(ConversionError) -> Int? {
    try integers(tag, most: 1).first
  }

  /// The first number of a field, fractions and such with a point too.
  package func number(_ tag: UInt16) throws(ConversionError) -> Double? {
    guard let field = fields[tag], let size = TIFFType.byteCount(of: field.type) else { return nil }
    let bytes = try file.input.read(at: field.bytes.lowerBound, count: size)
    guard bytes.count == size else { return nil }
    let order = file.header.order
    var cursor = ByteCursor(bytes.span)
    do throws(EndOfBytes) {
      switch field.type {
      case TIFFType.rational:
        let numerator = try cursor.integer(UInt32.self, order)
        let denominator = try cursor.integer(UInt32.self, order)
        return denominator == 0 ? nil : Double(numerator) / Double(denominator)
      case 11: return Double(Float(bitPattern: try cursor.integer(UInt32.self, order)))
      case 12: return Double(bitPattern: try cursor.integer(UInt64.self, order))
      default: break
      }
    } catch {
      return nil
    }
    return try integer(tag).map(Double.init)
  }

  /// Whether it shows a picture of the file, not a smaller copy of one or its mask.
  package var isPage: Bool {
    get throws(ConversionError) {
      guard fields[TIFFTag.imageWidth] != nil, fields[TIFFTag.imageLength] != nil else {
        return false
      }
      if let kind = try integer(TIFFTag.newSubfileType) { return kind & 0b101 == 0 }
      return try integer(TIFFTag.subfileType) != 2
    }
  }
}

extension TIFFFile {
  /// What follows the header.
  package struct Directories {
    /// Where the directories of pages are; at least one.
    package var pages: [Int] = []
    /// Those of smaller copies and masks.
    package var others: [Int] = []
    /// What is wrong with the chain of them, as an end of a sentence.
    package var flaw: String?
  }

  /// Follows the chain of directories, which may run in circles.
  ///
  /// - Throws: `damagedInput` where not even the first is there; `limitExceeded`, `readFailed`.
  package func directories(in context: ConversionContext) throws(ConversionError) -> Directories {
    var found = Directories()
    var seen: Set<Int> = []
    var offset = firstDirectory
    while offset != 0 {
      guard seen.insert(offset).inserted else {
        found.flaw = "one page leads back to another"
        break
      }
      try context.limits.check(.entries, seen.count, for: "the list of its pages")
      if seen.count % 256 == 0 { try context.checkpoint() }
      let directory: TIFFDirectory
      do throws(ConversionError) {
        directory = try self.directory(at: offset)
      } catch {
        guard error.code == .damagedInput, seen.count > 1 else { throw error }
        found.flaw = error.message
        break
      }
      if try directory.isPage { found.pages.append(offset) } else { found.others.append(offset) }
      offset = directory.next
    }
    if found.pages.isEmpty {
      guard !found.others.isEmpty else {
        throw ConversionError(.damagedInput, "has no directory, and so no picture")
      }
      found.pages.append(found.others.removeFirst())
    }
    return found
  }
}
