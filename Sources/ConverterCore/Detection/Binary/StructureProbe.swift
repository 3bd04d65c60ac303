/// Files whose mark is too short to trust until the structure around it has been looked at.
enum StructureProbe: FileProbe {
  static let types: [ContentType.ID] = [
    "com.microsoft.windows-executable", "com.microsoft.windows-dynamic-link-library",
    "com.apple.mach-o-binary", "com.sun.java-class", "public.tar-archive",
    "public.truetype-ttf-font",
  ]

  static func examine(_ sample: FileSample) throws(ConversionError) -> [TypeFinding] {
    let head = sample.head
    if let program = try windowsProgram(sample) { return [program] }
    return [
      javaOrUniversalBinary(head), tar(head), emptyTar(sample), trueType(head), certificate(head),
      tesselation(head, byteCount: sample.byteCount),
    ].compactMap { $0 }
  }

  /// An MZ header that leads to a PE header (PE format, "Signature"), or to none.
  private static func windowsProgram(_ sample: FileSample) throws(ConversionError) -> TypeFinding? {
    let head = sample.head
    guard head.has("MZ", at: 0), let offset = head.number(at: 60, width: 4, .little) else {
      return nil
    }
    let header = try sample.bytes(at: offset, count: 24)
    guard header.has("PE", at: 0), header.number(at: 2, width: 2, .big) == 0 else {
      // Text can begin with these letters.
      guard !TextEncoding.isPlainASCII(head) else { return nil }
      return TypeFinding(.signature, "com.microsoft.dos-executable", 0.7, "begins with 'MZ'")
        .or(["com.microsoft.windows-executable"])
    }
    // Executables in all but suffix: screen savers are programs, drivers are libraries.
    let isLibrary = (header.number(at: 22, width: 2, .little) ?? 0) & 0x2000 != 0
    return isLibrary
      ? TypeFinding(
        .structure, "com.microsoft.windows-dynamic-link-library", 0.98,
        "an MZ header and a PE header of a library")
      : TypeFinding(
        .structure, "com.microsoft.windows-executable", 0.98, "an MZ header and a PE header"
      ).or(["com.microsoft.windows-dynamic-link-library"])
  }

  /// Both begin with CA FE BA BE; then a class has its version (45 and up), a universal binary
  /// the number of its architectures.
  private static func javaOrUniversalBinary(_ head: [UInt8]) -> TypeFinding? {
    guard head.number(at: 0, width: 4, .big) == 0xCAFE_BABE,
      let next = head.number(at: 4, width: 4, .big)
    else { return nil }
    return (1...30).contains(next)
      ? TypeFinding(
        .signature, "com.apple.mach-o-binary", 0.95, "CA FE BA BE and \(next) architectures")
      : TypeFinding(.signature, "com.sun.java-class", 0.95, "CA FE BA BE and a class file version")
  }

  /// A first header whose checksum is right (POSIX.1-1988 §10.1.1): also tar before `ustar`.
  private static func tar(_ head: [UInt8]) -> TypeFinding? {
    guard head.count >= 512, head[0] != 0 else { return nil }
    var stored = 0
    for digit in head[148..<156] where digit != 0x20 && digit != 0 {
      guard (0x30...0x37).contains(digit) else { return nil }
      stored = stored * 8 + Int(digit - 0x30)
    }
    // The checksum counts its own eight bytes as blanks.
    let sum =
      head[..<148].reduce(8 * 0x20) { $0 + Int($1) } + head[156..<512].reduce(0) { $0 + Int($1) }
    guard stored == sum else { return nil }
    let mark = head.has("ustar", at: 257) ? " and 'ustar' at byte 257" : ""
    return TypeFinding(
      .structure, "public.tar-archive", 0.97, "a header with the right checksum\(mark)")
  }

  /// Nothing but the two blocks of zeros that end an archive, and more that fill the last record: what
  /// its name says it is.
  private static func emptyTar(_ sample: FileSample) -> TypeFinding? {
    guard sample.named.contains("public.tar-archive"), sample.byteCount >= 1024,
      sample.byteCount.isMultiple(of: 512), sample.head.allSatisfy({ $0 == 0 })
    else { return nil }
    return TypeFinding(.structure, "public.tar-archive", 0.6, "begins with the end of an archive")
  }

  /// The table directory of a font (OpenType §"Table Directory"), tags being printable.
  private static func trueType(_ head: [UInt8]) -> TypeFinding? {
    guard head.number(at: 0, width: 4, .big) == 0x0001_0000,
      let tables = head.number(at: 4, width: 2, .big), (3...64).contains(tables), head.count >= 16,
      head[12..<16].allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    return TypeFinding(
      .structure, "public.truetype-ttf-font", 0.95, "a directory of \(tables) tables")
  }

  /// An X.509 certificate in DER (RFC 5280 §4.1): a sequence in a sequence, and version 3.
  private static func certificate(_ head: [UInt8]) -> TypeFinding? {
    guard head.count > 16, head[0] == 0x30, head[1] == 0x82, head[4] == 0x30 else { return nil }
    let version = head[5] == 0x82 ? 8 : head[5] == 0x81 ? 7 : 6
    guard Array(head[version..<version + 5]) == [0xA0, 0x03, 0x02, 0x01, 0x02] else { return nil }
    return TypeFinding(
      .structure, "public.x509-certificate", 0.95, "sequences as in a certificate of version 3")
  }

  /// A binary STL's length follows from its number of triangles.
  private static func tesselation(_ head: [UInt8], byteCount: Int) -> TypeFinding? {
    guard let triangles = head.number(at: 80, width: 4, .little), triangles > 0,
      byteCount == 84 + 50 * triangles
    else { return nil }
    return TypeFinding(
      .structure, "public.standard-tesselated-geometry-format", 0.95,
      "exactly as long as \(triangles) triangles")
  }
}
