extension EntryAddress {
  /// Whether the last step may name several files: it is empty, ends in a slash, or has a character of a
  /// pattern in it (`*`, `?`, `[`).
  public var isPattern: Bool {
    last.isEmpty || last.last == UInt8(ascii: "/")
      || last.contains { [UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "[")].contains($0) }
  }
}
