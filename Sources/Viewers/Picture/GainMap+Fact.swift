internal import ConverterCore
import PictureModel

extension GainMap {
  /// "gain map (Apple's), up to 1.8 stops above white".
  var fact: Fact {
    let stops = alternateHeadroom.rounded(places: 2)
    return Fact(
      "gainMap", "HDR", "gain map (\(kind.words)), up to \(stops) stops above white",
      json: .object([
        .init("kind", .string(kind.rawValue)),
        .init("headroom", .number(alternateHeadroom.rounded(toPlaces: 6))),
        .init("baseHeadroom", .number(baseHeadroom.rounded(toPlaces: 6))),
        .init("channels", .integer(channels.count)),
      ]))
  }
}

extension GainMap.Kind {
  fileprivate var words: String {
    switch self {
    case .iso: "ISO 21496-1"
    case .ultraHDR: "Ultra HDR"
    case .apple: "Apple's"
    }
  }
}
