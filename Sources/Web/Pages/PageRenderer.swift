import ConverterCore
import HTTPTypes
import Hummingbird
import Mustache
import NIOCore

/// Makes pages of templates.
struct PageRenderer: Sendable {
  private let library: MustacheLibrary
  private let preferences: PreferenceStore

  init(_ preferences: PreferenceStore) throws {
    self.preferences = preferences
    library = MustacheLibrary(
      templates: [
        "layout": try Self.template(PackageResources.layout_mustache),
        "locked": try Self.template(PackageResources.locked_mustache),
        "home": try Self.template(PackageResources.home_mustache),
        "folder": try Self.template(PackageResources.folder_mustache),
        "batch": try Self.template(PackageResources.batch_mustache),
        "beside": try Self.template(PackageResources.beside_mustache),
        "file": try Self.template(PackageResources.file_mustache),
        "table": try Self.template(PackageResources.table_mustache),
        "tree": try Self.template(PackageResources.tree_mustache),
        "mails": try Self.template(PackageResources.mails_mustache),
        "message": try Self.template(PackageResources.message_mustache),
        "pages": try Self.template(PackageResources.pages_mustache),
        "text": try Self.template(PackageResources.text_mustache),
        "jobs": try Self.template(PackageResources.jobs_mustache),
        "job": try Self.template(PackageResources.job_mustache),
        "library": try Self.template(PackageResources.library_mustache),
        "document": try Self.template(PackageResources.document_mustache),
        "conflict": try Self.template(PackageResources.conflict_mustache),
        "search": try Self.template(PackageResources.search_mustache),
        "trash": try Self.template(PackageResources.trash_mustache),
        "settings": try Self.template(PackageResources.settings_mustache),
        "phone": try Self.template(PackageResources.phone_mustache),
        "phoneDesk": try Self.template(PackageResources.phoneDesk_mustache),
        "preferences": try Self.template(PackageResources.preferences_mustache),
        "recent": try Self.template(PackageResources.recent_mustache),
        "recentLines": try Self.template(PackageResources.recentLines_mustache),
        "report": try Self.template(PackageResources.report_mustache),
        "tourCard": try Self.template(PackageResources.tourCard_mustache),
        "tourSamples": try Self.template(PackageResources.tourSamples_mustache),
        "tour": try Self.template(PackageResources.tour_mustache),
        "uploads": try Self.template(PackageResources.uploads_mustache),
        "sessions": try Self.template(PackageResources.sessions_mustache),
        "scan": try Self.template(PackageResources.scan_mustache),
        "draft": try Self.template(PackageResources.draft_mustache),
        "sheet": try Self.template(PackageResources.sheet_mustache),
        "camera": try Self.template(PackageResources.camera_mustache),
        "scanner": try Self.template(PackageResources.scanner_mustache),
        "triage": try Self.template(PackageResources.triage_mustache),
        "cards": try Self.template(PackageResources.cards_mustache),
        "queue": try Self.template(PackageResources.queue_mustache),
        "groups": try Self.template(PackageResources.groups_mustache),
        "committed": try Self.template(PackageResources.committed_mustache),
        "notes": try Self.template(PackageResources.notes_mustache),
        "note": try Self.template(PackageResources.note_mustache),
        "problem": try Self.template(PackageResources.problem_mustache),
      ])
  }

  private static func template(_ bytes: [UInt8]) throws -> MustacheTemplate {
    try MustacheTemplate(string: String(decoding: bytes, as: UTF8.self))
  }

  /// A page.
  ///
  /// - Parameters:
  ///   - name: of the template.
  ///   - values: for its tags. `styles` and `scripts` name assets that this page has beside those of all pages.
  func page(
    _ name: String, _ values: [String: Any], _ words: Words, status: HTTPResponse.Status = .ok
  ) -> Response {
    var values = values
    values["t"] = words.texts
    values["language"] = words.language
    values["direction"] = words.isRightToLeft ? "rtl" : "ltr"
    values.merge(preferences.current.values) { $1 }
    values["version"] = AssetRoutes.version
    values["page"] = name
    let text = library.render(values, withTemplate: name) ?? ""
    return Response(
      status: status,
      headers: [.contentType: "text/html; charset=utf-8", .vary: "Accept-Language"],
      body: .init(byteBuffer: ByteBuffer(string: text)))
  }

  /// A page that says why there is no other.
  func problem(_ error: ConversionError, _ words: Words) -> Response {
    let isMissing = error.code == .inputNotFound
    let why = [error.file.map { $0.lossyText }, error.message].compactMap(\.self)
    return problem(
      why.joined(separator: ": "), words, heading: isMissing ? "not_found" : "refused",
      status: error.status)
  }

  /// - Parameters:
  ///   - why: in the language of the words.
  ///   - heading: the key of what stands above it.
  func problem(
    _ why: String, _ words: Words, heading: String = "refused", status: HTTPResponse.Status
  ) -> Response {
    page(
      "problem", ["title": words[heading], "heading": words[heading], "why": why], words,
      status: status)
  }
}

extension ConversionError {
  /// What HTTP has for it.
  var status: HTTPResponse.Status {
    switch code {
    case .inputNotFound: .notFound
    case .usage: .badRequest
    case .changedMeanwhile: .preconditionFailed
    case .cannotCreateOutput: .forbidden
    case .limitExceeded: .contentTooLarge
    case .unknownType, .noRoute, .damagedInput, .missingPassword: .unprocessableContent
    default: .internalServerError
    }
  }
}
