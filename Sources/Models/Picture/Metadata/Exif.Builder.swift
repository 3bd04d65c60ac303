extension Exif {
  /// Lays out a TIFF stream of IFD 0 and, if there is one, the Exif directory.
  struct Builder {
    struct Field {
      let tag: UInt16
      let type: FieldType
      let count: Int
      /// In the byte order of the stream.
      let value: [UInt8]
    }

    let isBigEndian: Bool

    init(bigEndian: Bool) {
      isBigEndian = bigEndian
    }

    func stream(primary: [Field], exif: [Field]) -> [UInt8] {
      var primary = primary
      if !exif.isEmpty {
        // The pointer's value is known once the size of IFD 0 is, which it does not change.
        primary.append(pointer(to: 0))
        primary[primary.count - 1] = pointer(to: 8 + byteCount(of: primary))
      }
      var stream: [UInt8] = isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
      stream.append(42, size: 2, bigEndian: isBigEndian)
      stream.append(8, size: 4, bigEndian: isBigEndian)
      append(primary, to: &stream)
      if !exif.isEmpty { append(exif, to: &stream) }
      return stream
    }

    private func pointer(to offset: Int) -> Field {
      var value: [UInt8] = []
      value.append(offset, size: 4, bigEndian: isBigEndian)
      return Field(tag: Tag.exifDirectory, type: .long, count: 1, value: value)
    }

    /// Of a directory with its values, each of which begins on a word boundary.
    private func byteCount(of fields: [Field]) -> Int {
      fields.reduce(6 + 12 * fields.count) { sum, field in
        sum + (field.value.count > 4 ? field.value.count + field.value.count % 2 : 0)
      }
    }

    private func append(_ fields: [Field], to stream: inout [UInt8]) {
      var values: [UInt8] = []
      let start = stream.count + 6 + 12 * fields.count
      stream.append(fields.count, size: 2, bigEndian: isBigEndian)
      for field in fields.sorted(by: { $0.tag < $1.tag }) {
        stream.append(Int(field.tag), size: 2, bigEndian: isBigEndian)
        stream.append(Int(field.type.rawValue), size: 2, bigEndian: isBigEndian)
        stream.append(field.count, size: 4, bigEndian: isBigEndian)
        if field.value.count <= 4 {
          stream += field.value + Array(repeating: 0, count: 4 - field.value.count)
        } else {
          stream.append(start + values.count, size: 4, bigEndian: isBigEndian)
          values += field.value
          if values.count % 2 != 0 { values.append(0) }
        }
      }
      stream.append(0, size: 4, bigEndian: isBigEndian)
      stream += values
    }
  }
}
