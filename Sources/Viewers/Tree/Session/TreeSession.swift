internal import ConverterCore
import TreeModel

/// A tree that stays open: the members of any of its containers can be asked for, and words searched.
///
/// A node is named by the byte of the text that its line begins at.
final class TreeSession: ViewSession {
  let text: UnfoldedText
  private let isSequence: Bool
  private let thread: WorkerThread?

  /// The most members of an answer, and bytes of their texts together.
  private static let most = (members: 1000, bytes: 1 << 20)
  /// The most bytes of a key and of a text among others, and of a value alone.
  static let mostOfText = (key: 1000, among: 1000, alone: 1 << 20)

  /// - Parameter file: the values as JSON.
  init(_ file: InputFile, isSequence: Bool, limits: Limits) throws(ConversionError) {
    let deepest = UnfoldedText.deepest(within: limits)
    let index = TextIndex()
    text = try UnfoldedText(file, isSequence: isSequence, deepest: deepest, index: index)
    // Whatever is asked for is a member of a container whose own members are not wanted.
    text.folds.fold(from: 0)
    self.isSequence = isSequence
    thread = WorkerThread { index.build(file, isSequence: isSequence, deepest: deepest) }
    if thread == nil { index.build(file, isSequence: isSequence, deepest: deepest) }
  }

  deinit {
    text.index.cancel()
    thread?.join()
  }

  var summary: [JSONValue.Member] { [.init("sequence", .bool(isSequence))] }

  func answer(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    let members: [JSONValue.Member]
    switch question.word {
    case "children":
      try question.check(takes: "node", "from", "count", "wait")
      members = try answer(question, with: children)
    case "value":
      try question.check(takes: "node", "wait")
      members = try answer(question, with: value)
    case "find":
      try question.check(takes: "text", "node", "backward", "wait")
      members = try find(question)
    default: throw question.unknown("children", "value", "find")
    }
    return members + state
  }

  /// An answer, made again while a part of it lies in what is not known yet and the question waits for that.
  private func answer(
    _ question: ViewQuestion,
    with make: (ViewQuestion) throws(ConversionError) -> [JSONValue.Member]
  ) throws(ConversionError) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    try question.wait { () throws(ConversionError) in
      let isFinished = text.index.progress.isFinished
      members = try make(question)
      return isFinished || !members.contains { $0.key == "pending" }
    }
    return members
  }

  /// How much of the text is known.
  private var state: [JSONValue.Member] {
    let progress = text.index.progress
    var members: [JSONValue.Member] = [.init("complete", .bool(progress.isFinished))]
    if !progress.isFinished {
      let fraction = Double(progress.reached) / Double(max(1, text.window.end))
      members.append(.init("fraction", .number((fraction * 1000).rounded() / 1000)))
    }
    if let failure = progress.failure {
      members.append(.init("failure", .string(failure.message)))
    } else if let damage = progress.damage {
      members.append(.init("failure", .string("is damaged at \(damage.name)")))
    }
    return members
  }

  // MARK: Nodes

  /// The line that a question names; `nil` where it names none.
  ///
  /// - Throws: `usage` where no value begins there.
  private func walker(of question: ViewQuestion) throws(ConversionError) -> TextWalker? {
    guard question.json["node"] != nil else { return nil }
    let offset = try question.count("node")
    var walker = text.walker(
      at: text.index.place(before: offset.clampedSum(1)) ?? text.first.place)
    while !walker.isOver, walker.place.offset < offset { try walker.advance() }
    guard walker.place.offset == offset, walker.place.kind == .value else {
      throw ConversionError(.usage, "there is no node \(offset)")
    }
    return walker
  }

  /// `{"ask":"children","node":17,"from":0,"count":100}`; without a node, the outermost values.
  private func children(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    let (from, count) = (
      try question.count("from", or: 0),
      try question.count("count", or: 100, atMost: Self.most.members)
    )
    guard var walker = try firstChild(of: try self.walker(of: question), from) else {
      return [.init("children", .array([]))]
    }
    let level = walker.place.stack.count
    var (children, byteCount): ([JSONValue], Int) = ([], 0)
    var isPending = false
    while !walker.isOver, walker.place.kind == .value, walker.place.stack.count == level,
      children.count < count, byteCount < Self.most.bytes
    {
      if walker.place.index >= from {
        let node = try TreeNode(walker, of: text)
        byteCount += node.byteCount
        children.append(.object(node.members))
      }
      guard case .moved = try text.advance(&walker) else {
        isPending = true
        break
      }
    }
    var members: [JSONValue.Member] = [.init("children", .array(children))]
    // What comes behind is in a part that was not gone over yet.
    if isPending { members.append(.init("pending", .bool(true))) }
    if walker.place.kind == .damage, let damage = walker.damage {
      members.append(.init("damage", .string(damage.message)))
    }
    return members
  }

  /// A child from which the one with a number can be reached; `nil` where there are none.
  private func firstChild(
    of parent: TextWalker?, _ number: Int
  ) throws(ConversionError) -> TextWalker? {
    guard var walker = parent else {
      let known = text.index.place(ofMember: number, inContainerAt: nil, level: 0)
      return text.walker(at: known ?? text.first.place)
    }
    guard let container = try text.container(at: walker) else { return nil }
    let level = walker.place.stack.count
    if let known = text.index.place(
      ofMember: number, inContainerAt: container.start, level: level)
    {
      return text.walker(at: known)
    }
    try walker.advance()
    return walker
  }

  /// `{"ask":"value","node":17}`: the whole value as JSON, or its first MiB, and the path to it.
  private func value(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    guard let walker = try walker(of: question) else {
      throw ConversionError(.usage, "the question \"value\" needs \"node\"")
    }
    let path = String(decoding: try text.path(of: walker.place).text, as: UTF8.self)
    guard let range = try text.range(ofValueAt: walker) else {
      return [.init("path", .string(path)), .init("pending", .bool(true))]
    }
    let bytes = try text.window.copy(
      from: range.lowerBound, count: min(range.count, Self.mostOfText.alone))
    return [
      .init("path", .string(path)), .init("json", .string(String(decoding: bytes, as: UTF8.self))),
      .init("bytes", .integer(range.count)),
    ]
  }

  // MARK: Searching

  /// `{"ask":"find","text":"smith","node":17}`: the next node with it in its key or value.
  private func find(_ question: ViewQuestion) throws(ConversionError) -> [JSONValue.Member] {
    guard let search = TextSearch(try question.text("text")) else {
      throw ConversionError(.usage, "\"text\" is empty, and there is nothing to look for")
    }
    let start = try walker(of: question)?.place ?? text.first.place
    let deadline =
      ContinuousClock.now + .milliseconds(try question.count("wait", or: 1000, atMost: 10_000))
    var reached = start.offset
    let goOn = { (offset: Int) throws(ConversionError) -> Bool in
      reached = offset
      return .now < deadline
    }
    let treeSearch = TreeSearch(text, search)
    let outcome =
      try question.flag("backward")
      ? try treeSearch.previous(before: start, goOn: goOn)
      : try treeSearch.next(after: start, goOn: goOn)
    switch outcome {
    case .found(let place, let isAround):
      return [
        .init("node", .integer(place.offset)),
        .init("within", .array(place.stack.map { .integer($0.line) })),
        .init("around", .bool(isAround)),
      ]
    case .nothing: return [.init("node", .null)]
    case .stopped: return [.init("searched", .integer(reached))]
    }
  }
}

