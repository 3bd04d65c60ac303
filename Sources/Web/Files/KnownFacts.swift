import ConverterCore

/// What `fairy info --json` says of files that were looked at last.
///
/// To count the rows or messages of gigabytes takes seconds, so that a page does not wait for it.
actor KnownFacts {
  private let broker: BrokerConnection
  private var asked: [(key: String, facts: Task<JSONValue, any Error>)] = []

  private static let mostKept = 64

  init(_ broker: BrokerConnection) { self.broker = broker }

  /// The facts of a file.
  ///
  /// - Parameters:
  ///   - key: changes with the file and its content.
  ///   - patience: how long one waits; `nil` for as long as it takes.
  /// - Returns: `nil` where they are not known by then; they are looked for all the same.
  /// - Throws: `ConversionError`.
  func facts(
    of input: FileAddress, _ key: String, within patience: Duration?
  ) async throws -> JSONValue? {
    let task = task(input, key)
    guard let patience else { return try await value(of: task, key) }
    let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
    let waiting = Task {
      _ = await task.result
      continuation.yield(true)
    }
    let alarm = Task {
      try? await Task.sleep(for: patience)
      continuation.yield(false)
    }
    defer {
      alarm.cancel()
      waiting.cancel()
    }
    for await isThere in answers { return isThere ? try await value(of: task, key) : nil }
    return nil
  }

  private func task(_ input: FileAddress, _ key: String) -> Task<JSONValue, any Error> {
    if let known = asked.firstIndex(where: { $0.key == key }) {
      asked.append(asked.remove(at: known))
      return asked[asked.count - 1].facts
    }
    let broker = broker
    let task = Task {
      let answer = try await broker.ask(
        [.init("broker", .string("facts"))] + input.members("file"))
      return answer.json["answer"]?.elements?.first ?? .null
    }
    if asked.count == Self.mostKept { asked.removeFirst() }
    asked.append((key, task))
    return task
  }

  /// A failure is not kept: too much may have been asked at once.
  private func value(of task: Task<JSONValue, any Error>, _ key: String) async throws -> JSONValue {
    do {
      let facts = try await task.value
      if facts["error"] != nil { asked.removeAll { $0.key == key } }
      return facts
    } catch {
      asked.removeAll { $0.key == key }
      throw error
    }
  }
}
