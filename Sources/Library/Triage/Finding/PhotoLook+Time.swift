import ConverterCore

extension PhotoLook {
  /// The day on which it was taken, by the clock of the camera: `2021-02-13`.
  public var day: String? { taken.map { String($0.prefix(10)) } }

  /// Seconds between photos of one camera; what zone its clock was in does not matter.
  var seconds: Double? {
    guard let taken, let date = StoredDate("\(taken.prefix(19))Z") else { return nil }
    let rest = taken.dropFirst(19)
    guard rest.first == "." else { return Double(date.seconds) }
    let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
    return Double(date.seconds) + (Double("0.\(digits)") ?? 0)
  }
}
