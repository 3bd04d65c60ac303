/// Tells what files are, by their content first; a name only makes the answer more special.
///
/// Signatures and the structure of containers come first; then text is looked at: XML by its root
/// element, JSON, mail and tables by how they are built. What nothing recognises goes to the namers.
/// A detection reads at most 64 KiB of a file's beginning, and of containers their directories;
/// a photo costs 4 KiB.
public struct Detector: Sendable {
  let catalog: ContentTypeCatalog
  private let marks: ContentMarks
  /// The signatures of plugins that lie in the short head, and those that need the long one.
  private let signatures: [Signature]
  private let deepSignatures: [Signature]
  /// The probes of plugins for the short head, and those for what nothing there gave away.
  private let beginningProbes: [any FileProbe.Type]
  private let laterProbes: [any FileProbe.Type]
  private let namers: [any TypeNamer]
  private let decoders: [any BeginningDecoder]

  /// - Parameters:
  ///   - catalog: the types that there are.
  ///   - marks: of types that plugins bring.
  ///   - namers: asked, in order, about bytes that are neither text nor of a known type.
  ///   - decoders: asked about compressed files that are not named as such.
  public init(
    catalog: ContentTypeCatalog, marks: ContentMarks = ContentMarks(), namers: [any TypeNamer] = [],
    decoders: [any BeginningDecoder] = []
  ) {
    self.catalog = catalog
    self.marks = marks
    signatures = marks.signatures.filter { !$0.isDeep }
    deepSignatures = marks.signatures.filter(\.isDeep)
    beginningProbes = marks.probes.filter { $0.isForBeginnings }
    laterProbes = marks.probes.filter { !$0.isForBeginnings }
    self.namers = namers
    self.decoders = decoders
  }

  /// What `input` is, and why.
  ///
  /// Any bytes have an answer: those of no known type are ``ContentType/ID/data``, a file without
  /// bytes is ``ContentType/ID/empty``. Truncated and damaged files are of the type that their
  /// beginning shows; what is wrong with them is for a reader to say.
  ///
  /// - Throws: `readFailed` when the system cannot read the file.
  public func detect(_ input: InputFile) throws(ConversionError) -> Detection {
    if input.isFolder { return judge([catalog.finding(for: input)], nil) }
    let hint = NameHint(input.name, in: catalog)
    guard input.byteCount > 0 else {
      return judge([TypeFinding(.structure, .empty, 1, "has no bytes")], hint)
    }
    var sample = try FileSample(of: input, named: hint?.types.map(\.id) ?? [])
    var findings = try binaryFindings(sample)
    if !Self.isSure(findings) {
      try sample.extendHead()
      findings += try laterFindings(sample, hint: hint)
    }
    findings += try coveredFindings(sample, findings, hint)
    findings += try compressedDocument(sample, findings)
    // A program with some of the plugins does not know the types of the others.
    findings.removeAll { catalog[$0.type] == nil }
    if findings.isEmpty, let named = opinion(on: input) { return named(self, hint) }
    return judge(findings, hint)
  }

  /// Whether looking further would change nothing.
  private static func isSure(_ findings: [TypeFinding]) -> Bool {
    findings.contains { $0.confidence >= 0.8 }
  }

  /// From what a compressed file holds, where its name does not say that it is compressed.
  private func coveredFindings(
    _ sample: FileSample, _ findings: [TypeFinding], _ hint: NameHint?
  ) throws(ConversionError) -> [TypeFinding] {
    let decoder = decoders.first { decoder in findings.contains { $0.type == decoder.type } }
    guard let decoder,
      hint?.types.contains(where: { catalog.type($0.id, conformsTo: decoder.type) }) != true,
      // One byte more than is looked at says that the text does not end there.
      let bytes = decoder.beginning(of: sample.head, count: FileSample.longHead + 1)
    else { return [] }
    var inner = try FileSample(of: InputFile(bytes: bytes), named: [])
    try inner.extendHead()
    guard let text = TextSample(inner, isExpected: false) else { return [] }
    return XMLProbe.examine(text, marks).compactMap { finding in
      marks.roots.first { $0.type == finding.type }?.compressed.map {
        TypeFinding(.root, $0, finding.confidence, "compressed: \(finding.evidence.observation)")
      }
    }
  }

  /// What a ZIP archive is by members that have to be inflated first.
  private func compressedDocument(
    _ sample: FileSample, _ findings: [TypeFinding]
  ) throws(ConversionError) -> [TypeFinding] {
    guard findings.contains(where: { $0.type == "public.zip-archive" }),
      !findings.contains(where: {
        catalog.type($0.type, conformsTo: "public.zip-archive") && $0.type != "public.zip-archive"
      }),
      let decoder = decoders.first(where: { $0.type == "org.gnu.gnu-zip-archive" })
    else { return [] }
    return try ZIPProbe.examineCompressed(sample) { raw in
      // The header of a gzip member without a name (RFC 1952 §2.3).
      decoder.beginning(of: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + raw, count: 4096)
    }
  }

