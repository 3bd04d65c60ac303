public import ConverterCore

/// The pages of a scan in progress, in their order: where each comes from, what was found in it, and what the user has
/// changed since.
///
/// It is data alone. The pictures are named, never opened or changed, and pages are made of them whenever they are
/// wanted (``Entry/page``). As it is a value, a copy is a way back; ``ScanHistory`` keeps copies.
public struct ScanSession: Sendable, Equatable {
  /// The pages in the order in which they will stand in the document.
  public private(set) var entries: [Entry] = []
  /// The identifier of the next page that comes.
  package private(set) var next = 1

  public init() {}

  /// - Parameters:
  ///   - entries: the pages, whose identifiers are below `next`.
  ///   - next: the identifier of the next page that comes.
  package init(entries: [Entry], next: Int) { (self.entries, self.next) = (entries, next) }

  /// A page of the session.
  public struct Entry: Sendable, Equatable, Identifiable {
    /// Of this page in this session, from 1 on; it is not given to another page after this one was removed.
    public let id: Int
    public fileprivate(set) var source: Source
    /// What was found; user's changes stand beside it.
    public fileprivate(set) var detected: ScannedPage
    public internal(set) var changes = Changes()

    init(id: Int, source: Source, detected: ScannedPage, changes: Changes = Changes()) {
      (self.id, self.source, self.detected, self.changes) = (id, source, detected, changes)
    }

    /// What is to be done to the picture: what was found, with the user's changes.
    public var page: ScannedPage {
      var page = detected
      if let rotation = changes.rotation { page.turn(by: rotation) }
      if let filter = changes.filter { page.filter = filter }
      if let corners = changes.corners { page.take(corners) }
      return page
    }

    /// Keeps how far the page was turned so that its letters stand upright, where that was not known before.
    package mutating func settle(rotation: Int?) {
      guard detected.rotation == nil, changes.rotation == nil, let rotation else { return }
      detected.turn(by: rotation)
    }
  }

  /// Which picture a page comes from.
  public struct Source: Sendable, Equatable {
    /// A path or an identifier, whatever the owner of the session finds the picture by: 1 to 4,096 bytes.
    public let name: String
    /// Which page of a PDF or TIFF it is, from 1 on; 1 of a photo.
    public let page: Int

    /// The longest name in bytes.
    static let longestName = 4096

    /// - Throws: `usage` for an empty or overlong name, and a page below 1.
    public init(_ name: String, page: Int = 1) throws(ConversionError) {
      guard (1...Self.longestName).contains(name.utf8.count), page >= 1 else {
        throw ConversionError(
          .usage,
          "page \(page) of a picture with a name of \(name.utf8.count) bytes: pages are counted from 1, "
            + "and a name has 1 to \(Self.longestName) bytes")
      }
      (self.name, self.page) = (name, page)
    }
  }

  /// What the user wants otherwise than it was found; `nil` is as it was found.
  public struct Changes: Sendable, Equatable {
    public internal(set) var corners: Quad?
    public internal(set) var filter: ScannedPage.Filter?
    /// Clockwise from the upright picture: 0, 90, 180 or 270.
    public internal(set) var rotation: Int?

    /// Whether everything is as it was found.
    public var isEmpty: Bool { self == Changes() }
  }

  /// The page with an identifier; `nil` where there is none.
  public subscript(id id: Int) -> Entry? { entries.first { $0.id == id } }
}

/// Each of these names the page by its ``Entry/id``, and throws `usage` where there is none.
extension ScanSession {
  /// Adds a page at the end.
  ///
  /// - Returns: its identifier.
  @discardableResult
  public mutating func add(_ page: ScannedPage, from source: Source) -> Int {
    defer { next += 1 }
    entries.append(Entry(id: next, source: source, detected: page))
    return next
  }

  public mutating func remove(_ id: Int) throws(ConversionError) {
    entries.remove(at: try position(of: id))
  }

  /// - Parameters:
  ///   - id: of the page.
  ///   - position: the one that the page will have, from 0 on.
  public mutating func move(_ id: Int, to position: Int) throws(ConversionError) {
    let old = try self.position(of: id)
    guard entries.indices.contains(position) else {
      throw ConversionError(
        .usage, "there is no position \(position) among \(entries.count) pages: they begin with 0")
    }
    entries.insert(entries.remove(at: old), at: position)
  }

  /// Puts a new picture in the place of a page; what the user changed was about the old one, and is forgotten.
  public mutating func retake(
    _ id: Int, as page: ScannedPage, from source: Source
  ) throws(ConversionError) {
    try edit(id) { $0 = Entry(id: id, source: source, detected: page) }
  }

  /// - Parameters:
  ///   - id: of the page.
  ///   - corners: in pixels of the upright picture (``ScannedPage/crop(to:)``); `nil` for those that were found.
  /// - Throws: `usage` also for corners that no page has.
  public mutating func crop(_ id: Int, to corners: Quad?) throws(ConversionError) {
    try edit(id) { (entry) throws(ConversionError) in
      if let corners {
        var page = entry.detected
        try page.crop(to: corners)
      }
      entry.changes.corners = corners
    }
  }

  /// - Parameters:
  ///   - filter: `auto` for the one that was chosen when the picture was looked at.
  ///   - id: of the page.
  public mutating func setFilter(
    _ filter: ScannedPage.Filter, of id: Int
  ) throws(ConversionError) {
    try edit(id) { $0.changes.filter = filter == .auto ? nil : filter }
  }

  /// Turns a page clockwise from how it stands now. One that stands as its words are read, whatever that is, is turned
  /// from how it is in the upright picture.
  ///
  /// - Parameters:
  ///   - id: of the page.
  ///   - degrees: a multiple of 90, else `usage` is thrown; below 0 it turns the other way.
  public mutating func rotate(_ id: Int, by degrees: Int) throws(ConversionError) {
    guard degrees % 90 == 0 else {
      throw ConversionError(.usage, "pages are turned by 90°, 180° or 270°, not by \(degrees)°")
    }
    try edit(id) { entry in
      entry.changes.rotation = ((entry.page.rotation ?? 0) + degrees % 360 + 360) % 360
    }
  }

  /// Forgets what the user changed.
  public mutating func reset(_ id: Int) throws(ConversionError) {
    try edit(id) { $0.changes = Changes() }
  }

  private mutating func edit(
    _ id: Int, _ change: (inout Entry) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    try change(&entries[try position(of: id)])
  }

  private func position(of id: Int) throws(ConversionError) -> Int {
    if let position = entries.firstIndex(where: { $0.id == id }) { return position }
    throw ConversionError(
      .usage, "the session has no page \(id); it has \(entries.count) pages, each with a number")
  }
}
