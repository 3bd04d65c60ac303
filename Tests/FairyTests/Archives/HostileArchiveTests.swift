#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Archives that would reach out of their folder change nothing around it, not even for a moment.
  ///
  /// With or without a sandbox: what it would stop is stopped before.
  @Suite struct HostileArchiveTests {
    /// A folder with a destination and things around it that an archive might be after.
    private struct Ground {
      let scratch = try? ScratchFolder()
      var path: String { scratch?.path ?? "" }

      init() throws {
        let script = """
          mkdir -p victims/d out/sibling above
          echo victim >victims/v; echo victim >out/sibling/v; echo victim >victims/d/v
          echo victim >evil; echo victim >out/evil
          ln -s victims link; ln -s ../victims/v out/link; ln victims/v above/hard
          touch -d '2001-02-03 04:05:06.7' victims/v victims/d victims out/sibling out/evil evil out .
          """
        _ = try Program.shell(script, in: path)
      }

      func tree() throws -> [String] { try FolderTree.lines(path) }

      var folders: [String] {
        [path] + ["victims", "victims/d", "out", "out/sibling", "above"].map { "\(path)/\($0)" }
      }

      func extract(_ words: [String]) throws -> (result: Program.Result, changes: Set<String>) {
        let watch = try FolderWatch(folders)
        let result = try Program.run(
          Program.fairy, ["extract", "a", "-o", "out/dest"] + words, in: path)
        // The folder that holds the destination has a hidden one for a while.
        let changes = watch.changes().filter { change in
          let name = change.dropFirst("\(path)/out/".count)
          return
            !(change.hasPrefix("\(path)/out")
            && (name.isEmpty || name == "dest" || name.hasPrefix(".fairy-")))
        }
        return (result, changes)
      }
    }

    @Test(
      arguments: HostileArchive.names + HostileArchive.links + HostileArchive.others
        + HostileArchive.found)
    func changesNothing(archive: HostileArchive) throws {
      let ground = try Ground()
      try ground.scratch?.write(try archive.make(ground.path), to: "a")
      let before = try ground.tree()
      // Without a sandbox, so that what is seen here is not its work.
      let (refused, signs) = try ground.extract(["--sandbox", "off"])
      #expect(refused.status == archive.status, "\(refused.error)")
      #expect(refused.output.isEmpty)
      #expect(refused.error.hasPrefix("fairy: a: "))
      #expect(refused.error.unicodeScalars.allSatisfy { isHarmless($0) })
      #expect(try ground.tree() == before)
      #expect(signs == [])
      let (result, changes) = try ground.extract(["--keep-going"])
      #expect(result.status == archive.status, "\(result.error)")
      #expect(changes == [])
      #expect(try ground.scratch?.things("out/dest") == archive.remains)
      #expect(
        try ground.tree().filter { !$0.contains(" out/dest") && !$0.contains(" out @") }
          == before.filter { !$0.contains(" out @") })
    }

    /// What the disk has planted: the destination holds links that lead out.
    @Test(arguments: ["fail", "skip", "rename", "overwrite"], ["l/evil=x", "l/d/v=x", "l/"])
    func linksOnTheDisk(policy: String, thing: String) throws {
      let ground = try Ground()
      var archive = ZIPBytes("good=1")
      archive.add(thing)
      try ground.scratch?.write(archive.bytes, to: "a")
      _ = try Program.shell("mkdir out/dest; ln -s ../../victims out/dest/l", in: ground.path)
      let before = try ground.tree()
      let (result, changes) = try ground.extract(["--on-conflict", policy, "--sandbox", "off"])
      #expect(result.status == 65, "\(result.error)")
      #expect(result.error.contains("is a link, and would be written through"))
      #expect(changes == [])
      #expect(try ground.tree() == before)
    }

    /// A link that is itself in the way is not followed, whatever becomes of it.
    @Test(
      arguments: [
        ("fail", 73, "l -> ../../victims/v"), ("skip", 0, "l -> ../../victims/v"),
        ("rename", 0, "l-2 = \"x\""), ("overwrite", 0, "l = \"x\""),
      ] as [(String, Int32, String)])
    func aLinkWhereAFileGoes(policy: String, status: Int32, thing: String) throws {
      let ground = try Ground()
      try ground.scratch?.write(ZIPBytes("l=x", "good=1").bytes, to: "a")
      _ = try Program.shell("mkdir out/dest; ln -s ../../victims/v out/dest/l", in: ground.path)
      let before = try ground.tree().filter { !$0.contains(" out/dest") }
      let (result, changes) = try ground.extract(["--on-conflict", policy])
      #expect(result.status == status, "\(result.error)")
      #expect(changes == [])
      #expect(try ground.tree().filter { !$0.contains(" out/dest") } == before)
      #expect(try ground.scratch?.things("out/dest").contains(thing) == true)
    }

    private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "\n"
        || ![.control, .format, .lineSeparator, .paragraphSeparator]
          .contains(scalar.properties.generalCategory)
    }
  }
#endif
