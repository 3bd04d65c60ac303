import ConverterCore
import PictureModel

/// The planes of a coded picture, borrowed from a decoder.
struct DecodedPlanes {
  let subsampling: ChromaSubsampling
  let bitDepth: Int
  /// Y, or Y, Cb, Cr; samples of up to 8 bits are bytes, deeper ones native words.
  let planes: [PixelBuffer.Plane]

  var width: Int { planes[0].width }
  var height: Int { planes[0].height }
}
