internal import ConverterCore
internal import PictureModel

extension MultiPictureIndex {
  /// The payload of the segment that lists a picture and what follows it (CIPA DC-007, 5.2): the signature, a
  /// TIFF stream of three fields, and an entry for each picture.
  ///
  /// It is as long for any sizes, so that it can be written before they are known.
  ///
  /// - Parameters:
  ///   - sizes: bytes of the first picture and of those that follow it without gaps.
  ///   - offset: where the payload lies in the file.
  /// - Throws: `limitExceeded` where a size or an offset has more than 32 bits.
  static func payload(
    sizes: [Int], at offset: Int
  ) throws(ConversionError) -> [UInt8] {
    guard sizes.allSatisfy({ $0 <= Int(UInt32.max) }), sizes.reduce(0, +) <= Int(UInt32.max) else {
      throw ConversionError.exceeding(
        .init(fixed: "file", allowed: Int(UInt32.max)),
        "picture and gain map have more bytes than the index of a JPEG file counts, 4 GiB; "
          + "--hdr drop leaves the gain map out")
    }
    // Byte order and link, number of fields, fields, link to no further directory.
    let entriesOffset = 8 + 2 + 3 * 12 + 4
    var stream: [UInt8] = Array("MM\0*".utf8)
    func number(_ value: Int, _ size: Int = 4) { stream.append(value, size: size) }
    number(8)
    number(3, 2)
    // MPFVersion, undefined bytes.
    number(0xB000, 2)
    number(7, 2)
    number(4)
    stream += Array("0100".utf8)
    // NumberOfImages, LONG.
    number(0xB001, 2)
    number(4, 2)
    number(1)
    number(sizes.count)
    // MPEntry, undefined bytes.
    number(0xB002, 2)
    number(7, 2)
    number(16 * sizes.count)
    number(entriesOffset)
    number(0)
    // Offsets count from the byte order.
    let start = offset + JPEGSignature.multiPicture.count
    var position = 0
    for (index, size) in sizes.enumerated() {
      // A baseline primary picture, and ones of no type that the standard knows.
      number(index == 0 ? 0x03_0000 : 0)
      number(size)
      number(index == 0 ? 0 : position - start)
      number(0)
      position += size
    }
    return JPEGSignature.multiPicture + stream
  }
}

extension [UInt8] {
  /// Appends the low `size` bytes of a number, the highest first.
  fileprivate mutating func append(_ value: Int, size: Int) {
    for index in 0..<size { append(UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - index)))) }
  }
}
