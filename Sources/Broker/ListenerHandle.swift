import CServing

extension Listener {
  /// How many connections wait to be accepted.
  private static let backlog: Int32 = 128

  /// A socket that listens; below 0 for the reason in `errno`.
  static func listening(_ port: inout UInt16) -> Int32 {
    unsafe fairy_listen_on_loopback(&port, backlog)
  }

  /// A socket that listens on an address of a local network; below 0 for the reason in `errno`.
  static func listening(_ port: inout UInt16, nearby address: UInt32) -> Int32 {
    unsafe fairy_listen_nearby(address, &port, backlog)
  }

  /// An address of this machine on a local network; `nil` where there are not so many.
  static func address(_ index: Int32) -> UInt32? {
    var address: UInt32 = 0
    return unsafe fairy_address_nearby(index, &address) == 1 ? address : nil
  }
}
