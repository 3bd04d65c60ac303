private import CHEVC
import ConverterCore

/// A decoder of the C library, with the memory of its largest picture.
@safe final class HEVCDecoderHandle {
  private let decoder: OpaquePointer

  init(_ instructions: HEVCDecoder.Instructions) throws(ConversionError) {
    guard
      let decoder = unsafe fairy_hevc_new(
        instructions == .best ? FAIRY_HEVC_BEST : FAIRY_HEVC_PLAIN)
    else { throw Self.noMemory }
    unsafe self.decoder = decoder
  }

  deinit {
    unsafe fairy_hevc_free(decoder)
  }

  /// Reads the headers of all units.
  ///
  /// - Returns: the picture that they make, or `nil` with the reason there is none.
  func begin(
    sets: [[UInt8]], data: [UInt8], units: [Range<Int>]
  ) throws(ConversionError) -> (picture: HEVCPicture?, outcome: HEVCDecoder.Outcome) {
    unsafe fairy_hevc_reset(decoder)
    var status = FAIRY_HEVC_OK
    for set in sets where status == FAIRY_HEVC_OK {
      status = unsafe set.withUnsafeBufferPointer {
        unsafe fairy_hevc_take(decoder, $0.baseAddress, $0.count)
      }
    }
    unsafe data.withUnsafeBufferPointer { bytes in
      for unit in units where status == FAIRY_HEVC_OK {
        let unit = unsafe UnsafeBufferPointer(rebasing: bytes[unit])
        status = unsafe fairy_hevc_take(decoder, unit.baseAddress, unit.count)
      }
    }
    var picture = fairy_hevc_picture()
    if status == FAIRY_HEVC_OK { status = unsafe fairy_hevc_describe(decoder, &picture) }
    let outcome = try Self.outcome(status)
    return outcome == .decoded ? (HEVCPicture(picture), outcome) : (nil, outcome)
  }

  /// Decodes the picture that ``begin(sets:data:units:)`` found.
  ///
  /// - Parameter planes: as many as it has.
  func finish(_ planes: [HEVCPlane]) throws(ConversionError) -> HEVCDecoder.Outcome {
    let planes = unsafe planes.map {
      unsafe fairy_hevc_plane(
        base: $0.base, stride: $0.stride, width: $0.width, height: $0.height)
    }
    return try unsafe Self.outcome(
      planes.withUnsafeBufferPointer { unsafe fairy_hevc_decode(decoder, $0.baseAddress) })
  }

  private static func outcome(
    _ status: fairy_hevc_status
  ) throws(ConversionError) -> HEVCDecoder.Outcome {
    switch status {
    case FAIRY_HEVC_OK: .decoded
    case FAIRY_HEVC_UNSUPPORTED: .unsupported
    case FAIRY_HEVC_DAMAGED: .damaged
    default: throw noMemory
    }
  }

  private static var noMemory: ConversionError {
    ConversionError(.internalError, "there is no memory for the HEVC decoder")
  }
}

extension HEVCPicture {
  fileprivate init(_ picture: fairy_hevc_picture) {
    codedWidth = Int(picture.coded_width)
    codedHeight = Int(picture.coded_height)
    width = Int(picture.width)
    height = Int(picture.height)
    isGray = picture.is_gray != 0
    byteCount = Int(clamping: picture.memory)
  }
}
