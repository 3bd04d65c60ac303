/// Pages (ISO 32000-1, 7.7.3).
extension PDFObject {
  /// The value of a key that a page may inherit; null where neither it nor what it stands in has one.
  package func inherited(_ key: String) -> PDFObject {
    var node = self
    // A tree that is deeper is a loop.
    for _ in 0..<64 {
      if node.has(key) { return node[key] }
      guard node.has("/Parent") else { break }
      node = node["/Parent"]
    }
    return file.null
  }

  /// Left, bottom, right, top in points: the part of the page that is seen, which is within its medium
  /// (ISO 32000-1, 14.11.2).
  package var visibleBox: [Double] {
    // What viewers take where a file says nothing: US letter.
    let medium = box("/MediaBox") ?? [0, 0, 612, 792]
    guard let crop = box("/CropBox") else { return medium }
    let seen = [
      max(crop[0], medium[0]), max(crop[1], medium[1]), min(crop[2], medium[2]),
      min(crop[3], medium[3]),
    ]
    return seen[2] > seen[0] && seen[3] > seen[1] ? seen : medium
  }

  /// A rectangle of the page in the order of ``visibleBox``; `nil` where there is none, or one without an area.
  package func box(_ key: String) -> [Double]? {
    guard let box = inherited(key).numbers, box.count == 4, box.allSatisfy(\.isFinite) else {
      return nil
    }
    let (left, right) = (min(box[0], box[2]), max(box[0], box[2]))
    let (bottom, top) = (min(box[1], box[3]), max(box[1], box[3]))
    return right > left && top > bottom ? [left, bottom, right, top] : nil
  }

  /// By how many degrees it is turned when shown, clockwise: 0, 90, 180 or 270.
  package var rotation: Int {
    let degrees = (inherited("/Rotate").integer ?? 0) % 360
    return degrees % 90 == 0 ? (degrees + 360) % 360 : 0
  }

  /// How many points a unit of its coordinates is.
  package var userUnit: Double {
    self["/UserUnit"].number.map { $0 > 0 && $0 < 1e6 ? $0 : 1 } ?? 1
  }
}
