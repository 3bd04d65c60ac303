import ConverterCore
import PDFObjects

/// What of an image decides its resolution.
struct ImageFacts {
  let width: Double
  let height: Double
  let isMask: Bool

  init(_ image: PDFObject, isMask: Bool) {
    width = image["/Width"].number ?? 0
    height = image["/Height"].number ?? 0
    self.isMask = isMask || image["/ImageMask"].boolean == true
  }

  /// Pixels an inch, where the sides are as long as `reach` has it.
  func dpi(_ reach: Reach) -> Double {
    let wide = Self.dpi(pixels: width, points: reach.first.squareRoot())
    let high = Self.dpi(pixels: height, points: reach.second.squareRoot())
    return min(wide, high, ImageUse.finest)
  }

  private static func dpi(pixels: Double, points: Double) -> Double {
    guard pixels > 0, pixels.isFinite, !points.isNaN else { return 0 }
    return points > 0 ? pixels * 72 / points : ImageUse.finest
  }
}

extension ContentWalk {
  /// An image's masks and stand-ins lie where it does, whatever their size.
  mutating func node(ofImage image: PDFObject, id: PDFObject.ID, isMask: Bool = false) -> Int {
    let key = Key(role: isMask ? .mask : .image, id: id)
    if let known = nodes[key] { return known }
    let node = graph.addNode(isImage: true)
    nodes[key] = node
    images.append((id, node, ImageFacts(image, isMask: isMask)))
    return node
  }

  /// The nodes of an image and of all that is drawn with it.
  mutating func nodes(ofImage image: PDFObject) -> [Int] {
    guard let id = image.id else { return [] }
    var found = [node(ofImage: image, id: id)]
    for key in ["/SMask", "/Mask"] {
      let mask = image[key]
      if mask.isStream, let id = mask.id { found.append(node(ofImage: mask, id: id, isMask: true)) }
    }
    let alternates = image["/Alternates"]
    for index in 0..<min(alternates.count, 16) {
      let other = alternates[index]["/Image"]
      if other.isStream, let id = other.id { found.append(node(ofImage: other, id: id)) }
    }
    return found
  }

  /// What the walk has found of each image.
  func imageUses(inlineImages: Int) throws(ConversionError) -> ImageUses {
    let checkpoint = { () throws(ConversionError) in try context.checkpoint() }
    let drawings = try graph.drawings(checkpoint: checkpoint)
    var isDoubtful = [Bool](repeating: false, count: drawings.count)
    for node in try graph.doubtfulNodes(checkpoint: checkpoint) { isDoubtful[node] = true }
    let transferred = Set(try graph.transferredNodes(checkpoint: checkpoint))
    var uses: [PDFObject.ID: ImageUse] = [:]
    for (id, node, facts) in images {
      let drawing = drawings[node]
      guard drawing.uses > 0 || isDoubtful[node] else { continue }
      let use = ImageUse(
        dpi: drawing.uses > 0 ? facts.dpi(drawing.reach) : 0, pages: drawing.pages,
        uses: drawing.uses, isMask: facts.isMask, isTransferred: transferred.contains(node))
      uses[id] = uses[id].map { $0.joined(with: use) } ?? use
    }
    return ImageUses(images: uses, inlineImages: inlineImages)
  }
}

extension ImageUse {
  /// An image may be drawn both for itself and as a mask.
  fileprivate func joined(with other: ImageUse) -> ImageUse {
    let (sum, isMore) = uses.addingReportingOverflow(other.uses)
    return ImageUse(
      dpi: min(dpi, other.dpi),
      pages: Array(Set(pages).union(other.pages).sorted().prefix(Self.mostPages)),
      uses: isMore ? .max : sum, isMask: isMask || other.isMask,
      isTransferred: isTransferred || other.isTransferred)
  }
}
