/// The name of a numbered file in the folder of a document: at least three digits and an extension, `001.jpg`.
///
/// No two files that a document ever has in one of its folders have the same number, whatever their extensions.
struct StoredName: Hashable, Sendable, CustomStringConvertible {
  let number: Int
  /// Lower-case letters and digits.
  let fileExtension: String

  init(number: Int, fileExtension: String) {
    (self.number, self.fileExtension) = (number, fileExtension)
  }

  /// - Returns: `nil` for any other name.
  init?(_ name: some StringProtocol) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count >= 3, let number = Int(parts[0]), number > 0,
      Self.isExtension(parts[1])
    else { return nil }
    self.init(number: number, fileExtension: String(parts[1]))
    guard description == name else { return nil }
  }

  var description: String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits + "." + fileExtension
  }

  /// An extension that says what a file is to people and programs, made of that of the file that came in.
  static func fileExtension(of name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "bin" }
    let letters = name[name.index(after: dot)...].lowercased()
    return isExtension(letters) ? letters : "bin"
  }

  private static func isExtension(_ text: some StringProtocol) -> Bool {
    (1...16).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }
}
