import ConverterCore

@testable import PDFObjects
@testable import PDFPlugin

/// A PDF file in the words of its objects: 1 is the catalogue, 2 the tree of pages.
struct WrittenPDF {
  private var objects: [Int: [UInt8]] = [:]
  private var pages: [Int] = []
  private let trailer: String

  /// - Parameters:
  ///   - entries: more keys of the catalogue.
  ///   - trailer: more keys of the trailer.
  init(catalogue entries: String = "", trailer: String = "") {
    self.trailer = trailer
    objects[1] = Array("<< /Type /Catalog /Pages 2 0 R \(entries) >>".utf8)
  }

  mutating func add(_ number: Int, _ object: String) { objects[number] = Array(object.utf8) }

  mutating func add(_ number: Int, _ entries: String, stream: [UInt8]) {
    objects[number] =
      Array("<< \(entries) /Length \(stream.count) >>\nstream\n".utf8) + stream
      + Array("\nendstream".utf8)
  }

  mutating func addStream(_ number: Int, _ entries: String, _ content: String) {
    add(number, entries, stream: Array(content.utf8))
  }

  mutating func addForm(_ number: Int, _ entries: String, _ content: String) {
    addStream(number, "/Type /XObject /Subtype /Form /BBox [0 0 100 100] \(entries)", content)
  }

  mutating func addImage(_ number: Int, width: Int, height: Int, _ entries: String = "") {
    addStream(
      number,
      "/Type /XObject /Subtype /Image /Width \(width) /Height \(height) /BitsPerComponent 8 "
        + "/ColorSpace /DeviceGray \(entries)", "x")
  }

  /// Adds a page, whose content is the next number.
  ///
  /// - Parameter entries: of its dictionary; with `/MediaBox` and `/Contents` in place of the usual ones.
  mutating func addPage(_ number: Int, _ entries: String, _ content: String) {
    pages.append(number)
    let box = entries.contains("/MediaBox") ? "" : "/MediaBox [0 0 600 800]"
    let contents = entries.contains("/Contents") ? "" : "/Contents \(number + 1) 0 R"
    add(number, "<< /Type /Page /Parent 2 0 R \(box) \(contents) \(entries) >>")
    addStream(number + 1, "", content)
  }

  var bytes: [UInt8] {
    var objects = objects
    let kids = pages.map { "\($0) 0 R" }.joined(separator: " ")
    objects[2] = Array("<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>".utf8)
    var bytes = Array("%PDF-1.7\n".utf8)
    var places: [Int: Int] = [:]
    for (number, object) in objects.sorted(by: { $0.key < $1.key }) {
      places[number] = bytes.count
      bytes += Array("\(number) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
    }
    let start = bytes.count
    bytes += "xref\n0 1\n0000000000 65535 f \n".utf8
    for (number, place) in places.sorted(by: { $0.key < $1.key }) {
      let digits = String(place)
      let padded = String(repeating: "0", count: 10 - digits.count) + digits
      bytes += "\(number) 1\n\(padded) 00000 n \n".utf8
    }
    let size = (objects.keys.max() ?? 0) + 1
    bytes +=
      "trailer\n<< /Root 1 0 R /Size \(size) \(trailer) >>\nstartxref\n\(start)\n%%EOF\n".utf8
    return bytes
  }

  var context: ConversionContext { ConversionContext(registry: Registry()) }

  func file() throws(ConversionError) -> PDFFile {
    try PDFFile(InputFile(bytes: bytes), limits: .standard)
  }

  func uses() throws(ConversionError) -> ContentUses {
    try ContentUses.find(in: try file(), in: context)
  }

  /// How an image is drawn.
  func use(of number: Int) throws(ConversionError) -> ImageUse? {
    try uses().images.images[PDFObject.ID(number: number, generation: 0)]
  }
}
