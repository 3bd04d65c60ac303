import ConverterCore
import Hummingbird
import NIOCore
import SystemPackage

/// The first page, and files that are sent.
struct HomeRoutes {
  let names: FileNames
  let pages: PageRenderer
  let folders: [BrokerConnection.Greeting.Folder]
  let uploads: Uploads

  /// What the first page shows of them.
  private static let mostShown = 12

  func add(to router: RouterGroup<WebContext>) {
    router.get("/") { _, context in home(context.words) }
    router.post("uploads") { request, _ in
      let paths = try await UploadForm(request, to: uploads).files
      guard paths.count == 1 else { return Response.seeOther("/") }
      return Response.seeOther("/files/\(names.identifier(of: paths[0]))")
    }
  }

  private func home(_ words: Words) -> Response {
    let arrived = uploads.all().prefix(Self.mostShown)
    return pages.page(
      "home",
      [
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
      ], words)
  }
}
