import ConverterCore
import Testing

@Suite struct DetectorPictureTests {
  static let brands: [(major: String, compatible: [String], ContentType.ID)] = [
    ("heic", ["mif1", "miaf", "MiHB", "heic"], "public.heic"), ("heix", ["mif1"], "public.heic"),
    ("heim", ["mif1"], "public.heic"), ("heis", ["mif1"], "public.heic"),
    ("hevc", ["msf1"], "public.heics"), ("hevx", ["msf1"], "public.heics"),
    ("mif1", ["mif1", "heic"], "public.heic"), ("mif1", ["heix", "miaf"], "public.heic"),
    ("mif1", ["miaf", "avif"], "public.avif"), ("mif1", ["avci"], "public.avci"),
    ("mif1", ["mif1", "miaf"], "public.heif-standard"), ("mif1", [], "public.heif-standard"),
    ("mif1", ["mif1", "hevc", "heic"], "public.heic"), ("mif2", ["heic"], "public.heic"),
    ("msf1", ["msf1", "hevc", "heic", "mif1", "iso8"], "public.heics"),
    ("msf1", ["msf1", "heic"], "public.heics"), ("msf1", ["avis", "avif"], "public.avis"),
    ("msf1", ["avcs"], "public.avcs"), ("msf1", ["iso8"], "public.heif-sequence"),
    ("avif", ["mif1", "miaf", "MA1B"], "public.avif"), ("avis", ["msf1", "avif"], "public.avis"),
    ("avci", ["mif1"], "public.avci"), ("avcs", ["msf1"], "public.avcs"),
    ("jpeg", ["mif1", "jpeg"], "public.heif-standard"), ("jpgs", [], "public.heif-sequence"),
    ("j2ki", ["mif1"], "public.heif-standard"), ("MiHE", ["mif1", "heic"], "public.heic"),
    ("tmap", ["mif1", "avif"], "public.avif"), ("1pic", ["mif1", "heic"], "public.heic"),
    ("crx ", ["crx ", "isom"], "com.canon.cr3-raw-image"),
    ("qt  ", ["qt  "], "com.apple.quicktime-movie"), ("isom", ["iso2", "mp41"], "public.mpeg-4"),
    ("mp42", ["isom"], "public.mpeg-4"), ("M4A ", ["mp42"], "com.apple.m4a-audio"),
    ("M4V ", [], "com.apple.m4v-video"), ("M4B ", [], "com.apple.m4b-audio"),
    ("3gp4", ["isom"], "public.3gpp"), ("3g2a", [], "public.3gpp2"), ("XAVC", [], "public.mpeg-4"),
    ("ZZZZ", ["heic"], "public.heic"), ("ZZZZ", ["isom"], "public.mpeg-4"),
    ("ZZZZ", [], "public.iso-base-media"),
  ]

  @Test(arguments: brands)
  func readsBrands(_ major: String, _ compatible: [String], _ type: ContentType.ID) throws {
    let detection = try detect(isoMedia(major, compatible))
    #expect(detection.type.id == type)
    #expect(detection.evidence.first?.source == .brand)
    #expect(detection.evidence.first?.observation.hasPrefix("brands \(major)") == true)
  }

  @Test func readsTheCodecOfLowOverheadFiles() throws {
    #expect(try detect(isoMedia("mif3", [], minor: "heic")).type.id == "public.heic")
    #expect(try detect(isoMedia("mif3", [], minor: "avif")).type.id == "public.avif")
    #expect(try detect(isoMedia("mif3", [])).type.id == "public.heif-standard")
  }

