import ConverterCore
import PictureModel
import RecognizedTextModel

/// What a page needs of a picture: the images that draw it, coded, and the words in it. No file holds it yet.
///
/// To make one takes nearly all of the time that a page of a picture takes, and can be done by any thread.
struct CodedPage {
  enum Images {
    /// - Parameters:
    ///   - mask: how opaque it is, where that differs.
    ///   - orientation: how the coded samples are turned to be seen upright.
    case one(CodedPicture, mask: CodedPicture?, Orientation)
    case layers(CodedLayers)
    /// One that is as small as it is asked for, and not to be coded once more.
    case small(CodedPicture)
  }

  let facts: PictureFacts
  let images: Images
  /// `nil` for a page that gets none.
  let words: RecognizedPage?
  /// By how many degrees the page is turned clockwise: as its words are read, or its letters stand, unless it is said of
  /// a scan how it stands.
  let turn: Int
}

extension PictureCoding {
  /// The images of a page that shows a picture.
  func images(of picture: Picture) throws(ConversionError) -> CodedPage.Images {
    // Opacity by itself is upright, which what is stored may not be.
    let orientation = picture.facts.storedOrientation
    if let own = picture.coded, !own.hasAlpha || orientation == .upright {
      // Many viewers do not see the opacity within the data, so it stands beside them once more.
      return .one(own, mask: own.hasAlpha ? try mask(of: picture) : nil, orientation)
    }
    var pixels = picture
    if Self.mayHaveLayers(picture.facts, options) {
      // They are made once, whatever becomes of them.
      pixels = try picture.collected(in: context)
      if let layers = try layers(of: pixels) { return .layers(layers) }
    }
    // What layers do not suit is one picture.
    if let small = SmallPicture(of: picture.facts, options.withoutLayers) {
      return .small(try small.code(pixels, in: context))
    }
    let (colours, mask) = try code(pixels)
    // Coded anew, a picture is upright already.
    return .one(colours, mask: mask, .upright)
  }
}

extension Picture {
  /// With its pixels at hand, so that they are made once.
  fileprivate func collected(in context: ConversionContext) throws(ConversionError) -> Picture {
    let demand = PixelDemand([facts.format])
    let pixels = try PixelBuffer(collecting: try self.pixels(for: demand, in: context), in: context)
    return Picture(facts) { _ throws(ConversionError) in BufferSource(pixels) }
  }
}
