import ConverterCore
import FairyLibrary
import HTTPTypes
import Hummingbird
import NIOCore
import Runner
import Scanning
import SystemPackage

/// Paper becomes a draft: pages come from files, a camera or a scanner, are looked over and changed, and become a document.
struct ScanRoutes {
  let desk: LibraryDesk
  let tasks: DraftTasks
  let uploads: Uploads
  let pictures: Pictures
  let names: FileNames
  let pages: PageRenderer
  let jobs: Jobs
  let broker: BrokerConnection
  let folders: [BrokerConnection.Greeting.Folder]

  static let styles = ["scan.css"]
  private static let mostFormBytes = 1 << 20
  /// What the first page shows of drafts.
  private static let mostDrafts = 12

  /// What comes first when there is not enough for all at once.
  private enum Priority {
    static let preview = 20
    static let edit = 15
    static let add = 5
    static let recognition = -10
  }

  func add(to router: RouterGroup<WebContext>) {
    router.get("scan") { _, context in try start(context.words) }
    router.post("scan") { request, _ in try await begin(request) }
    router.get("scan/:id") { _, context in
      let document = try document(context)
      // What is done afterwards is in the pages that are read then, and a page that waits for nothing lacks none.
      let progress = await tasks.progress(of: document.id)
      return try ScanPage(self, document, context.words).response(progress)
    }
    router.get("scan/:id/state") { _, context in try await state(of: document(context)) }
    router.get("scan/:id/camera") { _, context in
      try ScanPage(self, document(context), context.words).camera()
    }
    router.get("scan/:id/scanner") { _, context in
      try await ScanPage(self, document(context), context.words).scanner()
    }
    router.post("scan/:id/scanner") { request, context in
      let id = try document(context).id
      try await scan(Form(request, atMost: Self.mostFormBytes), to: id)
      return Response.seeOther("/scan/\(id)")
    }
    router.post("scan/:id/scanner/cancel") { _, context in
      let id = try document(context).id
      await tasks.cancel(.scan, of: id)
      return Response.seeOther("/scan/\(id)")
    }
    router.post("scan/:id/pages") { request, context in
      let id = try document(context).id
      let form = try await UploadForm(request, to: uploads)
      guard !form.files.isEmpty else {
        throw ConversionError(.usage, context.words["none_chosen"])
      }
      await add(form.files, LookOptions(form.fields), to: id)
      return Response.seeOther("/scan/\(id)")
    }
    router.post("scan/:id/save") { request, context in
      let document = try document(context)
      let form = try await Form(request, atMost: Self.mostFormBytes)
      return try await save(document, SaveOrder(form, context.words))
    }
    router.post("scan/:id/filter") { request, context in
      let id = try document(context).id
      let filter = try Self.filter(await Form(request, atMost: Self.mostFormBytes))
      try await edit(id) { (session) throws(ConversionError) in
        for page in session.entries.map(\.id) { try session.setFilter(filter, of: page) }
      }
      return Response.seeOther("/scan/\(id)")
    }
    router.post("scan/:id/failures") { _, context in
      let id = try document(context).id
      await tasks.forgetFailures(of: id)
      return Response.seeOther("/scan/\(id)")
    }
    addPages(to: router)
  }