  @Test func saysWhichBrandsItSaw() throws {
    let detection = try detect(isoMedia("heic", ["mif1", "miaf", "mif1"]))
    #expect(
      detection.evidence.map(\.observation) == ["brands heic (compatible: mif1, miaf)"])
  }

  @Test func survivesSizesThatLie() throws {
    for size: UInt32 in [0, 1, 7, 8, 0x7FFF_FFFF, 0xFFFF_FFFF] {
      let bytes = bigEndian(size) + ascii("ftypheic") + zeros(4) + ascii("mif1heic")
      #expect(try detect(bytes).type.id == "public.heic")
    }
  }

  @Test func knowsQuickTimeBeforeBrands() throws {
    let movie = bigEndian(UInt32(16)) + ascii("wide") + zeros(8)
    #expect(try detect(movie).type.id == "com.apple.quicktime-movie")
  }

  @Test func namesTellMoviesApart() throws {
    let movie = isoMedia("isom", ["iso2"])
    for (name, type) in [
      ("a.m4a", "com.apple.m4a-audio"), ("a.m4v", "com.apple.m4v-video"),
      ("a.mp4", "public.mpeg-4"),
      ("a.3gp", "public.3gpp"),
    ] as [(String, ContentType.ID)] {
      let detection = try detect(movie, named: name)
      #expect(detection.type.id == type)
      #expect(detection.mismatch == nil)
    }
  }

  static let raw: [(make: String?, tags: [(tag: UInt16, value: UInt32)], ContentType.ID)] = [
    (nil, [(256, 10)], "public.tiff"),
    ("Apple", [(50706, 0x0401)], "com.adobe.raw-image"),
    ("NIKON CORPORATION", [(254, 1), (330, 99)], "com.nikon.raw-image"),
    ("SONY", [(259, 6), (330, 99)], "com.sony.arw-raw-image"),
    ("PENTAX Corporation", [(262, 32803)], "com.pentax.raw-image"),
    ("SAMSUNG", [(330, 9)], "com.samsung.raw-image"),
    ("Hasselblad", [(330, 9)], "com.hasselblad.3fr-raw-image"),
    ("NIKON CORPORATION", [(262, 2)], "public.tiff"),
    ("Unheard Of", [(330, 9)], "public.tiff"),
  ]

  @Test(arguments: raw)
  func tellsRawFromTIFF(
    _ make: String?, _ tags: [(tag: UInt16, value: UInt32)], _ type: ContentType.ID
  ) throws {
    #expect(try detect(tiff(tags, make: make)).type.id == type)
  }

  @Test func namesTellRawFilesOfOneMakerApart() throws {
    let file = tiff([(330, 9)], make: "NIKON")
    #expect(try detect(file, named: "a.NRW").type.id == "com.nikon.nrw-raw-image")
    #expect(try detect(file, named: "a.nef").type.id == "com.nikon.raw-image")
    #expect(
      try detect(file, named: "a.arw").mismatch
        == "named .arw but holds a Nikon NEF raw picture")
    #expect(
      try detect(tiff([(262, 2)]), named: "a.dng").mismatch == "named .dng but holds a TIFF picture"
    )
  }

  static let signatures: [(bytes: [UInt8], ContentType.ID)] = [
    ([0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + ascii("JFIF\0"), "public.jpeg"),
    ([0xFF, 0xD8, 0xFF, 0xDB, 0, 67], "public.jpeg"),
    ([0xFF, 0xD8, 0xFF, 0xF7, 0, 11], "public.jpeg-ls"),
    ([0x89] + ascii("PNG\r\n\u{1A}\n") + [0, 0, 0, 13] + ascii("IHDR"), "public.png"),
    ([0x89] + ascii("PNG\n\u{1A}\n") + [0, 0, 0, 13] + ascii("IHDR"), "public.png"),
    ([0x09] + ascii("PNG\r\n\u{1A}\n") + [0, 0, 0, 13] + ascii("IHDR"), "public.png"),
    (png([("IHDR", zeros(13)), ("acTL", [0, 0, 0, 2] + zeros(4))]), "org.w3.apng"),
    (
      png([("IHDR", zeros(13)), ("iCCP", zeros(9000)), ("acTL", [0, 0, 0, 9] + zeros(4))]),
      "org.w3.apng"
    ),
    (png([("IHDR", zeros(13)), ("acTL", [0, 0, 0, 1] + zeros(4))]), "public.png"),
    (
      png([("IHDR", zeros(13)), ("IDAT", []), ("acTL", [0, 0, 0, 2] + zeros(4))]), "public.png"
    ),
    (png([("IHDR", zeros(13)), ("tEXt", [])]), "public.png"),
    (ascii("GIF89a") + [1, 0, 1, 0, 0, 0, 0, 0x3B], "com.compuserve.gif"),
    (ascii("RIFF\u{10}\0\0\0WEBPVP8 "), "org.webmproject.webp"),
    (
      ascii("BM") + littleEndian(UInt32(70)) + zeros(4) + littleEndian(UInt32(54))
        + littleEndian(UInt32(40)), "com.microsoft.bmp"
    ),
    (
      [0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0] + littleEndian(UInt32(40))
        + littleEndian(UInt32(22)) + zeros(40), "com.microsoft.ico"
    ),
    (
      [0, 0, 0, 12] + ascii("jP  \r\n") + [0x87, 10, 0, 0, 0, 20] + ascii("ftypjp2 "),
      "public.jpeg-2000"
    ),
    ([0xFF, 0x4F, 0xFF, 0x51, 0, 41], "public.jpeg-2000-codestream"),
    ([0xFF, 0x0A, 0xFA, 0x1F], "public.jpeg-xl"),
    ([0, 0, 0, 12] + ascii("JXL \r\n") + [0x87, 10], "public.jpeg-xl"),
    (
      [0x49, 0x49, 42, 0] + littleEndian(UInt32(16)) + ascii("CR") + [2, 0],
      "com.canon.cr2-raw-image"
    ),
    ([0x4D, 0x4D, 0, 43, 0, 8, 0, 0] + zeros(8), "public.tiff"),
    (ascii("IIRO") + [8, 0, 0, 0], "com.olympus.or-raw-image"),
    (ascii("FUJIFILMCCD-RAW 0201"), "com.fuji.raw-image"),
    (ascii("8BPS") + [0, 1] + zeros(6), "com.adobe.photoshop-image"),
    (ascii("P6\n2 2\n255\n") + zeros(12), "public.ppm"),
    (ascii("P6\r\n2 2\r\n255\n") + zeros(12), "public.ppm"),
    (ascii("P1 2 2 1 0 0 1\n"), "public.pbm"),
    (ascii("Pf\n1 1\n-1.0\n") + zeros(4), "public.pfm"),
    (ascii("P7\nWIDTH 1\n"), "public.pam"), (ascii("#?RADIANCE\n"), "public.radiance"),
    (zeros(128) + ascii("DICM"), "org.nema.dicom"),
    (
      [0, 0, 2, 0] + zeros(14) + ascii("x") + zeros(8) + ascii("TRUEVISION-XFILE.\0"),
      "com.truevision.tga-image"
    ),
    ([0x01, 0, 0, 0] + zeros(36) + ascii(" EMF"), "com.microsoft.emf"),
  ]

  @Test(arguments: signatures)
  func readsSignatures(_ bytes: [UInt8], _ type: ContentType.ID) throws {
    let detection = try detect(bytes)
    #expect(detection.type.id == type, "\(detection.evidence)")
  }

  @Test func evidenceIsForPeople() throws {
    let detection = try detect([0xFF, 0xD8, 0xFF, 0xE1, 0, 0], named: "DSC_1.JPG")
    #expect(detection.evidence.map(\.observation) == ["begins with FF D8 FF", "named .JPG"])
    #expect(detection.evidence.map(\.source) == [.signature, .name])
    #expect(detection.confidence == 0.95)
    #expect(detection.mismatch == nil)
  }
}
