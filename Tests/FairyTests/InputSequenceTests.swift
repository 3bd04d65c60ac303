import ConverterCore
import Foundation
import Runner
import SystemPackage
import TestSupport
import Testing

@testable import FairyCommandLine

/// Words of the command line as files, and what a survey finds before anything runs.
@Suite struct InputSequenceTests {
  private func words(_ words: [String]) throws -> [NamedInput] {
    try words.compactMap { PathArgument(argument: $0) }
      .map { try NamedInput($0, takesFolders: false) { _ in [] } }
  }

  private func names(_ inputs: InputSequence, in folder: String) throws -> [String] {
    var inputs = inputs
    var names: [String] = []
    while let found = try inputs.next(unlisted: { _ in }) {
      names.append(
        (found.input.path?.string ?? "-").replacingOccurrences(of: folder + "/", with: ""))
    }
    return names
  }

  private func survey(_ inputs: InputSequence, _ naming: OutputNaming) throws -> Survey {
    let jpeg = try #require(ContentTypeCatalog.complete["public.jpeg"])
    let template = Request(input: .standardInput, target: jpeg, output: .standardOutput)
    return try Survey(
      of: WalkedJobs(inputs: inputs, naming: naming, template: template), unlisted: { _ in },
      repeated: { _ in })
  }

  @Test("words in their order, folders walked, copies from the start again")
  func order() throws {
    let scratch = try ScratchFolder()
    for name in ["b/2", "b/1", "a/3", "z"] { try scratch.write([], to: name) }
    let named = try words([scratch.file("b"), "-", scratch.file("missing"), scratch.file("a")])
    var inputs = InputSequence(named, recursive: true)
    let expected = ["b/1", "b/2", "-", "missing", "a/3"]
    #expect(try names(inputs, in: scratch.path) == expected)
    try inputs.open()
    // Listed already, so the next pass does not see it.
    try scratch.write([], to: "b/0")
    #expect(try names(inputs, in: scratch.path) == expected)
    #expect(try names(inputs, in: scratch.path) == expected)
    #expect(inputs.hasStandardInput)
    #expect(!inputs.isSingleFile)
  }

  @Test func aFolderNeedsTheFlag() throws {
    let scratch = try ScratchFolder()
    var inputs = InputSequence(try words([scratch.path]), recursive: false)
    #expect(!inputs.isSingleFile)
    for _ in 0..<2 {
      let error = #expect(throws: ConversionError.self) { try inputs.open() }
      #expect(error?.code == .usage)
    }
    #expect(throws: ConversionError.self) { try inputs.next(unlisted: { _ in }) }
  }

  @Test("two roots that would fill one folder with one name")
  func clashAcrossRoots() throws {
    let scratch = try ScratchFolder()
    for name in ["a/x/1.heic", "a/2.heic", "b/3.heic", "b/x/1.png"] {
      try scratch.write([1, 2, 3], to: name)
    }
    let inputs = InputSequence(try words([scratch.file("a"), scratch.file("b")]), recursive: true)
    let error = #expect(throws: ConversionError.self) {
      try survey(inputs, .folder("out", isAlone: false))
    }
    #expect(error?.code == .usage)
    #expect(
      error?.message
        == "both \(scratch.file("a/x/1.heic")) and \(scratch.file("b/x/1.png")) would be written to "
        + "out/x/1.jpg; nothing was converted. --on-conflict rename gives the second another name")
    let beside = try survey(inputs, .besideInput)
    #expect(beside.files == 4)
    #expect(beside.bytes.total == 12)
  }

  @Test("one name with two extensions, beside its input")
  func clashWithin() throws {
    let scratch = try ScratchFolder()
    for name in ["a.heic", "a.png", "b.png"] { try scratch.write([], to: name) }
    let inputs = InputSequence(try words([scratch.path]), recursive: true)
    #expect(throws: ConversionError.self) {
      try survey(inputs, .besideInput)
    }
    let excluding = InputSequence(
      try words([scratch.path]), recursive: true,
      excluding: .init(scratch.path))
    #expect(try names(excluding, in: scratch.path) == ["a.heic", "a.png", "b.png"])
  }
}
