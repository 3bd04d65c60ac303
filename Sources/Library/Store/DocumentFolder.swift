public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder of one document: `metadata.json`, and the files that it names.
///
/// ```
/// metadata.json  thumbnail.jpg  originals/001.heic …  pages/001.jpg …  text/001.json …  output/document.pdf
/// ```
///
/// Reading needs no lock: `metadata.json` is whole at any moment, and the files that it names are there before it. All
/// changes go through ``change(from:_:patience:_:)``.
public final class DocumentFolder: Sendable {
  /// The file that says what belongs to the document.
  static let metadataName = "metadata.json"
  /// The most bytes of it that are read.
  static let mostMetadata = 1 << 28

  public let path: FilePath
  public let id: DocumentID
  let folder: OpenFolder

  init(_ id: DocumentID, folder: OpenFolder, path: FilePath) {
    (self.id, self.folder, self.path) = (id, folder, path)
  }

  /// What the document is now.
  ///
  /// - Throws: `damagedInput` where `metadata.json` is missing, damaged or of another document; `unsupportedContent` where
  ///   a later version of fairy wrote it; `readFailed`.
  public func metadata() throws(ConversionError) -> DocumentMetadata {
    let file = path.appending(Self.metadataName)
    do throws(ConversionError) {
      let bytes = try folder.bytes(of: Self.metadataName, most: Self.mostMetadata)
      let metadata = try DocumentMetadata(record: try JSONValue(parsing: bytes))
      guard metadata.id == id else {
        throw ConversionError(
          .damagedInput,
          "metadata.json is of the document \(metadata.id), which is not the folder's name")
      }
      return metadata
    } catch {
      throw error.about(file)
    }
  }

  /// Whether the document was changed at a time or later, as far as the clock of its disk can be trusted to a few seconds.
  func wasChanged(since date: StoredDate) -> Bool {
    guard let status = try? folder.status(of: Array(Self.metadataName.utf8)) else { return false }
    return FileTimes(status).modified / 1_000_000_000 >= date.seconds - 5
  }

  /// Where a numbered file of the document is.
  public func path(of name: String, in files: DocumentFiles) -> FilePath {
    path.appending(files.rawValue).appending(name)
  }

  /// Where a product of the document is, of the revision that `metadata` has.
  public func path(of product: DocumentProduct, _ metadata: DocumentMetadata) -> FilePath {
    let place = product.folder.map { path.appending($0) } ?? path
    let new = place.appending(product.newName(metadata.revision))
    return new.isRegularFile ? new : place.appending(product.rawValue)
  }
}
