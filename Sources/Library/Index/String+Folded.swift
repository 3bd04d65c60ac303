@_spi(_Unicode) internal import Swift

extension String {
  /// Without accents and in lower case, as words are compared.
  var folded: String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return lowercased() }
    var text = ""
    for scalar in _nfd where scalar.properties.generalCategory != .nonspacingMark {
      text.unicodeScalars.append(scalar)
    }
    return text.lowercased()
  }
}
