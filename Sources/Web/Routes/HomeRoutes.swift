import ConverterCore
import Hummingbird
import SystemPackage

/// The first page.
struct HomeRoutes {
  let names: FileNames
  let pages: PageRenderer
  let folders: [BrokerConnection.Greeting.Folder]
  let uploads: Uploads
  let recent: RecentRoutes
  let preferences: PreferenceStore

  /// What the first page shows of them.
  private static let mostShown = 12
  private static let mostRecent = 8

  func add(to router: RouterGroup<WebContext>) {
    router.get("/") { _, context in await home(context.words) }
  }

  /// What can be done, beside adding files: the address and the drawing of each.
  private static let ways = [
    ("/scan", "scan"), ("/library", "library"), ("/triage", "triage"), ("/notes", "notes"),
    ("/phone", "phone"),
  ]

  private func home(_ words: Words) async -> Response {
    let arrived = uploads.all().prefix(Self.mostShown)
    let recent = await recent.list(atMost: Self.mostRecent, words)
    let values: [String: Any] = [
      "offersTour": !preferences.current.knowsTour,
      "ways": Self.ways.map { address, key in
        [
          "href": address, "icon": key, "version": AssetRoutes.version, "name": words["way_\(key)"],
          "why": words["way_\(key)_why"],
        ]
      },
      "styles": ["home.css", "uploads.css"], "scripts": ["upload.js"], "from": "home",
      "title": words["home"], "isHome": true, "hasFolders": !folders.isEmpty,
      "folders": folders.map { folder in
        [
          "name": folder.word, "writable": folder.isWritable, "version": AssetRoutes.version,
          "href": "/folders/\(names.identifier(of: FilePath(folder.word)))", "t": words.texts,
        ] as [String: Any]
      },
      "hasUploads": !arrived.isEmpty,
      "uploads": arrived.map { upload in
        [
          "name": upload.name, "href": "/files/\(names.identifier(of: upload.path))",
          "size": words.size(upload.byteCount), "when": words.ago(upload.arrived),
        ]
      },
    ]
    return pages.page("home", values.merging(recent) { $1 }, words)
  }
}
