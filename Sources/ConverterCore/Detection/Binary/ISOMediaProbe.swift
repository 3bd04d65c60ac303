/// ISO base media files (ISO/IEC 14496-12): MPEG-4 and QuickTime movies, and what plugins know of them.
///
/// All say what they are in the brands of their `ftyp` box (§4.3).
enum ISOMediaProbe {
  static let types: [ContentType.ID] =
    ["public.iso-base-media", "com.audible.aa-audiobook"] + movies

  /// Types whose files often carry each other's brands: `.m4a` under `isom`, `.3gp` under `mp42`.
  private static let movies: [ContentType.ID] = [
    "public.mpeg-4", "com.apple.m4v-video", "com.apple.m4a-audio", "com.apple.m4b-audio",
    "com.apple.protected-mpeg-4-audio", "public.3gpp", "public.3gpp2", "com.adobe.f4v",
  ]

  /// - Parameter probes: asked before what is known here.
  static func examine(_ sample: FileSample, _ probes: [any BrandProbe.Type]) -> [TypeFinding] {
    let head = sample.head
    guard head.has("ftyp", at: 4) else { return quickTimeWithoutBrands(head) }
    guard let brands = MediaBrands(head) else {
      return [
        TypeFinding(.brand, "public.iso-base-media", 0.5, "an ftyp box that ends in its brand")
      ]
    }
    let observation =
      "brands \(brands.major)"
      + (brands.compatible.isEmpty
        ? "" : " (compatible: \(brands.compatible.joined(separator: ", ")))")
    guard let (type, confidence) = type(of: brands, probes) else {
      return [TypeFinding(.brand, "public.iso-base-media", 0.7, observation)]
    }
    var finding = TypeFinding(.brand, type, confidence, observation)
    // The brands say which codec it is, or that it is another one than those with a type.
    finding.nameMaySpecialise = false
    return [movies.contains(type) ? finding.or(movies) : finding]
  }

  private static func type(
    of brands: MediaBrands, _ probes: [any BrandProbe.Type]
  ) -> (ContentType.ID, confidence: Double)? {
    if let found = probes.lazy.compactMap({ $0.type(of: brands) }).first { return found }
    if let movie = recordings[brands.major] { return (movie, 0.97) }
    if brands.major.hasPrefix("3g2") { return ("public.3gpp2", 0.97) }
    if ["3gp", "3gr", "3gs", "3ge", "3gf", "3gg", "3gh", "3gm", "3gt"].contains(where: {
      brands.major.hasPrefix($0)
    }) {
      return ("public.3gpp", 0.97)
    }
    // A brand that is not known here: its compatible brands say the family.
    for brand in brands.compatible {
      if let found = probes.lazy.compactMap({ $0.type(ofCompatible: brand) }).first {
        return (found, 0.9)
      }
      if let movie = recordings[brand] { return (movie, 0.9) }
    }
    return nil
  }

  private static let recordings: [String: ContentType.ID] = [
    "qt  ": "com.apple.quicktime-movie",
    "M4A ": "com.apple.m4a-audio", "M4B ": "com.apple.m4b-audio",
    "M4P ": "com.apple.protected-mpeg-4-audio", "M4V ": "com.apple.m4v-video",
    "M4VH": "com.apple.m4v-video", "M4VP": "com.apple.m4v-video", "F4V ": "com.adobe.f4v",
    "f4v ": "com.adobe.f4v", "aax ": "com.audible.aa-audiobook",
    "aaxc": "com.audible.aa-audiobook", "mjp2": "public.motion-jpeg-2000",
    "mj2s": "public.motion-jpeg-2000", "kddi": "public.3gpp2", "isom": "public.mpeg-4",
    "iso2": "public.mpeg-4", "iso3": "public.mpeg-4", "iso4": "public.mpeg-4",
    "iso5": "public.mpeg-4", "iso6": "public.mpeg-4", "iso7": "public.mpeg-4",
    "iso8": "public.mpeg-4", "iso9": "public.mpeg-4", "mp41": "public.mpeg-4",
    "mp42": "public.mpeg-4", "mp71": "public.mpeg-4", "avc1": "public.mpeg-4",
    "hvc1": "public.mpeg-4", "dash": "public.mpeg-4", "cmfc": "public.mpeg-4",
    "mmp4": "public.mpeg-4", "MSNV": "public.mpeg-4", "XAVC": "public.mpeg-4",
    "NDSC": "public.mpeg-4", "NDSM": "public.mpeg-4", "NDXC": "public.mpeg-4",
    "piff": "public.mpeg-4", "dby1": "public.mpeg-4", "caqv": "public.mpeg-4",
    "CAEP": "public.mpeg-4", "isml": "public.mpeg-4", "av01": "public.mpeg-4",
  ]

  /// QuickTime files older than the `ftyp` box begin with another one.
  private static func quickTimeWithoutBrands(_ head: [UInt8]) -> [TypeFinding] {
    let boxes: [StaticString] = ["moov", "mdat", "wide", "pnot", "skip", "free"]
    guard let size = head.number(at: 0, width: 4, .big), size == 1 || size >= 8,
      let box = boxes.first(where: { head.has($0, at: 4) })
    else { return [] }
    return [
      TypeFinding(
        .brand, "com.apple.quicktime-movie", 0.8, "no brands, but begins with a \(box) box")
    ]
  }
}
