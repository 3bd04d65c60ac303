public import ConverterCore

extension Picture {
  /// A picture from pixels as they are stored: cut to `crop`, then turned by `orientation`.
  ///
  /// This is the one place where orientation is applied. Pixels stay in the stored format where its
  /// chroma allows, with 4:2:2 turned to 4:4:0; crops and mirrors stream, everything else holds the
  /// picture in memory, within the limit.
  ///
  /// - Parameters:
  ///   - facts: with the stored width and height; the picture's facts get the size as shown.
  ///   - crop: in stored pixels; what lies outside them is ignored, and so is an empty crop.
  ///   - orientation: how the stored pixels are to be turned.
  ///   - context: its limit for memory applies.
  ///   - siblings: what stands beside the picture in its file: further pages or pictures.
  ///   - open: gives the stored pixels. With a crop it is never asked for fewer than all.
  public init(
    stored facts: PictureFacts, crop: PixelRectangle? = nil, orientation: Orientation,
    in context: ConversionContext, siblings: [Sibling<Picture>] = [],
    open: @escaping (PixelDemand) throws(ConversionError) -> any PixelSource
  ) {
    let whole = PixelRectangle(x: 0, y: 0, width: facts.width, height: facts.height)
    let kept = crop?.within(width: facts.width, height: facts.height) ?? whole
    var shown = facts
    shown.storedOrientation = orientation
    let size = (kept.width, kept.height)
    (shown.width, shown.height) = orientation.swapsSides ? (size.1, size.0) : size
    let crop = kept == whole ? nil : kept
    guard orientation != .upright || crop != nil else {
      self.init(shown, siblings: siblings, open: open)
      return
    }
    shown.format =
      facts.format.canTurn(kept, orientation)
      ? facts.format.turned(by: orientation) : facts.format.withoutPlanes
    self.init(shown, siblings: siblings) { demand throws(ConversionError) in
      var stored = demand
      stored.formats = demand.formats.map { $0.turned(by: orientation) }
      if crop != nil {
        stored.sufficientSize = nil
      } else if orientation.swapsSides, let size = demand.sufficientSize {
        stored.sufficientSize = (size.height, size.width)
      }
      return try open(stored).turned(crop: crop, by: orientation, in: context)
    }
  }
}

extension PixelSource {
  /// These pixels cut to `crop` (which lies within them) and turned.
  fileprivate func turned(
    crop: PixelRectangle?, by orientation: Orientation, in context: ConversionContext
  ) throws(ConversionError) -> any PixelSource {
    let kept = crop ?? PixelRectangle(x: 0, y: 0, width: width, height: height)
    var source: any PixelSource = self
    if !format.canTurn(kept, orientation) {
      source = converted(to: format.withoutPlanes, in: context)
    }
    if let crop {
      guard crop.within(width: width, height: height) == crop else {
        throw ConversionError(
          .internalError,
          "a decoder gave \(width)×\(height) pixels where a part of the whole was asked for")
      }
      source = CroppedSource(source, to: crop, in: context)
    }
    switch orientation {
    case .upright: return source
    case .mirrored:
      return ConvertedSource(source, RowMirror(), to: source.format, in: context)
    default: return TurnedSource(source, by: orientation, in: context)
    }
  }
}

extension PixelFormat {
  /// Whether planes can be cut and turned as they are: chroma samples must stay over the same
  /// pixels, counted from either end.
  func canTurn(_ crop: PixelRectangle, _ orientation: Orientation) -> Bool {
    let (x, y) = isPlanar ? sampling(ofPlane: 1) : (1, 1)
    return crop.x.isMultiple(of: x) && crop.y.isMultiple(of: y)
      && (!orientation.reversesColumns || crop.width.isMultiple(of: x))
      && (!orientation.reversesRows || crop.height.isMultiple(of: y))
  }

  /// The format after a turn, or the one to be turned into it: both ways are the same.
  func turned(by orientation: Orientation) -> PixelFormat {
    guard orientation.swapsSides, case .ycbcr(let subsampling, let matrix, let range) = channels
    else { return self }
    var copy = self
    switch subsampling {
    case .s422: copy.channels = .ycbcr(.s440, matrix, range)
    case .s440: copy.channels = .ycbcr(.s422, matrix, range)
    default: break
    }
    return copy
  }

  /// The interleaved format that holds all of a planar one.
  var withoutPlanes: PixelFormat {
    guard isPlanar else { return self }
    return PixelFormat(isGray ? .gray : .rgb, alpha: alpha, bitDepth: bitDepth > 8 ? 16 : 8)
  }
}
