import ConverterCore
import PictureModel

extension ImagePlanner {
  /// An AV1 image item (AV1 Image File Format, 2.1).
  mutating func av1(
    _ id: UInt32, _ properties: [ItemProperty], _ parents: [UInt32]
  ) throws(ConversionError) -> ImagePlan {
    var configuration: AV1Configuration?
    var (operatingPoint, layer) = (0, Int?.none)
    for property in properties {
      switch property {
      case .av1Configuration(let value): configuration = configuration ?? value
      case .av1OperatingPoint(let value): operatingPoint = value
      case .layer(let value): layer = value
      default: break
      }
    }
    guard let configuration else { throw .damaged("item \(id) is AV1 but has no av1C property") }
    guard let size = Self.spatialExtents(properties) else {
      throw .damaged("item \(id) has no ispe property, which says its size")
    }
    try spend(try context.limits.checkPixels(width: size.width, height: size.height))
    let units = configuration.complete(try file.data(of: id, in: context))
    let samples = try configuration.samples(of: units, in: "item \(id)", context)
    warn(id, ofLayers: samples.layerCount(operatingPoint: operatingPoint), layer)
    return try finish(
      id, .av1(configuration, operatingPoint: operatingPoint, layer: layer), properties, parents,
      size: size, samples.subsampling, bitDepth: samples.bitDepth,
      colour: ImagePlan.Colour(codePoints: samples.colour),
      coding: "AV1 \(samples.subsampling.rawValue) \(samples.bitDepth) bit")
  }

  private func warn(_ id: UInt32, ofLayers count: Int, _ layer: Int?) {
    guard count > 1 else { return }
    let shown = layer.map { "layer \($0), which the file selects," } ?? "the highest"
    context.warn("item \(id) holds its picture in \(count) layers, of which \(shown) is shown")
  }
}

extension AV1Configuration {
  /// What the samples are: as the sequence header says, with a warning where the property says otherwise, or as
  /// the property says where there is no sequence header.
  ///
  /// - Parameter subject: for messages: "item 1".
  func samples(
    of units: [UInt8], in subject: String, _ context: ConversionContext
  ) throws(ConversionError) -> AV1SequenceHeader {
    guard let header = AV1SequenceHeader(in: units) else {
      guard let subsampling else { throw .damaged("AV1 knows no 4:4:0 pictures") }
      return AV1SequenceHeader(subsampling: subsampling, bitDepth: bitDepth)
    }
    if header.subsampling != subsampling || header.bitDepth != bitDepth {
      let said = subsampling?.rawValue ?? "4:4:0"
      context.warn(
        "\(subject) is coded with \(header.subsampling.rawValue) and \(header.bitDepth) bits, though its "
          + "av1C property says \(said) and \(bitDepth) bits")
    }
    return header
  }
}
