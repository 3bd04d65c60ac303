import Foundation
import TestSupport
import Testing

/// `fairy worker` as a program that runs it sees it.
@Suite struct WorkerTests {
  private func answer(
    _ lines: String, in scratch: ScratchFolder, _ more: String...
  ) throws -> Program.Result {
    try Program.run(Program.fairy, ["worker"] + more, in: scratch.path, input: Array(lines.utf8))
  }

  @Test func answersEachRequestWithItsID() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let result = try answer(
      #"""
      {"id":"42","input":"a.jpg","output":"deep/er/a.png","to":"png","options":{"resize":"40"}}
      {"id":7,"input":"nowhere.jpg","to":"png"}
      {"id":{"a":[1,null]},"input":"a.jpg","output":"b.psd"}
      {"id":1e400,"input":"a.jpg","to":"png","ouput":"c.png"}

      nonsense
      {"id":"last","input":"a.jpg","output":"-"}
      """#, in: scratch)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.isEmpty)
    let starts = [
      #"{"id":"42","input":"a.jpg","output":"deep/er/a.png","from":"public.jpeg","to":"public.png","status":"done","#,
      #"{"id":7,"input":"nowhere.jpg","to":"public.png","status":"failed","error":{"code":"inputNotFound","#,
      #"{"id":{"a":[1,null]},"input":"a.jpg","to":"com.adobe.photoshop-image","status":"failed","error":{"code":"noRoute","#,
      #"{"id":1e400,"input":"a.jpg","status":"failed","error":{"code":"usage","message":"\"ouput\" is no key"#,
      #"{"status":"failed","error":{"code":"usage","message":"line 6: "#,
      #"{"id":"last","input":"a.jpg","status":"failed","error":{"code":"usage","#,
      #"{"done":6}"#,
    ]
    #expect(result.lines.count == starts.count)
    for (line, start) in zip(result.lines, starts) { #expect(line.hasPrefix(start), "\(line)") }
    #expect(scratch.names == ["a.jpg", "deep", "deep/er", "deep/er/a.png"])
  }

  @Test func nothingIsAnswered() throws {
    let scratch = try ScratchFolder()
    let result = try answer("", in: scratch)
    #expect(result.status == 0)
    #expect(result.text == "{\"done\":0}\n")
  }

  /// A program that waits for each result before it sends the next request is not kept waiting.
  ///
  /// The results are read through a descriptor of our own: bash closes those of a coprocess as soon
  /// as it has ended, before its last line is read.
  @Test func answersAtOnce() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let result = try Program.shell(
      """
      coproc "$FAIRY" worker
      exec {results}<&${COPROC[0]}
      for index in 1 2 3; do
        echo '{"id":'$index',"input":"a.jpg","output":"'$index'.png"}' >&${COPROC[1]}
        read -t 20 -r line <&$results || exit 9
        echo "${line%%,*}"
      done
      eval "exec ${COPROC[1]}>&-"
      read -t 20 -r line <&$results && echo "$line"
      """, in: scratch.path)
    #expect(result.lines == [#"{"id":1"#, #"{"id":2"#, #"{"id":3"#, #"{"done":3}"#])
  }

  @Test func tellsHowFarItIsAndCancels() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "small.jpg")
    let result = try Program.shell(
      """
      "$FAIRY" convert small.jpg --resize 6000x6000 --enlarge --to jpeg -o large.jpg >log 2>&1 || cat log
      printf '%s\\n' '{"id":1,"input":"large.jpg","to":"png","progress":true}' \
        '{"id":2,"input":"small.jpg","output":"2.png"}' '{"id":3,"input":"small.jpg","output":"3.png","priority":9}' \
        '{"cancel":2}' '{"cancel":2,"to":"png"}' '{"cancel":"nothing"}' '{"id":4,"input":"a","to":"png","priority":0.5}' \
        | "$FAIRY" worker
      """, in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let lines = result.lines
    let progress = lines.filter { $0.hasPrefix(#"{"id":1,"progress":0."#) }
    #expect(!progress.isEmpty, "\(lines)")
    #expect(lines.contains(#"{"id":2,"cancelled":1}"#))
    #expect(lines.contains(#"{"id":"nothing","cancelled":0}"#))
    #expect(lines.last == #"{"done":5}"#)
    let order = lines.filter { $0.contains(#""status":"#) }.map { String($0.prefix(8)) }
    #expect(
      order == [#"{"id":2,"#, #"{"id":3,"#, #"{"id":1,"#, #"{"status"#, #"{"id":4,"#], "\(lines)")
    #expect(lines.contains { $0.contains(#""code":"usage","message":"line 5: a line with "#) })
    #expect(
      lines.contains {
        $0.contains(#""priority" takes a whole number, not 0.5"#.replacing("\"", with: "\\\""))
      })
    #expect(scratch.names.filter { $0.hasSuffix(".png") } == ["3.png", "large.png"])
  }

  @Test func saysWhatWouldBecomeOfAFile() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let result = try Program.shell(
      """
      printf '%s\\n' '{"id":1,"input":"a.jpg","output":"1.png","dryRun":true}' \
        '{"id":2,"input":"a.jpg","output":"2.png"}' '{"id":3,"input":"a.jpg","output":"3.png","dryRun":1}' | "$FAIRY" worker
      """, in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let lines = result.lines
    #expect(lines.count == 4, "\(lines)")
    #expect(lines.contains { $0.hasPrefix(#"{"id":1,"#) && $0.contains(#""status":"planned""#) })
    #expect(lines.contains { $0.hasPrefix(#"{"id":2,"#) && $0.contains(#""status":"done""#) })
    #expect(lines.contains { $0.hasPrefix(#"{"id":3,"#) && $0.contains(#""code":"usage""#) })
    #expect(scratch.names.filter { $0.hasSuffix(".png") } == ["2.png"])
  }

  /// Nobody reads the results any more: the work is for nobody.
  @Test func endsWhenItsReaderIsGone() throws {
    let scratch = try ScratchFolder()
    try scratch.copy(Places.fixture("camera.jpg"), as: "a.jpg")
    let result = try Program.shell(
      """
      for index in $(seq 400); do
        echo '{"id":'$index',"input":"a.jpg","output":"'$index'.png"}'
      done | ( "$FAIRY" worker; echo "status $?" >&2 ) | head -n 1 >first
      """, in: scratch.path)
    #expect(result.error == "status 74\n")
    #expect(scratch.names.count { $0.hasSuffix(".png") } < 400)
  }

  /// Valid files that crash other decoders, and damaged ones: each is a line, whatever becomes of it.
  @Test func everyFileIsALine() throws {
    let scratch = try ScratchFolder()
    let files = ["fixtures", "images/heic"].flatMap(Sample.files(in:))
      .filter { $0.name.lowercased().hasSuffix(".heic") }
    #expect(files.contains { $0.name.contains("/crash-") } == Corpus.isPresent)
    let names = files.map(\.name)
    let lines = files.enumerated().map { index, file in
      #"{"id":\#(index),"input":"\#(file.path)","output":"\#(index).jpg","options":{"resize":"64"}}"#
    }
    let result = try answer(lines.joined(separator: "\n"), in: scratch, "--jobs", "2")
    #expect(result.status == 0)
    let ids = try result.objects().dropLast().compactMap { $0["id"] as? Int }
    #expect(ids.sorted() == Array(names.indices))
    #expect(result.lines.last == #"{"done":\#(names.count)}"#)
    let bad = ["fixtures/bad/random.heic", "fixtures/bad/truncated.heic"]
    for (index, name) in names.enumerated() {
      let line = try result.objects().first { $0["id"] as? Int == index }
      if name.hasPrefix("fixtures/") || name.contains("/crash-") {
        #expect(line?["status"] as? String == (bad.contains(name) ? "failed" : "done"), "\(name)")
      }
    }
  }
}
