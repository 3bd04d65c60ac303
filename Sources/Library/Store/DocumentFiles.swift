/// The folders in the folder of a document that have numbered files.
public enum DocumentFiles: String, Sendable, CaseIterable {
  /// What came in, as it came.
  case originals
  /// Pages as they look.
  case pages
  /// Their words.
  case text
}

/// Files of a document that have one name whatever is in them.
///
/// A new one is called `NAME.REVISION` until the metadata have that revision, and then takes the place of the old one.
/// Where a program was stopped in between, whoever reads the document next takes the new one.
public enum DocumentProduct: String, Sendable, CaseIterable {
  case thumbnail = "thumbnail.jpg"
  /// The PDF, in the folder `output`.
  case pdf = "document.pdf"

  /// The folder it is in; `nil` for the document's own.
  var folder: String? { self == .pdf ? "output" : nil }

  func newName(_ revision: Int) -> String { "\(rawValue).\(revision)" }

  /// The revision that a name says; `nil` for the name of something else.
  func revision(inName name: String) -> Int? {
    guard name.hasPrefix(rawValue + "."), let number = Int(name.dropFirst(rawValue.utf8.count + 1)),
      newName(number) == name
    else { return nil }
    return number
  }
}
