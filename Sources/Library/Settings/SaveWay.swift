/// What of a document is stored outside the library.
public enum SaveWay: String, Sendable, CaseIterable {
  /// Its PDF.
  case pdf
  /// A picture of each page.
  case images
  case both
  /// Nothing: the result goes to standard output.
  case none

  public var storesDocument: Bool { self == .pdf || self == .both }
  public var storesImages: Bool { self == .images || self == .both }
}
