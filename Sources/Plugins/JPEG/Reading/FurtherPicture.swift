internal import ConverterCore
internal import PictureModel

/// A picture that follows the first one in its file.
struct FurtherPicture {
  let companion: PictureFacts.Companion
  /// `nil` for thumbnails, which show nothing of their own.
  let sibling: Sibling<Picture>?
  /// How it is applied, where it is a gain map and that is known.
  var gainMap: GainMap?
}

extension JPEGStream {
  /// No camera writes as many; a hostile index could name the same bytes thousands of times.
  private static let furtherPictureLimit = 100

  /// What the multi-picture index lists, where a JPEG stream is to be found.
  func furtherPictures() throws(ConversionError) -> [FurtherPicture] {
    guard let index = try segments.multiPictureIndex() else { return [] }
    if index.missingCount > 0 {
      context.warn(
        "the file ends before \(index.missingCount) of the further pictures that it lists")
    }
    let omitted = index.entries.count - Self.furtherPictureLimit
    if omitted > 0 {
      context.warn(
        "the file lists \(omitted) more pictures than the \(Self.furtherPictureLimit) that are "
          + "looked at beside the first")
    }
    var names = SiblingNames()
    var found: [FurtherPicture] = []
    for (number, entry) in index.entries.prefix(Self.furtherPictureLimit).enumerated() {
      try context.checkpoint()
      guard let segments = try? JPEGSegments(input, range: entry.range) else { continue }
      var size = try segments.frameSize()
      let kind = try segments.companionKind(listedAs: entry.kind)
      // What lies over the picture is stored as it is; others say for themselves how they are turned.
      let turn = kind == .gainmap || kind == .depth ? orientation : .upright
      if turn.swapsSides, let stored = size { size = (stored.height, stored.width) }
      let companion = PictureFacts.Companion(
        kind, width: size?.width, height: size?.height, detail: entry.kind.words)
      guard kind != .thumbnail else {
        found.append(FurtherPicture(companion: companion, sibling: nil))
        continue
      }
      let name =
        switch kind {
        case .gainmap, .depth: names.unique(kind.rawValue)
        default: "\(number + 2)"
        }
      let sibling = Sibling<Picture>(name: name) { () throws(ConversionError) in
        try furtherPicture(at: entry.range, orientedAs: turn)
      }
      var further = FurtherPicture(companion: companion, sibling: sibling)
      if kind == .gainmap {
        further.gainMap = try segments.gainMap(exif: metadata.exif)
        further.gainMap?.sibling = name
      }
      found.append(further)
    }
    return found
  }

  private func furtherPicture(
    at range: Range<Int>, orientedAs orientation: Orientation
  ) throws(ConversionError) -> Picture {
    try input.namedInErrors { () throws(ConversionError) in
      try JPEGStream(input, range: range, in: context).picture(orientedAs: orientation)
    }
  }
}

extension JPEGSegments {
  /// What a further picture is for: the index knows neither gain maps nor depth, their XMP does.
  fileprivate func companionKind(
    listedAs kind: MultiPictureIndex.Entry.Kind
  ) throws(ConversionError) -> PictureFacts.Companion.Kind {
    guard kind == .other else { return kind == .thumbnail ? .thumbnail : .image }
    // ISO 21496-1, annex C.
    if try position(of: .app2, after: JPEGSignature.gainMap) != nil {
      return .gainmap
    }
    guard let xmp = try payloads(of: .app1, after: JPEGSignature.xmp).first else { return .image }
    for name in ["http://ns.adobe.com/hdr-gain-map/", "urn:com:apple:photo:2020:aux:hdrgainmap"]
    where xmp.position(of: name) != nil {
      return .gainmap
    }
    return xmp.position(of: "http://ns.apple.com/depthData/") == nil ? .image : .depth
  }
}

extension JPEGSegments {
  /// What a gain map says of itself.
  ///
  /// - Parameter exif: of the picture that it belongs to.
  fileprivate func gainMap(exif: [UInt8]?) throws(ConversionError) -> GainMap? {
    for payload in try payloads(of: .app2, after: JPEGSignature.gainMap) {
      if let gainMap = GainMap(iso: payload) { return gainMap }
    }
    let xmp = try payloads(of: .app1, after: JPEGSignature.xmp).first
    if let gainMap = xmp.flatMap(GainMap.init(xmp:)) { return gainMap }
    let isApples = xmp?.position(of: "urn:com:apple:photo:2020:aux:hdrgainmap") != nil
    return isApples ? GainMap(appleXMP: xmp, exif: exif) : nil
  }
}

extension MultiPictureIndex.Entry.Kind {
  fileprivate var words: String? {
    switch self {
    case .thumbnail: "large thumbnail"
    case .panorama: "panorama"
    case .stereo: "stereo"
    case .angle: "another angle"
    case .other: nil
    }
  }
}
