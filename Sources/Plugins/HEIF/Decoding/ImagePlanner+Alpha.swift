import ConverterCore
import PictureModel

extension ImagePlanner {
  /// What an auxiliary image is for.
  enum AuxiliaryRole {
    case alpha, depth, gainMap, other
  }

  /// ISO/IEC 23008-12, annex B and 6.6.2.1.1; the gain maps are those of Apple and Samsung.
  static func role(ofAuxiliary urn: String) -> AuxiliaryRole {
    switch urn {
    case "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1",
      "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha":
      .alpha
    case "urn:mpeg:hevc:2015:auxid:2", "urn:mpeg:mpegB:cicp:systems:auxiliary:depth":
      .depth
    case _ where urn.hasSuffix(":hdrgainmap"):
      .gainMap
    default:
      .other
    }
  }

  /// The URN of an auxiliary image, up to the zero that ends it.
  static func auxiliaryType(_ properties: [ItemProperty]) -> String? {
    for case .auxiliaryType(let urn) in properties { return urn }
    return nil
  }

  /// The plan of the item whose luma is the alpha of `id`.
  mutating func alpha(
    of id: UInt32, _ parents: [UInt32]
  ) throws(ConversionError) -> ImagePlan? {
    for auxiliary in file.references.sources(of: id, "auxl") {
      let properties = try file.properties(of: auxiliary)
      guard let urn = Self.auxiliaryType(properties), Self.role(ofAuxiliary: urn) == .alpha
      else { continue }
      let plan = try plan(auxiliary, within: parents + [id])
      guard plan.format.isPlanar else {
        throw .unsupported("the alpha of item \(id) is item \(auxiliary), which has no planes")
      }
      return plan
    }
    return nil
  }

  /// Whether the colours of `id` were multiplied with alpha (ISO/IEC 23008-12, 6.10.1.1).
  func isPremultiplied(_ id: UInt32, by alpha: UInt32) -> Bool {
    file.references.targets(of: id, "prem").contains(alpha)
  }
}
