import CLibQPDF
package import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An object of a PDF file (ISO 32000-1, 7.3): a value, or a reference that is followed when it is looked at.
///
/// Asking for what an object does not have is no error: files of unknown origin hold anything anywhere.
package final class PDFObject {
  /// The number of an indirect object.
  package struct ID: Hashable, Sendable {
    package let number: Int
    package let generation: Int

    package init(number: Int, generation: Int) {
      (self.number, self.generation) = (number, generation)
    }
  }

  package enum Kind {
    case null, boolean, integer, real, string, name, array, dictionary, stream, other
  }

  let handle: qpdf_oh
  package let file: PDFFile
  private var data: qpdf_data { unsafe file.data }

  init(_ handle: qpdf_oh, of file: PDFFile) {
    self.handle = handle
    self.file = file
  }

  deinit { file.release(handle) }

  package var kind: Kind {
    switch unsafe qpdf_oh_get_type_code(data, handle) {
    case ot_null: .null
    case ot_boolean: .boolean
    case ot_integer: .integer
    case ot_real: .real
    case ot_string: .string
    case ot_name: .name
    case ot_array: .array
    case ot_dictionary: .dictionary
    case ot_stream: .stream
    default: .other
    }
  }

  package var isNull: Bool { kind == .null }
  package var isStream: Bool { kind == .stream }
  package var isDictionary: Bool { kind == .dictionary }
  package var isArray: Bool { kind == .array }
  /// Its number, where it is an indirect object.
  package var id: ID? {
    guard unsafe qpdf_oh_is_indirect(data, handle) != 0 else { return nil }
    return unsafe ID(
      number: Int(qpdf_oh_get_object_id(data, handle)),
      generation: Int(qpdf_oh_get_generation(data, handle)))
  }

  package var boolean: Bool? {
    unsafe kind == .boolean ? qpdf_oh_get_bool_value(data, handle) != 0 : nil
  }
  package var integer: Int? {
    unsafe kind == .integer ? Int(qpdf_oh_get_int_value(data, handle)) : nil
  }
  /// An integer or a real number.
  package var number: Double? {
    let kind = kind
    return unsafe kind == .integer || kind == .real ? qpdf_oh_get_numeric_value(data, handle) : nil
  }
  /// With its slash: `/Type`.
  package var name: String? {
    unsafe kind == .name ? String(cString: qpdf_oh_get_name(data, handle)) : nil
  }
  /// The bytes of a string.
  package var string: [UInt8]? {
    guard kind == .string else { return nil }
    var count = 0
    guard let start = unsafe qpdf_oh_get_binary_string_value(data, handle, &count) else {
      return nil
    }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }
  /// A string as text for people.
  package var text: String? {
    guard kind == .string else { return nil }
    var count = 0
    guard let start = unsafe qpdf_oh_get_binary_utf8_value(data, handle, &count) else { return nil }
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
  /// The object as PDF writes it, itself followed if it is a reference, others not.
  package var resolved: String { unsafe String(cString: qpdf_oh_unparse_resolved(data, handle)) }
  /// The object as PDF writes it, references not followed.
  package var unparsed: String { unsafe String(cString: qpdf_oh_unparse_binary(data, handle)) }
}

/// Arrays.
extension PDFObject {
  /// How many items an array has; 0 for anything else.
  package var count: Int { unsafe isArray ? Int(qpdf_oh_get_array_n_items(data, handle)) : 0 }

  package subscript(index: Int) -> PDFObject {
    get { unsafe file.object(qpdf_oh_get_array_item(data, handle, Int32(index))) }
    set { unsafe qpdf_oh_set_array_item(data, handle, Int32(index), newValue.handle) }
  }

  /// The items of an array; none of anything else.
  package var items: [PDFObject] { (0..<count).map { self[$0] } }
  /// The numbers of an array that has nothing else.
  package var numbers: [Double]? {
    guard isArray else { return nil }
    let numbers = items.map(\.number)
    return numbers.contains { $0 == nil } ? nil : numbers.compactMap(\.self)
  }
  package func append(_ item: PDFObject) { unsafe qpdf_oh_append_item(data, handle, item.handle) }
  func removeItem(at index: Int) { unsafe qpdf_oh_erase_item(data, handle, Int32(index)) }
}

/// Dictionaries, and the dictionaries of streams.
extension PDFObject {
  /// The dictionary of a stream; itself, if it is one.
  var dictionary: PDFObject { unsafe isStream ? file.object(qpdf_oh_get_dict(data, handle)) : self }

  /// The value of a key (`/Type`); null where there is none, or this is no dictionary.
  package subscript(key: String) -> PDFObject {
    get {
      switch unsafe qpdf_oh_get_type_code(data, handle) {
      case ot_dictionary: return unsafe file.object(qpdf_oh_get_key(data, handle, key))
      case ot_stream:
        let owner = dictionary
        return withExtendedLifetime(owner) {
          unsafe file.object(qpdf_oh_get_key(data, owner.handle, key))
        }
      default: return file.null
      }
    }
    set {
      // The handle ends with its object, which nothing else may hold.
      let owner = dictionary
      withExtendedLifetime((owner, newValue)) {
        unsafe qpdf_oh_replace_key(data, owner.handle, key, newValue.handle)
      }
    }
  }

  package func has(_ key: String) -> Bool {
    switch unsafe qpdf_oh_get_type_code(data, handle) {
    case ot_dictionary: return unsafe qpdf_oh_has_key(data, handle, key) != 0
    case ot_stream:
      let owner = dictionary
      return withExtendedLifetime(owner) { unsafe qpdf_oh_has_key(data, owner.handle, key) != 0 }
    default: return false
    }
  }

  package func removeKey(_ key: String) {
    let owner = dictionary
    withExtendedLifetime(owner) { unsafe qpdf_oh_remove_key(data, owner.handle, key) }
  }

  /// The keys with their slashes, in order.
  package var keys: [String] {
    let owner = dictionary
    guard owner.isDictionary else { return [] }
    var keys: [String] = []
    withExtendedLifetime(owner) { unsafe qpdf_oh_begin_dict_key_iter(data, owner.handle) }
    while unsafe qpdf_oh_dict_more_keys(data) != 0 {
      unsafe keys.append(String(cString: qpdf_oh_dict_next_key(data)))
    }
    return keys
  }
}

/// Walking.
extension PDFObject {
  /// What an array, a dictionary or a stream's dictionary has that may lead on: indirect objects, and direct ones
  /// that hold others. A walk over a file passes by most values, for which no object is made here.
  var parts: [PDFObject] {
    let owner = dictionary
    return withExtendedLifetime(owner) {
      var parts: [PDFObject] = []
      switch unsafe qpdf_oh_get_type_code(data, owner.handle) {
      case ot_array:
        for index in unsafe 0..<qpdf_oh_get_array_n_items(data, owner.handle) {
          unsafe appendPart(qpdf_oh_get_array_item(data, owner.handle, index), to: &parts)
        }
      case ot_dictionary:
        for key in owner.rawKeys {
          unsafe appendPart(qpdf_oh_get_key(data, owner.handle, key), to: &parts)
        }
      default: break
      }
      return parts
    }
  }

  private func appendPart(_ handle: qpdf_oh, to parts: inout [PDFObject]) {
    if unsafe qpdf_oh_is_indirect(data, handle) == 0 {
      let kind = unsafe qpdf_oh_get_type_code(data, handle)
      guard kind == ot_array || kind == ot_dictionary else {
        return unsafe qpdf_oh_release(data, handle)
      }
    }
    parts.append(file.object(handle))
  }

  /// The keys of a dictionary as C strings: they need not be UTF-8.
  var rawKeys: [[CChar]] {
    var keys: [[CChar]] = []
    unsafe qpdf_oh_begin_dict_key_iter(data, handle)
    while unsafe qpdf_oh_dict_more_keys(data) != 0, let key = unsafe qpdf_oh_dict_next_key(data) {
      unsafe keys.append(Array(UnsafeBufferPointer(start: key, count: strlen(key) + 1)))
    }
    return keys
  }
}

/// Streams.
extension PDFObject {
  /// How far the filters of a stream are undone.
  package enum Decoding {
    /// Not at all: the bytes in the file, decrypted.
    case none
    /// All but those of pictures (DCT, CCITT, JBIG2, JPX).
    case generalised

    var level: qpdf_stream_decode_level_e {
      switch self {
      case .none: qpdf_dl_none
      case .generalised: qpdf_dl_generalized
      }
    }
  }

  /// The data of a stream.
  ///
  /// - Returns: `nil` where filters could not be undone.
  /// - Throws: `damagedInput`.
  package func data(_ decoding: Decoding) throws(ConversionError) -> [UInt8]? {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    var filtered: QPDF_BOOL = 0
    let status = unsafe qpdf_oh_get_stream_data(
      data, handle, decoding.level, &filtered, &bytes, &count)
    defer { unsafe free(bytes) }
    file.noteReading(of: count)
    if status & QPDF_ERROR_CODE(QPDF_ERRORS) != 0 { throw file.failure(reading: true) }
    if decoding != .none, filtered == 0 { return nil }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Gives a stream other data, which are coded already.
  ///
  /// - Parameters:
  ///   - filter: a name, an array of names, or null for data as they are.
  ///   - parameters: a dictionary, or null.
  package func replaceData(_ bytes: [UInt8], filter: PDFObject, parameters: PDFObject) {
    unsafe qpdf_oh_replace_stream_data(
      data, handle, bytes, bytes.count, filter.handle, parameters.handle)
  }
}
