import CLibDE265

extension CodedStream {
  /// What libde265 makes of the stream; `nil` where it gives no picture.
  func decodedByReference() -> Planes? {
    guard fairy_libde265_open() == nil, let decoder = de265_new_decoder() else { return nil }
    defer { de265_free_decoder(decoder) }
    for unit in units {
      bytes[unit].withUnsafeBufferPointer {
        _ = de265_push_NAL(decoder, $0.baseAddress, Int32($0.count), 0, nil)
      }
    }
    _ = de265_flush_data(decoder)
    var more: Int32 = 1
    while more != 0 {
      more = 0
      _ = de265_decode(decoder, &more)
      guard let image = de265_get_next_picture(decoder) else { continue }
      let count: Int32 = de265_get_chroma_format(image) == de265_chroma_mono ? 1 : 3
      var planes = Planes()
      for channel in 0..<count {
        var stride: Int32 = 0
        guard let base = de265_get_image_plane(image, channel, &stride) else { return nil }
        let width = Int(de265_get_image_width(image, channel))
        planes.samples.append(
          (0..<Int(de265_get_image_height(image, channel))).flatMap {
            UnsafeBufferPointer(start: base + $0 * Int(stride), count: width)
          })
      }
      return planes
    }
    return nil
  }
}
