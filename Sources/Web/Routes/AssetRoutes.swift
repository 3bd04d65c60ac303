import ConverterCore
import HTTPTypes
import Hummingbird
import NIOCore

/// Styles, scripts and drawings: the same for everybody, and for ever under their address.
struct AssetRoutes {
  private static let styles: [(name: String, bytes: [UInt8])] = [
    ("style.css", PackageResources.style_css),
    ("home.css", PackageResources.home_css),
    ("phone.css", PackageResources.phone_css),
    ("preferences.css", PackageResources.preferences_css),
    ("report.css", PackageResources.report_css),
    ("tour.css", PackageResources.tour_css),
    ("scan.css", PackageResources.scan_css),
    ("library.css", PackageResources.library_css),
    ("triage.css", PackageResources.triage_css),
    ("look.css", PackageResources.look_css),
    ("uploads.css", PackageResources.uploads_css),
  ]
  private static let scripts: [(name: String, bytes: [UInt8])] = [
    ("app.js", PackageResources.app_js),
    ("camera.js", PackageResources.camera_js),
    ("draft.js", PackageResources.draft_js),
    ("outline.js", PackageResources.outline_js),
    ("sheet.js", PackageResources.sheet_js),
    ("library.js", PackageResources.library_js),
    ("document.js", PackageResources.document_js),
    ("launch.js", PackageResources.launch_js),
    ("notes.js", PackageResources.notes_js),
    ("swipe.js", PackageResources.swipe_js),
    ("ahead.js", PackageResources.ahead_js),
    ("keys.js", PackageResources.keys_js),
    ("orders.js", PackageResources.orders_js),
    ("triage.js", PackageResources.triage_js),
    ("zoom.js", PackageResources.zoom_js),
    ("feedback.js", PackageResources.feedback_js),
    ("phoneDesk.js", PackageResources.phoneDesk_js),
    ("report.js", PackageResources.report_js),
    ("tour.js", PackageResources.tour_js),
    ("grid.js", PackageResources.grid_js),
    ("tree.js", PackageResources.tree_js),
    ("reader.js", PackageResources.reader_js),
    ("picture.js", PackageResources.picture_js),
    ("compare.js", PackageResources.compare_js),
    ("events.js", PackageResources.events_js),
    ("jobs.js", PackageResources.jobs_js),
    ("share.js", PackageResources.share_js),
    ("selecting.js", PackageResources.selecting_js),
    ("upload.js", PackageResources.upload_js),
    ("uploads.js", PackageResources.uploads_js),
  ]
  private static let drawings: [(name: String, bytes: [UInt8])] = [
    ("icon.svg", PackageResources.icon_svg),
    ("icons.svg", PackageResources.icons_svg),
  ]

  private static let assets =
    styles.map { ($0.name, "text/css; charset=utf-8", $0.bytes) }
    + scripts.map { ($0.name, "text/javascript; charset=utf-8", $0.bytes) }
    + drawings.map { ($0.name, "image/svg+xml", $0.bytes) }

  /// What addresses of assets begin with: they may be kept for ever, and change with what is in any of them.
  static let version = Digest.sha256(assets.flatMap(\.2)).prefix(6).map { $0 }.hexadecimal

  func add(to router: Router<WebContext>) {
    for (name, type, bytes) in Self.assets {
      let body = ByteBuffer(bytes: bytes)
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
