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
    let ending = ".mustache"
    let templates = try WebResource.all(ending).map { resource in
      (
        String(resource.name.dropLast(ending.count)),
        try MustacheTemplate(string: resource.text)
      )
    }
    library = MustacheLibrary(templates: Dictionary(uniqueKeysWithValues: templates))
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
