/// Text formats that begin with a word of their own.
enum MarkProbe: TextProbe {
  static let obligatory: [ContentType.ID] = [
    "public.vcard", "com.apple.ical.ics", "org.w3.webvtt", "public.rtf", "com.adobe.postscript",
    "com.adobe.encapsulated-postscript", "public.xpm", "public.xbm", "org.iso.step",
    "public.pem-private-key", "com.adobe.postscript-pfa-font", "org.x.bdf-font", "org.web3d.vrml",
  ]

  static func examine(_ text: TextSample) -> [TypeFinding] {
    for mark in marks where text.has(mark.word, at: text.start) {
      let shown = text.string(text.start..<text.start + mark.word.utf8CodeUnitCount)
      return [
        TypeFinding(.structure, mark.type, mark.confidence, "begins with '\(shown)'")
          .or(mark.alternatives)
      ]
    }
    return [
      laterMark(text), script(text), tesselation(text), bitmap(text), patch(text), subtitles(text),
      dxf(text),
    ].compactMap { $0 }
  }

  private struct Mark: Sendable {
    let word: StaticString
    let type: ContentType.ID
    let confidence: Double
    let alternatives: [ContentType.ID]

    init(
      _ word: StaticString, _ type: ContentType.ID, _ confidence: Double = 0.95,
      or alternatives: [ContentType.ID] = []
    ) {
      (self.word, self.type, self.confidence) = (word, type, confidence)
      self.alternatives = alternatives
    }
  }

  /// In lower case; compared without regard to it.
  private static let marks: [Mark] = [
    Mark("begin:vcard", "public.vcard"),
    Mark("begin:vcalendar", "com.apple.ical.ics"),
    Mark("webvtt", "org.w3.webvtt", 0.9),
    Mark("#extm3u", "public.m3u-playlist"),
    Mark("[playlist]", "public.pls-playlist", 0.9),
    Mark("[internetshortcut]", "com.microsoft.internet-shortcut"),
    Mark("[desktop entry]", "org.freedesktop.desktop-entry"),
    Mark("[script info]", "public.advanced-substation-alpha"),
    Mark("windows registry editor version", "com.microsoft.registry-script"),
    Mark("regedit4", "com.microsoft.registry-script", 0.9),
    Mark("-----begin certificate-----", "public.pem-certificate", or: ["public.pem"]),
    Mark("-----begin private key-----", "public.pem-private-key", or: ["public.pem"]),
    Mark("-----begin encrypted private key-----", "public.pem-private-key", or: ["public.pem"]),
    Mark("-----begin rsa private key-----", "public.pem-private-key", or: ["public.pem"]),
    Mark("-----begin ec private key-----", "public.pem-private-key", or: ["public.pem"]),
    Mark("-----begin openssh private key-----", "public.pem-private-key", or: ["public.pem"]),
    Mark("-----begin pgp ", "org.openpgp.armored", or: ["org.openpgp.binary"]),
    Mark("-----begin age encrypted file-----", "org.age-encryption.age"),
    Mark("-----begin ", "public.pem", 0.85, or: ["com.rsa.pkcs-7"]),
    Mark("ssh-rsa aaaa", "org.openssh.public-key"),
    Mark("ssh-ed25519 aaaa", "org.openssh.public-key"),
    Mark("ecdsa-sha2-nistp", "org.openssh.public-key", 0.9),
    Mark("/* xpm */", "public.xpm"),
    Mark("diff --git ", "public.patch-file"),
    Mark("# hg changeset patch", "public.patch-file"),
    Mark("(this file must be converted with binhex", "com.apple.binhex-archive"),
    Mark("<?php", "public.php-script"),
    Mark("\\documentclass", "org.tug.tex", 0.9),
    Mark("%yaml ", "public.yaml", 0.9),
    Mark("dn: ", "public.ldif", 0.8),
    Mark("%!\n", "com.adobe.postscript", 0.9),
    Mark("%!\r", "com.adobe.postscript", 0.9),
    Mark("ty  - ", "com.research-info-systems.ris", 0.9),
    Mark("{\\rtf", "public.rtf"),
  ]

  /// Marks that comments, a version or a listing may stand before.
  private static func laterMark(_ text: TextSample) -> TypeFinding? {
    for line in text.lines(from: text.start, limit: 200) where !line.isEmpty {
      for mark in laterMarks where text.has(mark.word, at: line.lowerBound) {
        return TypeFinding(
          .structure, mark.type, mark.confidence, "a line that begins with '\(mark.word)'")
      }
      let isBefore =
        "#%;".utf8.contains(text.bytes[line.lowerBound])
        || text.has("version: 1", at: line.lowerBound)
      if !isBefore { break }
    }
    return certificate(text)
  }

  private static let laterMarks =
    [
      Mark("dn: ", "public.ldif", 0.8),
      Mark("[desktop entry]", "org.freedesktop.desktop-entry", 0.9),
    ] + marks.filter { $0.type.rawValue.hasPrefix("public.pem-") }

  private static let listings: [StaticString] = [
    "certificate:", "bag attributes", "subject=", "issuer=",
  ]

  /// A certificate behind its listing by OpenSSL.
  private static func certificate(_ text: TextSample) -> TypeFinding? {
    guard listings.contains(where: { (word: StaticString) in text.has(word, at: text.start) })
    else { return nil }
    for mark in marks where mark.type.rawValue.hasPrefix("public.pem-") {
      for line in text.lines(from: text.start, limit: 1000)
      where text.has(mark.word, at: line.lowerBound) {
        return TypeFinding(.structure, mark.type, 0.9, "a listing, then '\(mark.word)'")
      }
    }
    return nil
  }

