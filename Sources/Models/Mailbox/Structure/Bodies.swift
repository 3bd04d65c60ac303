internal import MIME

/// Which parts of a message are read, and which are files.
public struct Bodies: Sendable {
  /// The text that is meant to be read, and the page of the same; most messages have one or both.
  public fileprivate(set) var plain: Part?
  public fileprivate(set) var html: Part?
  /// Further texts that are shown below, such as what a mailing list adds.
  public fileprivate(set) var further: [Part] = []
  /// What is read as text, in order: the plain text, or the page where there is none, and what is no other form of it.
  public fileprivate(set) var texts: [Part] = []
  /// The same with the page before the plain text.
  public fileprivate(set) var pages: [Part] = []
  /// An invitation to something, which is shown as well as attached.
  public fileprivate(set) var calendar: Part?
  /// The rest: files, and messages that are attached.
  public fileprivate(set) var attached: [Attached] = []

  public struct Attached: Sendable {
    public let part: Part
    public let role: Role
  }

  public enum Role: String, Sendable {
    case attachment
    /// A picture or style sheet of the page.
    case inline
    /// What proves who wrote it (S/MIME, PGP).
    case signature
    /// What is encrypted, and what says how.
    case encrypted
    /// A message.
    case message
  }
}

extension MessageStructure {
  /// Sorts the parts into those that are read and those that are files.
  ///
  /// - A plain text and a page stand for each other where the nearest part around both is a `multipart/alternative`;
  ///   otherwise the later one is a further text.
  /// - A text that is not said to be attached is read if it has no name, or is what the message says all the same:
  ///   all of it, a form of it in a `multipart/alternative`, or its first part where no other text is there to be read.
  ///   The first in plain text and the first page are the bodies, unless they belong to a message that is attached.
  /// - Beside the page of a `multipart/related`, everything belongs to it.
  public var bodies: Bodies {
    var bodies = Bodies()
    /// The parts up to this one belong to an attached message.
    var attachedUpTo = -1
    let onlyText = onlyText
    for part in parts {
      let isOfAttached = part.index <= attachedUpTo
      switch part.kind {
      case .multipart: continue
      case .message:
        bodies.attached.append(.init(part: part, role: .message))
        if !isOfAttached { attachedUpTo = part.index + descendants(of: part) }
      case .leaf where part.body.isEmpty && part.type.type.hasPrefix("multipart/"):
        // It was to have parts, and there is nothing.
        continue
      case .leaf:
        if !isOfAttached, isRead(part) || part.index == onlyText {
          add(part, to: &bodies)
        } else if isOfAttached, isRead(part) {
          // It is read in the message that it belongs to.
          continue
        } else {
          bodies.attached.append(.init(part: part, role: role(of: part)))
        }
      }
    }
    bodies.texts = shown(bodies.plain ?? bodies.html, bodies.further)
    bodies.pages = shown(bodies.html ?? bodies.plain, bodies.further)
    return bodies
  }

  /// The same with the page read as text, too, in place of the plain text.
  func readingPage(of bodies: Bodies) -> Bodies {
    var bodies = bodies
    bodies.texts = shown(bodies.html, bodies.further)
    return bodies
  }

  /// A body, and further texts that do not say the same in another form.
  private func shown(_ body: Part?, _ further: [Part]) -> [Part] {
    guard let body else { return further }
    return [body] + further.filter { !areAlternatives(body, $0) }
  }

  private func add(_ part: Part, to bodies: inout Bodies) {
    switch part.type.type {
    case "text/html" where bodies.html == nil:
      // A page behind a plain text is the same in another form only if it is said to be.
      if bodies.plain.map({ areAlternatives($0, part) }) ?? true {
        bodies.html = part
      } else {
        bodies.further.append(part)
      }
    case "text/calendar" where bodies.calendar == nil:
      bodies.calendar = part
    case _ where bodies.plain == nil && part.type.type != "text/html":
      if bodies.html.map({ areAlternatives($0, part) }) ?? true {
        bodies.plain = part
      } else {
        bodies.further.append(part)
      }
    default: bodies.further.append(part)
    }
  }

  /// Whether two parts are the same in different forms: the nearest that both are in says so.
  private func areAlternatives(_ one: Part, _ other: Part) -> Bool {
    let around = Set(ancestors(of: one).map(\.index))
    let nearest = ancestors(of: other).first { around.contains($0.index) }
    return nearest?.type.type == "multipart/alternative"
  }

  /// Whether it is a text to be read, and not a file.
  func isRead(_ part: Part) -> Bool {
    guard part.disposition?.kind != "attachment" else { return false }
    guard part.isText || part.fault != nil && part.type.type.hasPrefix("multipart/") else {
      return false
    }
    switch part.type.type {
    case "text/plain", "text/html":
      return (part.fileName == nil || isMessageItself(part)) && !isResource(part)
    case "text/enriched", "text/calendar": return part.fileName == nil && !isResource(part)
    default: return part.parent == nil || part.type.type.hasPrefix("multipart/")
    }
  }

  /// Whether it belongs to the page of a `multipart/related`, of which the first part is that page.
  private func isResource(_ part: Part) -> Bool {
    guard let parent = part.parent else { return false }
    return parts[parent].type.type == "multipart/related" && part.position > 1
  }

  private func role(of part: Part) -> Bodies.Role {
    let type = part.type.type
    if type.hasSuffix("pkcs7-signature") || type == "application/pgp-signature" {
      return .signature
    }
    if type.hasSuffix("pkcs7-mime") || type == "application/pgp-encrypted" { return .encrypted }
    guard let parent = part.parent else { return .attachment }
    if parts[parent].type.type == "multipart/encrypted" { return .encrypted }
    return isResource(part) && part.disposition?.kind != "attachment" ? .inline : .attachment
  }

  private func descendants(of part: Part) -> Int {
    parts[(part.index + 1)...].prefix { $0.depth > part.depth }.count
  }
}
