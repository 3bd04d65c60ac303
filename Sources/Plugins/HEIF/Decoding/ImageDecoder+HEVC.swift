import ConverterCore
import HEVC
import PictureModel

extension ImageDecoder {
  /// Decodes an HEVC item, by our own decoder if it can.
  func decode(
    hevc configuration: HEVCConfiguration, item: UInt32, into target: PlaneTarget, threads: Int,
    by decoder: HEVCDecoder
  ) throws(ConversionError) {
    let data = try file.data(of: item, in: context)
    // libde265 allocates whatever a parameter set asks for, also one within the item.
    for set in try configuration.parameters(in: data, item: item) {
      try context.limits.checkPixels(width: set.codedWidth, height: set.codedHeight)
    }
    let units = try configuration.units(of: data, item: item)
    let outcome = try decoder.decode(
      sets: configuration.units, data: data, units: units, limits: context.limits
    ) { picture throws(ConversionError) in
      target.planes(for: picture)
    }
    if outcome == .decoded { return }

    // Of what is damaged libde265 shows as much as it can, and says what it thinks of it.
    let warning = try LibDE265Handle.decode(
      item: item, sets: configuration.units, data: data, units: units, threads: threads
    ) { planes throws(ConversionError) in
      try target.store(planes, item: item)
    }
    if let warning {
      context.warn("item \(item) may not look right: \(warning)")
    }
  }
}

extension PlaneTarget {
  /// Where the planes of a picture go; `nil` if it is not what the target is for.
  fileprivate func planes(for picture: HEVCPicture) -> [HEVCPlane]? {
    guard case .ycbcr(let subsampling, _, _) = buffer.format.channels,
      buffer.format.bytesPerSample == 1, buffer.format.bitDepth == 8,
      subsampling == (picture.isGray ? .monochrome : .s420),
      picture.width == width, picture.height == height
    else { return nil }
    return buffer.planes.prefix(picture.isGray ? 1 : 3).enumerated().map { index, plane in
      let scale = index == 0 ? 1 : 2
      let (left, top) = (min(x / scale, plane.width), min(y / scale, plane.height))
      // Row, column and size were held to the plane.
      return unsafe HEVCPlane(
        base: plane.row(top, as: UInt8.self) + left, stride: plane.stride,
        width: min((width + scale - 1) / scale, plane.width - left),
        height: min((height + scale - 1) / scale, plane.height - top))
    }
  }
}
