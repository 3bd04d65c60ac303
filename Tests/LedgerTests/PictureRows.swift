import ConverterCore
import Foundation
import PictureModel
import TestSupport

@testable import FairyCommandLine

extension FormatRow {
  /// What a still file may have beside its samples and what is none of its metadata.
  private static let several: [Feature] = [
    PictureFeature.frames, PictureFeature.pages, PictureFeature.gainMap, PictureFeature.images,
  ]

  /// A row of a format that fairy writes, whose still sample it makes itself.
  ///
  /// - Parameters:
  ///   - features: of the sample, which is one picture with all of them.
  ///   - others: further samples.
  private static func written(
    _ types: String..., as format: PixelFormat = .rgb8, with features: [Feature],
    lacks: [Feature], others: [Sample] = []
  ) -> FormatRow {
    let type = types[0]
    let catalog = ContentTypeCatalog.builtin
    let word = catalog[ContentType.ID(rawValue: type)]?.extensions.first ?? "bin"
    let still = Sample("still", word, [PictureFeature.samples] + features) {
      try StillPicture(format, features).file(as: ContentType.ID(rawValue: type))
    }
    return FormatRow(.picture, types, lacks: lacks, [still] + others)
  }

  private static func fixture(_ name: String, _ features: Feature...) -> Sample {
    let parts = name.split(separator: ".")
    return Sample(
      "fixture-\(parts[0])", String(parts.last ?? ""), [PictureFeature.samples] + features
    ) { try Places.fixtureBytes(name) }
  }

  private static let cameras = [
    "com.adobe.raw-image",
    "com.canon.crw-raw-image",
    "com.canon.cr2-raw-image",
    "com.canon.cr3-raw-image",
    "com.nikon.raw-image",
    "com.nikon.nrw-raw-image",
    "com.sony.arw-raw-image",
    "com.sony.sr2-raw-image",
    "com.fuji.raw-image",
    "com.panasonic.rw2-raw-image",
    "com.panasonic.raw-image",
    "com.leica.rwl-raw-image",
    "com.olympus.or-raw-image",
    "com.pentax.raw-image",
    "com.samsung.raw-image",
    "com.hasselblad.3fr-raw-image",
    "com.phaseone.raw-image",
    "com.leafamerica.raw-image",
    "com.mamiya.raw-image",
    "com.epson.raw-image",
    "com.kodak.raw-image",
    "com.konicaminolta.raw-image",
  ]

  /// Formats of pictures.
  static let pictures = rowsOfTheirOwn + ofFixtures(besides: rowsOfTheirOwn)

