internal import ConverterCore
internal import PictureModel

extension ColourWork {
  /// Drops what a file says of its colours where it is damaged or does not fit the samples, so that
  /// the output never carries it.
  func checkColour(of facts: inout PictureFacts) {
    let fallback = facts.format.colourModel == .cmyk ? "plain CMYK" : "sRGB"
    switch facts.colour {
    case .unspecified: break
    case .icc(let bytes):
      do {
        facts.colour = fit(try ICCProfile(bytes), to: facts.format.colourModel, fallback)
      } catch {
        context.note(
          "icc", .dropped, why: "it is damaged: \(error); the colours are taken as \(fallback)")
        facts.colour = .unspecified
      }
    case .cicp(let points):
      if points.isUnspecified || facts.format.colourModel == .cmyk {
        facts.colour = .unspecified
      } else if !points.isHDR, facts.profile == nil, !(policy == .keep && carriesCodePoints) {
        context.note(
          "cicp", .dropped,
          why: "no profile can be made from \(points.name); the colours are taken as sRGB")
        facts.colour = .unspecified
      }
    case .calibrated:
      if facts.profile == nil {
        context.note(
          "gamma", .dropped,
          why: "no display has such a gamma or such primaries; the colours are taken as sRGB")
        facts.colour = .unspecified
      }
    }
  }

  private func fit(
    _ profile: ICCProfile, to model: ColourModel, _ fallback: String
  ) -> ColourDescription {
    switch (profile.colourSpace, model) {
    case (.gray, .gray), (.rgb, .rgb), (.cmyk, .cmyk): return .icc(profile.bytes)
    case (.rgb, .gray):
      // Equal red, green and blue mean what the curve says, whatever the primaries.
      if let curves = profile.rgbCurves, curves[0] == curves[1], curves[0] == curves[2],
        let gray = ICCProfile(gray: curves[0], name: "Gray, \(profile.name ?? "unnamed")")
      {
        context.note(
          "icc", .changed, why: "a profile for RGB on a gray picture became one for gray")
        return .icc(gray.bytes)
      }
    default: break
    }
    context.note(
      "icc", .dropped,
      why: "it is for \(profile.colourSpace.name) samples, the picture has \(model.name); "
        + "the colours are taken as \(fallback)")
    return .unspecified
  }
}

extension ICCProfile.ColourSpace {
  var name: String {
    switch self {
    case .gray: "gray"
    case .rgb: "RGB"
    case .cmyk: "CMYK"
    case .other(let signature): signature
    }
  }
}
