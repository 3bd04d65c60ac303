extension PDFFile {
  /// Takes out what lets Adobe Reader do more with the file, which a change would make a warning of.
  ///
  /// - Returns: whether there was any.
  @discardableResult
  package func removeUsageRights() -> Bool {
    let rights = root["/Perms"]
    let keys = ["/UR", "/UR3"].filter { rights.has($0) }
    for key in keys { rights.removeKey(key) }
    return !keys.isEmpty
  }
}
