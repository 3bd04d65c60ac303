extension Double {
  /// Rounded to at most that many decimal places, without trailing zeros: "4.2", "72".
  package func rounded(places: Int) -> String {
    var text = fixed(places: places)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// Rounded to exactly that many decimal places: "2.29450".
  package func fixed(places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (magnitude * scale).rounded()
    guard scaled < 1e18 else { return "\(self)" }
    let digits = "\(UInt64(scaled))"
    let padded = String(repeating: "0", count: Swift.max(0, places + 1 - digits.count)) + digits
    let sign = self < 0 && scaled > 0 ? "-" : ""
    let fraction = places > 0 ? "." + padded.suffix(places) : ""
    return sign + padded.dropLast(places) + fraction
  }

  /// The nearest number with that many decimal places.
  package func rounded(toPlaces places: Int) -> Double {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    return (self * scale).rounded() / scale
  }
}
