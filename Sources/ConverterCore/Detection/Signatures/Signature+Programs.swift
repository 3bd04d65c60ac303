extension Signature {
  static var fonts: [Signature] {
    [
      Signature("public.opentype-font", "'OTTO' 00"),
      Signature("public.truetype-ttf-font", "'true' 00"),
      Signature("public.opentype-collection-font", "'ttcf' 00"),
      Signature("org.w3.woff", "'wOFF'"),
      Signature("org.w3.woff2", "'wOF2'"),
      Signature("com.microsoft.eot-font", at: 34, "'LP'", confidence: 0.4),
      Signature("com.adobe.postscript-pfb-font", "80 01 [4] '%!'"),
      Signature("com.adobe.postscript-pfa-font", "'%!PS-AdobeFont'", isText: true),
      Signature("com.adobe.postscript-pfa-font", "'%!FontType1'", isText: true),
      Signature("com.adobe.font-metrics", "'StartFontMetrics'", isText: true),
      Signature("org.x.bdf-font", "'STARTFONT '", isText: true),
      Signature("org.x.pcf-font", "01 'fcp'"),
    ]
  }

  static var programs: [Signature] {
    [
      Signature("com.microsoft.windows-shortcut", "4C 00 00 00 01 14 02 00"),
      Signature("org.unix.elf-executable", "7F 'ELF'"),
      Signature("com.apple.mach-o-binary", "FE ED FA CE"),
      Signature("com.apple.mach-o-binary", "FE ED FA CF"),
      Signature("com.apple.mach-o-binary", "CE FA ED FE"),
      Signature("com.apple.mach-o-binary", "CF FA ED FE"),
      Signature("com.apple.mach-o-binary", "CA FE BA BF"),
      Signature("com.android.dex", "'dex' 0A '0'"),
      Signature("org.webassembly.wasm", "00 'asm' 01 00 00 00"),
      Signature("org.lua.bytecode", "1B 'Lua'"),
      Signature("org.llvm.bitcode", "'BC' C0 DE"),
      Signature("com.microsoft.virtual-disk-image", "'vhdxfile'"),
      Signature("com.microsoft.virtual-disk-image", "'conectix'"),
      Signature("com.vmware.vmdk", "'KDMV'"),
      Signature("com.vmware.vmdk", "'# Disk DescriptorFile'", isText: true),
      Signature("org.qemu.qcow2", "'QFI' FB"),
      Signature("org.virtualbox.vdi", at: 64, "7F 10 DA BE"),
      Signature("com.microsoft.wim", "'MSWIM' 00 00 00"),
      Signature("public.gettext-catalog", "DE 12 04 95"),
      Signature("public.gettext-catalog", "95 04 12 DE"),
      Signature("org.git.pack", "'PACK' 00 00 00"),
      Signature("org.git.bundle", "'# v2 git bundle'", isText: true),
      Signature("org.git.bundle", "'# v3 git bundle'", isText: true),
      Signature("com.apple.ds-store", "00 00 00 01 'Bud1'"),
      Signature("public.icc-profile", at: 36, "'acsp'"),
    ]
  }
}
