import CLibQPDF
package import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Values that go from one file into another, or from one place of a file to another.
///
/// Names and keys stay the bytes that they are: they need not be UTF-8.
extension PDFFile {
  /// Direct values nested deeper are none: qpdf reads no more than this.
  private static let mostLevels = 500

  /// The same value in this file: a copy of what is direct in the other file, a reference to the copy of what
  /// is not.
  ///
  /// - Parameter page: the copy of a page, which must never be made here; `nil` where it has none.
  package func transplant(
    _ value: PDFObject, page: (PDFObject.ID) -> PDFObject?, level: Int = 0
  ) throws(ConversionError) -> PDFObject {
    if let id = value.id {
      if value.isDictionary, value["/Type"].name == "/Page" { return page(id) ?? null }
      return try copy(value)
    }
    let (from, handle) = unsafe (value.file.data, value.handle)
    switch value.kind {
    case .null, .other: return null
    case .boolean:
      return unsafe object(qpdf_oh_new_bool(data, qpdf_oh_get_bool_value(from, handle)))
    case .integer:
      return unsafe object(qpdf_oh_new_integer(data, qpdf_oh_get_int_value(from, handle)))
    case .real:
      return unsafe object(qpdf_oh_new_real_from_string(data, qpdf_oh_get_real_value(from, handle)))
    case .name: return unsafe object(qpdf_oh_new_name(data, qpdf_oh_get_name(from, handle)))
    case .string: return string(value.string ?? [])
    case .array:
      guard level < Self.mostLevels else { return null }
      let copy = array()
      for item in value.items { copy.append(try transplant(item, page: page, level: level + 1)) }
      return copy
    case .dictionary:
      guard level < Self.mostLevels else { return null }
      let copy = dictionary()
      try transplantEntries(of: value, into: copy, page: page, level: level + 1)
      return copy
    // Streams are never direct.
    case .stream: return null
    }
  }

  /// Gives a dictionary of this file the entries of another file's.
  package func transplantEntries(
    of source: PDFObject, into copy: PDFObject, except left: Set<String> = [],
    page: (PDFObject.ID) -> PDFObject?, level: Int = 0
  ) throws(ConversionError) {
    for (key, value) in source.rawEntries(except: left) {
      let item = try transplant(value, page: page, level: level)
      withExtendedLifetime(item) { unsafe qpdf_oh_replace_key(data, copy.handle, key, item.handle) }
    }
  }

  /// A new indirect object with the same entries as a dictionary of this file. What is direct in that is its
  /// own, what is not belongs to both.
  package func twin(of dictionary: PDFObject) -> PDFObject {
    indirect(duplicate(dictionary, level: 0))
  }

  private func duplicate(_ value: PDFObject, level: Int) -> PDFObject {
    guard level < Self.mostLevels else { return null }
    switch value.kind {
    case .array:
      let copy = array()
      for item in value.items {
        copy.append(item.id == nil ? duplicate(item, level: level + 1) : item)
      }
      return copy
    case .dictionary:
      let copy = dictionary()
      for (key, value) in value.rawEntries() {
        let item = value.id == nil ? duplicate(value, level: level + 1) : value
        withExtendedLifetime(item) {
          unsafe qpdf_oh_replace_key(data, copy.handle, key, item.handle)
        }
      }
      return copy
    default: return value
    }
  }
}

extension PDFObject {
  /// The entries of a dictionary, keys as C strings.
  fileprivate func rawEntries(except left: Set<String> = []) -> [([CChar], PDFObject)] {
    let owner = dictionary
    guard owner.isDictionary else { return [] }
    return withExtendedLifetime(owner) {
      owner.rawKeys.compactMap { key in
        if !left.isEmpty,
          left.contains(
            String(decoding: key.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
        {
          return nil
        }
        return unsafe (key, file.object(qpdf_oh_get_key(file.data, owner.handle, key)))
      }
    }
  }
}
