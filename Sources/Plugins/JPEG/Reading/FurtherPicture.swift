internal import ConverterCore
internal import PictureModel

/// A picture that follows the first one in its file.
struct FurtherPicture {
  let companion: PictureFacts.Companion
  /// `nil` for thumbnails, which show nothing of their own.
  let sibling: Sibling<Picture>?
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
      let size = try segments.frameSize()
      let kind = try segments.companionKind(listedAs: entry.kind)
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
        try furtherPicture(at: entry.range)
      }
      found.append(FurtherPicture(companion: companion, sibling: sibling))
    }
    return found
  }

  private func furtherPicture(at range: Range<Int>) throws(ConversionError) -> Picture {
    do {
      return try JPEGStream(input, range: range, in: context).picture()
    } catch {
      throw error.about(input.path)
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
    if try position(of: .app2, after: Array("urn:iso:std:iso:ts:21496:-1\0".utf8)) != nil {
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
