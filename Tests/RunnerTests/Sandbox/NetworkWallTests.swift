import SystemPackage
import TestSupport
import Testing

/// No way leads to another machine, or to another program on this one.
@Suite struct NetworkWallTests {
  @Test(arguments: ["tcp", "tcp6", "udp", "unix", "netlink", "socket-pair", "io-uring"])
  func noSocketIsOpened(kind: String) throws {
    #expect(try Probe.attempt([kind], in: ["--sandbox", "require"]) == .notPermitted)
    #expect(try Probe.attempt([kind], in: ["--sandbox", "off"]) == nil)
  }
}
