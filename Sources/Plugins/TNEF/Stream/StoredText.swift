/// A text as it stands in the file: in UTF-16, or in the code page of its message.
struct StoredText {
  private let place: Range<Int>
  let isUnicode: Bool

  init(place: Range<Int>, isUnicode: Bool) {
    self.place = place
    self.isUnicode = isUnicode
  }

  /// Its bytes up to the NUL that ends it.
  func raw(in bytes: [UInt8]) -> Range<Int> {
    guard isUnicode else {
      return place.lowerBound..<(bytes[place].firstIndex(of: 0) ?? place.upperBound)
    }
    var end = place.lowerBound
    while end + 1 < place.upperBound, bytes[end] | bytes[end + 1] != 0 { end += 2 }
    return place.lowerBound..<end
  }
}
