internal import ConverterCore
internal import PictureModel

extension ColourWork {
  /// The code points of a PQ or HLG picture, primaries known.
  func highDynamicRange(of facts: PictureFacts) -> CodingIndependentCodePoints? {
    let points: CodingIndependentCodePoints? =
      switch facts.colour {
      case .cicp(let points): points
      case .icc(let bytes): (try? ICCProfile(bytes))?.statedCodePoints
      case .unspecified, .calibrated: nil
      }
    guard var points = points?.resolved, points.isHDR else { return nil }
    if points.chromaticities == nil { points.primaries = 9 }
    return points
  }

  /// Keeps a PQ or HLG picture where the target has the bits and the words for it, else maps it to
  /// what an ordinary display shows.
  func prepareHDR(_ picture: Picture, _ points: CodingIndependentCodePoints) -> Picture {
    let hasProfile = if case .icc = picture.facts.colour { true } else { false }
    let canCarry = carriesCodePoints || (hasProfile && carriesProfiles)
    if policy == .keep, capabilities.maximumBitDepth >= 10, canCarry {
      return keepHDR(picture, points, hasProfile: hasProfile)
    }
    let model = picture.facts.format.colourModel
    let widest: CodingIndependentCodePoints =
      model != .gray && (carriesProfiles || carriesCodePoints) ? .displayP3 : .sRGB
    let space = requestedSpace(for: model) ?? widest
    guard let mapping = ToneMapping(from: points, to: space) else { return picture }
    var mapped = picture
    let reason =
      if policy != .keep {
        ""
      } else if capabilities.maximumBitDepth < 10 {
        ", for the target has only \(capabilities.maximumBitDepth) bits"
      } else {
        ", for the target cannot name it"
      }
    context.note(
      "hdr", .changed,
      why: "\(mapping.transfer.name) tone-mapped to SDR in \(space.name)\(reason)")
    let format = picture.facts.format.interleaved(model, isDeep: true)
    mapped.facts.pixelsChanged(to: format)
    tag(&mapped.facts, as: space)
    if hasProfile {
      context.note("icc", .changed, why: "the colours are those of \(space.name)")
    } else if carriesProfiles {
      context.note("icc", .added, why: "the profile is that of \(space.name)")
    }
    mapped.open = { [context] demand throws(ConversionError) in
      let pixels = try picture.pixels(as: format, for: demand, in: context)
      return mapping.pixels(of: pixels, bitDepth: demand.bitDepth, in: context)
    }
    return mapped
  }

  private func keepHDR(
    _ picture: Picture, _ points: CodingIndependentCodePoints, hasProfile: Bool
  ) -> Picture {
    var picture = picture
    let name = HDRTransfer(points)?.name ?? "HDR"
    context.note("hdr", .kept, why: "\(name) stays \(name), the target has the bits for it")
    let keepsProfile =
      carriesProfiles && (!carriesCodePoints || capabilities.keepsProfiles(picture.facts, context))
    if hasProfile, keepsProfile {
      context.note("icc", .kept)
    } else if hasProfile {
      picture.facts.colour = .cicp(points)
      context.note(
        "icc", .changed, why: "written as code points, which say the same: \(points.name)")
    } else {
      context.note("cicp", .kept)
    }
    return picture
  }
}
