import ConverterCore
import SystemPackage

extension FilePath {
  /// The path for people: control characters and bytes that are not UTF-8 are shown escaped, so that
  /// a name can neither move the cursor nor break the line.
  var display: String { bytes.displayed }
}

extension [UInt8] {
  /// The same for the bytes of a name.
  var displayed: String {
    var text = ""
    var rest = self[...]
    while let first = rest.first {
      let scalar = (1...Swift.min(4, rest.count)).lazy
        .compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
      if let scalar, !scalar.isEmpty {
        text += scalar.printable
        rest = rest.dropFirst(scalar.utf8.count)
      } else {
        text += "\\x" + String(first, radix: 16, uppercase: true)
        rest = rest.dropFirst()
      }
    }
    return text
  }
}
