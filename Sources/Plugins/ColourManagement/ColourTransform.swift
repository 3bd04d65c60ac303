public import ConverterCore
public import PictureModel

/// Brings a picture's colours into a space that was asked for or that the target can name.
///
/// It may come after a resize or after nothing. Where the target can say what the colours mean, they
/// stay as they are and no library is loaded; otherwise, or with `--profile srgb|p3`, they are
/// converted: relative colorimetric with black point compensation, as photo programs do. PQ and HLG
/// are tone-mapped where the target has fewer than 10 bits.
public struct ColourTransform: Transform {
  public let name = "colour"
  public let stage = TransformStage.colour
  public let ledgerWords = ["icc", "cicp", "gamma"]
  public let lossyChanges = ["cmyk", "hdr"]

  public init() {}

  public func takes(
    _ options: ConversionOptions, for capabilities: Picture.Capabilities
  ) -> Set<ConversionOptions.Name> { [.profile] }

  /// - Throws: `missingLibrary` where colours have to be converted without Little CMS 2.
  public func apply(
    to model: Picture, for capabilities: Picture.Capabilities, options: ConversionOptions,
    in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    if options.metadata == .keep, let coded = model.coded, capabilities.takesCoded(coded) {
      // What the file says of its colours goes along in it.
      if case .icc = model.facts.colour { context.note("icc", .kept) }
      return model
    }
    if options.metadata == .keep, options.profile == .keep,
      model.isRecoded(for: capabilities, in: context)
    {
      // So does it where samples stay what they are in the file.
      if case .icc = model.facts.colour { context.note("icc", .kept) }
      return model
    }
    if let caveat = model.facts.colourCaveat { context.warn(caveat) }
    let work = ColourWork(capabilities: capabilities, policy: options.profile, context: context)
    let prepared = try work.prepare(model)
    if model.facts.background != nil, prepared.facts.background == nil {
      context.note("background", .dropped, why: "it is one of the colours that were converted")
    }
    return prepared
  }
}

/// One picture's way to one target.
struct ColourWork {
  let capabilities: Picture.Capabilities
  let policy: ConversionOptions.ProfilePolicy
  let context: ConversionContext

  var carriesProfiles: Bool { capabilities.items.contains(.icc) }
  var carriesCodePoints: Bool { capabilities.items.contains(.cicp) }

  /// The space that was asked for, as far as the target can name it: colours without a name are
  /// taken as sRGB by everyone. For gray, Display P3 is the same as sRGB.
  func requestedSpace(for model: ColourModel) -> CodingIndependentCodePoints? {
    switch policy {
    case .keep: nil
    case .srgb: .sRGB
    case .p3: model != .gray && (carriesProfiles || carriesCodePoints) ? .displayP3 : .sRGB
    }
  }

  func prepare(_ picture: Picture) throws(ConversionError) -> Picture {
    var picture = picture
    checkColour(of: &picture.facts)
    if let points = highDynamicRange(of: picture.facts) {
      return prepareHDR(picture, points)
    }
    if picture.facts.format.colourModel == .cmyk {
      return try prepareCMYK(picture)
    }
    guard let space = requestedSpace(for: picture.facts.format.colourModel),
      picture.facts.space != space
    else {
      noteUnused(on: picture.facts)
      return try carry(picture)
    }
    return try convert(picture, to: space, because: "")
  }

  /// Says that a space was asked for and that pixels stay as they are, unless a profile is added that says so.
  private func noteUnused(on facts: PictureFacts) {
    guard policy != .keep else { return }
    if policy == .p3, !carriesProfiles, !carriesCodePoints {
      let format = capabilities.format
      context.noteUnused(
        .profile, why: "\(format) cannot say which space colours are in, and they are sRGB then")
    } else if facts.colour != .unspecified || !carriesProfiles {
      context.noteUnused(.profile, why: "the colours are in that space already")
    }
  }

  /// Leaves the pixels alone if the target can say what they mean.
  private func carry(_ picture: Picture) throws(ConversionError) -> Picture {
    var picture = picture
    switch picture.facts.colour {
    case .unspecified:
      if policy != .keep, carriesProfiles {
        tag(&picture.facts, as: .sRGB)
        context.note("icc", .added, why: "colours without a profile are taken as sRGB")
      }
      return picture
    case .icc where carriesProfiles && capabilities.keepsProfiles(picture.facts, context):
      context.note("icc", .kept)
      return picture
    case .cicp where carriesCodePoints:
      context.note("cicp", .kept)
      return picture
    case .calibrated where capabilities.items.contains(.gamma):
      context.note("gamma", .kept)
      return picture
    case .icc(let bytes):
      if let points = (try? ICCProfile(bytes))?.codePoints, carriesCodePoints || points == .sRGB {
        picture.facts.colour = carriesCodePoints ? .cicp(points) : .unspecified
        let (action, why): (LedgerEntry.Action, String) =
          carriesCodePoints
          ? (.changed, "written as code points, which say the same: \(points.name)")
          : (.dropped, "the target carries no profile; the colours are sRGB, as taken without one")
        context.note("icc", action, why: why)
        return picture
      }
      if carriesProfiles {
        context.note(
          "icc", .changed,
          why:
            "the colours are coded without it, and decoders hand them out in a space of their own")
        return picture
      }
    case .cicp, .calibrated:
      if carriesProfiles, let profile = picture.facts.profile {
        context.note("icc", .added, why: "made from \(picture.facts.spaceName)")
        picture.facts.colour = .icc(profile.bytes)
        return picture
      }
      if picture.facts.space == .sRGB {
        picture.facts.colour = .unspecified
        return picture
      }
    }
    return try convert(picture, to: .sRGB, because: ", for the target carries no profile")
  }

  /// Names the space of converted colours in whatever words the target has.
  func tag(_ facts: inout PictureFacts, as space: CodingIndependentCodePoints) {
    if carriesProfiles, let profile = ICCProfile.of(space, for: facts.format.colourModel) {
      facts.colour = .icc(profile.bytes)
    } else {
      facts.colour = carriesCodePoints ? .cicp(space) : .unspecified
    }
  }
}
