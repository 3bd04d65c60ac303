import ConverterCore

/// A terminal that the supervisor holds, as a viewer in a sealed worker draws on it.
///
/// It has a channel of its own, so that a thread in the background can ask the supervisor for a file while the viewer
/// waits for a key.
final class RemoteScreen: Screen {
  private let channel: Channel
  private let waiting: WaitingTime
  private(set) var size: ScreenSize

  /// - Parameter waiting: gets the time spent waiting for keys.
  /// - Throws: `interrupted` where the supervisor is gone.
  init(_ channel: Channel, waiting: WaitingTime) throws(ConversionError) {
    self.channel = channel
    self.waiting = waiting
    size = ScreenSize(columns: 0, rows: 0)
    guard case .message(let json) = try channel.receive(waiting: true) else { throw Self.gone }
    size = try ScreenAnswer(json).size
  }

  func draw(_ lines: [[UInt8]]) throws(ConversionError) {
    guard channel.send(ScreenRequest.draw(lines).json) else { throw Self.gone }
  }

  func nextEvent(timeout: Int?) throws(ConversionError) -> ScreenEvent {
    let start = ContinuousClock.now
    defer { waiting.add(.now - start) }
    return try ask(.nextEvent(timeout: timeout)).event ?? .end
  }

  func copy(_ text: [UInt8]) throws(ConversionError) {
    if let refusal = try ask(.copy(text)).refusal { throw refusal }
  }

  private func ask(_ question: ScreenRequest) throws(ConversionError) -> ScreenAnswer {
    guard let answer = try channel.ask(question.json).message else { throw Self.gone }
    let known = try ScreenAnswer(answer)
    size = known.size
    return known
  }

  private static var gone: ConversionError {
    ConversionError(.interrupted, "the supervisor is gone")
  }
}
