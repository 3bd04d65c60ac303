import ConverterCore
import PictureModel

extension ImagePlanner {
  /// An HEVC image item (ISO/IEC 23008-12, B.2).
  mutating func hevc(
    _ id: UInt32, _ properties: [ItemProperty], _ parents: [UInt32]
  ) throws(ConversionError) -> ImagePlan {
    guard let configuration = Self.hevcConfiguration(properties) else {
      throw .damaged("item \(id) is HEVC but has no hvcC property")
    }
    let inBand =
      configuration.parameters == nil
      ? try configuration.parameters(in: try file.data(of: id, in: context), item: id).first : nil
    guard let parameters = configuration.parameters ?? inBand else {
      throw .damaged("item \(id) is HEVC but has no sequence parameter set")
    }
    try spend(
      try context.limits.checkPixels(
        width: parameters.codedWidth, height: parameters.codedHeight))
    let size = (width: parameters.width, height: parameters.height)
    warn(id, of: size, against: properties)
    return try finish(
      id, .hevc(configuration), properties, parents, size: size, parameters.subsampling,
      bitDepth: parameters.bitDepth, colour: ImagePlan.Colour(codePoints: parameters.colour),
      coding: "HEVC \(parameters.subsampling.rawValue) \(parameters.bitDepth) bit")
  }

  /// The bitstream knows its size best; a file that says another is shown with a warning.
  private func warn(
    _ id: UInt32, of size: (width: Int, height: Int), against properties: [ItemProperty]
  ) {
    guard let extents = Self.spatialExtents(properties), extents != size else { return }
    context.warn(
      "item \(id) is coded with \(size.width)×\(size.height) pixels, though its ispe property says "
        + "\(extents.width)×\(extents.height)")
  }

  private static func hevcConfiguration(_ properties: [ItemProperty]) -> HEVCConfiguration? {
    for case .hevcConfiguration(let configuration) in properties { return configuration }
    return nil
  }
}
