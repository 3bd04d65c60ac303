import Foundation
import TestSupport
import Testing

/// `info`, `open`, `why` and `plan` say the same inside the sandbox as outside.
@Suite(.enabled(if: Probe.hasSandbox)) struct SandboxedVerbTests {
  private func both(_ words: String..., in folder: String = Places.fixture("")) throws
    -> Program.Result
  {
    let inside = try Program.run(Program.fairy, words + ["--sandbox", "require"], in: folder)
    let outside = try Program.run(Program.fairy, words + ["--sandbox", "off"], in: folder)
    #expect(inside.status == outside.status)
    #expect(inside.text == outside.text)
    #expect(inside.error == outside.error)
    return inside
  }

  @Test(arguments: [
    "photo.heic", "photo.avif", "alpha.heic", "camera.jpg", "cmyk.jpg", "rgb-16bit.png",
    "bad/jpeg-inside.HEIC",
  ])
  func picturesAreRead(name: String) throws {
    for verb in ["info", "open", "why"] { #expect(try both(verb, name).status == 0) }
    for type in ["jpeg", "png", "heic", "avif"] {
      #expect(try both("plan", name, "--to", type, "--profile", "srgb").status == 0)
    }
  }

  @Test(arguments: ["bad/empty.jpg", "bad/truncated.heic", "bad/random.png", "bad/huge.png"])
  func badFilesAreRefusedTheSameWay(name: String) throws {
    for verb in ["info", "open", "why"] { _ = try both(verb, name) }
    #expect(try both("plan", name, "--to", "jpeg").status != 0)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/misc/magic.mgc")))
  func libmagicNamesWhatNobodyElseKnows() throws {
    let scratch = try ScratchFolder()
    let pattern =
      [UInt8](repeating: 0, count: 20) + Array("GPAT".utf8) + [UInt8](repeating: 1, count: 20)
    try scratch.write(pattern, to: "a.pat")
    let result = try both("info", "a.pat", "--json", in: scratch.path)
    #expect(try result.objects().first?["mediaType"] as? String == "image/x-gimp-pat")
  }

  @Test func whatIsNoFileIsSaidAsBefore() throws {
    let scratch = try ScratchFolder()
    try scratch.write([], to: "folder/x")
    #expect(try Program.shell("mkfifo pipe", in: scratch.path).status == 0)
    let missing = try both("info", "missing", in: scratch.path)
    #expect(missing.status == 66)
    #expect(missing.error == "fairy: missing: there is no such file\n")
    // A folder is shown like an archive, and nothing but it can be read.
    let folder = try both("open", "--json", "folder", in: scratch.path)
    #expect(try folder.objects().map { $0["path"] as? String } == ["x"])
    #expect(
      try both("why", "pipe", in: scratch.path).error == "fairy: pipe: is not a regular file\n")
    #expect(
      try both("plan", "/dev/null", "--to", "png").error
        == "fairy: /dev/null: is not a regular file\n")
  }

  @Test func namesLinksAndManyFilesWork() throws {
    let scratch = try ScratchFolder()
    let photo = Places.fixture("photo.heic")
    let script = """
      cp '\(photo)' "$(printf 'caf\\xe9.heic')" && ln -s '\(photo)' link.heic &&
      ln -s "$(printf 'caf\\xe9.heic')" other.heic
      for policy in require off; do
        "$FAIRY" info --sandbox $policy *.heic missing.heic link.heic/x >$policy.out 2>$policy.err
        echo $?
      done
      cmp require.out off.out && cmp require.err off.err && grep -c HEIC require.out
      """
    let result = try Program.shell(script, in: scratch.path)
    #expect(result.lines == ["66", "66", "3"])
  }

  @Test(arguments: [["info", "-"], ["open", "-"], ["why", "-"], ["plan", "-", "--to", "png"]])
  func standardInputIsRead(words: [String]) throws {
    let bytes = try Places.fixtureBytes("photo.heic")
    let inside = try Program.run(Program.fairy, words + ["--sandbox", "require"], input: bytes)
    let outside = try Program.run(Program.fairy, words + ["--sandbox", "off"], input: bytes)
    #expect(inside.status == 0)
    #expect(inside.text == outside.text)
    #expect(inside.error.isEmpty)
  }

  @Test func standardInputAmongFiles() throws {
    let bytes = try Places.fixtureBytes("photo.heic")
    let words = ["info", "rgb.png", "-", "-", "gray.png"]
    let folder = Places.fixture("")
    let inside = try Program.run(
      Program.fairy, words + ["--sandbox", "require"], in: folder, input: bytes)
    let outside = try Program.run(
      Program.fairy, words + ["--sandbox", "off"], in: folder, input: bytes)
    #expect(inside.status == outside.status)
    #expect(inside.text == outside.text)
  }
}
