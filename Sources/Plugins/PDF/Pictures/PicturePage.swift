import ConverterCore
import PDFObjects
import PagedDocumentModel
import PictureModel
import RecognizedTextModel

/// A picture on its way onto a page: what draws it, and what that needs.
struct PaintedPicture {
  let operators: String
  let resources: PDFObject
}

/// Pictures as pages.
extension PDFFile {
  /// A page that shows a picture, with the words in it.
  ///
  /// - Parameter images: of the pictures that the file has.
  func page(
    _ coded: CodedPage, as page: DocumentPage, options: PicturePageOptions,
    sharing images: SharedImages, in context: ConversionContext
  ) throws(ConversionError) -> PDFObject {
    let layout = PictureLayout(of: coded.facts, options: options)
    let painted = try paint(coded, in: layout, options, sharing: images, in: context)
    let resources = painted.resources
    var text = ""
    if let words = coded.words {
      text = TextLayer(page: words, box: layout.picture, font: "/F0").content
      if !text.isEmpty { resources["/Font"] = dictionary(["/F0": try images.font(in: self)]) }
    }
    let content = try stream()
    // The words lie under the picture: what selects text finds them, and nothing is drawn over it.
    content.replaceData(
      Array("\(text)\(painted.operators)".utf8), filter: null, parameters: null)
    let copy = indirect(
      dictionary([
        "/Type": name("/Page"),
        "/MediaBox": array([0, 0, layout.page.width, layout.page.height].map { real($0) }),
        "/Resources": resources,
        "/Contents": content,
      ]))
    var page = page
    page.rotation += coded.turn
    copy.setLook(of: page, source: copy)
    return copy
  }

  private func paint(
    _ coded: CodedPage, in layout: PictureLayout, _ options: PicturePageOptions,
    sharing images: SharedImages, in context: ConversionContext
  ) throws(ConversionError) -> PaintedPicture {
    switch coded.images {
    case .layers(let layers):
      return try paint(layers, of: coded.facts, in: layout, options, sharing: images, in: context)
    case .one(let colours, let mask, let orientation):
      var opacity: PDFObject?
      if let mask {
        opacity = try image(mask, of: nil, options: options, sharing: images, in: context)
        needVersion("1.4")
      }
      let image = try self.image(
        colours, of: coded.facts, mask: opacity, options: options, sharing: images, in: context)
      return painted(image, layout.matrix(orientation))
    case .small(let picture):
      let image = try self.image(
        picture, of: coded.facts, options: options, sharing: images, in: context)
      if let id = image.id { finishedImages.insert(id) }
      return painted(image, layout.matrix(.upright))
    }
  }

  private func painted(_ image: PDFObject, _ matrix: String) -> PaintedPicture {
    PaintedPicture(
      operators: "q \(matrix) cm /Im0 Do Q",
      resources: dictionary(["/XObject": dictionary(["/Im0": image])]))
  }

  func image(
    _ coded: CodedPicture, of facts: PictureFacts?, mask: PDFObject? = nil,
    options: PicturePageOptions, sharing images: SharedImages, in context: ConversionContext
  ) throws(ConversionError) -> PDFObject {
    let image = dictionary()
    image["/Type"] = name("/XObject")
    image["/Subtype"] = name("/Image")
    image["/Width"] = integer(coded.width)
    image["/Height"] = integer(coded.height)
    // JPEG 2000 says it itself, of each component.
    if coded.coding != .jpx { image["/BitsPerComponent"] = integer(coded.bitDepth) }
    image["/ColorSpace"] = try colourSpace(of: coded, facts, sharing: images)
    if let mask { image["/SMask"] = mask }
    if coded.isInverted {
      image["/Decode"] = array((0..<coded.sampleCount).flatMap { _ in [integer(1), integer(0)] })
    }
    if let key = coded.colourKey {
      image["/Mask"] = array(key.flatMap { [integer($0), integer($0)] })
      needVersion("1.3")
    }
    if coded.coding == .jbig2 { needVersion("1.4") }
    if coded.bitDepth == 16 || coded.coding == .jpx { needVersion("1.5") }
    let bytes = try coded.bytes(options.metadata == .keep)
    let (filter, parameters) =
      switch coded.coding {
      case .jpeg:
        (
          "/DCTDecode",
          coded.isPlainRGB ? dictionary(["/ColorTransform": integer(0)]) : null
        )
      case .jpx: ("/JPXDecode", null)
      case .jbig2: ("/JBIG2Decode", null)
      case .png:
        (
          "/FlateDecode",
          dictionary([
            "/Predictor": integer(15), "/Colors": integer(coded.sampleCount),
            "/BitsPerComponent": integer(coded.bitDepth), "/Columns": integer(coded.width),
          ])
        )
      }
    let description = [image.unparsed, filter, parameters.unparsed].joined(separator: " ")
    return try images.stream(description, bytes, coded.palette) { () throws(ConversionError) in
      let made = try stream()
      for key in image.keys { made[key] = image[key] }
      try made.fill(with: bytes, filter: name(filter), parameters: parameters, in: context)
      return made
    }
  }

