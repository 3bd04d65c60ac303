extension Signature {
  static var documents: [Signature] {
    [
      Signature("com.adobe.pdf", "'%PDF-'", isText: true),
      Signature(
        "com.adobe.postscript", "'%!PS'", isText: true, or: ["com.adobe.postscript-pfa-font"]),
      Signature("com.adobe.postscript", "04 '%!PS'"),
      Signature(
        "com.adobe.encapsulated-postscript", "'%!PS-Adobe-' ?? '.' ?? ' EPSF-'", isText: true),
      Signature("com.adobe.encapsulated-postscript", "C5 D0 D3 C6"),
      Signature("public.rtf", "'{\\rtf'", isText: true),
      Signature("org.djvu.djvu", "'AT&TFORM' [4] 'DJV'"),
      Signature("com.mobipocket.ebook", at: 60, "'BOOKMOBI'", or: ["com.amazon.mobi8-ebook"]),
      Signature("com.microsoft.reader.lit", "'ITOLITLS'"),
      Signature("com.microsoft.chm", "'ITSF' 03 00 00 00"),
      Signature("org.tug.tex.dvi", "F7 02 01 83 92 C0 1C 3B"),
      Signature("com.adobe.indesign-image", "06 06 ED F5 D8 1D 46 BD EF 31 E7 FE 74 B7 1D"),
      Signature("com.hp.pcl", "1B 'E' 1B", confidence: 0.8),
      Signature("com.hp.pcl", "1B '%-12345X'"),
      Signature("com.corel.wordperfect.doc", "FF 'WPC'"),
      // Workbooks of Excel 2 to 4, which no container holds: the record that each begins with.
      Signature("com.microsoft.excel.xls", "09 00 04 00 [2] 10 00", confidence: 0.9),
      Signature("com.microsoft.excel.xls", "09 02 06 00 [2] 10 00", confidence: 0.9),
      Signature("com.microsoft.excel.xls", "09 04 06 00 [2] 10 00", confidence: 0.9),
      Signature("com.microsoft.excel.xls", "09 08 04 00 [2] 10 00", confidence: 0.9),
      Signature("com.lotus.wk1", "00 00 02 00 06 04 06 00"),
      Signature(
        "com.microsoft.onenote.section", "E4 52 5C 7B 8C D8 A7 4D AE B1 53 78 D0 29 96 D3"),
      Signature("com.microsoft.outlook.pst", "'!BDN'"),
      Signature("com.microsoft.outlook-express.dbx", "CF AD 12 FE"),
      Signature("com.microsoft.tnef", "78 9F 3E 22"),
      Signature("com.apple.binary-plist", "'bplist0'", or: ["com.apple.webloc"]),
      Signature("org.age-encryption.age", "'age-encryption.org/v1'", isText: true),
    ]
  }

  static var archives: [Signature] {
    [
      Signature("org.7-zip.7-zip-archive", "'7z' BC AF 27 1C"),
      Signature("com.rarlab.rar-archive", "'Rar!' 1A 07"),
      Signature("org.gnu.gnu-zip-archive", "1F 8B 08", or: compressedByProgram),
      Signature("public.bzip2-archive", "'BZh' ?? '1AY&SY'", or: ["org.r-project.rds"]),
      Signature("public.bzip2-archive", "'BZh' ?? 17 'rE8P' 90"),
      Signature("org.tukaani.xz-archive", "FD '7zXZ' 00", or: ["org.r-project.rds"]),
      Signature("org.tukaani.lzma-archive", "5D 00 00 ?? ?? FF FF FF FF FF FF FF FF"),
      Signature(
        "org.facebook.zstandard-archive", "28 B5 2F FD", or: ["org.blender.blend"]),
      Signature("org.lz4.lz4-archive", "04 22 4D 18"),
      Signature("org.lz4.lz4-archive", "02 21 4C 18"),
      Signature("org.nongnu.lzip-archive", "'LZIP' 01"),
      Signature("org.lzop.lzop-archive", "89 'LZO' 00 0D 0A 1A 0A"),
      Signature("com.google.snappy", "FF 06 00 00 'sNaPpY'"),
      Signature("public.z-archive", "1F 9D 90"),
      Signature("public.z-archive", "1F 9D 8C"),
      Signature("public.cpio-archive", "'070701'"),
      Signature("public.cpio-archive", "'070702'"),
      Signature("public.cpio-archive", "'070707'"),
      Signature("public.cpio-archive", "C7 71", confidence: 0.5),
      Signature("public.ar-archive", "'!<arch>' 0A", isText: true),
      Signature("org.debian.deb-archive", "'!<arch>' 0A 'debian-binary'", isText: true),
      Signature("com.redhat.rpm-archive", "ED AB EE DB"),
      Signature("com.microsoft.cab", "'MSCF' 00 00 00 00"),
      Signature("public.lha-archive", at: 2, "'-lh' ?? '-'"),
      Signature("public.lha-archive", at: 2, "'-lz' ?? '-'"),
      Signature("public.arj-archive", "60 EA", confidence: 0.5),
      Signature("public.ace-archive", at: 7, "'**ACE**'"),
      Signature("public.zoo-archive", at: 20, "DC A7 C4 FD"),
      Signature("com.stuffit.archive.sit", "'SIT!'"),
      Signature("com.stuffit.archive.sit", "'StuffIt (c)1997'", isText: true),
      Signature("com.stuffit.archive.sitx", "'StuffIt!'"),
      Signature("com.apple.xar-archive", "'xar!'"),
      Signature("com.apple.apple-double", "00 05 16 07 00"),
      Signature("com.apple.aar-archive", "'AA01'"),
      Signature("org.webarchive.warc", "'WARC/1.'", isText: true),
      Signature("net.squashfs.image", "'hsqs'"),
      Signature("org.chromium.crx-extension", "'Cr24'"),
    ]
  }

  /// What programs write through gzip under a suffix of their own.
  private static var compressedByProgram: [ContentType.ID] {
    ["org.r-project.rds", "org.blender.blend"]
  }
}
