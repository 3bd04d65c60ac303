import ConverterCore
import SystemPackage

/// Messages under the names that they have got since they were listed: whoever reads mail changes the flags at the end
/// of names, and takes messages out of `new`.
///
/// One thread at a time uses it.
final class MaildirRenames {
  private let folders: MaildirFolders
  private var names: [ArraySlice<UInt8>: MaildirFolders.Name] = [:]
  /// How often the folders were listed.
  private(set) var listings = 0

  /// While messages are deleted one after the other, none of them is worth yet another listing.
  static let mostListings = 32

  init(_ folders: MaildirFolders) { self.folders = folders }

  /// - Throws: `noSuchFileOrDirectory` where the message is gone.
  func open(
    _ listed: MaildirFolders.Name
  ) throws(Errno) -> (FileDescriptor, MaildirFolders.Name) {
    while true {
      if let name = names[listed.stem] {
        do throws(Errno) {
          return (try folders.open(name), name)
        } catch {
          guard error == .noSuchFileOrDirectory else { throw error }
        }
      }
      guard listings < Self.mostListings else { throw .noSuchFileOrDirectory }
      try list()
      guard names[listed.stem] != nil else { throw .noSuchFileOrDirectory }
    }
  }

  private func list() throws(Errno) {
    listings += 1
    names = [:]
    for name in try folders.names() { names[name.stem] = name }
  }
}
