import NIOCore
import Synchronization

/// The connections that there are, in the order in which they came.
///
/// Where there are as many as may be, the oldest over which no browser that was let in has spoken is closed for the next: whoever
/// else opens connections keeps nobody out.
final class OpenConnections: Sendable {
  private struct Connection {
    let number: Int
    let channel: any Channel
    var isTrusted = false
  }

  private struct State {
    var next = 0
    var connections: [ObjectIdentifier: Connection] = [:]
  }

  private let state = Mutex(State())
  private let most: Int

  /// - Parameter most: how many there may be at once; browsers open six each.
  init(most: Int) { self.most = most }

  /// - Returns: whether there is room for another.
  func enter(_ channel: any Channel) -> Bool {
    let (isIn, oldest) = state.withLock { state -> (Bool, (any Channel)?) in
      var oldest: (any Channel)?
      if state.connections.count >= most {
        let strangers = state.connections.filter { !$0.value.isTrusted }
        guard let last = strangers.min(by: { $0.value.number < $1.value.number }) else {
          return (false, nil)
        }
        state.connections[last.key] = nil
        oldest = last.value.channel
      }
      state.connections[ObjectIdentifier(channel)] = Connection(
        number: state.next, channel: channel)
      state.next += 1
      return (true, oldest)
    }
    oldest?.close(promise: nil)
    return isIn
  }

  func leave(_ channel: any Channel) {
    state.withLock { $0.connections[ObjectIdentifier(channel)] = nil }
  }

  func closeAll() {
    let channels = state.withLock { $0.connections.values.map(\.channel) }
    for channel in channels { channel.close(promise: nil) }
  }

  /// Notes that a browser that was let in speaks over a connection.
  func trust(_ channel: any Channel) {
    state.withLock { $0.connections[ObjectIdentifier(channel)]?.isTrusted = true }
  }
}
