internal import ConverterCore

/// Text of one byte a character.
struct TableDecoder {
  /// The character of each upper byte in UTF-8, first byte lowest, and how many bytes it has above those:
  /// 0 for none.
  private let upper: [UInt32]

  init(_ page: CodePage) {
    upper = page.textual.map { scalar in
      // No code page has characters beyond the basic plane.
      guard let scalar, scalar.value < 0x10000 else { return 0 }
      return scalar.packedUTF8
    }
  }

  func decode(
    _ bytes: Span<UInt8>, into text: ByteBuffer
  ) -> (consumed: Int, stop: DecodingStop) {
    let upper = upper.span
    // Three bytes for each, and one more that a store of four goes over.
    return text.append(room: bytes.count * 3 + 8) { room in
      var index = 0
      while index < bytes.count {
        while index &+ 8 <= bytes.count {
          let word = bytes.littleEndian(at: index, as: UInt64.self)
          guard word & 0x8080_8080_8080_8080 == 0 else { break }
          room.put(word, 8)
          index &+= 8
        }
        guard index < bytes.count else { break }
        let byte = bytes[index]
        if byte < 0x80 {
          room.put(byte, 1)
        } else {
          let character = upper[Int(byte & 0x7F)]
          guard character > 0 else { return (index, .invalid(1)) }
          room.put(character, Int(character >> 24))
        }
        index &+= 1
      }
      return (index, .end)
    }
  }
}

extension Unicode.Scalar {
  /// Up to three bytes of UTF-8, the first lowest, and their number in the highest byte.
  var packedUTF8: UInt32 {
    var packed: UInt32 = 0
    var count: UInt32 = 0
    for byte in String(Character(self)).utf8 where count < 3 {
      packed |= UInt32(byte) << (count * 8)
      count += 1
    }
    return packed | count << 24
  }
}
