import ConverterCore
import FairyLibrary
import HTTPTypes
import Hummingbird

/// The settings of the library.
struct SettingsRoutes {
  let desk: LibraryDesk
  let pages: PageRenderer

  private static let mostFormBytes = 1 << 20

  func add(to router: RouterGroup<WebContext>) {
    router.get("settings") { request, context in
      let words = context.words
      let isSaved = Form(request.uri)["saved"] != nil
      let settings = try await desk.read { try $0.settings() }
      return page(settings, words, notice: isSaved ? words["set_saved"] : nil)
    }
    router.post("settings") { request, context in
      try await change(Form(request, atMost: Self.mostFormBytes), context.words)
    }
  }

  private func page(
    _ settings: LibrarySettings, _ words: Words, notice: String? = nil, typed: Form? = nil,
    faults: [String: String] = [:], problem: String? = nil, status: HTTPResponse.Status = .ok
  ) -> Response {
    var values = SettingsForm.values(settings, typed: typed, faults: faults, words)
    // The version of assets has the same name on all pages.
    values["seen"] = values.removeValue(forKey: "version")
    values["title"] = words["set_heading"]
    values["isLibrary"] = true
    values["styles"] = ["library.css"]
    if let notice { values["notice"] = notice }
    if let problem { values["problem"] = problem }
    return pages.page("settings", values, words, status: status)
  }

  private func change(_ form: Form, _ words: Words) async throws -> Response {
    let before = try await desk.read { try $0.settings() }
    // Checked again under the lock, where nobody else changes them.
    let changed = SettingsForm(before, changedBy: form, words)
    guard changed.faults.isEmpty else {
      return page(
        before, words, typed: form, faults: changed.faults, problem: words["set_faults"],
        status: .unprocessableContent)
    }
    do {
      try await desk.write { library in
        _ = try library.changeSettings { (settings) throws(ConversionError) in
          guard form["seen"] == SettingsForm.version(of: settings) else {
            throw ConversionError(.changedMeanwhile, words["set_changed"])
          }
          settings = SettingsForm(settings, changedBy: form, words).settings
        }
      }
    } catch let error as ConversionError where error.code == .changedMeanwhile {
      // What was typed stays in the fields; sending it once more is a decision.
      let now = try await desk.read { try $0.settings() }
      return page(now, words, typed: form, problem: error.message, status: .conflict)
    }
    return .seeOther("/settings?saved=1")
  }
}
