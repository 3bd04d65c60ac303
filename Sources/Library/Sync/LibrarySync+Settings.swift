import ConverterCore
import SystemPackage

/// Settings are one file; those that name places of a machine stay on it.
extension LibrarySync {
  private static let stateName = "sync.json"
  private static let otherName = "settings.other.json"
  private static let mostBytes = 1 << 24
  private static let place = "\(DocumentLibrary.settingsFolder)/\(DocumentLibrary.settingsName)"

  func syncSettings() throws(ConversionError) {
    do throws(ConversionError) {
      try syncSettings(with: try remoteSettings())
    } catch  where error.code != .interrupted {
      told(SyncOutcome(.failed, nil, error.message, error: error.code))
    }
  }

  private func syncSettings(with remote: [UInt8]?) throws(ConversionError) {
    let local = Self.stored(try library.settings().shared)
    let base = self.base
    let usual = Self.stored(LibrarySettings())
    guard let remote else {
      if local != usual { try putSettings(local) }
      return
    }
    let content = RemoteDocument.content(of: remote)
    if remote == local { return try keep(content) }
    if base == content || remote == usual { return try putSettings(local) }
    let other = try LibrarySettings(record: try JSONValue(parsing: remote))
    let isUnchanged = base == RemoteDocument.content(of: local)
    if isUnchanged || local == usual { return try take(other, content) }
    try workspace.settings.replaceFile(Self.otherName, with: remote)
    try putSettings(
      local, as: .conflict,
      "were changed here and by another machine; the other ones are in settings/\(Self.otherName)")
  }

  private static func stored(_ settings: LibrarySettings) -> [UInt8] {
    Array("\(settings.record)\n".utf8)
  }

  private func remoteSettings() throws(ConversionError) -> [UInt8]? {
    let place = try workspace.folder("settings")
    try target.get(
      [DocumentLibrary.settingsName], in: DocumentLibrary.settingsFolder, to: place.path)
    guard place.path.appending(DocumentLibrary.settingsName).fileSize != nil else { return nil }
    return try place.folder.bytes(of: DocumentLibrary.settingsName, most: Self.mostBytes)
  }

  private func putSettings(
    _ bytes: [UInt8], as kind: SyncOutcome.Kind = .uploaded, _ message: String? = nil
  ) throws(ConversionError) {
    let new = try workspace.folder("outgoing")
    let name = DocumentLibrary.settingsName
    try new.folder.makeFile(name) { try $0.writeAll(bytes.span) }
    let file = SyncFile(name: Self.place + ".new", path: new.path.appending(name))
    try target.put([file])
    try target.rename([SyncMove(file.name, to: Self.place)])
    try keep(RemoteDocument.content(of: bytes))
    told(SyncOutcome(kind, nil, message))
  }

  private func take(_ other: LibrarySettings, _ content: String) throws(ConversionError) {
    try library.changeSettings { settings in
      let own = settings
      settings = other
      settings.takePlaces(of: own)
    }
    try keep(content)
    told(SyncOutcome(.updated, nil))
  }

  // MARK: What the target had last

  private var base: String? {
    guard let bytes = try? workspace.settings.bytes(of: Self.stateName, most: Self.mostBytes),
      let state = try? JSONValue(parsing: bytes), state["target"]?.text == name
    else { return nil }
    return state["content"]?.text
  }

  private func keep(_ content: String) throws(ConversionError) {
    guard base != content else { return }
    let state = JSONValue.object([
      .init("target", .string(name)), .init("content", .string(content)),
    ])
    try workspace.settings.replaceFile(Self.stateName, with: Array("\(state)\n".utf8))
  }
}
