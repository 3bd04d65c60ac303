import Foundation
import TestSupport
import Testing

/// `scripts/fairy`, which runs the program from a checkout.
@Suite struct ScriptTests {
  @Test func runsThroughASymbolicLink() throws {
    let checkout = try ScratchFolder()
    try checkout.copy("\(Places.root)/scripts/fairy", as: "scripts/fairy")
    try checkout.write([], to: "Package.swift")
    try checkout.write([], to: "Sources/a.swift")
    try checkout.write(
      Array("#!/bin/sh\necho \"ran with $*\"\n".utf8), to: ".build/release/fairy")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: checkout.file(".build/release/fairy"))
    try FileManager.default.createDirectory(
      atPath: checkout.file("bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: checkout.file("bin/fairy"), withDestinationPath: "../scripts/fairy")
    let result = try Program.run(checkout.file("bin/fairy"), ["info", "a b"], in: "/")
    #expect(result.text == "ran with info a b\n")
    #expect(result.status == 0, "\(result.error)")
  }
}
