/// TIFF files, and what plugins know by their first directories (TIFF 6.0 §2).
enum TIFFProbe {
  static let types: [ContentType.ID] = ["public.tiff"]

  /// - Parameter probes: asked what a file is by its first directory.
  static func examine(
    _ sample: FileSample, _ probes: [any TIFFDirectoryProbe.Type]
  ) throws(ConversionError) -> [TypeFinding] {
    guard let header = TIFFHeader(sample.head.span) else { return [] }
    var finding = TypeFinding(
      .signature, "public.tiff", 0.95, "begins with \(observation(of: header))")
    finding.nameMaySpecialise = false
    guard let directory = try TIFFDirectorySample(header, in: sample) else { return [finding] }
    for probe in probes {
      if let special = try probe.examine(directory) { return [special, finding] }
    }
    return [finding]
  }

  /// What a file of these bytes begins with.
  private static func observation(of header: TIFFHeader) -> String {
    let version = header.isBig ? "2B" : "2A"
    return header.order == .big ? "'MM' 00 \(version)" : "'II' \(version) 00"
  }
}

/// Knows a family of files that are TIFF inside by their first directory.
package protocol TIFFDirectoryProbe: SendableMetatype {
  /// The types that it would recognise, were the file one of them.
  static var types: [ContentType.ID] { get }

  /// `nil` where the directory is not of the family.
  ///
  /// - Throws: `readFailed`.
  static func examine(_ directory: TIFFDirectorySample) throws(ConversionError) -> TypeFinding?
}
