/// Why a file is not taken.
enum UploadRefusal: Error, Equatable {
  /// All together would be too large.
  case tooLarge(most: Int, used: Int)
  /// More came than was said at the beginning.
  case moreThanAnnounced(Int)
  /// The disk would get too full.
  case diskFull(DiskRoom)
  /// It goes on at another place than where it stopped; in bytes.
  case wrongOffset(Int)
  /// One form has too many parts.
  case tooManyParts(most: Int)

  func message(_ words: Words) -> String {
    switch self {
    case .tooLarge(let most, let used):
      words.text("refused_too_large", ["most": words.size(most), "used": words.size(used)])
    case .moreThanAnnounced(let count):
      words.text("refused_more", ["count": words.size(count)])
    case .diskFull(let room):
      words.text(
        "refused_disk_full", ["free": words.size(room.free), "floor": words.size(room.floor)])
    case .wrongOffset(let offset):
      words.text("refused_offset", ["offset": "\(offset)"])
    case .tooManyParts(let most):
      words.text("refused_parts", ["most": "\(most)"])
    }
  }
}
