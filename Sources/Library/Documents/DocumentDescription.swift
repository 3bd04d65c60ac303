import ConverterCore

/// What the user says about a document.
public struct DocumentDescription: Sendable, Equatable {
  public var title: String
  public var note: String
  public var tags: [String]

  init(_ metadata: DocumentMetadata) {
    (title, note, tags) = (metadata.title, metadata.note, metadata.tags)
  }

  /// - Throws: `usage` for an empty title, an empty tag and texts that are too long.
  func apply(to metadata: inout DocumentMetadata) throws(ConversionError) {
    let lengths = [title] + tags
    guard lengths.allSatisfy({ (1...DocumentMetadata.longestTitle).contains($0.utf8.count) }) else {
      throw ConversionError(
        .usage, "a title and a tag have 1 to \(DocumentMetadata.longestTitle) bytes")
    }
    guard note.utf8.count <= DocumentMetadata.longestNote else {
      throw ConversionError(.usage, "a note has at most \(DocumentMetadata.longestNote) bytes")
    }
    (metadata.title, metadata.note) = (title, note)
    metadata.tags = tags.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
