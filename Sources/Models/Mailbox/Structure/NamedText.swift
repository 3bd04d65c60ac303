internal import MIME

/// Texts that have the name of a file and are what the message says.
///
/// Programs give names to any part. Content-Disposition says whether it is a file; without it a name makes none of
/// - the message itself, which a field `inline` leaves one, too;
/// - a form of it, in a `multipart/alternative`;
/// - the first part, where no other text is there to be read.
extension MessageStructure {
  /// Whether a text is read in spite of its name, as far as the text itself and what it is in tell.
  func isMessageItself(_ part: Part) -> Bool {
    guard let parent = part.parent, parts[parent].kind != .message else { return true }
    return part.disposition == nil && parts[parent].type.type == "multipart/alternative"
  }

  /// The place of the first part if it is a text that is read because there is no other.
  var onlyText: Int? {
    guard let first = parts.first(where: { $0.kind != .multipart }), first.kind == .leaf,
      first.disposition == nil, ["text/plain", "text/html"].contains(first.type.type)
    else { return nil }
    var index = first.index + 1
    while index < parts.count {
      let part = parts[index]
      index += 1
      if part.kind == .message {
        while index < parts.count, parts[index].depth > part.depth { index += 1 }
      } else if part.kind == .leaf, part.type.type != "text/calendar", isRead(part) {
        return nil
      }
    }
    return first.index
  }
}
