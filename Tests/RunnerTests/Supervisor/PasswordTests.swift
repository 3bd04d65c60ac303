import ConverterCore
import Testing

/// Who gets passwords.
@Suite struct PasswordTests {
  private func passwords(_ words: String...) -> Passwords {
    Passwords(words.map { Password(Array($0.utf8)) })
  }

  /// The process that an outcome names.
  private func process(_ heard: Heard, _ id: String) throws -> String {
    let message = try #require(heard.error(id)?.message)
    return String(try #require(message.split(separator: " ").last))
  }

  @Test func whoeverAsksGetsAll() throws {
    let orders = try Orders()
    try orders.add("passwords", as: "a")
    let heard = try orders.run(passwords: passwords("one", "two"))
    #expect(heard.error("a")?.message.hasPrefix(#"knows ["one", "two"] in "#) == true)
  }

  @Test func withoutPasswordsTheAnswerIsEmpty() throws {
    let orders = try Orders()
    try orders.add("passwords", as: "a")
    try orders.add("process", as: "b")
    let heard = try orders.run(jobs: 1)
    #expect(heard.error("a")?.message.hasPrefix("knows [] in ") == true)
    #expect(try process(heard, "a") == process(heard, "b"))
  }

  /// Code in a later file could find them in its memory.
  @Test func aWorkerThatKnowsThemGetsNoFurtherFile() throws {
    let orders = try Orders()
    for (name, order) in [("a", "process"), ("b", "passwords"), ("c", "process"), ("d", "process")]
    {
      try orders.add(order, as: name)
    }
    let heard = try orders.run(jobs: 1, passwords: passwords("secret"))
    #expect(try process(heard, "a") == process(heard, "b"))
    #expect(try process(heard, "b") != process(heard, "c"))
    #expect(try process(heard, "c") == process(heard, "d"))
  }
}
