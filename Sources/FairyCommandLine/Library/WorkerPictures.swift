import ConverterCore
import FairyLibrary
import Runner
import TriageViewer

/// Decodes photos for a terminal in sealed workers, of which each sees one photo, before somebody comes to them.
final class WorkerPictures: PhotoPictures, Sendable {
  private let graphics: TerminalGraphics?
  private let sandbox: Sandbox.Policy
  private let limits: Limits
  private let state = Monitor(State())

  fileprivate struct State {
    /// The most urgent first.
    var wishes: [PictureWish] = []
    /// What is decoded at the moment, and what ends it before its time.
    var begun: [PictureWish: Interruption] = [:]
    /// What was decoded, the last at the end.
    var kept: [(wish: PictureWish, picture: PhotoPicture)] = []
    var isStopped = false
    /// Which parts of the sandbox the system lacks.
    var missing: [String] = []
  }

  private enum Next: Sendable {
    /// - isUrgent: whether somebody waits for it.
    case decode(PictureWish, isUrgent: Bool)
    case stop
  }

  /// What is kept beside the pictures that are wanted, in bytes for the terminal.
  private static let mostKept = 64 << 20

  /// - Parameter graphics: how the terminal shows pictures; `nil` where it shows none.
  init(on graphics: TerminalGraphics?, sandbox: Sandbox.Policy, limits: Limits) {
    (self.graphics, self.sandbox, self.limits) = (graphics, sandbox, limits)
  }

  /// Begins to serve wishes; before the terminal is taken, so that its signals come to the first thread alone.
  func start() {
    for _ in 0..<min(max(2, Cores.available), 4) {
      WorkerThread(running: { [self] in serve() })?.detach()
    }
  }

  /// Gives up all that is under way.
  func stop() {
    state.withLock { $0.isStopped = true }
    want([])
  }

  /// Which parts of the sandbox the system lacks, as far as photos were decoded.
  var missing: [String] { state.withLock { $0.missing } }

  var areShown: Bool { graphics != nil }

  func want(_ wishes: [PictureWish]) {
    let stale = state.withLock { state -> [Interruption] in
      state.wishes = wishes
      return state.begun.filter { !wishes.contains($0.key) }.map(\.value)
    }
    for interruption in stale { interruption.raise() }
    state.broadcast()
  }

  func picture(_ wish: PictureWish) -> PhotoPicture? {
    state.withLock { state in state.kept.last(where: { $0.wish == wish })?.picture }
  }

  // MARK: The threads

  private func serve() {
    let workers = LookWorkers(
      command: SealedProcess.command, sandbox: sandbox, programs: { SealedProcess.programs })
    while let interruption = try? Interruption(),
      case .decode(let wish, let isUrgent) = next(endedBy: interruption)
    {
      let threads = isUrgent ? Cores.available : 1
      keep(decoded(wish, by: workers, threads: threads, until: interruption), of: wish)
    }
  }

  /// Waits for the most urgent wish that nobody has begun with.
  private func next(endedBy interruption: Interruption) -> Next {
    state.wait { state -> Next? in
      if state.isStopped { return .stop }
      let (begun, kept) = (state.begun, state.kept)
      let wish = state.wishes.first { wish in
        begun[wish] == nil && !kept.contains { $0.wish == wish }
      }
      guard let wish else { return nil }
      state.begun[wish] = interruption
      return .decode(wish, isUrgent: wish == state.wishes.first)
    }
  }

  /// - Parameter picture: `nil` for one that was given up.
  private func keep(_ picture: PhotoPicture?, of wish: PictureWish) {
    state.withLock { state in
      state.begun[wish] = nil
      guard let picture else { return }
      state.kept.append((wish, picture))
      state.removeOld(atMost: Self.mostKept)
    }
    state.broadcast()
  }

  private func decoded(
    _ wish: PictureWish, by workers: LookWorkers, threads: Int, until interruption: Interruption
  ) -> PhotoPicture? {
    do throws(ConversionError) {
      let audience = GatheringAudience(atMost: 1 << 26)
      let process = try begin(wish, by: workers, threads: threads)
      let result = try process.result(for: audience, until: interruption) { missing in
        state.withLock { $0.missing = missing }
      }
      guard let result else { return nil }
      if let error = result.failure { throw error }
      return try PhotoPicture(audience.bytes, as: graphics?.form, of: wish)
    } catch {
      return PhotoPicture(failure: error.resolved(by: limits).message)
    }
  }

