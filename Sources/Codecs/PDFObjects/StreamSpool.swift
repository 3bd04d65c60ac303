package import ConverterCore

/// New data of streams, which nobody reads before the file is written.
///
/// qpdf keeps what it is given in memory until then: all pictures of a document that is made smaller, or made of
/// pictures. So what goes beyond some of it lies in a scratch file, in the form of a PDF that holds nothing else;
/// streams of that take the place of those that were to be filled, and qpdf reads them when it writes.
package final class StreamSpool {
  /// How much one file keeps in memory.
  private static let mostInMemory = 16 << 20
  /// The objects of the scratch file before the first stream: what a PDF must have.
  private static let head = [
    "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>",
  ]

  /// No objects, which would keep the file alive.
  private struct Spooled {
    /// In the scratch file.
    let number: Int
    /// As PDF writes them.
    let filter: String
    let parameters: String
  }

  private unowned let file: PDFFile
  /// What streams have in memory.
  private var held: [PDFObject.ID: Int] = [:]
  private var inMemory = 0
  private var scratch: OutputFile?
  /// Where the objects of the scratch file begin.
  private var offsets: [Int] = []
  private var spooled: [PDFObject.ID: Spooled] = [:]

  /// - Parameter file: which has the spool.
  init(of file: PDFFile) { self.file = file }

  /// Fills a stream; its keys may still be changed.
  func fill(
    _ stream: PDFObject, with bytes: [UInt8], filter: PDFObject, parameters: PDFObject,
    in context: ConversionContext
  ) throws(ConversionError) {
    guard let id = stream.id else {
      return stream.replaceData(bytes, filter: filter, parameters: parameters)
    }
    // What it had before is given back.
    inMemory -= held.removeValue(forKey: id) ?? 0
    guard inMemory + bytes.count > Self.mostInMemory else {
      inMemory += bytes.count
      held[id] = bytes.count
      spooled[id] = nil
      return stream.replaceData(bytes, filter: filter, parameters: parameters)
    }
    let number = try append(bytes, in: context)
    spooled[id] = Spooled(
      number: number, filter: filter.unparsed, parameters: parameters.unparsed)
  }

  /// Puts the streams of the scratch file into the places of those that were to be filled.
  ///
  /// - Returns: by what each is known now that was known by another number.
  @discardableResult
  package func settle(
    in context: ConversionContext
  ) throws(ConversionError) -> [PDFObject.ID: PDFObject.ID] {
    guard let scratch, !spooled.isEmpty else { return [:] }
    try finish(scratch)
    let source = try PDFFile(scratch.reopened(), limits: context.limits)
    var places: [PDFObject.ID: PDFObject.ID] = [:]
    for (id, item) in spooled {
      let original = file.object(id)
      let stream = try file.copy(source.object(PDFObject.ID(number: item.number, generation: 0)))
      for key in original.keys where !["/Length", "/Filter", "/DecodeParms"].contains(key) {
        stream[key] = original[key]
      }
      for (key, text) in [("/Filter", item.filter), ("/DecodeParms", item.parameters)]
      where text != "null" {
        stream[key] = try file.object(parsing: text)
      }
      if let place = stream.id { places[id] = place }
    }
    spooled = [:]
    self.scratch = nil
    offsets = []
    try file.redirect(places, in: context)
    file.finishedImages = Set(file.finishedImages.map { places[$0] ?? $0 })
    return places
  }

  /// - Returns: the number of the object.
  private func append(
    _ bytes: [UInt8], in context: ConversionContext
  ) throws(ConversionError) -> Int {
    let scratch: OutputFile
    if let known = self.scratch {
      scratch = known
    } else {
      scratch = try context.scratch()
      try scratch.write(Array("%PDF-1.5\n".utf8))
      self.scratch = scratch
      for object in Self.head { try append(Array(object.utf8), to: scratch) }
    }
    try append(
      Array("<</Length \(bytes.count)>>stream\n".utf8), bytes, Array("\nendstream".utf8),
      to: scratch)
    return offsets.count
  }

  /// Adds an object.
  private func append(_ parts: [UInt8]..., to scratch: OutputFile) throws(ConversionError) {
    offsets.append(scratch.byteCount)
    try scratch.write(Array("\(offsets.count) 0 obj\n".utf8))
    for part in parts { try scratch.write(part) }
    try scratch.write(Array("\nendobj\n".utf8))
  }

  /// Adds the table of objects.
  private func finish(_ scratch: OutputFile) throws(ConversionError) {
    let start = scratch.byteCount
    var text = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = String(offset)
      text += String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n"
    }
    text += "trailer\n<</Size \(offsets.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
    try scratch.write(Array(text.utf8))
  }
}

extension PDFObject {
  /// Gives a stream other data, which are coded already, and which nobody reads before the file is written.
  ///
  /// - Parameters:
  ///   - filter: a name, an array of names, or null for data as they are.
  ///   - parameters: a dictionary, or null.
  /// - Throws: `writeFailed` where the temporary folder cannot take them.
  package func fill(
    with bytes: [UInt8], filter: PDFObject, parameters: PDFObject, in context: ConversionContext
  ) throws(ConversionError) {
    try file.spool.fill(self, with: bytes, filter: filter, parameters: parameters, in: context)
  }
}
