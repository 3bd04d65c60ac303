import Foundation
import TestSupport
import Testing

/// What is said about everything that people get wrong: `Tests/Golden/WrongUses` has the commands, as a new user
/// would type them, with the whole of each answer.
@Suite struct WrongUseTests {
  static let files = [
    "verbs", "options", "values", "types", "inputs", "damaged", "outputs", "words",
  ]

  static func sessions(of file: String) throws -> [GoldenSession] {
    try GoldenFile("Tests/Golden/WrongUses/\(file).md").sessions
  }

  @Test func thereAreTwoHundred() throws {
    let commands = try Self.files.flatMap(Self.sessions).flatMap(\.commands)
    #expect(commands.count >= 200)
    #expect(Set(commands.map(\.line)).count == commands.count, "one is there twice")
  }

  @Test(arguments: files)
  func areAnswered(file: String) throws {
    let folder = try ScratchFolder()
    let made = try Program.run(
      "\(Places.root)/Tests/Golden/WrongUses/prepare", [], in: folder.path,
      environment: ["FIXTURES": "\(Places.root)/fixtures"])
    try #require(made.status == 0, "\(made.error)")
    let names = folder.names
    for session in try Self.sessions(of: file) {
      for difference in try session.run(in: folder) { Issue.record("\(difference)") }
      #expect(folder.names == names, "something was left behind by \(session)")
    }
  }
}
