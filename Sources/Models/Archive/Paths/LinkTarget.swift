public import ConverterCore

/// Where a symbolic link of an archive may lead: to places below the folder that the archive fills.
public enum LinkTarget {
  /// Checks the target of a link by its text alone.
  ///
  /// Leading `..` are fine as far as the folders above the link go. A `..` after a name is refused, for
  /// that name may be a link, and `..` would then lead above where *it* leads. So each link that passes
  /// leads below the root whatever the others are, and a chain of them does, too.
  ///
  /// - Parameters:
  ///   - target: as the archive has it.
  ///   - path: of the link; no folder on it may be a link, which ``Admission`` sees to.
  /// - Returns: how many of the folders above the link the target stays below: 0 where it climbs to the
  ///   root of the archive.
  /// - Throws: `unsafeEntry`.
  @discardableResult
  public static func check(_ target: [UInt8], of path: EntryPath) throws(ConversionError) -> Int {
    func refused(_ why: String) -> ConversionError {
      ConversionError(.unsafeEntry, "the link \(path.shown) \(why): \(EntryPath(target).shown)")
    }
    guard let first = target.first else { throw refused("leads nowhere") }
    guard first != 0x2F else { throw refused("leads out of the archive's folder") }
    var depth = path.normalized.components.count - 1
    var names: [UInt8] = []
    for component in target.split(separator: 0x2F) {
      if component.elementsEqual([0x2E]) { continue }
      if component.elementsEqual([0x2E, 0x2E]) {
        guard names.isEmpty else {
          throw refused("leads up again from a name that may be a link itself")
        }
        depth -= 1
        guard depth >= 0 else { throw refused("leads out of the archive's folder") }
      } else {
        if !names.isEmpty { names.append(0x2F) }
        names += component
      }
    }
    // A target of nothing but "..", such as "../..", is a folder like any other.
    if names.isEmpty { return depth }
    switch EntryPath(names).hazard {
    case nil: return depth
    case .absolute, .drive, .parentReference: throw refused("leads out of the archive's folder")
    case let hazard?: throw refused("leads to a place that \(hazard)")
    }
  }
}
