package import SystemPackage

extension FilePath {
  /// The path as the system has it, which need not be UTF-8.
  package var bytes: [UInt8] {
    withPlatformString { pointer in
      var bytes: [UInt8] = []
      var cursor = pointer
      while cursor.pointee != 0 {
        bytes.append(UInt8(bitPattern: cursor.pointee))
        cursor += 1
      }
      return bytes
    }
  }

  /// The path of these bytes; `nil` for none at all, and for a NUL, which no path can hold.
  package init?(bytes: [UInt8]) {
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
  }
}
