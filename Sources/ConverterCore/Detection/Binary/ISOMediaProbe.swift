/// ISO base media files (ISO/IEC 14496-12): HEIF pictures, MPEG-4 and QuickTime movies.
///
/// All say what they are in the brands of their `ftyp` box (§4.3). The major brand decides unless it
/// is a structural one (`mif1`: "a picture in HEIF, codec not said"); then the compatible brands do.
enum ISOMediaProbe: ContentProbe {
  static let types: [ContentType.ID] =
    [
      "public.heif-standard", "public.heif-sequence", "public.heic", "public.heics", "public.avif",
      "public.avis", "public.avci", "public.avcs", "com.canon.cr3-raw-image",
      "public.iso-base-media",
      "com.audible.aa-audiobook",
    ] + movies

  /// Types whose files often carry each other's brands: `.m4a` under `isom`, `.3gp` under `mp42`.
  private static let movies: [ContentType.ID] = [
    "public.mpeg-4", "com.apple.m4v-video", "com.apple.m4a-audio", "com.apple.m4b-audio",
    "com.apple.protected-mpeg-4-audio", "public.3gpp", "public.3gpp2", "com.adobe.f4v",
  ]

  static func examine(_ sample: FileSample) -> [Finding] {
    let head = sample.head
    guard head.has("ftyp", at: 4) else { return quickTimeWithoutBrands(head) }
    guard let brands = Brands(head) else {
      return [Finding(.brand, "public.iso-base-media", 0.5, "an ftyp box that ends in its brand")]
    }
    let observation =
      "brands \(brands.major)"
      + (brands.compatible.isEmpty
        ? "" : " (compatible: \(brands.compatible.joined(separator: ", ")))")
    guard let (type, confidence) = type(of: brands) else {
      return [Finding(.brand, "public.iso-base-media", 0.7, observation)]
    }
    var finding = Finding(.brand, type, confidence, observation)
    // The brands say which codec it is, or that it is another one than those with a type.
    finding.nameMaySpecialise = false
    return [movies.contains(type) ? finding.or(movies) : finding]
  }

  private static func type(of brands: Brands) -> (ContentType.ID, confidence: Double)? {
    if let picture = pictures[brands.major] { return (picture, 0.99) }
    switch brands.major {
    case "mif1", "mif2":
      return (picture(among: brands.compatible), 0.98)
    case "msf1":
      return (sequence(among: brands.compatible), 0.98)
    case "mif3":
      // The low-overhead form (ISO/IEC 23008-12 Amd 3) has its codec in place of the minor version.
      return (pictures[brands.minor] ?? "public.heif-standard", 0.98)
    case "miaf", "1pic", "tmap", "MiHB", "MiHE", "MiHA", "MiPr", "MA1A", "MA1B":
      return (picture(among: brands.compatible), 0.95)
    default:
      break
    }
    if let movie = recordings[brands.major] { return (movie, 0.97) }
    if brands.major.hasPrefix("3g2") { return ("public.3gpp2", 0.97) }
    if ["3gp", "3gr", "3gs", "3ge", "3gf", "3gg", "3gh", "3gm", "3gt"].contains(where: {
      brands.major.hasPrefix($0)
    }) {
      return ("public.3gpp", 0.97)
    }
    // A brand that is not known here: what it is compatible with tells the family.
    for brand in brands.compatible {
      if let picture = pictures[brand] { return (picture, 0.9) }
      if brand == "mif1" || brand == "mif2" { return ("public.heif-standard", 0.9) }
      if brand == "msf1" { return ("public.heif-sequence", 0.9) }
      if let movie = recordings[brand] { return (movie, 0.9) }
    }
    return nil
  }

  private static func picture(among brands: [String]) -> ContentType.ID {
    // A still picture is the primary thing even where a sequence accompanies it.
    let still = brands.first { ["heic", "heix", "heim", "heis", "avif", "avci"].contains($0) }
    return (still ?? brands.first { pictures[$0] != nil }).flatMap { pictures[$0] }
      ?? "public.heif-standard"
  }

  private static func sequence(among brands: [String]) -> ContentType.ID {
    let moving = brands.first { ["hevc", "hevx", "hevm", "hevs", "avis", "avcs"].contains($0) }
    if let moving, let type = pictures[moving] { return type }
    if brands.contains(where: { ["heic", "heix", "heim", "heis"].contains($0) }) {
      return "public.heics"
    }
    return brands.contains("avif") ? "public.avis" : "public.heif-sequence"
  }

  /// Brands of pictures (ISO/IEC 23008-12 annexes B to K, and AV1-ISOBMFF).
  private static let pictures: [String: ContentType.ID] = [
    "heic": "public.heic", "heix": "public.heic", "heim": "public.heic", "heis": "public.heic",
    "hevc": "public.heics", "hevx": "public.heics", "hevm": "public.heics",
    "hevs": "public.heics", "avif": "public.avif", "avio": "public.avis", "avis": "public.avis",
    "avci": "public.avci", "avcs": "public.avcs", "jpeg": "public.heif-standard",
    "jpgs": "public.heif-sequence", "j2ki": "public.heif-standard",
    "j2is": "public.heif-sequence", "vvic": "public.heif-standard",
    "vvis": "public.heif-sequence", "evbi": "public.heif-standard",
    "unif": "public.heif-standard",
  ]

  private static let recordings: [String: ContentType.ID] = [
    "qt  ": "com.apple.quicktime-movie", "crx ": "com.canon.cr3-raw-image",
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
  private static func quickTimeWithoutBrands(_ head: [UInt8]) -> [Finding] {
    let boxes: [StaticString] = ["moov", "mdat", "wide", "pnot", "skip", "free"]
    guard let size = head.number(at: 0, width: 4, .big), size == 1 || size >= 8,
      let box = boxes.first(where: { head.has($0, at: 4) })
    else { return [] }
    return [
      Finding(.brand, "com.apple.quicktime-movie", 0.8, "no brands, but begins with a \(box) box")
    ]
  }
}

extension ISOMediaProbe {
  /// The contents of an `ftyp` box, as far as the file goes.
  struct Brands {
    let major: String
    /// The minor version, read as a brand.
    let minor: String
    let compatible: [String]

    init?(_ head: [UInt8]) {
      guard head.count >= 12,
        let header = try? BoxHeader(head.span, room: head.count)
      else { return nil }
      // A size of 64 bits that no list of brands has is none: the brands stand behind the short header.
      let start = header.size > 1 << 16 ? 8 : header.byteCount
      major = head.ascii(at: start, count: 4)
      minor = head.ascii(at: start + 4, count: 4)
      // 0 is "to the end of the file"; a broken size still leaves the major brand readable.
      let end = min(Int(clamping: header.size), head.count, 4096)
      var compatible: [String] = []
      var next = start + 8
      while next + 4 <= end {
        let brand = head.ascii(at: next, count: 4)
        if brand != "????", !compatible.contains(brand) { compatible.append(brand) }
        next += 4
      }
      self.compatible = compatible
    }
  }
}
