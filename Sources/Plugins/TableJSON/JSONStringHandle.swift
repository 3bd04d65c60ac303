import CVectors
import ConverterCore

/// Texts in JSON, by the vector loops that whole tables are written with.
enum JSONStringHandle {
  /// Appends the inside of a string of JSON.
  static func append(_ string: Span<UInt8>, isASCII: Bool, to text: ByteBuffer) {
    unsafe string.withUnsafeBufferPointer { string in
      guard let start = string.baseAddress else { return }
      // A byte becomes six at most, and the loop writes no more than 64 further.
      let room = unsafe text.reserve(string.count * 6 + 64)
      unsafe text.count += fairy_json_string(start, string.count, isASCII ? 1 : 0, room)
    }
  }

  /// Whether a text is written as a value of JSON and can stand without quotes.
  static func isBare(_ text: Span<UInt8>) -> Bool {
    // The loop reads the bytes of the text alone.
    unsafe text.withUnsafeBufferPointer { unsafe fairy_json_is_bare($0.baseAddress, $0.count) != 0 }
  }
}
