public import SystemPackage

/// A folder that appears under its name with everything that is in it, or not at all.
///
/// It is filled under a hidden name beside its destination, `.fairy-….partial`, and moved into place. What
/// could lead elsewhere while it is filled, symbolic links, is made by whoever publishes it.
public final class OutputFolder {
  /// What becomes of the things that were put into the folder.
  public enum Arrangement: String, Sendable, CaseIterable {
    /// The folder itself is the result.
    case whole
    /// If it holds a single thing, that takes its own name beside the destination; else the folder is the
    /// result.
    case unwrapped
    /// They are added to what the destination holds already.
    case merged
  }

  /// The open folder, empty at first. Files and folders are made relative to it (`openat`).
  public let descriptor: FileDescriptor

  init(descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Has a symbolic link made when the folder is published.
  ///
  /// - Parameters:
  ///   - path: within the folder, `/` between components; the folders on the way exist.
  ///   - target: relative, and not leading out of the folder: whoever makes it checks that.
  public func addLink(_ path: [UInt8], to target: [UInt8]) throws(ConversionError) {}

  /// Has a folder's permissions set when the folder is published, for those that would keep it from being
  /// moved or filled.
  public func setPermissions(
    _ permissions: FilePermissions, of path: [UInt8]
  ) throws(ConversionError) {}
}