  func colourSpace(
    of coded: CodedPicture, _ facts: PictureFacts?, sharing images: SharedImages
  ) throws(ConversionError) -> PDFObject {
    let (device, count) =
      switch coded.samples {
      case .gray: ("Gray", 1)
      case .rgb, .indexed: ("RGB", 3)
      case .cmyk: ("CMYK", 4)
      }
    var space = name("/Device\(device)")
    if let profile = facts?.profileBytes(for: coded.samples) {
      let alternate = space
      let profileStream = try images.stream("profile \(count)", profile) {
        () throws(ConversionError) in
        let made = try stream()
        made["/N"] = integer(count)
        made["/Alternate"] = alternate
        made.replaceData(profile, filter: null, parameters: null)
        return made
      }
      space = array([name("/ICCBased"), profileStream])
    }
    if case .indexed(let colours) = coded.samples {
      space = array([
        name("/Indexed"), space, integer(max(0, colours.count / 3 - 1)), string(colours),
      ])
    }
    return space
  }
}

extension CodedPicture {
  /// The colours that samples stand for, where they do.
  fileprivate var palette: [UInt8] {
    if case .indexed(let colours) = samples { colours } else { [] }
  }

  fileprivate var sampleCount: Int {
    switch samples {
    case .gray, .indexed: 1
    case .rgb: 3
    case .cmyk: 4
    }
  }
}

extension PictureFacts {
  /// An ICC profile for such samples; `nil` where none is known.
  fileprivate func profileBytes(for samples: CodedPicture.Samples) -> [UInt8]? {
    let bytes: [UInt8]
    switch colour {
    case .icc(let own): bytes = own
    case .cicp(let points) where !points.isHDR:
      guard let made = samples == .gray ? ICCProfile(gray: points) : ICCProfile(points) else {
        return nil
      }
      bytes = made.bytes
    default: return nil
    }
    let space =
      switch samples {
      case .gray: "GRAY"
      case .rgb, .indexed: "RGB "
      case .cmyk: "CMYK"
      }
    // A profile for other samples than these would be an error in the file.
    guard bytes.count >= 128, bytes[16..<20].elementsEqual(space.utf8) else { return nil }
    return bytes
  }
}

extension PictureLayout {
  /// What puts the unit square of a stored image upright into its place.
  func matrix(_ orientation: Orientation) -> String {
    // How far it goes along the stored rows and up the stored columns, in the picture as shown.
    let turned: (a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) =
      switch orientation {
      case .upright: (1, 0, 0, 1, 0, 0)
      case .mirrored: (-1, 0, 0, 1, 1, 0)
      case .rotated180: (-1, 0, 0, -1, 1, 1)
      case .flipped: (1, 0, 0, -1, 0, 1)
      case .transposed: (0, -1, -1, 0, 1, 1)
      case .rotated90: (0, -1, 1, 0, 0, 1)
      case .transversed: (0, 1, 1, 0, 0, 0)
      case .rotated270: (0, 1, -1, 0, 1, 0)
      }
    let (box, t) = (picture, turned)
    return [
      t.a * box.width, t.b * box.height, t.c * box.width, t.d * box.height,
      box.left + t.e * box.width, box.bottom + t.f * box.height,
    ].map(Self.text).joined(separator: " ")
  }

  /// A number without exponent, as PDF wants it.
  static func text(_ number: Double) -> String {
    let scaled = Int((number * 10000).rounded())
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: 10000)
    let sign = scaled < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    let digits = "\(10000 + rest)".dropFirst()
    return "\(sign)\(whole).\(digits)"
  }
}
