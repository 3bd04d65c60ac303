extension ContentTypeCatalog {
  static var fonts: [ContentType] {
    [
      font("public.truetype-ttf-font", "TrueType font", ["ttf"], ["font/ttf"], ["truetype"]),
      font("public.opentype-font", "OpenType font", ["otf"], ["font/otf"], ["opentype"]),
      font(
        "public.opentype-collection-font", "font collection", ["ttc", "otc"], ["font/collection"]),
      font("org.w3.woff", "WOFF font", ["woff"], ["font/woff"]),
      font("org.w3.woff2", "WOFF 2 font", ["woff2"], ["font/woff2"]),
      font(
        "com.microsoft.eot-font", "Embedded OpenType font", ["eot"],
        ["application/vnd.ms-fontobject"]),
      font("com.adobe.postscript-pfb-font", "Type 1 font", ["pfb"], ["application/x-font-type1"]),
      font("com.adobe.postscript-pfa-font", "Type 1 font in text", ["pfa"], []),
      font("com.adobe.font-metrics", "font metrics", ["afm"], []),
      font("com.apple.truetype-datafork-suitcase-font", "Mac font suitcase", ["dfont"], []),
      font("org.x.bdf-font", "BDF bitmap font", ["bdf"], ["application/x-font-bdf"]),
      font("org.x.pcf-font", "PCF bitmap font", ["pcf"], ["application/x-font-pcf"]),
    ]
  }

  /// What a computer runs, boots or loads.
  static var programsAndDiskImages: [ContentType] {
    [
      program(
        "com.microsoft.windows-executable", "Windows program", ["exe", "scr"],
        ["application/vnd.microsoft.portable-executable"]),
      program(
        "com.microsoft.windows-dynamic-link-library", "Windows library",
        ["dll", "sys", "ocx", "cpl"], ["application/vnd.microsoft.portable-executable"]),
      program(
        "com.microsoft.dos-executable", "DOS program", ["com"], ["application/x-msdos-program"]),
      ContentType(
        "com.microsoft.msi-installer", "Windows installer",
        conformsTo: ["com.microsoft.compound-file", "public.executable"],
        extensions: ["msi", "msp"], mediaTypes: ["application/x-msi"]),
      ContentType(
        "com.microsoft.windows-shortcut", "Windows shortcut",
        extensions: ["lnk"], mediaTypes: ["application/x-ms-shortcut"]),
      program(
        "org.unix.elf-executable", "ELF program or library", ["elf", "so", "o", "ko"],
        ["application/x-elf", "application/x-executable"]),
      program(
        "com.apple.mach-o-binary", "Mach-O program or library", ["dylib"],
        ["application/x-mach-binary"]),
      program("com.sun.java-class", "Java class", ["class"], ["application/java-vm"]),
      program("com.android.dex", "Android bytecode", ["dex"], []),
      program("org.webassembly.wasm", "WebAssembly module", ["wasm"], ["application/wasm"]),
      program(
        "org.python.bytecode", "Python bytecode", ["pyc", "pyo"], ["application/x-python-code"]),
      program("org.lua.bytecode", "Lua bytecode", ["luac"], []),
      program("org.llvm.bitcode", "LLVM bitcode", ["bc"], []),
      ContentType(
        "com.apple.disk-image-udif", "macOS disk image", conformsTo: ["public.disk-image"],
        extensions: ["dmg"], mediaTypes: ["application/x-apple-diskimage"]),
      ContentType(
        "public.iso-image", "ISO 9660 disk image", conformsTo: ["public.disk-image"],
        extensions: ["iso"], mediaTypes: ["application/vnd.efi.iso", "application/x-iso9660-image"]),
      ContentType(
        "org.osta.udf-image", "UDF disk image", conformsTo: ["public.disk-image"],
        extensions: ["udf"]),
      ContentType(
        "com.microsoft.virtual-disk-image", "virtual hard disk", conformsTo: ["public.disk-image"],
        extensions: ["vhdx", "vhd"]),
      ContentType(
        "com.vmware.vmdk", "VMware disk", conformsTo: ["public.disk-image"], extensions: ["vmdk"]),
      ContentType(
        "org.qemu.qcow2", "QEMU disk", conformsTo: ["public.disk-image"],
        extensions: ["qcow2", "qcow"]),
      ContentType(
        "org.virtualbox.vdi", "VirtualBox disk", conformsTo: ["public.disk-image"],
        extensions: ["vdi"]),
      ContentType(
        "com.microsoft.wim", "Windows image", conformsTo: ["public.disk-image"],
        extensions: ["wim", "esd"]),
      ContentType(
        "public.raw-disk-image", "raw disk image", conformsTo: ["public.disk-image"],
        extensions: ["img", "ima"]),
      ContentType(
        "public.gettext-catalog", "compiled gettext translation file", extensions: ["mo", "gmo"]),
      ContentType("org.git.pack", "Git pack", extensions: ["pack"]),
      ContentType("org.git.bundle", "Git bundle", extensions: ["bundle"]),
      ContentType(
        "com.apple.ds-store", "Finder settings file", extensions: ["ds_store"],
        fileNames: [".ds_store"]),
      ContentType(
        "public.icc-profile", "ICC colour profile", extensions: ["icc", "icm"],
        mediaTypes: ["application/vnd.iccprofile"]),
      ContentType("public.swap-image", "Linux swap area"),
    ]
  }

  private static func font(
    _ id: ContentType.ID, _ name: String, _ extensions: [String], _ mediaTypes: [String],
    _ shortNames: [String] = []
  ) -> ContentType {
    ContentType(
      id, name, conformsTo: ["public.font"], extensions: extensions, mediaTypes: mediaTypes,
      shortNames: shortNames)
  }

  private static func program(
    _ id: ContentType.ID, _ name: String, _ extensions: [String], _ mediaTypes: [String]
  ) -> ContentType {
    ContentType(
      id, name, conformsTo: ["public.executable"], extensions: extensions, mediaTypes: mediaTypes)
  }
}
