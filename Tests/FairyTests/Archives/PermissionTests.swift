import TestSupport
import Testing

/// What permissions the entries of an archive get.
@Suite struct PermissionTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    let made = try Program.shell(
      """
      umask 0; mkdir in in/open; echo 1 > in/wide; echo 2 > in/runs; echo 3 > in/closed
      chmod 666 in/wide; chmod 4755 in/runs; chmod 600 in/closed; chmod 777 in/open
      tar cf a.tar in; (cd in; "$FAIRY" convert ../a.tar --to zip -o ../a.zip)
      chmod 644 a.tar a.zip; rm -r in
      """, in: scratch.path)
    #expect(made.status == 0, "\(made.error)")
  }

  @Test(arguments: ["a.zip", "a.tar"], ["off", "require"])
  func theUmaskHolds(archive: String, sandbox: String) throws {
    let result = try Program.shell(
      "umask 077; \"$FAIRY\" extract \(archive) -o out --sandbox \(sandbox) --json",
      in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let modes = try Program.shell(
      "cd out/in; stat -c '%a %n' . closed open runs wide", in: scratch.path)
    #expect(modes.lines == ["700 .", "600 closed", "700 open", "700 runs", "600 wide"])
    let ledger = try #require(try result.objects().first?["ledger"] as? [[String: String]])
    #expect(
      ledger.contains([
        "what": "permissions", "action": "changed",
        "why": "4 entries have fewer than in the archive: the umask applies, and setuid, setgid "
          + "and sticky bits are not set",
      ]))
  }

  @Test func whatFitsIsNotSpokenOf() throws {
    let result = try Program.shell(
      """
      umask 022; mkdir in; echo 1 > in/a; "$FAIRY" convert in --to zip -o b.zip
      "$FAIRY" extract b.zip -o out
      """, in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(!result.text.contains("permissions"))
  }
}
