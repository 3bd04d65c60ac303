import ConverterCore
import PictureModel

extension FileContents {
  /// How the first gain map among the siblings is applied to the primary picture; `nil` where that is not known.
  ///
  /// - Parameter exif: of the primary picture.
  func gainMap(
    of primary: UInt32, exif: [UInt8]?, in context: ConversionContext
  ) -> GainMap? {
    guard let sibling = siblings.first(where: { $0.name == "gainmap" }) else { return nil }
    let xmp = packet(describing: sibling.item, in: context)
    let urn = (try? file.properties(of: sibling.item)).flatMap(ImagePlanner.auxiliaryType)
    let isApples = urn?.hasPrefix("urn:com:apple:") ?? false
    var gainMap =
      toneMap(of: primary, with: sibling.item, in: context) ?? xmp.flatMap(GainMap.init(xmp:))
      ?? (isApples ? GainMap(appleXMP: xmp, exif: exif) : nil)
    gainMap?.sibling = sibling.name
    return gainMap
  }

  /// What a `tmap` item made of both says: a version, then the form of ISO 21496-1.
  private func toneMap(
    of primary: UInt32, with gainMap: UInt32, in context: ConversionContext
  ) -> GainMap? {
    for item in file.items where item.type == "tmap" {
      guard file.references.targets(of: item.id, "dimg") == [primary, gainMap],
        let data = try? file.data(of: item.id, in: context), data.first == 0
      else { continue }
      return GainMap(iso: Array(data.dropFirst()))
    }
    return nil
  }

  private func packet(describing item: UInt32, in context: ConversionContext) -> [UInt8]? {
    for source in file.references.sources(of: item, "cdsc") {
      guard let information = file.item(source), information.type == "mime",
        information.contentType == "application/rdf+xml", information.contentEncoding.isEmpty
      else { continue }
      return try? file.data(of: source, in: context)
    }
    return nil
  }
}
