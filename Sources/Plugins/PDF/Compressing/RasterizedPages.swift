import ConverterCore
import ExternalTools
import PDFObjects
import PagedDocumentModel
import PictureModel

/// Pages that become one picture each: text, drawings and forms are only seen, no longer there.
struct RasterizedPages {
  private let file: PDFFile
  private let renderer: PageRenderer
  private let count: Int
  /// The best that pages may become.
  private let best: CompressionLevel
  private let context: ConversionContext

  init(
    of file: PDFFile, best: CompressionLevel, in context: ConversionContext
  ) throws(ConversionError) {
    self.file = file
    self.best = best
    self.context = context
    count = try file.pageCount
    // What it renders is the file as it is now.
    renderer = try PageRenderer(of: file, dpi: best.dpi, in: context)
  }

  /// Changes the pages; links, outline, labels and attachments stay.
  ///
  /// - Parameters:
  ///   - maximum: the most bytes that the file may have.
  ///   - measure: how large the file would be now.
  func replace(
    within maximum: Int?, metadata: ConversionOptions.MetadataPolicy,
    measure: () throws(ConversionError) -> Int
  ) throws(ConversionError) -> CompressionReceipt {
    var receipt = CompressionReceipt()
    receipt.pages = count
    let before = try ReachableObjects.find(in: file, in: context)
    receipt.noteInput(before, of: file)
    try PrivateData.drop(
      from: file, before, metadata: metadata, keepsCatalogue: false, in: context)
    try FlattenedStructure(of: file, in: context).drop()
    let pictures = try emptyPages()
    if let maximum {
      try fit(maximum, pictures, besides: try measure())
    } else {
      _ = try fill(pictures, at: best)
    }
    let after = try ReachableObjects.find(in: file, in: context)
    receipt.objectsDropped = max(0, before.count - after.count)
    context.note(
      "text", .dropped, why: "each page is one picture: it can be neither searched nor copied")
    context.warn("each page is one picture now: its text can be neither searched nor copied")
    return receipt
  }

  /// Leaves the pages filled at the best level that fits.
  private func fit(
    _ maximum: Int, _ pictures: [PDFObject], besides rest: Int
  ) throws(ConversionError) {
    let steps = CompressionLevel.steps(from: best)
    let levels = SizeEstimate.levels(of: steps)
    var counts = levels.map { _ in 0 }
    for page in 0..<count {
      let raster = try self.raster(of: page)
      let strips = raster.strips
      let share = Double(strips.height) / Double(raster.height)
      for (index, level) in levels.enumerated() where counts[index] < maximum {
        let bytes = try JPEGImageEncoderHandle.encode(
          scaled(strips, to: level), quality: level.quality, in: context)
        counts[index] += Int(Double(bytes.count) / share)
      }
      try context.checkpoint(Double(page + 1) / Double(2 * count + 2))
    }
    var filled: CompressionLevel?
    let fitting = SizeFitting(maximum: maximum, best: best, context: context)
    let level = try fitting.level(SizeEstimate(steps, counts), besides: rest, advice: "") {
      (level) throws(ConversionError) in
      filled = level
      return try fill(pictures, at: level)
    }
    if level != filled { _ = try fill(pictures, at: level) }
  }

  private func raster(of page: Int) throws(ConversionError) -> Raster {
    let raster = try renderer.raster(of: page, in: context)
    return raster.isGray(tolerance: 2) ? raster.gray() : raster
  }

  private func scaled(_ raster: Raster, to level: CompressionLevel) -> Raster {
    let share = level.dpi / best.dpi
    guard share < 1 else { return raster }
    let width = max(1, Int((Double(raster.width) * share).rounded()))
    let height = max(1, Int((Double(raster.height) * share).rounded()))
    return AreaFilter(raster, toWidth: width, height: height).apply(to: raster)
  }

  /// - Returns: what the pictures take.
  private func fill(
    _ pictures: [PDFObject], at level: CompressionLevel
  ) throws(ConversionError) -> Int {
    var sum = 0
    for (page, image) in pictures.enumerated() {
      let raster = scaled(try self.raster(of: page), to: level)
      let bytes = try JPEGImageEncoderHandle.encode(raster, quality: level.quality, in: context)
      sum += bytes.count
      try image.fill(
        with: bytes, filter: file.name("/DCTDecode"), parameters: file.null, in: context)
      image["/Width"] = file.integer(raster.width)
      image["/Height"] = file.integer(raster.height)
      image["/ColorSpace"] = file.name(raster.channels == 1 ? "/DeviceGray" : "/DeviceRGB")
      try file.check()
      try context.checkpoint(Double(page + 1) / Double(count + 1))
    }
    return sum
  }

  /// Has each page show nothing but a picture, which has yet to come.
  private func emptyPages() throws(ConversionError) -> [PDFObject] {
    var pictures: [PDFObject] = []
    for index in 0..<count {
      let page = try file.page(index)
      let image = try file.stream()
      image.replaceData([], filter: file.name("/DCTDecode"), parameters: file.null)
      image["/Type"] = file.name("/XObject")
      image["/Subtype"] = file.name("/Image")
      image["/BitsPerComponent"] = file.integer(8)
      let content = try file.stream()
      content.replaceData(
        Array("q \(Self.placement(on: page)) cm /Page Do Q".utf8), filter: file.null,
        parameters: file.null)
      page["/Resources"] = file.dictionary(["/XObject": file.dictionary(["/Page": image])])
      page["/Contents"] = content
      for key in ["/StructParents", "/Group", "/Thumb", "/PieceInfo", "/Metadata"] {
        page.removeKey(key)
      }
      try file.check()
      pictures.append(image)
    }
    return pictures
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
