import Foundation

/// Whether an archive or a folder has a feature.
struct ArchiveTraces {
  private let paths: [String]
  private let text: Searched

  init(of conversion: Conversion) throws {
    paths = conversion.paths
    text = try conversion.text()
  }

  func has(_ feature: Feature) -> Bool {
    switch feature {
    case ArchiveFeature.permissions: has(type: .typeRegular, 0o640) || has(mode: 0o100640)
    case ArchiveFeature.links: has(type: .typeSymbolicLink, nil) || has(mode: 0o120777)
    case ArchiveFeature.emptyFolders:
      paths.contains { $0.hasSuffix("/empty") } || text.contains("empty/")
    default: text.contains(feature.marker)
    }
  }

  private func has(type: FileAttributeType, _ permissions: Int?) -> Bool {
    paths.contains { path in
      guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
        facts[.type] as? FileAttributeType == type
      else { return false }
      return permissions.map { facts[.posixPermissions] as? Int == $0 } ?? true
    }
  }

  /// Of an entry in the directory of a ZIP archive: two bytes of it, behind two of MS-DOS's.
  private func has(mode: Int) -> Bool {
    text.contains(bytes: [0, 0, UInt8(mode & 0xFF), UInt8(mode >> 8)])
      || text.contains(bytes: [0x20, 0, UInt8(mode & 0xFF), UInt8(mode >> 8)])
  }
}
