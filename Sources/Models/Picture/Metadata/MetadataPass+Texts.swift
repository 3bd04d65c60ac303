internal import ConverterCore

extension MetadataPass {
  func keptXMP(noting ledger: inout Ledger) -> [UInt8]? {
    guard let xmp = facts.metadata.xmp else { return nil }
    let properties = XMP.properties(of: xmp)
    if policy == .share, items.contains(.xmp) {
      let shared = properties.flatMap { XMP.shareable(xmp, $0) }
      let why =
        if shared != nil {
          "--metadata share: dates, creators and rights stay"
        } else if properties != nil {
          "--metadata share: it holds nothing to be shared"
        } else {
          "--metadata share: it cannot be read, so what to share is not known"
        }
      ledger.note("xmp", shared == nil ? .dropped : .changed, why)
      return shared
    }
    if let reason = refusal(of: .xmp) {
      ledger.note("xmp", .dropped, reason)
      return nil
    }
    guard let properties else {
      ledger.note("xmp", .kept, "it cannot be read and stays as it was")
      return xmp
    }
    if properties.contains(where: { XMP.describesAppendedData($0.name) }) {
      ledger.note(
        "xmp", .changed,
        gainMap == .kept
          ? "what it said of gain maps or other data in the old file is out, or said anew"
          : "what it said of gain maps, videos or other data in the old file is out")
    } else {
      ledger.note("xmp", .kept)
    }
    return XMP.corrected(
      xmp, properties,
      XMP.Corrections(
        width: facts.width, height: facts.height, keepsThumbnail: !thumbnailIsStale(nil)))
  }

  func keptIPTC(noting ledger: inout Ledger) -> [UInt8]? {
    guard let iptc = facts.metadata.iptc else { return nil }
    if let reason = refusal(of: .iptc) {
      ledger.note("iptc", .dropped, reason)
      return nil
    }
    let kept =
      thumbnailIsStale(nil) ? ImageResources.removing(ImageResources.copies, from: iptc) : iptc
    guard !kept.isEmpty else {
      ledger.note("iptc", .dropped, "it held only thumbnails that no longer show the picture")
      return nil
    }
    ledger.note("iptc", .kept)
    return kept
  }

  /// PNG's keywords (PNG specification, 11.3.4.2) that correspond to what is shared of Exif.
  private static let sharedKeywords: Set<String> = ["Author", "Copyright", "Creation Time"]

  func keptTexts(noting ledger: inout Ledger) -> [PictureMetadata.Text] {
    let texts = facts.metadata.texts
    guard !texts.isEmpty else { return [] }
    if policy == .share, items.contains(.texts) {
      let kept = texts.filter { Self.sharedKeywords.contains($0.keyword) }
      if kept.count == texts.count {
        ledger.note("texts", .kept)
      } else {
        ledger.note(
          "texts", kept.isEmpty ? .dropped : .changed,
          kept.isEmpty
            ? "--metadata share" : "--metadata share: author, copyright and creation time stay")
      }
      return kept
    }
    let reason = refusal(of: .texts)
    ledger.note("texts", reason == nil ? .kept : .dropped, reason)
    return reason == nil ? texts : []
  }
}