  private func begin(
    _ wish: PictureWish, by workers: LookWorkers, threads: Int
  ) throws(ConversionError) -> LookProcess {
    var request = Request(
      input: .file(wish.file.path),
      target: try ContentType.named(ContentType.ID.data.rawValue, in: .builtin), output: .memory,
      options: ConversionOptions(), limits: limits)
    request.options.settings[LookWork.zoomKey] = wish.zoom.description
    request.unusedOptions = .note
    var page = PageDescription()
    page.graphics = graphics
    page.graphics?.size = ScreenSize(columns: wish.columns, rows: wish.rows)
    let file = try DirectFiles().open(request.input, within: limits)
    let look = LookRequest(.photo, of: request, on: page, threads: threads)
    return try LookProcess(look, at: file, by: workers)
  }
}

extension WorkerPictures.State {
  /// Forgets what was decoded first, but for what is wanted.
  fileprivate mutating func removeOld(atMost most: Int) {
    var count = kept.reduce(0) { $0 + $1.picture.byteCount }
    while count > most, let index = kept.firstIndex(where: { !wishes.contains($0.wish) }) {
      count -= kept.remove(at: index).picture.byteCount
    }
  }
}

extension PhotoPicture {
  /// About as many bytes as it takes.
  fileprivate var byteCount: Int {
    switch content {
    case .nothing: 1 << 10
    case .blocks(let lines): lines.reduce(1 << 10) { $0 + $1.count }
    case .pixels(let bytes): (1 << 10) + bytes.count
    }
  }

  /// Reads what a worker sends of a photo: a line of JSON, and behind it what the terminal is to be sent.
  ///
  /// - Throws: `decoderCrashed` for anything else.
  init(
    _ bytes: [UInt8], as form: TerminalGraphics.Form?, of wish: PictureWish
  ) throws(ConversionError) {
    self.init()
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let head = try? JSONValue(parsing: Array(bytes[..<end]))
    else { throw ConversionError(.decoderCrashed, "its worker sent no photo") }
    facts = PhotoFacts(head)
    guard let form, let columns = head["columns"]?.int, let rows = head["rows"]?.int, columns > 0,
      rows > 0, columns <= wish.columns, rows <= wish.rows
    else { return }
    (self.columns, self.rows) = (columns, rows)
    (x, y) = (Self.part(head["x"]), Self.part(head["y"]))
    content = Self.content(Array(bytes[(end + 1)...]), form, rows: rows)
  }

  private static func part(_ json: JSONValue?) -> Range<Double> {
    let numbers = (json?.elements ?? []).compactMap(\.double)
    guard numbers.count == 2, numbers[0] >= 0, numbers[0] < numbers[1], numbers[1] < 1.001 else {
      return 0..<1
    }
    return numbers[0]..<numbers[1]
  }

  /// What of a worker's bytes shows a picture, and can do nothing else to a terminal.
  private static func content(
    _ bytes: [UInt8], _ form: TerminalGraphics.Form, rows: Int
  ) -> Content {
    var filter = TerminalFilter(graphics: form)
    let harmless = filter.pass(bytes) + filter.finish()
    if case .blocks = form {
      return .blocks(harmless.split(separator: UInt8(ascii: "\n")).prefix(rows).map(Array.init))
    }
    return .pixels(pictures(in: harmless))
  }

  /// The sequences of a filtered text that are pictures, without what is between them.
  private static func pictures(in bytes: [UInt8]) -> [UInt8] {
    let escape: UInt8 = 0x1B
    var (result, place) = ([UInt8](), 0)
    while let start = bytes[place...].firstIndex(of: escape), start + 1 < bytes.count {
      let isPicture = [UInt8(ascii: "_"), UInt8(ascii: "P")].contains(bytes[start + 1])
      guard isPicture, let end = bytes[(start + 2)...].firstIndex(of: escape) else {
        place = start + 2
        continue
      }
      place = min(end + 2, bytes.count)
      result += bytes[start..<place]
    }
    return result
  }
}

extension PhotoFacts {
  /// Reads what a worker knows of a photo.
  fileprivate init(_ json: JSONValue) {
    self.init()
    (width, height) = (json["width"]?.int, json["height"]?.int)
    (taken, camera, place) = (json["taken"]?.text, json["camera"]?.text, json["place"]?.text)
  }
}
