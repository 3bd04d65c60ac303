extension Signature {
  static var documents: [Signature] {
    [
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
      Signature("org.age-encryption.age", "'age-encryption.org/v1'", isText: true),
    ]
  }

  static var archives: [Signature] {
    [
      Signature("org.lzop.lzop-archive", "89 'LZO' 00 0D 0A 1A 0A"),
      Signature("com.google.snappy", "FF 06 00 00 'sNaPpY'"),
      Signature("public.arj-archive", "60 EA", confidence: 0.5),
      Signature("public.ace-archive", at: 7, "'**ACE**'"),
      Signature("public.zoo-archive", at: 20, "DC A7 C4 FD"),
      Signature("com.stuffit.archive.sit", "'SIT!'"),
      Signature("com.stuffit.archive.sit", "'StuffIt (c)1997'", isText: true),
      Signature("com.stuffit.archive.sitx", "'StuffIt!'"),
      Signature("com.apple.apple-double", "00 05 16 07 00"),
      Signature("com.apple.aar-archive", "'AA01'"),
      Signature("org.webarchive.warc", "'WARC/1.'", isText: true),
      Signature("net.squashfs.image", "'hsqs'"),
      Signature("org.chromium.crx-extension", "'Cr24'"),
    ]
  }
}
