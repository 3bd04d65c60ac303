import SystemPackage
import TestSupport
import Testing

/// No way leads to another machine, or to another program on this one.
@Suite(.enabled(if: Probe.hasWalls)) struct NetworkWallTests {
  @Test(arguments: ["tcp", "tcp6", "udp", "unix", "netlink", "socket-pair"])
  func noSocketIsOpened(kind: String) throws {
    #expect(try Probe.attempt([kind], []) == .notPermitted)
    #expect(try Probe.attempt([kind], ["--sandbox", "off"]) == nil)
  }

  @Test(arguments: ["raw", "io-uring"])
  func noSocketIsOpenedByOtherWays(kind: String) throws {
    #expect(try Probe.attempt([kind], []) == .notPermitted)
    if Probe.isUnconfined { #expect(try Probe.attempt([kind], ["--sandbox", "off"]) == nil) }
  }

  @Test func whatIsOpenIsNotConnected() throws {
    let words = ["connect-inherited", "/run/nobody"]
    #expect(try Probe.attempt(words, []) == .notPermitted)
    #expect(try Probe.attempt(words, ["--sandbox", "off"]) == .notSocket)
  }
}
