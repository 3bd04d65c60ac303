import SystemPackage
import TestSupport
import Testing

/// No way leads to another machine, or to another program on this one.
@Suite(.enabled(if: Probe.hasSandbox)) struct NetworkAccessTests {
  @Test(arguments: ["tcp", "tcp6", "udp", "unix", "netlink"])
  func noSocketIsOpened(kind: String) throws {
    #expect(try Probe.attempt([kind], []) == .notPermitted)
    // A server has the socket that it serves.
    #expect(try Probe.attempt([kind], ["--serves", "yes"]) == .notPermitted)
    #expect(try Probe.attempt([kind], ["--sandbox", "off"]) == nil)
  }

  @Test(arguments: [
    ("raw", Errno.notPermitted), ("io-uring", .killed), ("socket-pair", .noFunction),
  ])
  func noSocketIsOpenedByOtherWays(kind: String, refusal: Errno) throws {
    #expect(try Probe.attempt([kind], []) == refusal)
    if Probe.isUnconfined { #expect(try Probe.attempt([kind], ["--sandbox", "off"]) == nil) }
  }

  @Test func whatIsOpenIsNotConnected() throws {
    let words = ["connect-inherited", "/run/nobody"]
    #expect(try Probe.attempt(words, []) == .notPermitted)
    #expect(try Probe.attempt(words, ["--serves", "yes"]) == .notPermitted)
    #expect(try Probe.attempt(words, ["--sandbox", "off"]) == .notSocket)
  }
}
