import ConverterCore
import FairyLibrary
import HTTPTypes
import Hummingbird
import SystemPackage

/// All that a browser can ask for.
struct WebApplication {
  let responder: RouterResponder<WebContext>
  /// Speaks with a phone nearby.
  let phone: PhoneService
  let connections = OpenConnections(most: 256)

  /// - Parameter greeting: what the broker said of the service.
  /// - Throws: `ConversionError` where the work folder or the library cannot be used.
  init(_ broker: BrokerConnection, _ greeting: BrokerConnection.Greeting) throws {
    let work = greeting.workPath
    for name in ["uploads", "results", "pictures", "attachments", BrokerPages.folderName] {
      try work.appending(name).makeFolders(mode: 0o700)
    }
    let preferences = PreferenceStore(at: work.appending("preferences.json"))
    let pages = try PageRenderer(preferences)
    let names = try FileNames(keyAt: work.appending("names.key"))
    let sessions = Sessions(at: work.appending("sessions.json"), token: greeting.token)
    let registry = FormatRegistry(broker)
    let library = try DocumentLibrary(at: greeting.libraryPath)
    let recent = RecentPlaces(library, greeting.folders)
    let faults = FaultLog()
    let pictures = Pictures(broker, in: work)
    let views = OpenViews(broker)
    let files = FileRoutes(
      broker: broker, views: views, pictures: pictures,
      attachments: Attachments(views, in: work), facts: KnownFacts(broker),
      registry: registry, names: names,
      pages: pages, folders: greeting.folders, recent: recent)
    let router = Router(context: WebContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: Guard(authority: greeting.authority, origin: greeting.origin))
    router.add(middleware: Problems(pages: pages, faults: faults))
    AssetRoutes().add(to: router)
    let events = EventStream()
    let entry = EntryRoutes(sessions: sessions, events: events, pages: pages)
    entry.add(to: router)
    let inside = router.group("")
      .add(
        middleware: SessionMiddleware(sessions: sessions, connections: connections) {
          request, context in
          EntryRoutes.locked(pages, context.words, isWrong: false)
        })
    entry.addInside(to: inside)
    let jobs = Jobs(broker, in: work, events)
    let uploads = Uploads(in: work, events)
    LibraryWatch.begin(greeting.libraryPath, events)
    let recentRoutes = RecentRoutes(
      broker: broker, places: recent, registry: registry, names: names, pages: pages)
    recentRoutes.add(to: inside)
    HomeRoutes(
      names: names, pages: pages, folders: greeting.folders, uploads: uploads,
      recent: recentRoutes, preferences: preferences
    ).add(to: inside)
    PreferenceRoutes(store: preferences, pages: pages).add(to: inside)
    ReportRoutes(broker: broker, registry: registry, jobs: jobs, faults: faults, pages: pages)
      .add(to: inside)
    files.add(to: inside)
    LookRoutes(files: files).add(to: inside)
    MessageRoutes(files: files).add(to: inside)
    JobRoutes(
      broker: broker, jobs: jobs, registry: registry, names: names, pages: pages,
      folders: greeting.folders
    ).add(to: inside)
    UploadRoutes(uploads: uploads, registry: registry, names: names, pages: pages).add(to: inside)
    EventRoutes(events: events).add(to: inside)
    let programs = inside.group("").add(middleware: APIProblems())
    UploadAPIRoutes(uploads: uploads, names: names).add(to: programs)
    JobAPIRoutes(broker: broker, jobs: jobs, registry: registry, names: names).add(to: programs)
    let places = ServicePlaces(library: greeting.libraryPath, work: work)
    let desk = LibraryDesk(library, places, broker)
    let scan = ScanRoutes(
      desk: desk, tasks: DraftTasks(), uploads: uploads, pictures: pictures, names: names,
      pages: pages, jobs: jobs, broker: broker, folders: greeting.folders)
    scan.add(to: inside)
    LibraryRoutes(desk: desk, jobs: jobs, pages: pages, exports: try DocumentExports(in: work))
      .add(to: inside)
    DocumentRoutes(desk: desk, names: names, pages: pages).add(to: inside)
    DocumentResources(desk: desk).add(to: inside)
    SearchRoutes(desk: desk, pages: pages).add(to: inside)
    TrashRoutes(desk: desk, pages: pages).add(to: inside)
    SettingsRoutes(desk: desk, pages: pages).add(to: inside)
    let triage = TriageBroker(broker: broker, names: names)
    TriageRoutes(triage: triage, pages: pages, folders: greeting.folders).add(to: inside)
    NotesRoutes(library: library, triage: triage, pages: pages).add(to: inside)
    phone = PhoneService(
      broker, address: greeting.phoneAddress,
      inbox: PageInbox(uploads: uploads) { upload, purpose in
        await scan.take(upload, for: purpose)
      }, pages: pages)
    PhoneRoutes(service: phone, pages: pages).add(to: inside)
    responder = router.buildResponder()
  }
}

/// Turns errors into pages, and finds the language of the browser.
struct Problems: RouterMiddleware {
  typealias Context = WebContext

  let pages: PageRenderer
  let faults: FaultLog

  func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.words = Words(accepting: request.headers[.acceptLanguage])
    do {
      return try await next(request, context)
    } catch let error as ConversionError {
      faults.add(error)
      return pages.problem(error, context.words)
    } catch let refusal as UploadRefusal {
      return pages.problem(refusal.message(context.words), context.words, status: refusal.status)
    } catch let error as HTTPError where error.status == .notFound {
      let missing = ConversionError(.inputNotFound, context.words["not_found_why"])
      return pages.problem(missing, context.words)
    } catch let error as HTTPError {
      return Response(status: error.status)
    }
  }
}
