internal import ConverterCore
internal import PictureModel

extension ColourWork {
  /// Keeps ink amounts where the target has them, else makes RGB of them.
  func prepareCMYK(_ picture: Picture) throws(ConversionError) -> Picture {
    let profile: ICCProfile? =
      if case .icc(let bytes) = picture.facts.colour { try? ICCProfile(bytes) } else { nil }
    if policy == .keep, capabilities.cmyk, profile == nil || carriesProfiles {
      if profile != nil { context.note("icc", .kept) }
      return picture
    }
    guard let profile else {
      context.note(
        "cmyk", .changed,
        why: "converted to sRGB by the plain formula (1 − ink) × (1 − black), for no ICC profile "
          + "tells what the inks look like")
      return try prepare(withoutInks(picture))
    }
    let space = requestedSpace(for: .cmyk) ?? .sRGB
    guard let converted = try convert(picture, from: profile, to: space) else {
      return try prepare(try withoutProfile(picture))
    }
    let name = profile.name.map { "\"\($0)\"" } ?? "of the picture"
    context.note("cmyk", .changed, why: "converted to \(space.name) by the profile \(name)")
    if carriesProfiles {
      context.note("icc", .changed, why: "the profile is that of \(space.name)")
    } else {
      context.note("icc", .dropped, why: "it has done its work; the target carries no profile")
    }
    return converted
  }

  private func withoutInks(_ picture: Picture) -> Picture {
    let facts = picture.facts
    var converted = picture
    let sourceFormat = facts.format.interleaved(.cmyk, isDeep: facts.isDeep)
    let format = facts.format.interleaved(.rgb, isDeep: facts.isDeep)
    converted.facts.pixelsChanged(to: format)
    converted.facts.colour = .unspecified
    converted.open = { [context] demand throws(ConversionError) in
      let pixels = try picture.pixels(as: sourceFormat, for: demand, in: context)
      let isDeep = format.bitDepth > 8
      let hasAlpha = format.hasAlpha
      // Both rows have `count` pixels: of four inks, and of three colours, with opacity behind in both or none.
      return unsafe PixelwiseSource(pixels, to: format, in: context) { from, to, count in
        if isDeep {
          unsafe plainRGB(
            from.assumingMemoryBound(to: UInt16.self), to.assumingMemoryBound(to: UInt16.self),
            count, hasAlpha: hasAlpha)
        } else {
          unsafe plainRGB(
            from.assumingMemoryBound(to: UInt8.self), to.assumingMemoryBound(to: UInt8.self),
            count, hasAlpha: hasAlpha)
        }
      }
    }
    return converted
  }
}

/// `(1 − ink) × (1 − black)`, rounded.
private func plainRGB<Sample: FixedWidthInteger & UnsignedInteger>(
  _ source: UnsafePointer<Sample>, _ target: UnsafeMutablePointer<Sample>, _ count: Int,
  hasAlpha: Bool
) {
  let largest = Int(Sample.max)
  let (inputs, outputs) = hasAlpha ? (5, 4) : (4, 3)
  for pixel in 0..<count {
    let from = unsafe source + pixel * inputs
    let to = unsafe target + pixel * outputs
    let light = unsafe largest - Int(from[3])
    for ink in 0..<3 {
      let product = unsafe (largest - Int(from[ink])) * light
      unsafe to[ink] = Sample(truncatingIfNeeded: (product + largest / 2) / largest)
    }
    if hasAlpha { unsafe to[3] = from[4] }
  }
}
