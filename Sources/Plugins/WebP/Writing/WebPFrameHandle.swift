internal import CLibWebP
import ConverterCore
import PictureModel

/// The pixels that libwebp codes: planes, or words of ARGB.
@safe struct WebPFrameHandle: ~Copyable {
  let picture: UnsafeMutablePointer<WebPPicture>

  /// Pixels that are not cleared.
  ///
  /// - Precondition: no side is over 16383.
  init(width: Int, height: Int, isPlanar: Bool, hasAlpha: Bool) throws(ConversionError) {
    try SystemLibrary.libwebp.open()
    let picture = UnsafeMutablePointer<WebPPicture>.allocate(capacity: 1)
    unsafe picture.initialize(to: WebPPicture())
    guard unsafe WebPPictureInit(picture) != 0 else {
      unsafe picture.deallocate()
      throw SystemLibrary.libwebp.missing(because: "it is of another version")
    }
    unsafe picture.pointee.use_argb = isPlanar ? 0 : 1
    unsafe picture.pointee.colorspace = hasAlpha ? WEBP_YUV420A : WEBP_YUV420
    unsafe picture.pointee.width = Int32(clamping: width)
    unsafe picture.pointee.height = Int32(clamping: height)
    guard unsafe WebPPictureAlloc(picture) != 0 else {
      unsafe picture.deallocate()
      throw LibWebP.outOfMemory
    }
    unsafe self.picture = picture
  }

  deinit {
    unsafe WebPPictureFree(picture)
    unsafe picture.deallocate()
  }

  /// Pulls all bands of a source of the frame's size.
  ///
  /// - Throws: what the source throws, and `internalError` if it ends early.
  borrowing func fill(
    from source: any PixelSource, _ progress: ClosedRange<Double>, in context: ConversionContext
  ) throws(ConversionError) {
    let height = unsafe Int(picture.pointee.height)
    var filled = 0
    while let band = try source.nextBand() {
      let fraction = Double(filled) / Double(max(1, height))
      try context.checkpoint(
        progress.lowerBound + (progress.upperBound - progress.lowerBound) * fraction)
      guard band.y == filled, band.height <= height - filled else { break }
      if source.format.isPlanar { copyPlanes(of: band) } else { copyWords(of: band) }
      filled += band.height
    }
    guard filled == height else {
      throw ConversionError(
        .internalError, "the picture ended after \(filled) of \(height) rows; please report it")
    }
  }

  private borrowing func copyWords(of band: PixelBand) {
    guard let words = unsafe picture.pointee.argb else { return }
    let stride = unsafe Int(picture.pointee.argb_stride)
    let plane = band.plane(0)
    let width = unsafe Int(picture.pointee.width)
    for y in 0..<band.height {
      let row = unsafe words + (band.y + y) * stride
      if band.buffer.format.hasAlpha {
        let from = unsafe plane.row(y, as: UInt32.self)
        for x in 0..<width {
          // Red and blue change places.
          let pixel = unsafe UInt32(littleEndian: from[x])
          unsafe row[x] = pixel & 0xFF00_FF00 | (pixel & 0xFF) &<< 16 | (pixel &>> 16) & 0xFF
        }
      } else {
        let from = unsafe plane.row(y, as: UInt8.self)
        for x in 0..<width {
          let pixel = unsafe from + 3 &* x
          unsafe row[x] =
            unsafe 0xFF00_0000 | UInt32(pixel[0]) &<< 16 | UInt32(pixel[1]) &<< 8 | UInt32(pixel[2])
        }
      }
    }
  }

  private borrowing func copyPlanes(of band: PixelBand) {
    let frame = unsafe picture.pointee
    let targets = unsafe [
      (frame.y, frame.y_stride), (frame.u, frame.uv_stride), (frame.v, frame.uv_stride),
      (frame.a, frame.a_stride),
    ]
    for index in 0..<band.buffer.format.planeCount {
      guard let base = unsafe targets[index].0 else { continue }
      let (plane, stride) = unsafe (band.plane(index), Int(targets[index].1))
      let first = band.y / band.buffer.format.sampling(ofPlane: index).vertical
      let map = band.buffer.format.limiting(plane: index)
      for y in 0..<plane.height {
        let (from, to) = unsafe (plane.row(y, as: UInt8.self), base + (first + y) * stride)
        if let map {
          unsafe map.apply(from, to: to, count: plane.width)
        } else {
          unsafe to.update(from: from, count: plane.width)
        }
      }
    }
  }
}

extension PixelFormat {
  /// From samples of full range to those of limited range; `nil` for planes that stay as they are.
  fileprivate func limiting(plane index: Int) -> RangeMap? {
    guard case .ycbcr(_, _, .full) = channels, index < 3 else { return nil }
    return index == 0 ? .luma : .chroma
  }
}

/// Samples of full range in limited range, rounded (ITU-R BT.601).
private struct RangeMap {
  let table: [UInt8]

  static let luma = RangeMap { 16 + ($0 * 219 + 127) / 255 }
  static let chroma = RangeMap { (128 * 255 + ($0 - 128) * 224 + 127) / 255 }

  private init(_ map: (Int) -> Int) {
    table = (0...255).map { UInt8(clamping: map($0)) }
  }

  func apply(
    _ from: UnsafePointer<UInt8>, to: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    unsafe table.withUnsafeBufferPointer { table in
      for x in 0..<count { unsafe to[x] = table[Int(from[x])] }
    }
  }
}
