public import ConverterCore

/// Brings a picture's metadata in line with the picture, the policy and the target; the last
/// transform of a route, when the size is known.
///
/// `--metadata keep` carries all that the target can hold, corrected where it would contradict the
/// picture. `share` leaves what tells no one where, who and on which device (see
/// ``Exif``'s and XMP's lists of what stays). `none` leaves nothing but colours, which are not
/// its concern: `icc`, `cicp`, `alpha` and `bitDepth` are noted by others.
///
/// Words that it notes in the ledger, and when:
///
/// | word | about |
/// |---|---|
/// | `orientation` | changed: the stored pixels were turned, or Exif said so; both are upright now; kept as stored |
/// | `exif` | kept (its orientation and sizes corrected), changed by `share`, or dropped |
/// | `gps` | the coordinates in Exif or XMP, kept or dropped |
/// | `thumbnail` | the one in Exif; dropped when it no longer shows the picture; and the file's own |
/// | `xmp` | kept (corrected like `exif`), changed, or dropped |
/// | `iptc` | Photoshop's image resources; `share` drops them, for they name places and people |
/// | `texts` | PNG's; `share` keeps only Author, Copyright and Creation Time |
/// | `density` | pixels an inch |
/// | `background` | the colour that a PNG wants to be seen behind it: dropped where the target names none |
/// | `gainmap` | what makes the picture HDR: kept with `--hdr keep` where the target can hold it, else dropped |
/// | `depth`, `images`, `auxiliary` | what else the file holds: dropped, or kept as files of their own by `--set images=all` |
/// | `frames` | the further pictures of an animation, kept or dropped |
public struct MetadataTransform: Transform {
  public let name = "metadata"
  public let stage = TransformStage.finish
  public let ledgerWords = [
    "orientation", "exif", "gps", "thumbnail", "xmp", "iptc", "texts", "density", "gainmap",
    "depth", "images", "auxiliary", "frames", "background",
  ]

  public init() {}

  public func takes(
    _ options: ConversionOptions, for capabilities: Picture.Capabilities
  ) -> Set<ConversionOptions.Name> {
    capabilities.items.contains(.gainMap) ? [.metadata, .hdr] : [.metadata]
  }

  public func apply(
    to picture: Picture, for capabilities: Picture.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    var result = picture
    if picture.isRecoded(for: capabilities, in: context) { result.facts.staysAsStored = true }
    let gainMap = try GainMapOutcome(of: &result, for: capabilities, options: options, in: context)
    if gainMap != .kept { result.facts.gainMap = nil }
    let pass = MetadataPass(result, for: capabilities, options: options, gainMap: gainMap)
    let isTaken =
      options.metadata == .keep && picture.coded.map(capabilities.takesCoded) ?? false
    // What becomes of metadata in a coded form, the writer knows once it has taken that.
    let (metadata, ledger) = isTaken ? (picture.facts.metadata, []) : pass.run()
    result.facts.metadata = metadata
    if isTaken { result.facts.staysAsStored = true }
    if !capabilities.animation { result.facts.animation = nil }
    for entry in ledger + pass.companions { context.note(entry.what, entry.action, why: entry.why) }
    noteUnused(options, ledger, gainMap, of: picture, for: capabilities, in: context)
    return result
  }

  /// Says which policies find nothing in the file that they could be about.
  private func noteUnused(
    _ options: ConversionOptions, _ ledger: [LedgerEntry], _ gainMap: GainMapOutcome,
    of picture: Picture, for capabilities: Picture.Capabilities, in context: ConversionContext
  ) {
    if gainMap == .absent {
      context.noteUnused(.hdr, why: "the picture has no gain map")
    }
    // What the format has no place for goes without being asked.
    let isObeyed = ledger.contains { entry in
      entry.action != .kept && entry.why?.hasPrefix("--metadata") == true
    }
    if options.metadata != .keep, !isObeyed {
      let why =
        ledger.contains { $0.action == .dropped }
        ? "\(capabilities.format) has no place for what the file says"
        : "the file says nothing that would be left out"
      context.noteUnused(.metadata, why: why)
    }
    if options.settings[OptionDescriptor.images.key] == "all", picture.siblings.isEmpty {
      context.noteUnused(.images, why: "the file holds no further images")
    }
  }
}

extension Picture {
  /// Whether its file is compressed by coding what is stored in another way, so that every sample stays, or for a
  /// lower quality by coding those anew that are stored.
  public func isRecoded(for capabilities: Capabilities, in context: ConversionContext) -> Bool {
    guard context.purpose == .compress, let origin, !origin.isRecut else { return false }
    return origin.type == capabilities.recodes
  }
}
