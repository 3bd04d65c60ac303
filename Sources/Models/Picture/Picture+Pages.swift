public import ConverterCore

/// Pages, and the pictures of an animation, which are chosen and taken apart like pages.
extension Picture: ModelOfParts, PagedModel, PartChoosingModel, DivisibleModel, JoinableModel {
  public func needsParts(_ capabilities: Capabilities) -> Bool {
    guard !parts.isEmpty else { return false }
    return facts.animation == nil ? !capabilities.pages : !capabilities.animation
  }

  public func replacing(parts: [Sibling<Picture>]) -> Picture {
    var copy = self
    copy.parts = parts
    return copy
  }

  public static let choosesBy: Set<ConversionOptions.Name> = [.pages]

  public func choosing(
    by options: ConversionOptions, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    guard let pages = options.pages else { return self }
    let all = pageList
    let indices = try pages.indices(of: all.count)
    let left = all.count - Set(indices).count
    if left > 0 {
      context.note("pages", .dropped, why: "\(left) of \(all.count) are not chosen")
    }
    guard all.count > 1 else { return self }
    return try picture(of: indices, among: all)
  }

  public func part(
    _ pages: PageRanges, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let all = pageList
    let indices = try pages.indices(of: all.count)
    return all.count > 1 ? try picture(of: indices, among: all) : self
  }

  public func divided(
    _ division: Request.Division, in context: ConversionContext,
    byteCount: (Picture) throws(ConversionError) -> Int
  ) throws(ConversionError) -> [Sibling<Picture>]? {
    let all = pageList
    guard all.count > 1 else { return nil }
    func part(_ indices: [Int], _ name: String) -> Sibling<Picture> {
      Sibling(name: name) { () throws(ConversionError) in try picture(of: indices, among: all) }
    }
    switch division {
    case .pages(let choices):
      var names = SiblingNames()
      var parts: [Sibling<Picture>] = []
      for choice in choices {
        parts.append(part(try choice.indices(of: all.count), names.unique(choice.fileName)))
      }
      return parts
    case .every(let count):
      let count = max(1, count)
      return stride(from: 0, to: all.count, by: count).map { first in
        let last = min(first + count, all.count) - 1
        let name = first == last ? all[first].name : "\(all[first].name)-\(all[last].name)"
        return part(Array(first...last), name)
      }
    case .outline:
      throw ConversionError(
        .usage, "has no outline to be split at; --each or --every N go without one")
    case .size:
      throw ConversionError(
        .usage, "is a picture, and these are split with --each, --every N or --pages alone")
    }
  }

  public func joined(
    with others: [Picture], in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    var joined = self
    let pages = ([self] + others).flatMap(\.pageList)
    joined.parts = pages.enumerated().map { index, page in
      Sibling(name: Self.pageName(index, of: pages.count), open: page.open)
    }
    joined.facts.animation = nil
    joined.facts.frames = 1
    joined.still = nil
    return joined
  }

  /// Its pages, or the pictures of its animation, or itself.
  private var pageList: [Sibling<Picture>] {
    if !parts.isEmpty { return parts }
    guard let animation = facts.animation, animation.durations.count > 1 else {
      return [Sibling(name: "1") { () throws(ConversionError) in self }]
    }
    let count = animation.durations.count
    return (0..<count).map { frame in
      Sibling(name: Self.pageName(frame, of: count)) { () throws(ConversionError) in
        still(of: frame)
      }
    }
  }

  /// What a page or a picture of an animation is called: its number from 1 on, with as many digits as the last one
  /// has, so that files are listed in order.
  public static func pageName(_ index: Int, of count: Int) -> String {
    let digits = String(index + 1)
    return String(repeating: "0", count: String(count).count - digits.count) + digits
  }

  /// One picture of an animation.
  private func still(of frame: Int) -> Picture {
    var facts = facts
    facts.animation = nil
    facts.frames = 1
    facts.companions.removeAll { $0.kind == .frames }
    return Picture(facts) { demand throws(ConversionError) in
      var own = demand
      own.frame = frame
      return try open(own)
    }
  }

  private func picture(
    of indices: [Int], among all: [Sibling<Picture>]
  ) throws(ConversionError) -> Picture {
    let chosen = indices.map { all[$0] }
    guard let animation = facts.animation else {
      var first = try chosen[0].open()
      first.parts = chosen
      return first
    }
    guard indices.count > 1 else { return still(of: indices[0]) }
    var result = self
    result.facts.animation?.durations = indices.map { animation.durations[$0] }
    result.facts.frames = indices.count
    result.open = { demand throws(ConversionError) in
      var own = demand
      own.frame = indices[demand.frame]
      return try open(own)
    }
    result.parts = chosen
    result.still = nil
    return result
  }
}

/// What is told of a picture that was made of a photo of a page, where all of it is to be told.
extension Picture: ReportingModel {
  public var report: JSONValue? {
    if let look = facts.look { return .object([.init("look", look)]) }
    guard let scan = facts.scan, scan["record"] != nil else { return nil }
    return .object([.init("pages", .array([scan]))])
  }
}
