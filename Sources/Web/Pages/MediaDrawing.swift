import ConverterCore

/// How a file is drawn in a list, by its media type: as a small picture of its own, or as a drawing for its kind.
struct MediaDrawing {
  /// Whether a small picture of it can be made.
  let hasThumbnail: Bool
  /// The drawing for its kind, in `icons.svg`.
  let icon: String

  /// - Parameter mediaType: empty where it is not known.
  init(mediaType: String) {
    hasThumbnail = mediaType.hasPrefix("image/") || mediaType == "application/pdf"
    icon =
      switch mediaType {
      case let type where type.hasPrefix("image/"): "picture"
      case "application/pdf": "document"
      case "application/json": "tree"
      case "text/csv", "text/tab-separated-values": "table"
      case "application/zip", "application/x-tar": "archive"
      case "application/mbox", "message/rfc822": "mail"
      default: "file"
      }
  }
}
