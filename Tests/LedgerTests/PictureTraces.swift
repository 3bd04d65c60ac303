import ConverterCore
import PictureModel

/// Whether a picture has a feature.
struct PictureTraces {
  let pictures: [Picture]

  func has(_ feature: Feature) -> Bool {
    pictures.contains { has(feature, $0) } || feature == PictureFeature.pages && pictures.count > 1
  }

  private func has(_ feature: Feature, _ picture: Picture) -> Bool {
    let facts = picture.facts
    let metadata = facts.metadata
    return switch feature {
    case PictureFeature.alpha: facts.format.hasAlpha
    case PictureFeature.profile: if case .icc = facts.colour { true } else { false }
    case PictureFeature.depth: facts.sampleDepth > 8
    case PictureFeature.cmyk: facts.format.channels == .cmyk
    case PictureFeature.exif: metadata.exif.map { Exif.beginsStream($0) } ?? false
    case PictureFeature.place: metadata.exif.map(Self.hasPlace) ?? false
    case PictureFeature.xmp: contains(metadata.xmp, feature.marker)
    case PictureFeature.iptc: contains(metadata.iptc, feature.marker)
    case PictureFeature.texts: metadata.texts.contains { $0.text.contains(feature.marker) }
    case PictureFeature.density:
      metadata.dotsPerInch.map { $0.x.rounded() == 300 && $0.y.rounded() == 300 } ?? false
    case PictureFeature.background: facts.background != nil
    case PictureFeature.frames: facts.frames > 1
    case PictureFeature.pages: picture.parts.count > 1
    case PictureFeature.gainMap: facts.gainMap != nil
    case PictureFeature.images: facts.companions.contains { $0.kind == .image }
    default: false
    }
  }

  private func contains(_ bytes: [UInt8]?, _ text: String) -> Bool {
    bytes.map { Searched($0).contains(text) } ?? false
  }

  /// Whether the first directory leads to one of a place.
  private static func hasPlace(_ exif: [UInt8]) -> Bool {
    Searched(exif).contains("\u{0}\u{2}\u{11}")
      || exif.indices.dropLast(1).contains { index in
        exif[index] == 0x88 && exif[index + 1] == 0x25
          || exif[index] == 0x25 && exif[index + 1] == 0x88
      }
  }
}

/// All samples of a picture in 8 or 16 bits, to be compared.
struct Samples: Equatable {
  let width: Int
  let height: Int
  let values: [UInt16]

  /// - Parameters:
  ///   - hasAlpha: whether opacity is looked at, too.
  ///   - isDeep: whether more than 8 bits of a sample are.
  init(of picture: Picture, hasAlpha: Bool, isDeep: Bool, in context: ConversionContext) throws {
    let format = PixelFormat(
      .rgb, alpha: hasAlpha ? .straight : .none, bitDepth: isDeep ? 16 : 8)
    let source = try picture.pixels(for: PixelDemand([format]), in: context)
    (width, height) = (source.width, source.height)
    var values: [UInt16] = []
    while let band = try source.nextBand() {
      let plane = band.plane(0)
      for row in 0..<band.height {
        values += (0..<plane.width).map {
          isDeep ? plane.row(row, as: UInt16.self)[$0] : UInt16(plane.row(row, as: UInt8.self)[$0])
        }
      }
    }
    self.values = values
  }
}