  /// `#!` and the interpreter's name, also behind `env`.
  private static func script(_ text: TextSample) -> TypeFinding? {
    guard text.bytes.has("#!", at: 0), let line = text.lines(limit: 1).first else { return nil }
    let words = text.string(line.lowerBound + 2..<min(line.upperBound, 256))
      .split(whereSeparator: { $0 == " " || $0 == "\t" })
    var names = words.map { String($0.split(separator: "/").last ?? "") }
    if names.first == "env" { names.removeFirst() }
    guard let program = names.first(where: { !$0.hasPrefix("-") && !$0.contains("=") }) else {
      return nil
    }
    let bare = String(program.prefix { $0.isLetter })
    let type = interpreters[bare] ?? "public.script"
    return TypeFinding(.structure, type, 0.8, "a script for \(program)")
  }

  private static let interpreters: [String: ContentType.ID] = [
    "sh": "public.shell-script", "bash": "public.shell-script", "zsh": "public.shell-script",
    "dash": "public.shell-script", "ksh": "public.shell-script", "fish": "public.shell-script",
    "python": "public.python-script", "perl": "public.perl-script", "ruby": "public.ruby-script",
    "php": "public.php-script", "lua": "org.lua.script", "tclsh": "org.tcl-lang.script",
    "wish": "org.tcl-lang.script", "awk": "org.gnu.awk-script", "gawk": "org.gnu.awk-script",
    "node": "com.netscape.javascript-source", "deno": "com.microsoft.typescript",
    "Rscript": "org.r-project.source", "pwsh": "com.microsoft.powershell-script",
    "osascript": "com.apple.applescript.text", "swift": "public.swift-source",
    "make": "public.make-source",
  ]

  /// STL in ASCII: `solid`, and the first facet not far behind.
  private static func tesselation(_ text: TextSample) -> TypeFinding? {
    guard text.has("solid", at: text.start) else { return nil }
    let hasFacet = text.lines(from: text.start, limit: 4).contains { line in
      let start = text.bytes[line].firstIndex { !TextSample.isBlank($0) } ?? line.upperBound
      return text.has("facet", at: start) || text.has("endsolid", at: start)
    }
    guard hasFacet else { return nil }
    return TypeFinding(
      .structure, "public.standard-tesselated-geometry-format", 0.95, "a solid made of facets")
  }

  private static func bitmap(_ text: TextSample) -> TypeFinding? {
    let isFirst = text.has("#define ", at: text.start)
    guard isFirst || text.has("/*", at: text.start),
      let line = text.lines(from: text.start, limit: isFirst ? 1 : 20).first(where: {
        text.has("#define ", at: $0.lowerBound)
      }), text.bytes[line].contains(sequence: [UInt8]("_width ".utf8))
    else { return nil }
    return TypeFinding(.structure, "public.xbm", 0.9, "begins with '#define …_width'")
  }

  /// The two lines that name the files, as unified and context diffs have them, or the hunks of one without names.
  private static func patch(_ text: TextSample) -> TypeFinding? {
    let lines = text.lines(limit: 50)
    for (line, next) in zip(lines, lines.dropFirst()) {
      if text.has("--- ", at: line.lowerBound), text.has("+++ ", at: next.lowerBound) {
        return TypeFinding(.structure, "public.patch-file", 0.9, "lines '--- …' and '+++ …'")
      }
      if text.has("*** ", at: line.lowerBound), text.has("--- ", at: next.lowerBound) {
        return TypeFinding(.structure, "public.patch-file", 0.9, "lines '*** …' and '--- …'")
      }
    }
    guard let first = lines.first, isCommand(text.bytes[first]), lines.count > 1,
      lines.dropFirst().allSatisfy({ line in
        text.has("< ", at: line.lowerBound) || text.has("> ", at: line.lowerBound)
          || text.has("---", at: line.lowerBound) || text.has("\\ ", at: line.lowerBound)
          || isCommand(text.bytes[line])
      })
    else { return nil }
    return TypeFinding(
      .structure, "public.patch-file", 0.85, "commands as '2c2', and lines with < or >")
  }

  /// `12,14c12`
  private static func isCommand(_ line: ArraySlice<UInt8>) -> Bool {
    line.count >= 3 && line.count { "acd".utf8.contains($0) } == 1
      && line.allSatisfy { (0x30...0x39).contains($0) || "acd,".utf8.contains($0) }
      && line.first.map { (0x30...0x39).contains($0) } == true
  }

  /// SubRip: a number, then a line of two times.
  private static func subtitles(_ text: TextSample) -> TypeFinding? {
    let lines = text.lines(from: text.start, limit: 2)
    guard lines.count == 2, !lines[0].isEmpty,
      text.bytes[lines[0]].allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x20 }),
      text.bytes[lines[1]].contains(sequence: [UInt8](" --> ".utf8))
    else { return nil }
    return TypeFinding(.structure, "public.subrip", 0.9, "a number and a line with '-->'")
  }

  private static func dxf(_ text: TextSample) -> TypeFinding? {
    let lines = text.lines(from: text.start, limit: 2)
    guard lines.count == 2, text.string(lines[0]).allSatisfy({ $0 == "0" || $0 == " " }),
      !lines[0].isEmpty, text.has("section", at: lines[1].lowerBound)
    else { return nil }
    return TypeFinding(.structure, "com.autodesk.dxf", 0.95, "begins with group 0, SECTION")
  }
}
