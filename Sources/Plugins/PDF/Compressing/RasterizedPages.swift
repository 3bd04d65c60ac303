import ConverterCore
import ExternalTools
import PagedDocumentModel

/// Pages that become one picture each: text, drawings and forms are only seen, no longer there.
struct RasterizedPages {
  let level: CompressionLevel
  let context: ConversionContext

  /// Changes the pages of a file; links, outline, labels and attachments stay.
  func replace(in file: PDFFile) throws(ConversionError) -> CompressionReceipt {
    var receipt = CompressionReceipt()
    receipt.pages = try file.pageCount
    let before = try ReachableObjects.find(in: file, in: context)
    let renderer = try PageRenderer(of: file, dpi: level.dpi, in: context)
    for index in 0..<receipt.pages {
      let page = try file.page(index)
      let raster = try renderer.raster(of: index, in: context)
      try replace(page, with: raster.isGray(tolerance: 2) ? raster.gray() : raster)
      try context.checkpoint(Double(index + 1) / Double(receipt.pages + 1))
    }
    for key in ["/AcroForm", "/StructTreeRoot", "/MarkInfo", "/OCProperties"] {
      file.root.removeKey(key)
    }
    let after = try ReachableObjects.find(in: file, in: context)
    receipt.objectsDropped = max(0, before.count - after.count)
    context.note(
      "text", .dropped, why: "each page is one picture: it can be neither searched nor copied")
    context.warn("each page is one picture now: its text can be neither searched nor copied")
    return receipt
  }

  private func replace(_ page: PDFObject, with raster: Raster) throws(ConversionError) {
    let file = page.file
    let bytes = try JPEGImageEncoderHandle.encode(raster, quality: level.quality, in: context)
    let image = file.stream()
    try image.fill(
      with: bytes, filter: file.name("/DCTDecode"), parameters: file.null, in: context)
    let entries: KeyValuePairs = [
      "/Type": file.name("/XObject"), "/Subtype": file.name("/Image"),
      "/Width": file.integer(raster.width), "/Height": file.integer(raster.height),
      "/BitsPerComponent": file.integer(8),
      "/ColorSpace": file.name(raster.channels == 1 ? "/DeviceGray" : "/DeviceRGB"),
    ]
    for (key, value) in entries { image[key] = value }
    let content = file.stream()
    content.replaceData(
      Array("q \(Self.placement(on: page)) cm /Page Do Q".utf8), filter: file.null,
      parameters: file.null)
    page["/Resources"] = file.dictionary(["/XObject": file.dictionary(["/Page": image])])
    page["/Contents"] = content
    // What they look like is in the picture; of links nothing is.
    let links = page["/Annots"].items.filter { $0["/Subtype"].name == "/Link" && !$0.has("/AP") }
    if links.isEmpty { page.removeKey("/Annots") } else { page["/Annots"] = file.array(links) }
    for key in ["/StructParents", "/Group", "/Thumb", "/PieceInfo", "/Metadata"] {
      page.removeKey(key)
    }
    try file.check()
  }

  /// Where the picture of a page as it is shown lies on the page as it is stored.
  private static func placement(on page: PDFObject) -> String {
    let box = page.visibleBox
    let (left, bottom, right, top) = (box[0], box[1], box[2], box[3])
    let (width, height) = (right - left, top - bottom)
    let matrix =
      switch page.rotation {
      case 90: [0, height, -width, 0, right, bottom]
      case 180: [-width, 0, 0, -height, right, top]
      case 270: [0, -height, width, 0, left, top]
      default: [width, 0, 0, height, left, bottom]
      }
    return matrix.map { page.file.real($0).unparsed }.joined(separator: " ")
  }
}
