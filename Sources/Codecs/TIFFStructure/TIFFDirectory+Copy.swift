package import ConverterCore

extension TIFFDirectory {
  /// What may come along of a directory and those below it, in bytes.
  package static let largestCopy = 1 << 26

  /// Its fields for another file, with directories below them.
  ///
  /// - Parameters:
  ///   - tags: those that are taken; `nil` for all.
  ///   - below: tags of directories, which are taken whole.
  ///   - room: how many bytes may still be taken; what does not fit is left out.
  ///   - leftOut: tags that are not taken, in this directory and those below it.
  package func copied(
    _ tags: Set<UInt16>?, below: [UInt16], as builder: DirectoryBuilder, room: inout Int,
    leavingOut leftOut: Set<UInt16> = []
  ) throws(ConversionError) -> [DirectoryBuilder.Field] {
    var result: [DirectoryBuilder.Field] = []
    for field in fields.values.sorted(by: { $0.tag < $1.tag })
    where !leftOut.contains(field.tag) {
      if below.contains(field.tag) {
        guard let offset = try integer(field.tag), offset != self.offset,
          let directory = try? file.directory(at: offset)
        else { continue }
        let isExif = field.tag == TIFFTag.exifDirectory
        let inner = try directory.copied(
          nil, below: isExif ? [TIFFTag.interoperabilityDirectory] : [], as: builder, room: &room,
          leavingOut: leftOut)
        if !inner.isEmpty { result.append(builder.directory(field.tag, inner)) }
      } else if tags?.contains(field.tag) ?? true, builder.isBig || TIFFType.isClassic(field.type),
        field.bytes.count <= room, let bytes = try bytes(field.tag)
      {
        room -= bytes.count
        let value = Self.swapped(bytes, field.type, from: file.isBigEndian, to: builder.isBigEndian)
        result.append(
          DirectoryBuilder.Field(
            tag: field.tag, type: field.type, count: field.count, value: .bytes(value)))
      }
    }
    return result
  }

  private static func swapped(
    _ bytes: [UInt8], _ type: UInt16, from isBigEndian: Bool, to wanted: Bool
  ) -> [UInt8] {
    // A fraction is two numbers.
    let size = type == 5 || type == 10 ? 4 : TIFFType.byteCount(of: type) ?? 1
    guard isBigEndian != wanted, size > 1 else { return bytes }
    return stride(from: 0, to: bytes.count, by: size).flatMap { start in
      bytes[start..<start + size].reversed()
    }
  }
}
