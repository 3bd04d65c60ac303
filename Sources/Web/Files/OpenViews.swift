import ConverterCore
import SystemPackage

/// Files that workers keep open, so that parts of them can be shown one after the other.
///
/// A view is opened when something is asked of a file, and closed when nobody has asked for a while.
actor OpenViews {
  /// A file, and how it is to be seen.
  private struct Key: Hashable {
    let bytes: [UInt8]
    let model: String?
    /// Of reading, as JSON.
    let options: String

    init(_ input: FileAddress, _ model: String?, _ options: [JSONValue.Member]) {
      (bytes, self.model) = (input.bytes, model)
      self.options = options.isEmpty ? "" : JSONValue.object(options).description
    }
  }

  private struct View {
    let name: String
    let opened: Task<JSONValue, any Error>
    var lastAsked: ContinuousClock.Instant
    var isAsked = 0
  }

  private let broker: BrokerConnection
  private var views: [Key: View] = [:]
  private var next = 1

  /// Each is a process of 20 MB.
  private static let most = 24
  private static let patience = Duration.seconds(120)

  init(_ broker: BrokerConnection) {
    self.broker = broker
    Task { [weak self] in
      while let self {
        try? await Task.sleep(for: .seconds(15))
        await self.closeIdle()
      }
    }
  }

  /// What is known of the file from the start: its kind, the columns of a table, how many pages it has.
  ///
  /// - Parameters:
  ///   - model: as which it is to be seen, where there is a choice.
  ///   - options: of reading, such as which messages are meant.
  /// - Throws: `ConversionError`.
  func opening(
    _ input: FileAddress, as model: String? = nil, options: [JSONValue.Member] = []
  ) async throws -> JSONValue {
    let key = Key(input, model, options)
    let view = view(key, input, options)
    do {
      return try await view.opened.value
    } catch {
      forget(key, view)
      throw error
    }
  }

  /// Asks about a part of the file.
  ///
  /// - Throws: `ConversionError`.
  func ask(
    _ input: FileAddress, as model: String? = nil, options: [JSONValue.Member] = [],
    _ word: String, _ members: [JSONValue.Member]
  ) async throws -> JSONValue {
    let key = Key(input, model, options)
    do {
      return try await askOnce(key, input, options, word, members)
    } catch let error as ConversionError where Self.saysThatItEnded(error) {
      // The worker has ended since it was asked last: it is opened anew, once.
      return try await askOnce(key, input, options, word, members)
    }
  }

  private func askOnce(
    _ key: Key, _ input: FileAddress, _ options: [JSONValue.Member], _ word: String,
    _ members: [JSONValue.Member]
  ) async throws -> JSONValue {
    let view = view(key, input, options)
    do {
      _ = try await view.opened.value
    } catch {
      forget(key, view)
      throw error
    }
    if views[key]?.name == view.name { views[key]?.isAsked += 1 }
    defer { if views[key]?.name == view.name { views[key]?.isAsked -= 1 } }
    do throws(ConversionError) {
      return try await broker.ask(
        [.init("view", .string(view.name)), .init("ask", .string(word))] + members
      ).json
    } catch {
      if Self.saysThatItEnded(error) { forget(key, view) }
      throw error
    }
  }

  /// Another question may have opened the file anew meanwhile: that view stays.
  private func forget(_ key: Key, _ view: View) {
    if views[key]?.name == view.name { views[key] = nil }
  }

  private static func saysThatItEnded(_ error: ConversionError) -> Bool {
    error.code == .decoderCrashed
      || error.code == .usage && error.message.hasPrefix("no view ")
  }

  private func view(
    _ key: Key, _ input: FileAddress, _ options: [JSONValue.Member]
  ) -> View {
    if var known = views[key] {
      known.lastAsked = .now
      views[key] = known
      return known
    }
    if views.count >= Self.most { closeOldest() }
    let name = "v\(next)"
    next += 1
    let broker = broker
    let members =
      [JSONValue.Member("view", .string(name))] + input.members("input")
      + (key.model.map { [.init("as", .string($0))] } ?? [])
      + (options.isEmpty ? [] : [.init("options", .object(options))])
    let opened = Task { try await broker.ask(members).json }
    let view = View(name: name, opened: opened, lastAsked: .now)
    views[key] = view
    return view
  }

  private func closeIdle() {
    for (key, view) in views where view.isAsked == 0 && .now - view.lastAsked > Self.patience {
      close(key, view)
    }
  }

  private func closeOldest() {
    let idle = views.filter { $0.value.isAsked == 0 }
    guard let oldest = idle.min(by: { $0.value.lastAsked < $1.value.lastAsked }) else { return }
    close(oldest.key, oldest.value)
  }

  private func close(_ key: Key, _ view: View) {
    views[key] = nil
    let broker = broker
    Task {
      _ = try? await broker.ask([.init("view", .string(view.name)), .init("close", .bool(true))])
    }
  }
}
