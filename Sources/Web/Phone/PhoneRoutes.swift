import ConverterCore
import Hummingbird

/// The page at the desk that lets a phone in.
struct PhoneRoutes {
  let service: PhoneService
  let pages: PageRenderer

  private static let mostFormBytes = 4096

  func add(to router: RouterGroup<WebContext>) {
    router.get("phone") { request, context in
      let form = Form(request.uri)
      return page(
        for: Self.purpose(form), context.words, isWrong: form["answer"] == "wrong")
    }
    router.get("phone/state") { _, context in
      Response(json: state(context.words))
    }
    router.post("phone/start") { request, _ in
      let purpose = Self.purpose(try await Form(request, atMost: Self.mostFormBytes))
      try await service.open(for: purpose)
      return Self.back(to: purpose)
    }
    router.post("phone/stop") { request, _ in
      await service.close()
      return Self.back(to: Self.purpose(try await Form(request, atMost: Self.mostFormBytes)))
    }
    router.post("phone/answer") { request, _ in
      let form = try await Form(request, atMost: Self.mostFormBytes)
      guard let current = service.current else { return Self.back(to: "/") }
      let isAllowed = form["allow"] == "yes"
      let isKnown = current.session.answer(isAllowed, code: form["code"] ?? "")
      // A phone that is not the user's is shut out at once.
      if isKnown, !isAllowed { await service.close() }
      return Self.back(to: current.session.purpose, isKnown ? "" : "&answer=wrong")
    }
  }

  private static func back(to purpose: String, _ more: String = "") -> Response {
    .seeOther("/phone?for=\(Form.encoded(purpose))\(more)")
  }

  /// The page that the pictures are for: an address of this service, else the first page.
  private static func purpose(_ form: Form) -> String {
    let path = form["for"] ?? "/"
    let isAddress =
      path.hasPrefix("/") && !path.hasPrefix("//") && path.utf8.count <= 200
      && path.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2f, 0x5f: true
        default: false
        }
      }
    return isAddress ? path : "/"
  }

  private func state(_ words: Words) -> JSONValue {
    guard let session = service.current?.session else {
      return .object([.init("phase", .string(PhoneSession.Phase.closed.rawValue))])
    }
    return .object([
      .init("phase", .string(session.phase.rawValue)),
      .init("remaining", .integer(session.remaining)),
      .init("received", .integer(session.pages)),
      .init("receivedText", .string(words.counting("phone_received", session.pages))),
    ])
  }

  private func page(for purpose: String, _ words: Words, isWrong: Bool) -> Response {
    var values: [String: Any] = [
      "title": words["phone"], "for": purpose, "isPossible": service.address != nil,
      "styles": ["phone.css"], "scripts": ["phoneDesk.js"], "isWrong": isWrong,
      "phase": PhoneSession.Phase.closed.rawValue,
    ]
    guard let opening = service.current else { return pages.page("phoneDesk", values, words) }
    let session = opening.session
    let phase = session.phase
    values["phase"] = phase.rawValue
    values["received"] = words.counting("phone_received", session.pages)
    guard phase != .closed else {
      values["wasOpen"] = true
      return pages.page("phoneDesk", values, words)
    }
    values["isOpen"] = true
    // Whoever comes from the first page is led to where the pictures go.
    if purpose == "/" { values["for"] = session.purpose }
    values["isElsewhere"] = purpose != "/" && purpose != session.purpose
    values["fingerprint"] = opening.fingerprint
    values["origin"] = opening.origin
    values["seconds"] = session.remaining
    values["remaining"] = Self.clock(session.remaining)
    switch phase {
    case .waiting:
      if let code = QRCode(opening.link) {
        values["code"] =
          ["path": code.path, "side": code.side + 8, "t": words.texts] as [String: Any]
      }
    case .asking:
      values["asking"] =
        [
          "digits": session.code, "shown": PhonePage.spaced(session.code), "t": words.texts,
        ] as [String: Any]
    default: values["isAllowed"] = true
    }
    return pages.page("phoneDesk", values, words)
  }

  /// `9:59`
  private static func clock(_ seconds: Int) -> String {
    "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }
}
