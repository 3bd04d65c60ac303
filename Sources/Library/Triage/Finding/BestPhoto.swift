/// Which photo of a group is proposed to be kept.
enum BestPhoto {
  /// A photo is sharper than another if it is so by this.
  private static let clearlySharper = 1.1

  /// The best of some photos, and why it is: by what tells it from the others first. The first of equal ones.
  static func among(_ members: [Int], of photos: [SeenPhoto]) -> (best: Int, reason: String) {
    let photo = { (index: Int) in photos[index] }
    let steps: [(isBetter: (SeenPhoto, SeenPhoto) -> Bool, reason: (SeenPhoto) -> String)] = [
      ({ $0.photo.files.count > $1.photo.files.count }, { _ in "has its RAW or film with it" }),
      ({ pixels($0) > pixels($1) }, { "the most pixels: \(size($0))" }),
      (
        { ($0.look?.sharpness ?? 0) > ($1.look?.sharpness ?? 0) * clearlySharper },
        { "the sharpest: \($0.look?.sharpness ?? 0)" }
      ),
      ({ $0.photo.byteCount > $1.photo.byteCount }, { _ in "the largest file" }),
      ({ $0.photo.main.modified < $1.photo.main.modified }, { _ in "the oldest file" }),
    ]
    var rest = members
    for step in steps {
      let better = rest.filter { one in
        !rest.contains { step.isBetter(photo($0), photo(one)) }
      }
      guard !better.isEmpty, better.count < rest.count else { continue }
      if better.count == 1 { return (better[0], step.reason(photo(better[0]))) }
      rest = better
    }
    return (rest[0], "the first of \(rest.count) that are alike")
  }

  private static func pixels(_ photo: SeenPhoto) -> Int {
    photo.look.map { $0.width * $0.height } ?? 0
  }

  private static func size(_ photo: SeenPhoto) -> String {
    photo.look.map { "\($0.width)×\($0.height)" } ?? ""
  }
}
