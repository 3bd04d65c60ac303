extension ContentTypeCatalog {
  static let fonts: StaticString = """
    > public.font
    public.truetype-ttf-font | TrueType font | ttf | font/ttf | truetype
    public.opentype-font | OpenType font | otf | font/otf | opentype
    public.opentype-collection-font | font collection | ttc otc | font/collection
    org.w3.woff | WOFF font | woff | font/woff
    org.w3.woff2 | WOFF 2 font | woff2 | font/woff2
    com.microsoft.eot-font | Embedded OpenType font | eot | application/vnd.ms-fontobject
    com.adobe.postscript-pfb-font | Type 1 font | pfb | application/x-font-type1
    com.adobe.postscript-pfa-font | Type 1 font in text | pfa
    com.adobe.font-metrics | font metrics | afm
    com.apple.truetype-datafork-suitcase-font | Mac font suitcase | dfont
    org.x.bdf-font | BDF bitmap font | bdf | application/x-font-bdf
    org.x.pcf-font | PCF bitmap font | pcf | application/x-font-pcf
    """

  /// What a computer runs, boots or loads.
  static let programsAndDiskImages: StaticString = """
    > public.executable
    com.microsoft.windows-executable | Windows program | exe scr | application/vnd.microsoft.portable-executable
    com.microsoft.windows-dynamic-link-library | Windows library | dll sys ocx cpl | application/vnd.microsoft.portable-executable
    com.microsoft.dos-executable | DOS program | com | application/x-msdos-program
    > com.microsoft.compound-file public.executable
    com.microsoft.msi-installer | Windows installer | msi msp | application/x-msi
    > public.data
    com.microsoft.windows-shortcut | Windows shortcut | lnk | application/x-ms-shortcut
    > public.executable
    org.unix.elf-executable | ELF program or library | elf so o ko | application/x-elf application/x-executable
    com.apple.mach-o-binary | Mach-O program or library | dylib | application/x-mach-binary
    com.sun.java-class | Java class | class | application/java-vm
    com.android.dex | Android bytecode | dex
    org.webassembly.wasm | WebAssembly module | wasm | application/wasm
    org.python.bytecode | Python bytecode | pyc pyo | application/x-python-code
    org.lua.bytecode | Lua bytecode | luac
    org.llvm.bitcode | LLVM bitcode | bc
    > public.disk-image
    com.apple.disk-image-udif | macOS disk image | dmg | application/x-apple-diskimage
    org.osta.udf-image | UDF disk image | udf
    com.microsoft.virtual-disk-image | virtual hard disk | vhdx vhd
    com.vmware.vmdk | VMware disk | vmdk
    org.qemu.qcow2 | QEMU disk | qcow2 qcow
    org.virtualbox.vdi | VirtualBox disk | vdi
    com.microsoft.wim | Windows image | wim esd
    public.raw-disk-image | raw disk image | img ima
    > public.data
    public.gettext-catalog | compiled gettext translation file | mo gmo
    org.git.pack | Git pack | pack
    org.git.bundle | Git bundle | bundle
    com.apple.ds-store | Finder settings file | ds_store | | | .ds_store
    public.icc-profile | ICC colour profile | icc icm | application/vnd.iccprofile
    public.swap-image | Linux swap area
    """
}
