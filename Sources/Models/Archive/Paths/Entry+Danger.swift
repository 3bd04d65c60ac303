internal import ConverterCore

extension Entry {
  /// Why the entry is not unpacked; `nil` for one that is.
  package var danger: String? {
    if isRoot { return nil }
    if let hazard = path.hazard { return hazard.description }
    if let fault { return fault.message }
    if kind == .device { return "is a device, pipe or socket" }
    if kind == .link, let linkTarget {
      do throws(ConversionError) {
        try LinkTarget.check(linkTarget, of: path)
      } catch {
        return error.message
      }
    }
    return nil
  }

  /// Whether there is a ``danger``.
  package var isUnsafe: Bool {
    guard path.hazard == nil, fault == nil, kind != .device else { return !isRoot }
    return kind == .link && danger != nil
  }

  /// Whether it is the folder that the archive was made of: "./" in a tar archive.
  package var isRoot: Bool {
    kind == .folder && path.bytes.first != 0x2F && path.normalized.bytes.isEmpty
  }
}
