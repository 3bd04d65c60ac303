import Foundation
import TestSupport
import Testing

/// Signals and full disks in the middle: nothing, or everything; and ten thousand files.
@Suite struct ArchiveInterruptionTests {
  /// A folder `d` of small files, a hundred in each folder.
  private func material(folders: Int) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    let result = try Program.shell(
      """
      eval mkdir -p d/f{1..\(folders)}
      for folder in d/*; do for file in {00..99}; do echo "$folder $file" >$folder/$file; done; done
      """, in: scratch.path)
    try #require(result.status == 0)
    return scratch
  }

  @Test func tenThousandFiles() throws {
    let scratch = try material(folders: 100)
    let result = try Program.shell(
      """
      "$FAIRY" convert d --to zip && "$FAIRY" open d.zip --json | wc -l
      "$FAIRY" extract d.zip -o back && diff -r d back && echo same
      "$FAIRY" convert d.zip --to zip --set reproducible=true -o 1.zip --json >/dev/null
      "$FAIRY" convert back --to zip --set reproducible=true -o 2.zip --json >/dev/null
      cmp 1.zip 2.zip && echo same
      """, in: scratch.path)
    #expect(
      result.lines.filter { !$0.contains("→") } == ["10100", "same", "same"], "\(result.error)")
  }

  @Test(
    arguments: ["INT", "KILL"], ["extract d.zip -o out", "convert d --to zip -o out.zip"])
  func signals(signal: String, words: String) throws {
    let scratch = try material(folders: 10)
    #expect(try Program.fairy("convert", "d", "--to", "zip", in: scratch.path).status == 0)
    let isExtraction = words.hasPrefix("extract")
    // Nothing or everything; SIGKILL may leave the hidden folder.
    let check =
      isExtraction
      ? "diff -r d out" : "[ $(\"$FAIRY\" open out.zip --json | wc -l) = 1010 ]"
    let result = try Program.shell(
      """
      set -m
      look() {
        for name in $(ls -A); do case $name in
          d|d.zip) ;; out*) \(check) >/dev/null && rm -r $name || echo "half of $name" ;;
          .fairy-*) [ $1$2 = KILLextract ] || echo "$name is left" ;; *) echo "what is $name" ;;
        esac; done
      }
      for delay in 0.02 0.05 0.1; do
        "$FAIRY" \(words) >/dev/null & pid=$!
        sleep $delay; kill -\(signal) $pid; wait $pid; echo "status $?"
        sleep 0.5; look \(signal) \(words)
      done
      "$FAIRY" \(words) >/dev/null || echo "status $?"
      look none; ls -A
      """, in: scratch.path)
    let statuses = result.lines.filter { $0.hasPrefix("status") }
    #expect(statuses.count == 3)
    #expect(
      Set(statuses).isSubset(of: ["status 0", signal == "INT" ? "status 130" : "status 137"]))
    #expect(result.lines.filter { !$0.hasPrefix("status") } == ["d", "d.zip"], "\(result.error)")
  }

  /// A limit of the system on the size of files stands for a full disk.
  @Test(
    arguments: [
      ("extract z.zip -o out", 74), ("extract z.zip", 74), ("extract z.zip -o there", 74),
      ("extract z.zip --keep-going -o out", 74), ("convert z.zip --to folder -o out", 74),
      ("convert z.zip --to zip -o y.zip", 74), ("convert d --to zip", 74),
      ("extract z.zip -o - >/dev/full", 74),
    ] as [(String, Int32)])
  func aFullDiskLeavesNothing(words: String, status: Int32) throws {
    let scratch = try ScratchFolder()
    let noise = (0..<5000).map { _ in UInt8.random(in: 0...255) }
    var archive = ZIPBytes("a=1", "d/")
    archive.add("d/noise", noise)
    try scratch.write(archive, to: "z.zip")
    try scratch.write(noise, to: "d/noise")
    try scratch.write([1], to: "there/x")
    let before = try scratch.tree()
    let result = try Program.shell("ulimit -f 2; \"$FAIRY\" \(words)", in: scratch.path)
    #expect(result.status == status, "\(result.error)")
    #expect(try scratch.tree() == before)
  }
}
