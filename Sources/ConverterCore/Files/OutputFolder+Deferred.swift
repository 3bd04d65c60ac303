import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension OutputFolder {
  /// How many folders above a link its target stays below; 0 where it climbs to the root, `nil` where it
  /// may lead out.
  ///
  /// A `..` after a name is refused, for that name may be a link, and `..` would then lead above where
  /// *it* leads. So every link that passes leads below the root whatever the others are, and a chain of
  /// them does, too.
  package static func depth(ofLink path: [UInt8], to target: [UInt8]) -> Int? {
    guard let first = target.first, first != UInt8(ascii: "/"), !target.contains(0) else {
      return nil
    }
    var depth = path.split(separator: UInt8(ascii: "/")).count - 1
    var hasName = false
    for name in target.split(separator: UInt8(ascii: "/")) {
      if name.elementsEqual(".".utf8) { continue }
      guard name.elementsEqual("..".utf8) else {
        hasName = true
        continue
      }
      depth -= 1
      guard !hasName, depth >= 0 else { return nil }
    }
    return depth >= 0 ? depth : nil
  }

  /// Makes the symbolic links; folders keep their times.
  ///
  /// - Parameter least: how many folders each target has to stay below.
  func makeLinks(in root: OpenFolder, staysBelow least: (_ path: [UInt8]) -> Int)
    throws(ConversionError)
  {
    let links = deferredLinks.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    var cursor = FolderCursor(root)
    var last: (folder: OpenFolder, times: FileTimes)?
    defer { if let last { last.folder.setTimes(last.times) } }
    for (path, target) in links {
      guard let depth = Self.depth(ofLink: path, to: target), depth >= least(path),
        let name = Self.checkedComponents(path)?.last
      else {
        throw unsafe(path, "is a link that leads out of the folder")
      }
      do throws(Errno) {
        let folder = try cursor.open(path.dropLast(name.count))
        if last?.folder !== folder {
          if let last { last.folder.setTimes(last.times) }
          last = (folder, FileTimes(try folder.status()))
        }
        try folder.makeLink(name, to: target)
      } catch {
        switch error {
        case .fileExists: throw unsafe(path, "is a link, and something else has its name")
        case _ where error.isNoFolder: throw unsafe(path, "would be written through a link")
        default: throw ConversionError.writing(destination, error)
        }
      }
    }
  }

  /// Sets the permissions of folders, those within others first.
  ///
  /// - Parameter place: where a folder has come to; `nil` for one whose permissions are not its own.
  func setPermissions(in root: OpenFolder, at place: (_ path: [UInt8]) -> [UInt8]?) {
    let all =
      deferredPermissions
      .sorted { $1.path.lexicographicallyPrecedes($0.path) }
    var cursor = FolderCursor(root)
    for (path, permissions) in all {
      guard path.isEmpty || Self.checkedComponents(path) != nil, let new = place(path),
        let folder = try? cursor.open(new)
      else { continue }
      // A file system without permissions has none to set.
      _ = fchmod(folder.raw, self.permissions(permissions, isFolder: true).rawValue)
    }
  }

  /// The names of a path; `nil` for one that leads elsewhere or nowhere.
  private static func checkedComponents(_ path: [UInt8]) -> [ArraySlice<UInt8>]? {
    guard let first = path.first, first != UInt8(ascii: "/"), !path.contains(0) else { return nil }
    let names = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isPlain = names.allSatisfy {
      !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
    }
    return isPlain ? names : nil
  }

  func unsafe(_ path: [UInt8], _ why: String) -> ConversionError {
    ConversionError(
      .unsafeEntry, "\"\(String(decoding: path, as: UTF8.self).printable)\" \(why)",
      file: destination)
  }
}

extension OpenFolder {
  package func setTimes(_ times: FileTimes) { descriptor.setTimes(times) }
}
