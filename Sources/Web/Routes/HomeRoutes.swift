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
      let paths = try await receive(request)
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

  /// Takes the files of a form as they come.
  private func receive(_ request: Request) async throws -> [FilePath] {
    guard let type = request.headers[.contentType],
      var reader = MultipartReader(contentType: type)
    else { throw ConversionError(.usage, "this is no form with files") }
    var paths: [FilePath] = []
    var arriving = ArrivingUpload(uploads)
    do {
      for try await buffer in request.body {
        for event in try reader.read(buffer.readableBytesView) {
          if let path = try arriving.take(event) { paths.append(path) }
        }
      }
      try reader.finish()
    } catch {
      arriving.abandon()
      throw error
    }
    return paths
  }
}

/// The file of a form that is being taken.
private struct ArrivingUpload {
  private let uploads: Uploads
  private var current: Uploads.Arriving?

  init(_ uploads: Uploads) { self.uploads = uploads }

  /// - Returns: the path of a file that has arrived whole.
  mutating func take(_ event: MultipartReader.Event) throws(ConversionError) -> FilePath? {
    switch event {
    case .begin(_, let name):
      // A field without a name is no file, and one with an empty name a field in which nothing was chosen.
      if let name, !name.isEmpty { current = try uploads.begin(name) }
    case .bytes(let bytes): try current?.append(bytes)
    case .end:
      defer { current = nil }
      return try current?.finish()
    }
    return nil
  }

  mutating func abandon() {
    current?.abandon()
    current = nil
  }
}
