public import ConverterCore
public import SystemPackage

/// What the user has chosen for a library: the content of its `settings/settings.json`.
public struct LibrarySettings: Sendable, Equatable {
  /// What new documents are called, as `strftime` has it.
  public var titleTemplate = "Scan %Y-%m-%d %H.%M.%S"
  /// How PDFs of new documents are made.
  public var form = DocumentForm()
  /// What an export stores.
  public var saving = SaveWay.pdf
  /// The folder that PDFs are exported to; `nil` for the usual one.
  public var documentFolder: FilePath?
  /// The folder that pictures of pages are exported to; `nil` for the usual one.
  public var imageFolder: FilePath?
  /// What the library is synced with, as ``SyncPlace`` reads it; `nil` for nothing.
  public var syncTarget: String?
  /// Whether files that were opened are remembered.
  public var keepsRecent = true
  /// Folders whose files are not remembered.
  public var foldersLeftOut: [FilePath] = []
  /// Mailboxes in which is searched.
  public var mailboxes: [FilePath] = []
  /// Members of a later version.
  var unknown: [JSONValue.Member] = []

  public init() {}

  /// A title for a new document.
  public var newTitle: String {
    let title = LocalTime.now(titleTemplate)
    return title.isEmpty ? "Scan" : title
  }

  /// The folder that PDFs are exported to.
  ///
  /// - Throws: `usage` where neither the settings nor `HOME` name one.
  public func exportFolder(ofImages isImages: Bool) throws(ConversionError) -> FilePath {
    if let chosen = isImages ? imageFolder : documentFolder { return chosen }
    guard let home = Environment.path("HOME"), home.isAbsolute else {
      throw ConversionError(
        .usage, "nothing says where exports go: HOME is not set; name a folder with -o")
    }
    return home.appending("Documents/fairy").appending(isImages ? "Images" : "PDFs")
  }

  /// The settings that hold on every machine: those that name places of one are as they are without a file.
  var shared: LibrarySettings {
    var shared = self
    shared.takePlaces(of: LibrarySettings())
    return shared
  }

  /// Takes over the settings that name places of a machine.
  mutating func takePlaces(of other: LibrarySettings) {
    (documentFolder, imageFolder) = (other.documentFolder, other.imageFolder)
    (foldersLeftOut, mailboxes) = (other.foldersLeftOut, other.mailboxes)
    syncTarget = other.syncTarget
  }
}
