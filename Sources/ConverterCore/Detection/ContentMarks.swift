/// By what files of the types that plugins bring are known.
public struct ContentMarks: Sendable {
  var signatures: [Signature] = []
  var probes: [any FileProbe.Type] = []
  var textProbes: [any TextProbe.Type] = []
  var brandProbes: [any BrandProbe.Type] = []
  var directoryProbes: [any TIFFDirectoryProbe.Type] = []
  var packages: [OfficePackage] = []
  var roots: [XMLRoot] = []
  var pages: [HTMLMark] = []

  /// Nothing is known.
  public init() {}

  /// Types that a text without their mark cannot be, whatever its name says.
  var obligatoryText: [ContentType.ID] {
    textProbes.flatMap { $0.obligatory } + roots.map(\.type)
  }

  /// Whether the bytes would have shown a file of this type.
  func show(_ type: ContentType.ID) -> Bool {
    signatures.contains { $0.type == type && $0.isAlwaysThere }
      || probes.contains { $0.types.contains(type) }
      || brandProbes.contains { $0.types.contains(type) }
      || directoryProbes.contains { $0.types.contains(type) }
      || packages.contains { $0.types.contains(type) }
  }
}

extension Registry {
  /// Adds what looks for files by more than bytes at a fixed place.
  package mutating func add(_ probe: any FileProbe.Type) { marks.probes.append(probe) }

  /// Adds what looks for texts of a family; it is asked before anything is guessed.
  package mutating func add(_ probe: any TextProbe.Type) { marks.textProbes.append(probe) }

  /// Adds what knows brands of ISO base media files.
  package mutating func add(_ probe: any BrandProbe.Type) { marks.brandProbes.append(probe) }

  /// Adds what knows files that are TIFF inside by their first directory.
  package mutating func add(_ probe: any TIFFDirectoryProbe.Type) {
    marks.directoryProbes.append(probe)
  }

  /// Adds a kind of Office Open XML packages.
  package mutating func add(_ package: OfficePackage) { marks.packages.append(package) }

  /// Adds a root element of XML documents.
  package mutating func add(_ root: XMLRoot) { marks.roots.append(root) }

  /// Adds tags that only pages of a type have.
  package mutating func add(_ page: HTMLMark) { marks.pages.append(page) }
}
