import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Runner

/// Where no limits can be handed on to workers, no group is made: to move a process into one takes time.
@Suite struct ControlGroupTests {
  @Test(arguments: [
    ("", "12\n"), ("cpu io\n", "12\n"), ("memory pids\n", "12\n13\n"), ("memory pids\n", ""),
  ])
  func nothingIsMadeForNothing(controllers: String, processes: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array(controllers.utf8), to: "group/cgroup.controllers")
    try scratch.write(Array(processes.utf8), to: "group/cgroup.procs")
    #expect(ControlGroups(root: FilePath(scratch.path), own: "/group") == nil)
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.file("group"))
    #expect(left.sorted() == ["cgroup.controllers", "cgroup.procs"])
    // No process was moved.
    let held = try String(contentsOfFile: scratch.file("group/cgroup.procs"), encoding: .utf8)
    #expect(held == processes)
  }

  /// One controller is enough.
  @Test(arguments: ["memory pids\n", "memory\n", "cpu pids\n"])
  func aGroupOfItsOwnIsDivided(controllers: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array(controllers.utf8), to: "group/cgroup.controllers")
    try scratch.write(Array("12\n".utf8), to: "group/cgroup.procs")
    let groups = ControlGroups(root: FilePath(scratch.path), own: "/group")
    let made = scratch.file("group/fairy.\(ProcessInfo.processInfo.processIdentifier)")
    #expect(groups != nil)
    #expect(FileManager.default.fileExists(atPath: made + "/supervisor"))
  }

  @Test func withoutASystemThereIsNone() throws {
    #expect(ControlGroups(root: nil, own: "/") == nil)
    #expect(ControlGroups(root: FilePath(try ScratchFolder().path), own: nil) == nil)
  }
}
