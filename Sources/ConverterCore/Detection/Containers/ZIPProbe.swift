/// ZIP archives, and the documents and programs that are ZIP archives with certain members.
enum ZIPProbe {
  /// The types that this probe would recognise without plugins, were the file one of them.
  static let types: [ContentType.ID] =
    ["public.zip-archive"] + members.map(\.type) + mimetypes.map(\.type)
    + OfficePackage.standard.flatMap(\.types)

  /// - Parameter packages: those of plugins.
  static func examine(
    _ sample: FileSample, _ packages: [OfficePackage]
  ) throws(ConversionError) -> [TypeFinding] {
    let begins =
      sample.head.has("PK\u{3}\u{4}", at: 0) || sample.head.has("PK\u{5}\u{6}", at: 0)
      || sample.head.has("PK00PK\u{3}\u{4}", at: 0)
      || sample.head.has("PK\u{7}\u{8}PK\u{3}\u{4}", at: 0)
    guard begins else { return [] }
    return try findings(sample, packages, "begins with 'PK'", 0.95)
  }

  /// An archive behind something else, found from its end: a self-extractor, junk.
  static func examineEnd(
    _ sample: FileSample, _ packages: [OfficePackage]
  ) throws(ConversionError) -> [TypeFinding] {
    guard let end = try ZIPDirectory.EndRecord(sample), !end.isEmpty,
      try sample.bytes(at: end.directory, count: 4).has("PK\u{1}\u{2}", at: 0)
    else { return damagedArchive(sample.head) }
    return try findings(sample, packages, "ends with a ZIP directory", 0.9)
  }

  /// An archive that lost its end and its beginning: a local header (APPNOTE 4.3.7) somewhere, whose fields are
  /// plausible.
  private static func damagedArchive(_ head: [UInt8]) -> [TypeFinding] {
    var next = 0
    while let start = head.firstOffset(of: "PK\u{3}\u{4}", in: next..<head.count) {
      next = start + 4
      guard let version = head.number(at: start + 4, width: 2, .little), version & 0xFF <= 63,
        let method = head.number(at: start + 8, width: 2, .little), method <= 99,
        let length = head.number(at: start + 26, width: 2, .little), (1...255).contains(length),
        start + 30 + length <= head.count,
        head[start + 30..<start + 30 + length].allSatisfy({ $0 >= 0x20 })
      else { continue }
      return [
        TypeFinding(.signature, "public.zip-archive", 0.7, "a local header of ZIP at byte \(start)")
      ]
    }
    return []
  }

  private static func findings(
    _ sample: FileSample, _ packages: [OfficePackage], _ observation: String, _ confidence: Double
  ) throws(ConversionError) -> [TypeFinding] {
    var archive = TypeFinding(.signature, "public.zip-archive", confidence, observation)
    guard let directory = try ZIPDirectory(sample) else { return [archive] }
    if let finding = try document(directory, sample, packages) { return [finding, archive] }
    // Only where every name was seen is the absence of a member a fact; a map's main file may have
    // any name.
    if directory.isComplete {
      let known = types + packages.flatMap(\.types)
      archive = archive.ruling(out: known.filter { $0 != "com.google.earth.kmz" })
    }
    return [archive]
  }

  private static func document(
    _ directory: ZIPDirectory, _ sample: FileSample, _ packages: [OfficePackage]
  ) throws(ConversionError) -> TypeFinding? {
    if let media = try directory.storedContents(of: "mimetype", in: sample, upTo: 100),
      let found = mimetypes.first(where: { media.has($0.media, at: 0) })
    {
      let text = media.ascii(at: 0, count: media.count)
      return TypeFinding(.container, found.type, 0.99, "a member mimetype that says \(text)")
        .or(found.alternatives)
    }
    let known = packages + OfficePackage.standard
    if let office = known.finding(in: directory) { return office }
    guard let found = members.first(where: { $0.isIn(directory) }) else { return nil }
    let names = found.names.map { "\($0.description)" }.joined(separator: ", ")
    return TypeFinding(.container, found.type, 0.95, "members \(names)").or(found.alternatives)
  }

  /// Documents whose media type is compressed, or stands in the manifest alone (ODF 1.3 part 2 §4.2).
  ///
  /// - Parameter inflate: what raw Deflate data begins with.
  static func examineCompressed(
    _ sample: FileSample, inflate: ([UInt8]) -> [UInt8]?
  ) throws(ConversionError) -> [TypeFinding] {
    guard let directory = try ZIPDirectory(sample) else { return [] }
    for name in ["mimetype", "META-INF/manifest.xml"] as [StaticString] {
      guard let found = try directory.compressedContents(of: name, in: sample, upTo: 4096) else {
        continue
      }
      let content = found.method == 0 ? found.bytes : found.method == 8 ? inflate(found.bytes) : nil
      guard let content else { continue }
      let start =
        name.utf8CodeUnitCount == 8
        ? 0 : content.firstOffset(of: "application/", in: 0..<content.count)
      guard let start, let known = mimetypes.first(where: { content.has($0.media, at: start) })
      else {
        continue
      }
      return [
        TypeFinding(.container, known.type, 0.97, "a member \(name) that says \(known.media)")
          .or(known.alternatives)
      ]
    }
    return []
  }
}
