import ConverterCore

/// Knows pictures in HEIF by their brands.
///
/// The major brand decides unless it is a structural one (`mif1`: "a picture in HEIF, codec not said"); then the
/// compatible brands do.
enum HEIFBrands: BrandProbe {
  static let types: [ContentType.ID] = [
    "public.heif-standard", "public.heif-sequence", "public.heic", "public.heics", "public.avif",
    "public.avis", "public.avci", "public.avcs",
  ]

  static func type(of brands: MediaBrands) -> (ContentType.ID, confidence: Double)? {
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
      return nil
    }
  }

  static func type(ofCompatible brand: String) -> ContentType.ID? {
    switch brand {
    case "mif1", "mif2": "public.heif-standard"
    case "msf1": "public.heif-sequence"
    default: pictures[brand]
    }
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
}