  private static let rowsOfTheirOwn: [FormatRow] = {
    typealias F = PictureFeature
    let plain: [Feature] = [
      F.profile, F.cmyk, F.exif, F.place, F.xmp, F.iptc, F.texts, F.density, F.background,
    ]
    return [
      written(
        "public.jpeg", with: [F.profile, F.exif, F.place, F.xmp, F.iptc, F.texts, F.density],
        lacks: [F.alpha, F.depth, F.background, F.frames, F.pages, F.images],
        others: [
          fixture("cmyk.jpg", F.cmyk),
          Sample("ultra-hdr", "jpg", [F.gainMap]) { try StillPicture.withGainMap() },
        ]),
      written(
        "public.png", as: .rgba16,
        with: [
          F.alpha, F.depth, F.profile, F.exif, F.place, F.xmp, F.texts, F.density, F.background,
        ], lacks: [F.cmyk, F.iptc] + several),
      written(
        "org.w3.apng", as: .rgba16,
        with: [
          F.alpha, F.depth, F.profile, F.exif, F.place, F.xmp, F.texts, F.density, F.background,
        ],
        lacks: [F.cmyk, F.iptc, F.pages, F.gainMap, F.images],
        others: [fixture("animated.apng", F.frames)]),
      written(
        "public.heic", "public.heif-standard", "public.heics", "public.avci", as: .rgba16,
        with: [F.alpha, F.depth, F.profile, F.exif, F.place, F.xmp],
        lacks: [F.cmyk, F.iptc, F.texts, F.density, F.background] + several),
      written(
        "public.avif", "public.avis", as: .rgba16,
        with: [F.alpha, F.depth, F.profile, F.exif, F.place, F.xmp],
        lacks: [
          F.cmyk, F.iptc, F.texts, F.density, F.background, F.pages, F.gainMap, F.images,
        ], others: [fixture("animated.avif", F.frames)]),
      written(
        "public.jpeg-2000", "public.jpeg-2000-codestream", as: .rgba16,
        with: [F.alpha, F.depth, F.profile, F.exif, F.place, F.xmp, F.density],
        lacks: [F.cmyk, F.iptc, F.texts, F.background] + several),
      written(
        "public.tiff", as: .rgba16,
        with: [F.alpha, F.depth, F.profile, F.exif, F.place, F.xmp, F.iptc, F.density],
        lacks: [F.texts, F.background, F.frames, F.gainMap, F.images],
        others: [
          fixture("pages.tiff", F.pages),
          Sample("inks", "tiff", [F.cmyk]) {
            try StillPicture(.cmyk8, []).file(as: "public.tiff")
          },
        ]),
      written(
        "public.jpeg-xl", as: .rgba16, with: [F.alpha, F.depth, F.profile, F.exif, F.place, F.xmp],
        lacks: [
          F.cmyk, F.iptc, F.texts, F.density, F.background, F.pages, F.gainMap, F.images,
        ],
        others: [
          Sample("moving", "jxl", [F.frames]) {
            try StillPicture.converted("animated.apng", to: "public.jpeg-xl")
          }
        ]),
      written(
        "org.webmproject.webp", as: .rgba8, with: [F.alpha, F.profile, F.exif, F.place, F.xmp],
        lacks: [
          F.depth, F.cmyk, F.iptc, F.texts, F.density, F.background, F.pages, F.gainMap, F.images,
        ], others: [fixture("animated.webp", F.frames)]),
      written(
        "com.compuserve.gif", with: [F.profile, F.xmp, F.texts],
        lacks: [
          F.alpha, F.depth, F.cmyk, F.exif, F.place, F.iptc, F.density, F.background, F.pages,
          F.gainMap, F.images,
        ], others: [fixture("animated.gif", F.frames)]),
      written(
        "com.microsoft.bmp", as: .rgba8, with: [F.alpha, F.profile, F.density],
        lacks: [F.depth, F.cmyk, F.exif, F.place, F.xmp, F.iptc, F.texts, F.background] + several),
      written("public.pbm", as: .gray8, with: [], lacks: plain + [F.alpha, F.depth] + several),
      written("public.pgm", as: .gray16, with: [F.depth], lacks: plain + [F.alpha] + several),
      written(
        "public.ppm", "public.pnm", "public.pfm", as: .rgb16, with: [F.depth],
        lacks: plain + [F.alpha] + several),
      written("public.pam", as: .rgba16, with: [F.alpha, F.depth], lacks: plain + several),
      written(
        "com.microsoft.ico", "com.microsoft.cur", as: .rgba8, with: [F.alpha],
        lacks: plain + [F.depth, F.frames, F.pages, F.gainMap],
        others: [fixture("icon.ico", F.images)]),
      FormatRow(
        .picture, ["public.svg-image", "public.svgz-image"],
        lacks: Array(Set(F.all).subtracting([F.alpha, F.samples])),
        [fixture("drawing.svg", F.alpha)]),
      // One library reads all of them, and what they have beside pixels is Exif.
      FormatRow(
        .picture, cameras,
        lacks: Array(Set(F.all).subtracting([F.samples, F.depth, F.exif])),
        [
          Sample("raw", "dng", [F.samples, F.depth, F.exif]) { TinyDNG().bytes }
        ]),
    ]
  }()
}
