internal import ConverterCore
internal import PictureModel

extension PictureFacts {
  /// The segments that carry metadata and profile, in the order in which readers expect them.
  ///
  /// - Parameter gainMapBytes: how long the stream of a gain map is that follows the picture, which XMP announces.
  /// - Throws: `limitExceeded` for a profile that is larger than a JPEG file can hold.
  func jpegSegments(gainMapBytes: Int? = nil) throws(ConversionError) -> [JPEGSegment] {
    var segments: [JPEGSegment] = []
    if let exif = metadata.exif {
      segments += JPEGExif.split(exif).map { (.app1, $0) }
    }
    if let xmp = metadata.xmp {
      let announcement = gainMapBytes.map { GainMap.container(byteCount: $0) } ?? []
      segments += ExtendedXMP.split(xmp, adding: announcement).map { (.app1, $0) }
    } else if let gainMapBytes {
      segments.append(
        (.app1, JPEGSignature.xmp + GainMap.containerPacket(byteCount: gainMapBytes)))
    }
    if let iptc = metadata.iptc {
      let capacity = jpegSegmentCapacity - JPEGSignature.photoshop.count
      segments += stride(from: 0, to: iptc.count, by: capacity).map {
        (.app13, JPEGSignature.photoshop + iptc.dropFirst($0).prefix(capacity))
      }
    }
    if case .icc(let profile) = colour {
      guard profile.count <= JPEGProfile.capacity else {
        throw ConversionError.exceeding(
          .init(fixed: "profile", needed: profile.count, allowed: JPEGProfile.capacity),
          "its colour profile has \(profile.count) bytes, and a JPEG file holds "
            + "\(JPEGProfile.capacity); --profile srgb does without it")
      }
      segments += JPEGProfile.split(profile).map { (.app2, $0) }
    }
    segments += metadata.texts.flatMap(\.jpegComments).map { (.comment, $0) }
    return segments
  }
}

extension PictureMetadata.Text {
  /// Comments have no keyword: any but "Comment" goes in front of the text.
  fileprivate var jpegComments: [[UInt8]] {
    let whole = Array((keyword == "Comment" ? text : "\(keyword): \(text)").utf8)
    return stride(from: 0, to: whole.count, by: jpegSegmentCapacity).map {
      Array(whole[$0..<min($0 + jpegSegmentCapacity, whole.count)])
    }
  }
}
