import ConverterCore
import ExternalTools
import PDFObjects
import PagedDocumentModel
import PictureModel

extension PageRenderer {
  /// The pages of a file as it is now.
  ///
  /// - Parameter dpi: pixels an inch.
  convenience init(
    of file: PDFFile, dpi: Double, in context: ConversionContext
  ) throws(ConversionError) {
    var pages: [DocumentPage] = []
    for index in 0..<(try file.pageCount) {
      pages.append(DocumentPage(source: 0, index: index, size: try file.page(index).shownSize))
    }
    self.init(
      try ToolInput(file, in: context), pages: pages, liesOnSide: try file.liesOnSide, dpi: dpi,
      in: context)
  }

  /// All pixels of a page.
  func raster(of page: Int, in context: ConversionContext) throws(ConversionError) -> Raster {
    let pixels = try picture(of: page).pixels(for: PixelDemand([.rgb8]), in: context)
    let (width, height) = (pixels.width, pixels.height)
    _ = try context.limits.checkPixels(width: width, height: height)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    while let band = try pixels.nextBand() {
      try context.checkpoint()
      let plane = band.plane(0)
      for row in 0..<band.height {
        // A row is of three bytes for each pixel of the width.
        unsafe bytes.append(
          contentsOf: UnsafeBufferPointer(start: plane.row(row, as: UInt8.self), count: width * 3))
      }
    }
    return Raster(width: width, height: height, channels: 3, bytes: bytes)
  }
}

extension Raster {
  /// How light a picture in red, green and blue is to the eye (ITU-R BT.601).
  var lightness: Raster {
    guard channels == 3 else { return self }
    let count = width * height
    let gray = [UInt8](capacity: count) { gray in
      for index in 0..<count {
        let (red, green, blue) = (bytes[3 * index], bytes[3 * index + 1], bytes[3 * index + 2])
        gray.append(UInt8((Int(red) * 77 + Int(green) * 150 + Int(blue) * 29) >> 8))
      }
    }
    return Raster(width: width, height: height, channels: 1, bytes: gray)
  }
}