  /// From the short head, and the places that it points to.
  private func binaryFindings(_ sample: FileSample) throws(ConversionError) -> [TypeFinding] {
    var findings = signatures.compactMap { $0.match(sample.head) }
    findings += Signature.shallow.compactMap { $0.match(sample.head) }
    findings += ISOMediaProbe.examine(sample, marks.brandProbes)
    findings += try TIFFProbe.examine(sample, marks.directoryProbes)
    findings += try ZIPProbe.examine(sample, marks.packages)
    findings += try CompoundFileProbe.examine(sample)
    findings += MediaContainerProbe.examine(sample)
    findings += StreamProbe.examine(sample)
    for probe in beginningProbes { findings += try probe.examine(sample) }
    findings += try StructureProbe.examine(sample)
    // A disk image may begin with the first of its compressed blocks.
    if sample.named.contains("com.apple.disk-image-udif")
      || findings.contains(where: { $0.type == "public.bzip2-archive" })
    {
      findings += try TrailerProbe.examine(sample)
    }
    return findings
  }

  /// From the long head, as text and otherwise, and from the end.
  private func laterFindings(
    _ sample: FileSample, hint: NameHint?
  ) throws(ConversionError) -> [TypeFinding] {
    var findings = deepSignatures.compactMap { $0.match(sample.head) }
    findings += Signature.deep.compactMap { $0.match(sample.head) }
    findings += try ZIPProbe.examineEnd(sample, marks.packages)
    findings += try TrailerProbe.examine(sample)
    for probe in laterProbes { findings += try probe.examine(sample) }
    if Self.isSure(findings) { return findings }
    let isText = hint?.types.contains { catalog.type($0.id, conformsTo: .text) } ?? false
    guard let text = TextSample(sample, isExpected: isText) else {
      // Behind a beginning that is text there may be anything.
      let beginning = TextSample(beginningOf: sample)
      return findings + marks.textProbes.flatMap { $0.examine(beginning) }
    }
    findings += XMLProbe.examine(text, marks)
    findings += MarkProbe.examine(text)
    findings += JSONProbe.examine(text)
    findings += marks.textProbes.flatMap { $0.examine(text) }
    if !Self.isSure(findings) {
      let guesses = TextGuesses.examine(text)
      findings += guesses
      // Lines of a program or a log have commas, too.
      if !guesses.contains(where: { $0.confidence >= 0.75 }) {
        findings += DelimitedTextProbe.examine(text)
      }
    }
    return findings + [
      TypeFinding(.structure, .plainText, 0.5, text.encoding.name)
        .ruling(out: Self.obligatoryText + marks.obligatoryText)
    ]
  }

  /// Text formats that cannot lack what the probes look for.
  private static let obligatoryText = XMLProbe.obligatory + MarkProbe.obligatory
}

extension Detector {
  /// Types that the bytes would have shown, were the file one of them.
  ///
  /// Bytes in which nothing was recognised are none of these, whatever the name says. Types whose
  /// mark may be absent from a good file are left out.
  static let recognisable: Set<ContentType.ID> = {
    let signed = (Signature.shallow + Signature.deep).map(\.type)
    let probed: [[ContentType.ID]] = [
      ISOMediaProbe.types, TIFFProbe.types, ZIPProbe.types, CompoundFileProbe.types,
      MediaContainerProbe.types, StreamProbe.types, StructureProbe.types, TrailerProbe.types,
    ]
    let unmarked: Set<ContentType.ID> = [
      // Frames behind junk, or a first frame of another kind.
      "public.mp3", "public.mp2", "public.aac-audio", "public.mpeg", "public.mpeg-2-video",
      "public.mpeg-2-transport-stream", "public.h264-stream", "public.h265-stream",
      "public.ac3-audio", "public.dv-movie", "org.modarchive.mod",
      // Marks that came with later versions.
      "com.truevision.tga-image", "com.apple.pict", "com.hp.pcl",
      "com.garmin.fit", "public.cbor", "gov.nih.nifti", "com.microsoft.wmf", "com.aseprite.sprite",
      "com.audible.aa-audiobook", "com.sas.sas7bdat", "com.figma.document",
      "com.microsoft.wim",
    ]
    return Set(signed + probed.joined()).subtracting(unmarked)
  }()

  /// Whether the bytes would have shown a file of this type.
  func isRecognisable(_ type: ContentType.ID) -> Bool {
    Self.recognisable.contains(type) || marks.show(type)
  }

  /// What the first namer that has an opinion makes of the bytes.
  private func opinion(on input: InputFile) -> ((Detector, NameHint?) -> Detection)? {
    for namer in namers {
      guard let (mediaType, description) = namer.name(input) else { continue }
      let known = catalog.type(mediaType: mediaType)
      let type =
        known
        ?? ContentType(
          ContentType.ID(rawValue: "dyn." + mediaType), description, mediaTypes: [mediaType])
      let finding = TypeFinding(.libmagic, type.id, known == nil ? 0.3 : 0.4, description)
      return { $0.judge([finding], $1, unlisted: known == nil ? type : nil) }
    }
    return nil
  }
}
