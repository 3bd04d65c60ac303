import ConverterCore
import PDFObjects

/// Streams that say the same: all but one of them go.
struct IdenticalStreams {
  private(set) var merged = 0
  /// What they took, as they were coded.
  private(set) var byteCount = 0

  /// Pictures become alike once their masks are one; nothing is nested deeper than these rounds reach.
  private static let mostRounds = 4

  /// Merges what has the same dictionary and the same data, every byte of them compared.
  ///
  /// - Parameter found: what is in the file; `nil` where that has to be looked for.
  static func merge(
    in file: PDFFile, _ found: ReachableObjects? = nil, in context: ConversionContext
  ) throws(ConversionError) -> IdenticalStreams {
    var result = IdenticalStreams()
    for round in 0..<mostRounds {
      let present =
        if round == 0, let found { found } else {
          try ReachableObjects.find(in: file, in: context)
        }
      let places = try result.round(file, present, in: context)
      if places.isEmpty { break }
      try file.redirect(places, in: context)
    }
    return result
  }

  mutating func add(_ more: IdenticalStreams) {
    merged += more.merged
    byteCount += more.byteCount
  }

  private mutating func round(
    _ file: PDFFile, _ found: ReachableObjects, in context: ConversionContext
  ) throws(ConversionError) -> [PDFObject.ID: PDFObject.ID] {
    var alike: [String: [PDFObject.ID]] = [:]
    for id in found.streams where !found.appearances.contains(id) {
      let stream = file.object(id)
      if let description = Self.description(of: stream) {
        alike[description, default: []].append(id)
      }
    }
    var places: [PDFObject.ID: PDFObject.ID] = [:]
    // In an order that does not change from run to run.
    for ids in alike.values.filter({ $0.count > 1 }).sorted(by: { $0[0].number < $1[0].number }) {
      var known: [Int: [PDFObject.ID]] = [:]
      for id in ids {
        try context.checkpoint()
        let data = try file.object(id).data(.none)
        guard let bytes = data else { continue }
        let hash = Self.hash(bytes)
        if let twin = try twin(of: bytes, among: known[hash] ?? [], in: file) {
          places[id] = twin
          merged += 1
          byteCount += bytes.count
        } else {
          known[hash, default: []].append(id)
        }
      }
    }
    return places
  }

  private func twin(
    of bytes: [UInt8], among ids: [PDFObject.ID], in file: PDFFile
  ) throws(ConversionError) -> PDFObject.ID? {
    for id in ids where try file.object(id).data(.none) == bytes { return id }
    return nil
  }

  /// Seeded anew in every process, so that no file can be made whose streams all meet in one place.
  private static func hash(_ bytes: [UInt8]) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: bytes.span)
    return hasher.finalize()
  }

  /// The dictionary in words; `nil` for streams that stay apart.
  ///
  /// Attachments and what is said about an object belong to what they are attached to.
  private static func description(of stream: PDFObject) -> String? {
    switch stream["/Type"].name {
    case "/EmbeddedFile", "/Metadata", "/XRef", "/ObjStm": return nil
    default: break
    }
    var text = "\(stream["/Length"].integer ?? -1)"
    for key in stream.keys where key != "/Length" { text += key + " " + stream[key].unparsed }
    return text
  }
}
