import Foundation
import TestSupport
import Testing

/// Runs over many files, as the command line has them.
@Suite struct RunCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    for index in 0..<6 { try scratch.copy(Places.fixture("camera.jpg"), as: "in/\(index).jpg") }
    try scratch.write(Array("words\n".utf8), to: "in/notes.txt")
  }

  @Test func aDryRunDoesNothing() throws {
    try scratch.write([1], to: "out/2.png")
    let before = scratch.names
    let result = try Program.fairy(
      "convert", "-r", "in", "--to", "png", "-o", "out", "--dry-run", in: scratch.path)
    #expect(scratch.names == before)
    #expect(result.status == 73)
    #expect(result.lines.first == "in/0.jpg → out/0.png  2.8 kB, JPEG → Picture → PNG")
    #expect(result.lines.count == 6)
    #expect(result.error.contains("fairy: out/2.png: exists already"))
    #expect(result.error.contains("5 to convert, 1 skipped, 1 failed (outputExists) · 14 kB"))
    let json = try Program.fairy(
      "convert", "-r", "in", "--to", "png", "-o", "out", "--dry-run", "--json", in: scratch.path)
    let states = try json.objects().compactMap { $0["status"] as? String }
    #expect(states.sorted() == ["failed"] + Array(repeating: "planned", count: 5) + ["skipped"])
  }

  /// One worker does them all, and holds nothing of those that are done.
  @Test(arguments: ["camera.jpg", "photo.heic", "rgb.png", "photo.webp", "pages.tiff", "rgba.jp2"])
  func filesAreGivenBack(_ name: String) throws {
    let type = String(name.split(separator: ".")[1])
    for index in 0..<200 {
      try scratch.copy(Places.fixture(name), as: "many/\(index).\(type)")
    }
    let result = try Program.shell(
      "ulimit -n 100; \"$FAIRY\" convert -r many --to bmp -o out --jobs 1 --json --no-journal",
      in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(try result.objects().count { $0["status"] as? String == "done" } == 200)
  }

  @Test func orderIsKeptWhenAsked() throws {
    // The first takes longest.
    try scratch.copy(Places.fixture("photo.heic"), as: "in/00.heic")
    let result = try Program.fairy(
      "convert", "-r", "in", "--to", "avif", "-o", "out", "--ordered", "--json", "--jobs", "3",
      "--resize", "300", "--enlarge", in: scratch.path)
    let inputs = try result.objects().compactMap { $0["input"] as? String }
    #expect(inputs == inputs.sorted())
    #expect(inputs.count == 8)
  }

  @Test func twoInputsForOneOutputAreRefusedBeforeAnythingRuns() throws {
    try scratch.copy(Places.fixture("rgb.png"), as: "in/5.png")
    let result = try Program.fairy(
      "convert", "-r", "in", "--to", "heic", "-o", "out", in: scratch.path)
    #expect(result.status == 64)
    #expect(
      result.error
        == "fairy: both in/5.jpg and in/5.png would be written to out/5.heic; nothing was converted. "
        + "--on-conflict rename gives the second another name\n")
    #expect(!scratch.names.contains { $0.hasPrefix("out") })
  }

  /// Results below the folder that is walked are no inputs, in the same run or the next.
  @Test func resultsAreNoInputs() throws {
    for _ in 0..<2 {
      let result = try Program.fairy(
        "convert", "-r", "in", "--to", "png", "-o", "in/results", "--json", in: scratch.path)
      #expect(result.status == 0, "\(result.error)")
      #expect(result.lines.count == 7)
    }
  }

  @Test func eventsAreTold() throws {
    let result = try Program.fairy(
      "convert", "-r", "in", "--to", "png", "-o", "out", "--json", in: scratch.path)
    let last = try #require(result.error.split(separator: "\n").last)
    let event = try #require(
      try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    #expect(event["event"] as? String == "summary")
    #expect(event["files"] as? Int == 7)
    #expect(event["done"] as? Int == 6)
    #expect(event["skipped"] as? Int == 1)
    #expect(event["bytesIn"] as? Int == 6 * 2797)
  }

  /// The line for people on a terminal goes when it is done.
  @Test(.enabled(if: Places.has(program: "script")))
  func theBarGoesAway() throws {
    let result = try Program.shell(
      "script -qec 'stty cols 50; \"$FAIRY\" convert -r in --to avif -o out' /dev/null",
      in: scratch.path)
    #expect(result.text.contains(" % · "))
    let last = try #require(result.text.components(separatedBy: "\r\u{1b}[K").last)
    #expect(!last.contains(" % "))
    #expect(last.contains("6 done, 1 skipped"))
  }

  @Test func shardsAreTheWhole() throws {
    let plan = try Program.fairy(
      "plan", "-r", "in", "--to", "png", "-o", "out", "--manifest-out", "m.ndjson", in: scratch.path
    )
    #expect(plan.status == 0, "\(plan.error)")
    #expect(!scratch.names.contains("out"))
    var seen: [String] = []
    for shard in 0..<3 {
      let result = try Program.fairy(
        "convert", "--manifest", "m.ndjson", "--shard", "\(shard)/3", "--json", in: scratch.path)
      #expect(result.status == 0, "\(result.error)")
      seen += try result.objects().compactMap { $0["id"] as? String }
    }
    #expect(seen.sorted() == (1...7).map(String.init))
    #expect(scratch.names.count { $0.hasPrefix("out/") } == 6)
  }

  @Test func aJobArrayTellsTheShard() throws {
    _ = try Program.fairy(
      "plan", "-r", "in", "--to", "png", "-o", "out", "--manifest-out", "m", in: scratch.path)
    let result = try Program.shell(
      """
      for task in 1 2; do
        SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=1 \
          "$FAIRY" convert --manifest m --json
      done
      JOB_COMPLETION_INDEX=1 "$FAIRY" convert --manifest m --shard auto/7 --json --on-conflict skip
      """, in: scratch.path)
    let ids = try result.objects().compactMap { $0["id"] as? String }
    #expect(ids.count == 8)
    #expect(Set(ids).count == 7)
    #expect(result.error.contains("does shard 0/2, for SLURM_ARRAY_TASK_ID=1"))
  }

  /// What the lines leave unsaid, the command line says.
  @Test func aManifestTakesDefaults() throws {
    try scratch.write(
      Array(
        """
        {"input":"in/0.jpg","output":"x.png"}
        {"input":"in/1.jpg","output":"y.png","options":{"resize":"30"}}
        """.utf8), to: "m")
    let result = try Program.fairy(
      "convert", "--manifest", "m", "--resize", "20", in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    let sizes = try Program.fairy("info", "--json", "x.png", "y.png", in: scratch.path).objects()
      .compactMap { ($0["picture"] as? [String: Any])?["width"] as? Int }
    #expect(sizes == [20, 30])
  }

  @Test(arguments: [
    (["--manifest", "m", "in"], "leave inputs, -r, --to and -o away"),
    (["in/0.jpg", "--to", "png", "--shard", "0/2"], "--shard takes a part of a --manifest"),
    ([], "name files or folders"),
    (["--manifest", "m", "--shard", "3/2"], "is no shard"),
    (["--manifest", "nowhere"], "there is no such file"),
  ])
  func wordsThatDoNotFit(words: [String], message: String) throws {
    try scratch.write([], to: "m")
    let result = try Program.run(Program.fairy, ["convert"] + words, in: scratch.path)
    #expect(result.status == (words.last == "nowhere" ? 66 : 64))
    #expect(result.error.contains(message), "\(result.error)")
  }

  /// Phones put files of their own beside pictures; they are no rivals for a name.
  @Test func sidecarsAreNoRivals() throws {
    for name in ["0.AAE", "0.xmp", "0.txt", "0.zip"] { try scratch.write([1], to: "in/\(name)") }
    let result = try Program.fairy(
      "convert", "-r", "in", "--to", "png", "-o", "out", in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error.contains("6 done, 5 skipped"), "\(result.error)")
  }

  @Test func rivalsGetOtherNamesWhenAsked() throws {
    try scratch.copy(Places.fixture("rgb.png"), as: "in/5.png")
    let result = try Program.fairy(
      "convert", "-r", "in", "--to", "heic", "-o", "out", "--on-conflict", "rename",
      in: scratch.path)
    #expect(result.status == 0, "\(result.error)")
    #expect(scratch.names.contains("out/5.heic") && scratch.names.contains("out/5-2.heic"))
  }

  @Test func aFileNamedTwiceIsDoneOnce() throws {
    let result = try Program.fairy(
      "convert", "-r", "in", "in/1.jpg", "./in/2.jpg", "--to", "png", "-o", "out", "--json",
      in: scratch.path)
    let done = try result.objects().filter { $0["status"] as? String == "done" }
    // Those of the walk stand in `out` under the same names as those named by themselves.
    #expect(done.count == 6, "\(result.error)")
    #expect(result.status == 0)
  }

  /// Results beside their inputs are not taken for inputs that are in the way.
  @Test func aRunBesideItsInputsCanBeTakenUp() throws {
    let first = try Program.fairy("convert", "-r", "in", "--to", "png", in: scratch.path)
    #expect(first.status == 0, "\(first.error)")
    try FileManager.default.removeItem(atPath: scratch.file("in/3.png"))
    let second = try Program.fairy("convert", "-r", "in", "--to", "png", "--json", in: scratch.path)
    #expect(second.status == 0, "\(second.error)")
    let done = try second.objects().filter { $0["status"] as? String == "done" }
    #expect(done.compactMap { $0["output"] as? String } == ["in/3.png"])
  }

  /// The ruin of a picture is a loss that a script must hear of.
  @Test func ruinsAreFailures() throws {
    try scratch.copy(Places.fixture("bad/random.jpg"), as: "in/ruin.jpg")
    let result = try Program.fairy(
      "convert", "-r", "in", "--to", "png", "-o", "out", in: scratch.path)
    #expect(result.status == 65)
    #expect(result.error.contains("fairy: in/ruin.jpg: is named .jpg, but its bytes"))
  }

  /// Secrets in the environment are none of a worker's business.
  @Test func workersSeeFewVariables() throws {
    let result = try Program.shell(
      """
      unset FAIRY_SANDBOX_VIOLATIONS
      FAIRY_PASSWORD=secret "$FAIRY" convert in/0.jpg --to avif --resize 4000 --enlarge \
        --set speed=2 & pid=$!
      for try in $(seq 100); do
        child=$(cat /proc/$pid/task/$pid/children)
        [ -n "$child" ] && tr '\\0' '\\n' </proc/${child%% *}/environ | grep -q SWIFT && break
        sleep 0.02
      done
      tr '\\0' '\\n' </proc/${child%% *}/environ | grep -c FAIRY
      kill $pid; wait $pid
      """, in: scratch.path)
    #expect(result.lines.first == "0", "\(result.error)")
  }

  @Test func skippingMeansSkipping() throws {
    func run(_ more: String...) throws -> Int {
      let result = try Program.run(
        Program.fairy, ["convert", "-r", "in", "--to", "png", "-o", "out", "--json"] + more,
        in: scratch.path)
      return try result.objects().count { $0["status"] as? String == "done" }
    }
    #expect(try run() == 6)
    #expect(try run("--resize", "10", "--on-conflict", "skip") == 0)
    #expect(try run("--resize", "10") == 6)
  }
}
