/// ZIP archives, and the documents and programs that are ZIP archives with certain members.
enum ZIPProbe: FileProbe {
  static let types: [ContentType.ID] =
    ["public.zip-archive"] + members.map(\.type) + mimetypes.map(\.type) + officeFamilies

  static func examine(_ sample: FileSample) throws(ConversionError) -> [TypeFinding] {
    let begins =
      sample.head.has("PK\u{3}\u{4}", at: 0) || sample.head.has("PK\u{5}\u{6}", at: 0)
      || sample.head.has("PK00PK\u{3}\u{4}", at: 0)
      || sample.head.has("PK\u{7}\u{8}PK\u{3}\u{4}", at: 0)
    guard begins else { return [] }
    return try findings(sample, "begins with 'PK'", 0.95)
  }

  /// An archive behind something else, found from its end: a self-extractor, junk.
  static func examineEnd(_ sample: FileSample) throws(ConversionError) -> [TypeFinding] {
    guard let end = try ZIPDirectory.EndRecord(sample), !end.isEmpty,
      try sample.bytes(at: end.directory, count: 4).has("PK\u{1}\u{2}", at: 0)
    else { return damagedArchive(sample.head) }
    return try findings(sample, "ends with a ZIP directory", 0.9)
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

  private static func findings(_ sample: FileSample, _ observation: String, _ confidence: Double)
    throws(ConversionError) -> [TypeFinding]
  {
    var archive = TypeFinding(.signature, "public.zip-archive", confidence, observation)
    guard let directory = try ZIPDirectory(sample) else { return [archive] }
    if let finding = try document(directory, sample) { return [finding, archive] }
    // Only where every name was seen is the absence of a member a fact; a map's main file may have
    // any name.
    if directory.isComplete {
      archive = archive.ruling(out: types.filter { $0 != "com.google.earth.kmz" })
    }
    return [archive]
  }

  private static func document(_ directory: ZIPDirectory, _ sample: FileSample)
    throws(ConversionError) -> TypeFinding?
  {
    if let media = try directory.storedContents(of: "mimetype", in: sample, upTo: 100),
      let found = mimetypes.first(where: { media.has($0.media, at: 0) })
    {
      let text = media.ascii(at: 0, count: media.count)
      return TypeFinding(.container, found.type, 0.99, "a member mimetype that says \(text)")
        .or(found.alternatives)
    }
    if let office = OfficeOpenXML.finding(directory) { return office }
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

  private static let officeFamilies = OfficeOpenXML.types

  /// Archives whose first member is called `mimetype` (ODF 1.3 part 2 §3.3, EPUB OCF §4.2.2).
  private static let mimetypes:
    [(media: StaticString, type: ContentType.ID, alternatives: [ContentType.ID])] = [
      ("application/epub+zip", "org.idpf.epub-container", []),
      (
        "application/vnd.oasis.opendocument.text-template",
        "org.oasis-open.opendocument.text-template", []
      ),
      (
        "application/vnd.oasis.opendocument.text-master",
        "org.oasis-open.opendocument.text-master", []
      ),
      ("application/vnd.oasis.opendocument.text", "org.oasis-open.opendocument.text", []),
      (
        "application/vnd.oasis.opendocument.spreadsheet-template",
        "org.oasis-open.opendocument.spreadsheet-template", []
      ),
      (
        "application/vnd.oasis.opendocument.spreadsheet",
        "org.oasis-open.opendocument.spreadsheet", []
      ),
      (
        "application/vnd.oasis.opendocument.presentation-template",
        "org.oasis-open.opendocument.presentation-template", []
      ),
      (
        "application/vnd.oasis.opendocument.presentation",
        "org.oasis-open.opendocument.presentation", []
      ),
      ("application/vnd.oasis.opendocument.graphics", "org.oasis-open.opendocument.graphics", []),
      ("application/vnd.oasis.opendocument.formula", "org.oasis-open.opendocument.formula", []),
      ("application/vnd.oasis.opendocument.chart", "org.oasis-open.opendocument.chart", []),
      ("application/vnd.oasis.opendocument.base", "org.oasis-open.opendocument.base", []),
      ("application/vnd.sun.xml.writer", "org.openoffice.text", []),
      ("application/vnd.sun.xml.calc", "org.openoffice.spreadsheet", []),
      ("application/vnd.sun.xml.impress", "org.openoffice.presentation", []),
      ("application/x-krita", "org.krita.kra", []),
      ("image/openraster", "org.freedesktop.openraster", []),
      ("application/hwp+zip", "com.haansoft.hancomofficehwpx.hwpx", []),
      ("application/vnd.adobe.indesign-idml-package", "com.adobe.indesign-idml", []),
      ("application/vnd.recordare.musicxml", "com.recordare.musicxml", []),
    ]

  private static let members: [ZIPMembers] = [
    ZIPMembers("com.android.package-archive", ["AndroidManifest.xml", "classes.dex"]),
    ZIPMembers("com.android.package-archive", ["AndroidManifest.xml", "resources.arsc"]),
    ZIPMembers("com.android.app-bundle", ["BundleConfig.pb"]),
    ZIPMembers("com.apple.itunes.ipa", ["Payload/*", "*.app/Info.plist"]),
    ZIPMembers("org.mozilla.xpi-extension", ["META-INF/mozilla.rsa"]),
    ZIPMembers("org.mozilla.xpi-extension", ["install.rdf"]),
    ZIPMembers("com.recordare.musicxml", ["META-INF/container.xml", "*.musicxml"]),
    ZIPMembers("org.idpf.epub-container", ["META-INF/container.xml", "*.opf"]),
    ZIPMembers("com.sun.web-application-archive", ["WEB-INF/*"]),
    ZIPMembers("com.sun.enterprise-application-archive", ["META-INF/application.xml"]),
    ZIPMembers("com.microsoft.vsix-package", ["extension.vsixmanifest"]),
    ZIPMembers("com.microsoft.appx-package", ["AppxManifest.xml"]),
    ZIPMembers("com.microsoft.appx-package", ["AppxMetadata/AppxBundleManifest.xml"]),
    ZIPMembers("org.nuget.package", ["[Content_Types].xml", "*.nuspec"]),
    ZIPMembers("org.3mf.3mf", ["[Content_Types].xml", "3D/*"]),
    ZIPMembers(
      "com.microsoft.xps", ["FixedDocSeq.fdseq"], or: ["org.ecma-international.openxps"]),
    ZIPMembers(
      "com.microsoft.xps", ["FixedDocumentSequence.fdseq"], or: ["org.ecma-international.openxps"]),
    ZIPMembers("com.apple.iwork.keynote.sffkey", ["Index/Presentation.iwa"]),
    ZIPMembers("com.apple.iwork.keynote.sffkey", ["Index/Slide.iwa"]),
    ZIPMembers("com.apple.iwork.keynote.sffkey", ["index.apxl"]),
    ZIPMembers("com.apple.iwork", ["Index/Document.iwa"], or: iWork),
    ZIPMembers("com.apple.iwork", ["Index.zip", "Metadata/*"], or: iWork),
    ZIPMembers("com.apple.iwork", ["buildVersionHistory.plist", "index.xml"], or: iWork),
    ZIPMembers("com.bohemiancoding.sketch.drawing", ["document.json", "meta.json", "pages/*"]),
    ZIPMembers("com.savageinteractive.procreate", ["Document.archive", "QuickLook/*"]),
    ZIPMembers("org.freecad.document", ["Document.xml", "GuiDocument.xml"]),
    ZIPMembers("org.python.wheel", ["*.dist-info/WHEEL"]),
    ZIPMembers("org.python.egg", ["EGG-INFO/*"]),
    ZIPMembers("org.pytorch.checkpoint", ["*/data.pkl"]),
    ZIPMembers("com.corel.draw", ["content/riffData.cdr"]),
    ZIPMembers("com.google.earth.kmz", ["doc.kml"]),
    ZIPMembers("com.sun.java-archive", ["META-INF/MANIFEST.MF"]),
    ZIPMembers(
      "com.pixar.universal-scene-description-mobile", first: ["*.usdc", "*.usda", "*.usd"]),
  ]

  private static let iWork: [ContentType.ID] = [
    "com.apple.iwork.pages.sffpages", "com.apple.iwork.numbers.sffnumbers",
    "com.apple.iwork.keynote.sffkey",
  ]
}
