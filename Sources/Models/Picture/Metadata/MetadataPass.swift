internal import ConverterCore

/// One application of the metadata policy to one picture.
struct MetadataPass {
  let facts: PictureFacts
  let siblingNames: [String]
  let policy: ConversionOptions.MetadataPolicy
  let profile: ConversionOptions.ProfilePolicy
  let items: Set<Picture.Capabilities.Item>
  let writesAllImages: Bool
  let holdsAnimations: Bool
  let gainMap: GainMapOutcome
  /// Who cannot carry something, for reasons: "JPEG writer".
  let writer: String

  init(
    _ picture: Picture, for capabilities: Picture.Capabilities, options: ConversionOptions,
    gainMap: GainMapOutcome
  ) {
    self.gainMap = gainMap
    facts = picture.facts
    siblingNames = picture.siblings.map(\.name)
    policy = options.metadata
    profile = options.profile
    items = capabilities.items
    writesAllImages = options.settings["images"] == "all"
    holdsAnimations = capabilities.animation
    writer = "\(capabilities.format) writer"
  }

  func run() -> (metadata: PictureMetadata, ledger: [LedgerEntry]) {
    if staysWhole { return (facts.metadata, Self.keptWhole(of: facts)) }
    var metadata = PictureMetadata()
    var ledger = Ledger()
    let exif = facts.metadata.exif.map { Exif.contents(of: $0) } ?? Exif.Contents()
    let hasPlaceInXMP =
      facts.metadata.xmp.flatMap { XMP.properties(of: $0) }.map { XMP.hasPlace($0) } ?? false

    noteOrientation(exif.orientation, in: &ledger)
    metadata.exif = keptExif(exif, noting: &ledger)
    metadata.xmp = keptXMP(noting: &ledger)
    if exif.hasPlace || hasPlaceInXMP {
      let keepsPlace =
        policy == .keep
        && (exif.hasPlace && metadata.exif != nil || hasPlaceInXMP && metadata.xmp != nil)
      let reason = keepsPlace ? nil : refusal(of: exif.hasPlace ? .exif : .xmp)
      ledger.note("gps", keepsPlace ? .kept : .dropped, reason)
    }
    noteThumbnails(before: exif.hasThumbnail, after: metadata.exif, in: &ledger)
    metadata.iptc = keptIPTC(noting: &ledger)
    metadata.texts = keptTexts(noting: &ledger)
    if let density = facts.metadata.dotsPerInch {
      let reason = policy == .share && items.contains(.density) ? nil : refusal(of: .density)
      ledger.note("density", reason == nil ? .kept : .dropped, reason)
      if reason == nil { metadata.dotsPerInch = density }
    }
    // How a picture is to be shown is no matter of policy.
    if facts.background != nil, !items.contains(.background) {
      ledger.note("background", .dropped, doesNotCarry)
    }
    return (metadata, ledger.entries)
  }

  struct Ledger {
    var entries: [LedgerEntry] = []

    mutating func note(_ what: String, _ action: LedgerEntry.Action, _ why: String? = nil) {
      entries.append(LedgerEntry(what, action, why: why))
    }
  }

  var doesNotCarry: String { "\(writer) does not carry it" }

  /// Why something goes as a whole; `nil` if it stays.
  func refusal(of item: Picture.Capabilities.Item) -> String? {
    guard items.contains(item) else { return doesNotCarry }
    return policy == .keep ? nil : "--metadata \(policy.rawValue)"
  }

  /// Whether a thumbnail made of the stored pixels shows something else than the picture now does.
  func thumbnailIsStale(_ orientation: Orientation?) -> Bool {
    if facts.staysAsStored { return facts.thumbnailIsStale }
    return facts.thumbnailIsStale || facts.storedOrientation != .upright
      || (orientation ?? .upright) != .upright
  }

  private func noteOrientation(_ said: Orientation?, in ledger: inout Ledger) {
    if facts.staysAsStored {
      if facts.storedOrientation != .upright { ledger.note("orientation", .kept, Self.asStored) }
    } else if facts.storedOrientation != .upright {
      ledger.note(
        "orientation", .changed, "stored \(facts.storedOrientation.words), now upright")
    } else if let said, said != .upright {
      ledger.note(
        "orientation", .changed, "Exif said \(said.words) of a picture stored upright, now upright")
    }
  }

  private func keptExif(_ contents: Exif.Contents, noting ledger: inout Ledger) -> [UInt8]? {
    guard let exif = facts.metadata.exif else { return nil }
    if policy == .share, items.contains(.exif) {
      let size = writtenSize
      var shared = Exif.shareable(recoloured(exif), width: size.width, height: size.height)
      if facts.staysAsStored {
        shared = shared.map { Exif.settingOrientation(to: facts.storedOrientation, in: $0) }
      }
      let why =
        if shared != nil {
          "--metadata share: camera, exposure, dates and copyright stay"
        } else if contents.isReadable {
          "--metadata share: it holds nothing to be shared"
        } else {
          "--metadata share: it cannot be read, so what to share is not known"
        }
      ledger.note("exif", shared == nil ? .dropped : .changed, why)
      return shared
    }
    if let reason = refusal(of: .exif) {
      ledger.note("exif", .dropped, reason)
      return facts.staysAsStored && facts.storedOrientation != .upright
        ? Exif.only(facts.storedOrientation) : nil
    }
    ledger.note("exif", .kept, contents.isReadable ? nil : "it cannot be read and stays as it was")
    var result = Exif.settingOrientation(to: .upright, in: recoloured(exif))
    result = Exif.settingSize(width: facts.width, height: facts.height, in: result)
    return thumbnailIsStale(contents.orientation) ? Exif.removingThumbnail(from: result) : result
  }

  /// With a ColorSpace that goes with the profile asked for.
  private func recoloured(_ exif: [UInt8]) -> [UInt8] {
    switch profile {
    case .keep: exif
    case .srgb: Exif.settingColourSpace(isSRGB: true, in: exif)
    case .p3: Exif.settingColourSpace(isSRGB: false, in: exif)
    }
  }

  private func noteThumbnails(before: Bool, after exif: [UInt8]?, in ledger: inout Ledger) {
    let hasOwn = facts.companions.contains { $0.kind == .thumbnail }
    guard before || hasOwn else { return }
    if let exif, Exif.contents(of: exif).hasThumbnail {
      ledger.note("thumbnail", .kept)
    } else if before, policy == .keep, items.contains(.exif) {
      ledger.note("thumbnail", .dropped, "it no longer shows the picture")
    } else {
      ledger.note("thumbnail", .dropped, before ? refusal(of: .exif) : doesNotCarry)
    }
  }
}

extension Orientation {
  /// How a picture is stored that has to be turned like this.
  package var words: String {
    switch self {
    case .upright: "upright"
    case .mirrored: "mirrored"
    case .rotated180: "turned by 180°"
    case .flipped: "upside down and mirrored"
    case .transposed: "mirrored and turned by 270°"
    case .rotated90: "turned by 90°"
    case .transversed: "mirrored and turned by 90°"
    case .rotated270: "turned by 270°"
    }
  }
}
