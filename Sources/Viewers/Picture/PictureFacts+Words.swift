internal import ConverterCore
import PictureModel

extension PictureFacts {
  var hasAlpha: Bool {
    format.hasAlpha || palette?.colours.contains { $0.w < 255 } ?? false
  }

  /// "RGB", "palette of 16", "YCbCr 4:2:0, BT.601, full range".
  var colourModel: String {
    if let palette { return "palette of \(palette.colours.count)" }
    switch format.channels {
    case .gray: return "gray"
    case .rgb: return "RGB"
    case .cmyk: return "CMYK"
    case .ycbcr(let subsampling, let matrix, let range):
      let rangeName = range == .full ? "full range" : "limited range"
      guard subsampling != .monochrome else { return "gray, \(rangeName)" }
      return "YCbCr \(subsampling.rawValue), \(matrix.words), \(rangeName)"
    }
  }
}

extension MatrixCoefficients {
  var words: String {
    switch self {
    case .bt709: "BT.709"
    case .bt601: "BT.601"
    case .bt2020: "BT.2020"
    case .identity: "GBR"
    case .ycgco: "YCgCo"
    case .weighted: "other matrix"
    }
  }
}

extension ColourDescription {
  var nameless: String {
    if case .icc = self { "without a name" } else { "not given (sRGB is assumed)" }
  }
}

extension PictureFacts.Companion {
  /// "depth map 768×576", "3 pictures".
  var words: String {
    let name =
      switch kind {
      case .thumbnail: "thumbnail"
      case .depth: "depth map"
      case .gainmap: "gain map"
      case .image: "picture"
      case .frames: "frames"
      case .auxiliary: "auxiliary picture"
      }
    let size = width.flatMap { width in height.map { " \(width)×\($0)" } } ?? ""
    return name + size + (detail.map { " (\($0.printable))" } ?? "")
  }

  var json: JSONValue {
    var members = [JSONValue.Member("kind", .string(kind.rawValue))]
    if let width { members.append(.init("width", .integer(width))) }
    if let height { members.append(.init("height", .integer(height))) }
    if let detail { members.append(.init("detail", .string(detail))) }
    return .object(members)
  }
}
