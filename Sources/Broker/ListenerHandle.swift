import CServing

extension Listener {
  /// How many connections wait to be accepted.
  private static let backlog: Int32 = 128

  /// A socket that listens; below 0 for the reason in `errno`.
  static func listening(_ port: inout UInt16) -> Int32 {
    unsafe fairy_listen_on_loopback(&port, backlog)
  }
}
