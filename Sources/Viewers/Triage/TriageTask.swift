public import ConverterCore
public import FairyLibrary
public import SystemPackage

/// What somebody looks through on a screen.
public struct TriageTask {
  public let triage: Triage
  /// The folders that the photos are in.
  public let folders: [FilePath]
  public let photos: [Photo]
  /// In the words of the command line: `unseen`.
  public let filter: String
  /// Why photos are shown, by the file that is looked at; none for those that are shown without a reason.
  public var reasons: [FilePath: String] = [:]
  /// Looks at some photos, to group them.
  let look: ([Photo]) throws(ConversionError) -> [SeenPhoto]
  /// Where photos of the queue go.
  let trash: () throws(ConversionError) -> DesktopTrash

  /// - Parameters:
  ///   - triage: where decisions go.
  ///   - folders: those that the photos are in.
  ///   - photos: in the order in which they are shown.
  ///   - filter: which photos they are, in the words of the command line.
  ///   - look: looks at some photos, to group them.
  ///   - trash: where photos of the queue go.
  public init(
    _ triage: Triage, of folders: [FilePath], _ photos: [Photo], filter: String = "all",
    look: @escaping ([Photo]) throws(ConversionError) -> [SeenPhoto],
    trash: @escaping () throws(ConversionError) -> DesktopTrash
  ) {
    (self.triage, self.folders, self.photos, self.filter) = (triage, folders, photos, filter)
    (self.look, self.trash) = (look, trash)
  }
}
