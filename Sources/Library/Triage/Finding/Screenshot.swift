import ConverterCore

/// Tells screenshots from photos: by what is in them, their size and their name together.
///
/// None has a camera. One with a name of screenshots has to be even in a third of its pixels; of one without, a PNG of the
/// size of a screen, it is six tenths. Measured with the corpus and the pictures of KDE's manuals: none of 58 pictures of
/// the corpus is taken for a screenshot; of 123 of the manuals 95 % are as even as a name wants it, and 90 % as it is
/// wanted without one.
enum Screenshot {
  private static let evenWithName = 0.35
  private static let evenWithoutName = 0.6

  /// - Returns: why it is one; `nil` where it is not taken for one.
  static func reason(_ seen: SeenPhoto) -> String? {
    guard let look = seen.look, look.camera == nil else { return nil }
    let name = String(decoding: seen.photo.main.path.name, as: UTF8.self)
    let even = Int((look.even * 100).rounded())
    if hasName(name), look.even >= evenWithName {
      return "is named so, has no camera, and is even in \(even) % of its pixels"
    }
    guard name.lowercased().hasSuffix(".png"), look.even >= evenWithoutName,
      isScreen(look.width, look.height)
    else { return nil }
    return "a PNG of a screen's size, \(look.width)×\(look.height), even in \(even) % of its pixels"
  }

  private static func hasName(_ name: String) -> Bool {
    let letters = name.folded.filter { $0.isLetter }
    return names.contains { letters.contains($0) }
  }

  /// Letters alone, in lower case and without accents.
  private static let names = [
    "screenshot", "screencapture", "screengrab", "bildschirmfoto", "capturedecran",
    "capturadepantalla",
    "capturadetela", "capturadeecra", "schermafbeelding", "schermata", "skarmavbild",
    "skærmbillede",
    "skjermbilde", "skaermbillede", "kuvakaappaus", "zrzutekranu", "snimekobrazovky",
    "snimokekrana", "снимокэкрана",
    "スクリーンショット", "屏幕截图", "螢幕截圖", "스크린샷",
  ]

  private static func isScreen(_ width: Int, _ height: Int) -> Bool {
    let (short, long) = (min(width, height), max(width, height))
    let shape = Double(long) / Double(short)
    return phones.contains(short) && (1.77...2.4).contains(shape)
      || screens.contains { $0.long == long && $0.short == short }
  }

  /// The shorter sides of telephones.
  private static let phones: Set<Int> = [
    640, 720, 750, 828, 1080, 1125, 1170, 1179, 1206, 1242, 1260, 1284, 1290, 1320, 1344, 1440,
  ]

  private static let screens: [(long: Int, short: Int)] = [
    (1024, 768), (1280, 720), (1280, 800), (1280, 1024), (1366, 768), (1440, 900), (1536, 864),
    (1600, 900),
    (1680, 1050), (1920, 1080), (1920, 1200), (2048, 1536), (2160, 1620), (2224, 1668),
    (2256, 1504),
    (2360, 1640), (2388, 1668), (2560, 1080), (2560, 1440), (2560, 1600), (2732, 2048),
    (2880, 1620),
    (2880, 1800), (2880, 1920), (3000, 2000), (3024, 1964), (3072, 1920), (3200, 1800),
    (3440, 1440),
    (3456, 2234), (3840, 2160), (3840, 2400), (4096, 2304), (5120, 1440), (5120, 2880),
    (6016, 3384),
  ]
}
