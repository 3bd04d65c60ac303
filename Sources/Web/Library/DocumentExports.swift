import Broker
import ConverterCore
import FairyLibrary
import SystemPackage

/// Makes one file of the PDFs of several documents.
struct DocumentExports: Sendable {
  /// A document that has a PDF.
  struct Document: Sendable {
    let name: String
    /// As the broker knows it.
    let address: FilePath
    let path: FilePath
  }

  /// Where copies are that have the names of their documents.
  private let folder: FilePath
  private static let word = ".work/exports"
  /// How long copies are kept, in seconds: the ZIP is made by then.
  private static let age = 3600

  /// - Parameter work: the work folder.
  init(in work: FilePath) throws(ConversionError) {
    folder = work.appending("exports")
    do { try folder.makeFolders(mode: 0o700) } catch {
      throw ConversionError(
        .cannotCreateOutput, "cannot be made: \(error)", file: folder, cause: error)
    }
  }

  /// - Throws: `usage` where some are drafts, which have no PDF: the message names them.
  func documents(
    _ ids: [DocumentID], of library: DocumentLibrary, _ words: Words
  ) throws(ConversionError) -> [Document] {
    var documents: [Document] = []
    var drafts: [String] = []
    for id in ids {
      let document = try library.document(id)
      let metadata = try document.metadata()
      guard metadata.output != nil else {
        drafts.append(metadata.title)
        continue
      }
      documents.append(
        Document(
          name: metadata.fileName, address: DocumentAddress(id).pdf(document, metadata),
          path: try document.savedDocument()))
    }
    guard drafts.isEmpty else {
      throw ConversionError(
        .usage, words.text("lib_drafts_have_none", ["titles": drafts.joined(separator: ", ")]))
    }
    return documents
  }

  /// Begins to join them into one PDF.
  ///
  /// - Returns: the number of the job.
  func join(_ documents: [Document], _ jobs: Jobs, _ words: Words) async throws -> Int {
    let name = words["joined_name"] + ".pdf"
    return try await jobs.begin(
      Self.request("merge", "com.adobe.pdf", documents.map(\.address)), name: name,
      outputName: name)
  }

  /// Begins to pack them into a ZIP, each under its title.
  ///
  /// - Returns: the number of the job.
  func pack(
    _ documents: [Document], with desk: LibraryDesk, _ jobs: Jobs, _ words: Words
  ) async throws -> Int {
    let copies = try await desk.write { _ in try copied(documents) }
    let name = words["lib_documents_name"] + ".zip"
    return try await jobs.begin(
      Self.request("pack", "public.zip-archive", copies), name: name, outputName: name)
  }

  private static func request(
    _ verb: String, _ type: String, _ paths: [FilePath]
  ) -> [JSONValue.Member] {
    paths[0].members("input") + [
      .init("verb", .string(verb)), .init("to", .string(type)),
      .init("more", .array(paths.dropFirst().map { .object($0.members("input")) })),
    ]
  }

  private func copied(_ documents: [Document]) throws(ConversionError) -> [FilePath] {
    removeOld()
    let name = Secret.random(bytes: 8).hexadecimal
    let place = folder.appending(name)
    do { try place.makeFolders(mode: 0o700) } catch {
      throw ConversionError(
        .cannotCreateOutput, "cannot be made: \(error)", file: place, cause: error)
    }
    var copies: [FilePath] = []
    for document in documents {
      let copy = try DocumentExport.copy(
        document.path, to: place.appending(document.name), conflict: .rename)
      copies.append(
        FilePath(Self.word).appending(name).appending(copy.lastComponent?.string ?? ""))
    }
    return copies
  }

  private func removeOld() {
    guard let open = try? OpenFolder(path: folder) else { return }
    for item in (try? open.items()) ?? [] where item.isFolder {
      guard let status = try? open.status(of: item.name),
        FileTimes(status).modified / 1_000_000_000 < Clock.seconds - Self.age
      else { continue }
      open.removeTree(String(decoding: item.name, as: UTF8.self))
    }
  }
}
