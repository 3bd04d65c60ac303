import TestSupport
import Testing

/// A library on a disk that is full, or that can only be read.
///
/// The disks are mounted where this process alone sees them, which not every machine allows.
@Suite(.enabled(if: OwnMounts.areAllowed))
struct LibraryDiskTests {
  /// Runs a script in a folder with a library of one saved document, `One`, and a photo.
  private func run(_ script: String) throws -> Program.Result {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "photo.jpg")
    let made = try Program.shell(
      """
      export FAIRY_LIBRARY=$PWD/library
      "$FAIRY" library new photo.jpg --title One && "$FAIRY" library save One
      """, in: scratch.path)
    try #require(made.status == 0, "\(made.error)")
    try scratch.write(
      Array(
        """
        export FAIRY_LIBRARY=$PWD/library
        try() { "$FAIRY" "$@" 2>&1; echo "= $?"; }
        \(script)
        """.utf8), to: "script")
    return try Program.shell("unshare -rm bash script", in: scratch.path)
  }

  private func lines(_ script: String) throws -> [String] {
    try run(script).text.split(separator: "\n").map { line -> String in
      // The identifier of a document is another in each run.
      String(line).replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "ID")
        .replacing(/\b[0-9a-f]{8}\b/, with: "ID")
        .replacing(/\/.*\/library/, with: "LIBRARY")
    }
  }

  private static let readOnly = "mount --bind library library && mount -o remount,ro,bind library"
  private static let onlyRead = "could not be written: it is on a disk that can only be read"

  @Test func whatCanOnlyBeReadIsFound() throws {
    let found = try lines(
      """
      \(Self.readOnly)
      try library list; try search one; try notes list; try recent
      try library export One -o copy.pdf; cmp copy.pdf library/documents/*/output/document.pdf
      """)
    #expect(
      found == [
        "1  ID  One · 1 page · saved", "= 0", "ID  One", "    One", "= 0",
        "fairy: there is no note; fairy triage --decide text PHOTO makes one", "= 0",
        "fairy: nothing was opened yet", "= 0", "copy.pdf", "= 0",
      ])
  }

  @Test func withoutAnIndexTheFilesAreRead() throws {
    let found = try lines(
      "rm library/index.sqlite*; \(Self.readOnly); try library list; try search one; ls library")
    #expect(
      found == [
        "1  ID  One · 1 page · saved", "= 0", "ID  One", "    One", "= 0", "documents",
      ])
  }

  @Test func whatCanOnlyBeReadIsChecked() throws {
    let found = try lines(
      """
      rm library/documents/*/thumbnail.jpg
      \(Self.readOnly); try library check --dry-run; try library check
      """)
    #expect(
      found == [
        "LIBRARY/documents/ID/thumbnail.jpg: is missing, and can be made again", "= 65",
        "fairy: LIBRARY/index.sqlite: \(Self.onlyRead)", "= 74",
      ])
  }

  @Test(arguments: [
    "library tag One x", "library new photo.jpg --title Two", "library trash One",
    "library rename One Two",
  ])
  func whatCanOnlyBeReadIsNotChanged(_ verb: String) throws {
    let found = try lines(
      """
      (cd library; find . -type f | sort | xargs sha256sum) > before
      \(Self.readOnly); try \(verb)
      (cd library; find . -type f | sort | xargs sha256sum) | cmp - before
      """)
    #expect(found == ["fairy: LIBRARY/index.sqlite: \(Self.onlyRead)", "= 74"])
  }

  /// One that another program serves: as on network file systems, a name cannot be taken on condition that it is free, and
  /// no file is without a name.
  @Test(.enabled(if: OwnMounts.areServed)) func aServedFileSystemHasAllOfIt() throws {
    let found = try lines(
      """
      mkdir served copy; bindfs library served; export FAIRY_LIBRARY=$PWD/served
      try library new photo.jpg --title Two; try library rotate Two; try library save Two
      try library tag Two x; try library trash One
      try library list; try library restore One; try search two
      try library sync --with "$PWD/copy" 2>&1 | wc -l; try library check
      rm served/index.sqlite*; try library reindex; try library export Two -o served/two.pdf
      head -c 5 served/two.pdf; echo
      fusermount3 -u served 2>/dev/null || umount served
      """)
    #expect(
      found == [
        "made ID  Two · 1 page · draft", "= 0", "turned ID  Two · 1 page · draft", "= 0",
        "saved ID  Two · 1 page · saved", "= 0", "tagged ID  Two · 1 page · saved · #x", "= 0",
        "trashed ID  One · 1 page · saved", "= 0", "1  ID  Two · 1 page · saved · #x", "= 0",
        "restored ID  One · 1 page · saved", "= 0", "ID  Two", "    Two", "= 0", "3",
        "all is well", "= 0", "indexed 2 documents", "= 0", "served/two.pdf", "= 0", "%PDF-",
      ])
  }

  @Test func aFullDiskLosesNothing() throws {
    let found = try lines(
      """
      mkdir small; mount -t tmpfs -o size=1500k none small; cp -r library/. small
      export FAIRY_LIBRARY=$PWD/small
      (cd small/documents; find . -type f | sort | xargs sha256sum) > before
      dd if=/dev/zero of=small/fill bs=1k 2>/dev/null
      try library list; try search one
      for verb in "tag One x" "rename One Two" "new photo.jpg --title Two" "trash One" reindex; do
        try library $verb | sed 's|.*: could|could|'
      done
      (cd small/documents; find . -type f | sort | xargs sha256sum) | cmp - before
      rm small/fill
      try library check; try library tag One x; try library list
      """)
    let full = ["could not be written: the disk is full", "= 74"]
    #expect(
      found
        == ["1  ID  One · 1 page · saved", "= 0", "ID  One", "    One", "= 0"]
        + full + full + full + full + full
        + ["all is well", "= 0", "tagged ID  One · 1 page · saved · #x", "= 0"]
        + ["1  ID  One · 1 page · saved · #x", "= 0"])
  }
}

/// Mounts that this process alone sees.
private enum OwnMounts {
  static let areAllowed =
    (try? Program.shell("unshare -rm mount -t tmpfs none /mnt"))?.status == 0

  /// By bindfs, which hands everything on to a folder.
  static let areServed =
    (try? Program.shell(
      """
      d=$(mktemp -d)
      unshare -rm sh -c "bindfs $d $d && ls $d && umount $d"; s=$?
      rmdir $d; exit $s
      """))?.status == 0
}