/// A value with its key, as a program is told of it.
private struct TreeNode {
  let members: [JSONValue.Member]
  let byteCount: Int

  /// - Parameter walker: at the line of the value.
  init(_ walker: TextWalker, of text: UnfoldedText) throws(ConversionError) {
    var members: [JSONValue.Member] = [
      .init("node", .integer(walker.place.offset)), .init("index", .integer(walker.place.index)),
    ]
    var byteCount = 0
    if walker.place.isInObject {
      let key = try text.string(at: walker.place.offset, atMost: TreeSession.mostOfText.key)
      byteCount += key.form.count
      members.append(.init("key", .string(Self.meaning(of: key))))
    }
    let start = try walker.valueStart()
    switch try text.window.byte(at: start) {
    case UInt8(ascii: "{"): members += try Self.members(of: "object", walker, text)
    case UInt8(ascii: "["): members += try Self.members(of: "array", walker, text)
    case UInt8(ascii: "\""):
      let value = try text.string(at: start, atMost: TreeSession.mostOfText.among)
      byteCount += value.form.count
      members += [
        .init("kind", .string("string")), .init("value", .string(Self.meaning(of: value))),
      ]
      if !value.isWhole { members.append(.init("cut", .bool(true))) }
    case let first:
      let word = try text.word(at: start, atMost: TreeSession.mostOfText.among)
      byteCount += word.count
      let kind =
        switch first {
        case UInt8(ascii: "t"), UInt8(ascii: "f"): "boolean"
        case UInt8(ascii: "n"): "null"
        default: "number"
        }
      members += [
        .init("kind", .string(kind)),
        .init("value", .string(String(decoding: word, as: UTF8.self))),
      ]
    }
    (self.members, self.byteCount) = (members, byteCount)
  }

  /// How many members a container has, where that is known.
  private static func members(
    of kind: String, _ walker: TextWalker, _ text: UnfoldedText
  ) throws(ConversionError) -> [JSONValue.Member] {
    var count: Int? = 0
    if let container = try text.container(at: walker) {
      if case .end(_, let members) = try text.extent(of: container, at: walker) {
        count = members
      } else {
        count = nil
      }
    }
    return [.init("kind", .string(kind)), .init("count", count.map { .integer($0) } ?? .null)]
  }

  private static func meaning(of string: UnfoldedText.StringForm) -> String {
    String(decoding: UnfoldedText.meaning(of: string.form.span), as: UTF8.self)
  }
}
