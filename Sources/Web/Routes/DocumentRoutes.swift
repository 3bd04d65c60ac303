import ConverterCore
import FairyLibrary
import HTTPTypes
import Hummingbird
import SystemPackage

/// The page of one document, and what is changed there.
///
/// Each form has the revision that the user saw: what was changed since in another window is shown beside what was typed, and
/// nothing is overwritten unasked.
struct DocumentRoutes {
  let desk: LibraryDesk
  let names: FileNames
  let pages: PageRenderer

  private static let mostFormBytes = 3 << 20

  func add(to router: RouterGroup<WebContext>) {
    router.get("library/:id") { request, context in
      let (address, form) = (try DocumentAddress(context), Form(request.uri))
      return try await desk.read { library in
        try page(library, address, form, context.words)
      }
    }
    router.post("library/:id") { request, context in
      try await edit(request, context, .description)
    }
    router.post("library/:id/tags") { request, context in
      try await edit(request, context, .tags)
    }
    router.post("library/:id/text") { request, context in
      try await edit(request, context, .text)
    }
    router.post("library/:id/trash") { request, context in
      try await edit(request, context, .trash)
    }
    router.get("library/:id/pdf") { request, context in
      let address = try DocumentAddress(context)
      let (file, name) = try await desk.read { library in
        let document = try library.document(address.id)
        return (
          try Self.sent(document.savedDocument()), try document.metadata().fileName
        )
      }
      return Response.download(file, name: name, range: request.headers[.range])
    }
    router.get("library/:id/pages/:number") { request, context in
      let address = try DocumentAddress(context)
      let number = context.parameters.get("number").flatMap { Int($0) } ?? 0
      let missing = context.words["not_found_why"]
      let (file, name) = try await desk.read { library in
        let document = try library.document(address.id)
        let metadata = try document.metadata()
        guard metadata.pages.indices.contains(number - 1),
          let picture = metadata.pages[number - 1].picture
        else { throw ConversionError(.inputNotFound, missing) }
        let ending = FilePath(picture).extension ?? "jpg"
        return (
          try Self.sent(document.path(of: picture, in: .pages)),
          "\(DocumentExport.fileName(of: metadata.title))-\(number).\(ending)"
        )
      }
      return Response.download(file, name: name, range: request.headers[.range])
    }
  }

  private static func sent(_ path: FilePath) throws(ConversionError) -> SentFile {
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow])
      let size = try file.seek(offset: 0, from: .end)
      return SentFile(file, byteCount: Int(size))
    } catch {
      throw ConversionError(.readFailed, "could not be read: \(error)", file: path, cause: error)
    }
  }

  private func page(
    _ library: DocumentLibrary, _ address: DocumentAddress, _ form: Form, _ words: Words,
    _ edits: [String: Any] = [:], status: HTTPResponse.Status = .ok
  ) throws -> Response {
    let view = DocumentPageView(
      library: library, names: names, address: address, words: words, form: form)
    return pages.page("document", try view.values(edits), words, status: status)
  }

  // MARK: Changes

  private func edit(
    _ request: Request, _ context: WebContext, _ kind: DocumentEdit.Kind
  ) async throws -> Response {
    let (address, words) = (try DocumentAddress(context), context.words)
    let edit = try await DocumentEdit(
      kind, Form(request, atMost: Self.mostFormBytes), words)
    do {
      try await desk.change { editor in try edit.apply(to: address.id, with: editor) }
      return .seeOther(edit.address(of: address))
    } catch let error as ConversionError where error.code == .changedMeanwhile {
      return try await desk.read { library in
        try conflict(library, address, edit, error, words)
      }
    } catch let error as ConversionError where error.code == .usage {
      return try await desk.read { library in
        try page(
          library, address, Form(encoded: ""), words,
          ["fault": error.message].merging(edit.typed) { $1 }, status: .unprocessableContent)
      }
    }
  }

  /// Shows what the document has now beside what was typed.
  private func conflict(
    _ library: DocumentLibrary, _ address: DocumentAddress, _ edit: DocumentEdit,
    _ error: ConversionError, _ words: Words
  ) throws -> Response {
    let document = try library.document(address.id)
    let metadata = try document.metadata()
    // Another program may hold it still.
    guard metadata.revision != edit.revision else { throw error }
    return pages.page(
      "conflict",
      [
        "title": metadata.title, "name": metadata.title, "isLibrary": true,
        "styles": ["library.css"], "href": address.page,
        "action": edit.action(of: address), "revision": metadata.revision,
        "rows": edit.comparison(with: metadata, document, words),
        "fields": edit.form.fields.filter { $0.name != "revision" }.map {
          ["name": $0.name, "value": $0.value]
        },
      ], words, status: .conflict)
  }
}
