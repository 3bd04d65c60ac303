import ConverterCore
import HTTPTypes
import Hummingbird
import NIOCore

/// Styles, scripts and drawings: the same for everybody, and for ever under their address.
struct AssetRoutes {
  /// The types of those that browsers ask for by their names.
  private static let types = [
    (".css", "text/css; charset=utf-8"), (".js", "text/javascript; charset=utf-8"),
    (".svg", "image/svg+xml"),
  ]
  private static let assets = types.flatMap { ending, type in
    WebResource.all(ending).map { (name: $0.name, type: type, text: $0.text) }
  }

  /// What addresses of assets begin with: they may be kept for ever, and change with what is in any of them.
  static let version = Digest.sha256(assets.flatMap { Array($0.text.utf8) }).prefix(6).map { $0 }
    .hexadecimal

  func add(to router: Router<WebContext>) {
    for (name, type, text) in Self.assets {
      let body = ByteBuffer(string: text)
      router.get("assets/\(Self.version)/\(name)") { _, _ in
        Response(
          status: .ok,
          headers: [
            .contentType: type, .cacheControl: "public, max-age=31536000, immutable",
          ], body: .init(byteBuffer: body))
      }
    }
  }
}
