import ConverterCore
import PDFObjects

/// The files that a file carries: those of its name tree, and those of annotations.
struct PDFAttachments {
  struct Attachment {
    /// Of the file, or of the tree where the file has none.
    let name: String
    /// As the file says, which need not be right, else as the name does.
    let mediaType: String?
    /// As the file says; `nil` where it does not.
    let byteCount: Int?
  }

  private(set) var attachments: [Attachment] = []
  private var seen: Set<PDFObject.ID> = []
  private let catalog: ContentTypeCatalog

  init(of file: PDFFile, in context: ConversionContext) throws(ConversionError) {
    catalog = context.registry.catalog
    let tree = try file.root["/Names"]["/EmbeddedFiles"]
      .treeEntries(.names, limits: context.limits)
    for (key, value) in tree { add(value, key: key.text) }
    for index in 0..<(try file.pageCount) {
      try context.checkpoint()
      for annotation in try file.page(index)["/Annots"].items.prefix(10_000)
      where annotation["/Subtype"].name == "/FileAttachment" {
        add(annotation["/FS"], key: nil)
      }
    }
  }

  /// - Parameter specification: ISO 32000-1, 7.11.3.
  private mutating func add(_ specification: PDFObject, key: String?) {
    guard specification.isDictionary, attachments.count < 10_000 else { return }
    if let id = specification.id, !seen.insert(id).inserted { return }
    let streams = specification["/EF"]
    let stream = streams["/UF"].isNull ? streams["/F"] : streams["/UF"]
    let name = specification["/UF"].text ?? specification["/F"].text ?? key ?? ""
    let length = stream["/Filter"].isNull ? stream["/Length"].integer : nil
    let size = stream["/Params"]["/Size"].integer ?? stream["/DL"].integer ?? length
    attachments.append(
      Attachment(
        name: name,
        mediaType: stream["/Subtype"].name.map { String($0.dropFirst()) }
          ?? mediaType(of: name),
        byteCount: size.flatMap { $0 < 0 ? nil : $0 }))
  }

  private func mediaType(of name: String) -> String? {
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return nil }
    let word = name[name.index(after: point)...].lowercased()
    return catalog.types(fileExtension: word).first?.mediaTypes.first
  }

  /// The fact that they are; `nil` where there are none.
  var fact: Fact? {
    guard !attachments.isEmpty else { return nil }
    let shown = attachments.prefix(6).map { attachment in
      let details = [attachment.mediaType, attachment.byteCount.map(Self.text)].compactMap(\.self)
      let words = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
      return (attachment.name + words).printable
    }
    let more = attachments.count > shown.count ? " and \(attachments.count - shown.count) more" : ""
    return Fact(
      "attachments", "Attachments", shown.joined(separator: ", ") + more,
      json: .array(
        attachments.map { attachment in
          .object([
            .init("name", .string(attachment.name)),
            .init("mediaType", attachment.mediaType.map { .string($0) } ?? .null),
            .init("bytes", attachment.byteCount.map { .integer($0) } ?? .null),
          ])
        }))
  }

  private static func text(_ bytes: Int) -> String {
    bytes < 1000
      ? "\(bytes) bytes"
      : bytes < 1_000_000 ? "\((bytes + 500) / 1000) kB" : "\((bytes + 500_000) / 1_000_000) MB"
  }
}
