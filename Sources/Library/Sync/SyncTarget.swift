public import ConverterCore
public import SystemPackage

/// The few things that a sync does at the place that a library is synced with.
///
/// Names are relative to the place, with `/` between folders: `documents/<UUID>/pages/003.jpg`. Each function may fail in
/// the middle, with a part of its work done, and a file that was put written in part. After a rename that failed the file has
/// its old name or its new one; what had the new one before may be gone already.
///
/// All throw `readFailed` or `writeFailed` with a sentence that says why, `missingLibrary` where a program that they need is
/// not installed, and `interrupted`.
public protocol SyncTarget {
  /// Fails where the place is not there.
  func check() throws(ConversionError)

  /// The names of the folders in a folder; none where it is not there.
  func folders(in folder: String) throws(ConversionError) -> [String]

  /// The names and sizes of the files that stand in some folders, but not in folders of these.
  ///
  /// - Parameter folders: the first of them has all others in it. Those that are not there have no files.
  func sizes(in folders: [String]) throws(ConversionError) -> [String: Int]

  /// Copies files from the place; those that are not there are left out.
  ///
  /// - Parameters:
  ///   - names: relative to `folder`.
  ///   - folder: one of the place.
  ///   - place: a folder of this machine, where they have the same names. Folders are made.
  func get(
    _ names: [String], in folder: String, to place: FilePath
  ) throws(ConversionError)

  /// Copies files to the place, over others of their names. Folders are made.
  func put(_ files: [SyncFile]) throws(ConversionError)

  /// Gives files other names, in their folders and over others of these names, one after the other.
  func rename(_ moves: [SyncMove]) throws(ConversionError)

  /// Removes files; those that are not there are left out.
  func remove(_ names: [String]) throws(ConversionError)
}

/// A file that is to be copied to a target.
public struct SyncFile: Sendable, Equatable {
  /// Where it is to be, relative to the place.
  public let name: String
  /// Where it is on this machine.
  public let path: FilePath

  public init(name: String, path: FilePath) { (self.name, self.path) = (name, path) }
}

/// A file that is to get another name at a target.
public struct SyncMove: Sendable, Equatable {
  public let name: String
  public let newName: String

  public init(_ name: String, to newName: String) { (self.name, self.newName) = (name, newName) }
}