  private func addPages(to router: RouterGroup<WebContext>) {
    router.get("scan/:id/pages/:page") { _, context in
      try ScanPage(self, document(context), context.words).editor(of: page(context))
    }
    router.get("scan/:id/pages/:page/preview") { request, context in
      try await preview(of: page(context), document(context), Form(request.uri))
    }
    router.post("scan/:id/pages/:page/retake") { request, context in
      let (id, page) = (try document(context).id, try page(context))
      let form = try await UploadForm(request, to: uploads)
      guard let file = form.files.first else {
        throw ConversionError(.usage, context.words["none_chosen"])
      }
      let (options, desk, uploads) = (LookOptions(form.fields), desk, uploads)
      await tasks.add(.add, to: id) {
        let photo = try uploads.path(of: file)
        defer { uploads.remove(file) }
        _ = try await desk.change(priority: Priority.edit) { editor in
          try editor.retake(page, of: id, with: photo, options)
        }
      }
      return Response.seeOther("/scan/\(id)/pages/\(page)")
    }
    router.post("scan/:id/pages/:page/:what") { request, context in
      let (id, page) = (try document(context).id, try page(context))
      let change = try PageChange(
        context.parameters.get("what") ?? "", await Form(request, atMost: Self.mostFormBytes))
      try await edit(id) { (session) throws(ConversionError) in
        try change.apply(to: &session, page)
      }
      return Response.seeOther(
        "/scan/\(id)\(change.isSeenInList ? "#page-\(page)" : "/pages/\(page)")")
    }
  }

  func document(_ context: WebContext) throws(ConversionError) -> DocumentFolder {
    guard let id = context.parameters.get("id").flatMap({ DocumentID($0) }) else {
      throw ConversionError(.inputNotFound, context.words["not_found_why"])
    }
    return try desk.library.document(id)
  }

  private func page(_ context: WebContext) throws(ConversionError) -> Int {
    guard let page = context.parameters.get("page").flatMap({ Int($0) }) else {
      throw ConversionError(.inputNotFound, context.words["not_found_why"])
    }
    return page
  }

  static func filter(_ form: Form) throws(ConversionError) -> ScannedPage.Filter {
    guard let filter = form["filter"].flatMap(ScannedPage.Filter.init(rawValue:)) else {
      throw ConversionError(.usage, "\"filter\" is auto, color, gray, bw or photo")
    }
    return filter
  }

  // MARK: Beginning

  private func start(_ words: Words) throws -> Response {
    let index = try desk.library.readableIndex()
    var drafts: [IndexedItem] = []
    var listing = ItemListing()
    listing.state = .draft
    try index.items(.document, listing, most: Self.mostDrafts) { drafts.append($0) }
    return pages.page(
      "scan",
      [
        "title": words["scan"], "isScan": true, "styles": Self.styles,
        "hasDrafts": !drafts.isEmpty,
        "drafts": drafts.map { draft -> [String: Any] in
          [
            "href": "/scan/\(draft.key)", "title": draft.title, "version": AssetRoutes.version,
            "thumb": draft.pageCount > 0
              ? "/library/\(draft.key)/thumbnail/\(draft.revision)" : "",
            "hasPages": draft.pageCount > 0,
            "about": words.counting("pages_count", draft.pageCount) + " · "
              + words.ago(draft.created.seconds),
          ]
        },
      ], words)
  }

  /// Makes a draft of files that are sent, of files in served folders, or an empty one for a camera or scanner.
  private func begin(_ request: Request) async throws -> Response {
    var files: [FilePath] = []
    var options = LookOptions()
    var next: String?
    if request.headers[.contentType]?.lowercased().hasPrefix("multipart/") == true {
      let form = try await UploadForm(request, to: uploads)
      (files, options, next) = (form.files, LookOptions(form.fields), form.fields["then"])
    } else {
      let form = try await Form(request, atMost: Self.mostFormBytes)
      next = form["then"]
      for field in form.fields where field.name == "file" {
        files.append(try await copy(of: field.value))
      }
    }
    let id = try await emptyDraft()
    if !files.isEmpty { await add(files, options, to: id) }
    let end = ["camera", "scanner"].contains(next) ? "/\(next ?? "")" : ""
    return Response.seeOther("/scan/\(id)\(end)")
  }

  /// A draft without pages: the last one, if nothing was put into it, so that none pile up.
  private func emptyDraft() async throws -> DocumentID {
    var newest: IndexedItem?
    try desk.library.readableIndex().items(.document, from: 0, most: 1) { newest = $0 }
    if let newest, newest.state == .draft, newest.pageCount == 0, newest.note.isEmpty,
      let id = DocumentID(newest.key), await !tasks.progress(of: id).isBusy
    {
      return id
    }
    return try await desk.change { editor in
      try editor.create(title: editor.library.settings().newTitle, of: []).id
    }
  }

  /// Copies a file of a served folder to the uploads.
  private func copy(of identifier: String) async throws -> FilePath {
    guard let path = names.path(of: identifier) else {
      throw ConversionError(.inputNotFound, "a file that was chosen is not there any more")
    }
    let answer = try await broker.ask(
      [.init("broker", .string("open"))] + path.members("file"))
    guard let file = answer.file, let size = answer.json["answer"]?["bytes"]?.int else {
      throw ConversionError(.internalError, "the broker gave no file", file: path)
    }
    return try await uploads.copy(
      of: SentFile(file, byteCount: size),
      named: path.lastComponent.map { String(decoding: $0) } ?? "page")
  }

  // MARK: Changing

  /// Adds pages of uploads, which are removed then, while people go on.
  func add(_ files: [FilePath], _ options: LookOptions, to id: DocumentID) async {
    let (desk, uploads) = (desk, uploads)
    for file in files {
      await tasks.add(.add, to: id) {
        let photo = try uploads.path(of: file)
        defer { uploads.remove(file) }
        _ = try await desk.change(priority: Priority.add) { editor in
          try editor.add([photo], to: id, options)
        }
      }
    }
  }

  private func edit(
    _ id: DocumentID,
    _ change: @escaping @Sendable (inout ScanSession) throws(ConversionError) -> Void
  ) async throws {
    _ = try await desk.change(priority: Priority.edit) { editor in
      try editor.edit(id, change)
    }
  }

  private func scan(_ form: Form, to id: DocumentID) async throws {
    let order = try ScannerOrder(form)
    let (broker, tasks, self_) = (broker, tasks, self)
    let name = "\(id)"
    await tasks.add(.scan, to: id) {
      let answer = try await withTaskCancellationHandler {
        try Task.checkCancellation()
        do {
          return try await broker.ask(
            [
              .init("broker", .string("scan")), .init("name", .string(name)),
              .init("folder", .string(Uploads.word)),
            ] + order.members)
        } catch let error as ConversionError where error.code == .interrupted {
          throw CancellationError()
        }
      } onCancel: {
        broker.cancelScan(name)
      }
      let files = (answer.json["answer"]?["files"]?.elements ?? []).compactMap(\.text)
      await self_.add(files.map { FilePath($0) }, order.look, to: id)
      // Sheets that came before a jam are kept.
      if let failure = answer.json["answer"]?["failure"] {
        throw try ConversionError(json: failure, besides: nil)
      }
    }
  }

  /// How it stands with a draft, for a page that shows it.
  private func state(of document: DocumentFolder) async throws -> Response {
    let progress = await tasks.progress(of: document.id)
    let metadata = try document.metadata()
    let state = JSONValue.object([
      .init("busy", .integer(progress.waiting.count)),
      .init("what", progress.waiting.first.map { .string($0.rawValue) } ?? .null),
      .init("failures", .integer(progress.failures.count)),
      .init("revision", .integer(metadata.revision)),
      .init("pages", .integer(metadata.pages.count)),
      .init("state", .string(metadata.state.rawValue)),
    ])
    return Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: ByteBuffer(string: state.description)))
  }

  /// How a page would look with other corners, another filter or turned.
  private func preview(
    of page: Int, _ document: DocumentFolder, _ form: Form
  ) async throws -> Response {
    let metadata = try document.metadata()
    var session = metadata.session
    for field in form.fields where field.name != "state" {
      try PageChange(field.name, Form(fields: [field])).apply(to: &session, page)
    }
    guard let entry = session[id: page] else {
      throw ConversionError(.inputNotFound, "the document has no page \(page)")
    }
    let source = PageSource(
      file: document.path(of: entry.source.name, in: .originals), number: entry.source.page,
      page: entry.page)
    let request = RequestedPages<BrokerPages>.picture(
      of: source, as: "jpeg", quality: 0.85, side: Self.previewSide)
    let members = try desk.places.members(of: request)
    let place = try await pictures.picture(
      named: Array("preview \(JSONValue.object(members))".utf8), of: members,
      priority: Priority.preview)
    return try Response(picture: place, "image/jpeg")
  }

  private static let previewSide = 1000

  // MARK: Saving

  private func save(_ document: DocumentFolder, _ order: SaveOrder) async throws -> Response {
    let id = document.id
    guard try !document.metadata().pages.isEmpty else {
      throw ConversionError(.usage, order.words["no_pages_yet"])
    }
    if order.way == .none { return try await hand(out: document, order) }
    let (desk, broker) = (desk, broker)
    await tasks.add(.save, to: id) {
      let metadata = try await desk.change(priority: Priority.recognition) { editor in
        try order.describe(id, editor)
        return try editor.save(id, as: order.form)
      }
      guard let folder = order.folder else { return }
      for file in order.files(of: metadata) {
        let source = try desk.places.word(for: document.path.appending(file.path))
        _ = try await broker.ask(
          [.init("broker", .string("place")), .init("folder", .string(folder))]
            + source.members("file") + [.init("name", .string(file.name))])
      }
    }
    return Response.seeOther("/scan/\(id)")
  }

  /// Makes the PDF as a result, and keeps nothing in the library.
  private func hand(out document: DocumentFolder, _ order: SaveOrder) async throws -> Response {
    let metadata = try document.metadata()
    let sources = metadata.pages.map { page in
      PageSource(
        file: document.path(of: page.original, in: .originals), number: page.scan.source.page,
        page: page.scan.page)
    }
    let request = RequestedPages<BrokerPages>.document(of: sources, order.form)
    let name = DocumentExport.fileName(of: order.title ?? metadata.title) + ".pdf"
    let number = try await jobs.begin(
      try desk.places.members(of: request), name: name, outputName: name)
    let (desk, jobs, id) = (desk, jobs, document.id)
    await tasks.add(.save, to: id) {
      while await jobs[number]?.result == nil { try await Task.sleep(for: .milliseconds(100)) }
      guard await jobs[number]?.isDone == true else { return }
      try await desk.change { try $0.trash(id) }
    }
    return Response.seeOther("/jobs/\(number)")
  }
}
