import HTTPTypes
import Hummingbird
import NIOCore

/// Styles, scripts and drawings: the same for everybody, and for ever under their address.
struct AssetRoutes {
  private static let assets: [(name: String, type: String, bytes: [UInt8])] = [
    ("style.css", "text/css; charset=utf-8", PackageResources.style_css),
    ("app.js", "text/javascript; charset=utf-8", PackageResources.app_js),
    ("launch.js", "text/javascript; charset=utf-8", PackageResources.launch_js),
    ("icon.svg", "image/svg+xml", PackageResources.icon_svg),
    ("icons.svg", "image/svg+xml", PackageResources.icons_svg),
  ]

  func add(to router: Router<WebContext>) {
    for asset in Self.assets {
      let body = ByteBuffer(bytes: asset.bytes)
      router.get("assets/\(PageRenderer.version)/\(asset.name)") { _, _ in
        Response(
          status: .ok,
          headers: [
            .contentType: asset.type, .cacheControl: "public, max-age=31536000, immutable",
          ], body: .init(byteBuffer: body))
      }
    }
  }
}
