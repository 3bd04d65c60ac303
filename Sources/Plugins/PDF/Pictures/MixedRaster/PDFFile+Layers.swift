import ConverterCore
import PDFObjects
import PictureModel

extension PDFFile {
  /// Paper as an image, and over it a mask for each colour of ink.
  func paint(
    _ layers: CodedLayers, of facts: PictureFacts, in layout: PictureLayout,
    _ options: PicturePageOptions, sharing images: SharedImages, in context: ConversionContext
  ) throws(ConversionError) -> PaintedPicture {
    let matrix = layout.matrix(.upright)
    let objects = dictionary([
      "/Im0": try image(
        layers.paper, of: facts, options: options, sharing: images, in: context)
    ])
    var operators = "q \(matrix) cm /Im0 Do"
    if !layers.inks.isEmpty { operators += " /Ink cs" }
    for (index, ink) in layers.inks.enumerated() {
      objects["/Im\(index + 1)"] = try stencil(ink.mask, sharing: images, in: context)
      let colour = ink.colour.map { PictureLayout.text(Double($0) / 255) }
      operators += " \(colour.joined(separator: " ")) sc /Im\(index + 1) Do"
    }
    needVersion("1.4")
    return PaintedPicture(
      operators: operators + " Q",
      resources: dictionary([
        "/XObject": objects,
        "/ColorSpace": dictionary([
          "/Ink": try colourSpace(of: layers.paper, facts, sharing: images)
        ]),
      ]))
  }

  /// An image whose black samples are painted in the colour that is set.
  private func stencil(
    _ mask: CodedPicture, sharing images: SharedImages, in context: ConversionContext
  ) throws(ConversionError) -> PDFObject {
    let bytes = try mask.bytes(false)
    return try images.stream("stencil \(mask.width) \(mask.height)", bytes) {
      () throws(ConversionError) in
      let made = try stream()
      made["/Type"] = name("/XObject")
      made["/Subtype"] = name("/Image")
      made["/Width"] = integer(mask.width)
      made["/Height"] = integer(mask.height)
      made["/BitsPerComponent"] = integer(1)
      made["/ImageMask"] = boolean(true)
      try made.fill(with: bytes, filter: name("/JBIG2Decode"), parameters: null, in: context)
      return made
    }
  }
}
