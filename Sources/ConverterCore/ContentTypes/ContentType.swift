/// A kind of file, named by a uniform type identifier, with the more general types it conforms to.
public struct ContentType: Sendable, Identifiable {
  /// A uniform type identifier such as `public.jpeg` or `org.openxmlformats.spreadsheetml.sheet`.
  public struct ID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
      rawValue = value
    }
  }

  public let id: ID
  /// The name for people, in the singular: "JPEG picture".
  public let name: String
  /// The types that this one is a special case of, nearest first.
  public let supertypes: [ID]
  /// File name extensions without the dot, in lower case; the first is the one written.
  ///
  /// An extension may hold a dot itself: `tar.gz`.
  public let extensions: [String]
  /// Media types in lower case; the first is the one reported.
  public let mediaTypes: [String]
  /// Words that people use for the type where it is no extension of it: `markdown`, `7zip`.
  public let shortNames: [String]
  /// Whole file names, in lower case, that name the type without an extension: `makefile`.
  public let fileNames: [String]
  /// `nil` for types whose results are files.
  let folderForm: FolderForm?

  /// A type that a program makes up as it needs it; plugins declare theirs by ``Registry/add(types:)``.
  public init(
    _ id: ID, _ name: String, conformsTo supertypes: [ID] = ["public.data"],
    extensions: [String] = [], mediaTypes: [String] = []
  ) {
    self.init(
      id, name, conformsTo: supertypes, extensions: extensions, mediaTypes: mediaTypes,
      shortNames: [], fileNames: [], folderForm: nil)
  }

  init(
    _ id: ID, _ name: String, conformsTo supertypes: [ID], extensions: [String],
    mediaTypes: [String], shortNames: [String], fileNames: [String], folderForm: FolderForm?
  ) {
    self.id = id
    self.name = name
    self.supertypes = supertypes
    self.extensions = extensions
    self.mediaTypes = mediaTypes
    self.shortNames = shortNames
    self.fileNames = fileNames
    self.folderForm = folderForm
  }
}

extension ContentType: Hashable {
  public static func == (left: ContentType, right: ContentType) -> Bool { left.id == right.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension ContentType.ID: CustomStringConvertible {
  public var description: String { rawValue }
}

extension ContentType.ID {
  /// Bytes of which nothing more is known; every type's lineage ends here.
  public static let data: Self = "public.data"
  public static let folder: Self = "public.folder"
  /// A file without a single byte, whatever its name says.
  public static let empty: Self = "public.empty"
  /// Everything made of characters.
  public static let text: Self = "public.text"
  public static let plainText: Self = "public.plain-text"
}
