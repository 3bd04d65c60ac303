internal import ConverterCore
internal import PictureModel

/// The way in which a JPEG file is made of a picture.
enum JPEGWork {
  /// Of pixels; with the reason where coefficients might have been thought to do.
  case encoding(String?)
  /// Of the coefficients of a JPEG file, cut and turned.
  case turning(PictureOrigin)
  /// Of a JPEG file that is to become smaller, all of which stays.
  case compression(PictureOrigin)

  /// - Throws: `requirementNotMet` where nothing may be lost and something must be.
  init(_ picture: Picture, options: JPEGOptions) throws(ConversionError) {
    let origin = picture.origin.flatMap { $0.type == "public.jpeg" ? $0 : nil }
    precondition(
      !picture.facts.staysAsStored || origin != nil,
      "pixels stay as they are stored only where it is known where that is")
    if picture.facts.staysAsStored, let origin {
      self = .compression(origin)
    } else if options.lossless == .only {
      guard let origin else {
        throw JPEGOptions.refusal(
          "its pixels are not, or no longer, those of a JPEG file")
      }
      guard picture.facts.gainMap == nil else {
        throw JPEGOptions.refusal("its gain map is to go along; --hdr drop leaves it out")
      }
      self = .turning(origin)
    } else if let origin, origin.isRecut {
      if options.lossless == .auto, picture.facts.gainMap != nil {
        self = .encoding("its gain map is to go along")
      } else if options.lossless == .auto, !options.needsEncoding {
        self = .turning(origin)
      } else {
        self = .encoding(
          options.lossless == .never
            ? "--set lossless=never asks for it" : "another quality or size is asked for")
      }
    } else {
      self = .encoding(nil)
    }
  }
}

extension JPEGOptions {
  /// - Throws: `requirementNotMet` where nothing may be lost.
  func refuse(_ obstacle: String) throws(ConversionError) {
    guard lossless == .only else { return }
    throw Self.refusal(obstacle)
  }

  static func refusal(_ obstacle: String) -> ConversionError {
    ConversionError(.requirementNotMet, "--set lossless=only cannot be met: \(obstacle)")
  }
}
