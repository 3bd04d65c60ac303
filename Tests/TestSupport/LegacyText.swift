import Glibc

/// Text as old systems wrote it, by the C library, whose tables are not ours.
public func legacy(_ text: String, _ encoding: String) -> [UInt8] {
  let converter = iconv_open(encoding, "UTF-8")
  defer { iconv_close(converter) }
  var source = Array(text.utf8).map { CChar(bitPattern: $0) }
  var result = [CChar](repeating: 0, count: source.count * 4 + 16)
  let room = result.count
  let left = source.withUnsafeMutableBufferPointer { source in
    result.withUnsafeMutableBufferPointer { result in
      var input = source.baseAddress
      var inputCount = source.count
      var output = result.baseAddress
      var free = room
      precondition(iconv(converter, &input, &inputCount, &output, &free) == 0, text)
      return free
    }
  }
  return result[..<(room - left)].map { UInt8(bitPattern: $0) }
}
