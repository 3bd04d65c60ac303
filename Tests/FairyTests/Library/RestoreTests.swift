import TestSupport
import Testing

/// How documents in the trash of the library are named.
@Suite struct RestoreTests {
  private func lines(_ script: String) throws -> [String] {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "photo.jpg")
    let result = try Program.shell(
      """
      export FAIRY_LIBRARY=$PWD/library
      try() { "$FAIRY" library "$@" 2>&1; echo "= $?"; }
      for title in Receipt Recipe Letter; do
        "$FAIRY" library new photo.jpg --title $title && "$FAIRY" library trash $title
      done >/dev/null
      \(script)
      """, in: scratch.path)
    return result.text.split(separator: "\n").map { line in
      String(line).replacing(/\b[0-9a-f]{8}\b/, with: "ID")
    }
  }

  private static let identifier =
    #"$("$FAIRY" library list --trash --json | sed -n '/Letter/s/.*"id":"\([^"]*\)".*/\1/p')"#

  @Test(arguments: ["Letter", "letter", "Let", identifier])
  func byTitleOrIdentifier(_ word: String) throws {
    #expect(
      try lines("try restore \(word); try list") == [
        "restored ID  Letter · 1 page · draft", "= 0", "1  ID  Letter · 1 page · draft", "= 0",
      ])
  }

  /// The numbers of the list as it was.
  @Test func severalByNumber() throws {
    let found = try lines(
      """
      try list --trash; try restore 1 3; try list --trash
      """)
    try #require(found.count == 4 + 3 + 2)
    let listed = found.prefix(3).map { $0.dropFirst(3) }
    #expect(found[4...5].map { $0.dropFirst("restored ".count) } == [listed[0], listed[2]])
    #expect(found[7] == "1  " + listed[1])
  }

  @Test func whatIsNotThereOrNotOneIsRefused() throws {
    let found = try lines("try restore Rec; try restore Other; try restore 4; try list")
    #expect(found.first?.hasPrefix(#"fairy: "Rec" may be ID (Rec"#) == true)
    #expect(
      found.dropFirst() == [
        "= 64",
        #"fairy: there is no document "Other" in the trash: `fairy library list --trash` shows the 3 that there are"#,
        "= 66",
        #"fairy: there is no document "4" in the trash: `fairy library list --trash` shows the 3 that there are"#,
        "= 66", "fairy: the library is empty; fairy library new PHOTO makes a document", "= 0",
      ])
  }
}
