import ConverterCore
import SystemPackage

extension Sandbox {
  /// What every process may read: libraries that are opened when first used, and their data.
  ///
  /// No folder of programs, configuration or state is among them.
  static var systemFiles: [FilePath] {
    libraries + LinkerCache.folders(in: "/etc/ld.so.cache") + data + fonts
      + (["LD_LIBRARY_PATH", "LIBHEIF_PLUGIN_PATH", "MAGIC"] + InstalledPackages.variables)
      .flatMap(environment)
  }

  private static let libraries: [FilePath] = [
    "/etc/ld.so.cache",
    "/lib", "/lib32", "/lib64",
    "/usr/lib", "/usr/lib32", "/usr/lib64",
    "/usr/local/lib", "/usr/local/lib64",
    "/nix/store", "/gnu/store",
  ]

  private static let data: [FilePath] = [
    // libmagic's database, and the additions of the machine's owner.
    "/usr/share/misc", "/usr/share/file", "/etc/magic", "/etc/magic.mgc", "/etc/magic.mime",
    // The languages of tesseract.
    "/usr/share/tesseract-ocr", "/usr/share/tessdata", "/usr/local/share/tessdata",
    // Times in the local zone.
    "/etc/localtime", "/usr/share/zoneinfo",
    // How many threads a codec starts (malloc, x265 with libnuma), and what the processor can do
    // (libjpeg-turbo on ARM). Without them libnuma complains on standard error.
    "/sys/devices/system/cpu", "/sys/devices/system/node", "/proc/cpuinfo", "/proc/self/status",
    // The C library's knowledge of the stack.
    "/proc/self/maps",
    "/dev/urandom",
  ]

  /// What whoever renders text needs: fonts, and where they are.
  static let fonts: [FilePath] = [
    "/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/usr/share/fontconfig",
    "/var/cache/fontconfig",
  ]

  /// What programs that render text need: fonts, and how characters are coded.
  static let programData = fonts + ["/usr/share/poppler"]

  /// What a program may read that is started for a worker: libraries, fonts, the local time. Nothing of /proc: its
  /// "self" would be the process that makes the rules.
  static var programFolders: [FilePath] {
    libraries + LinkerCache.folders(in: "/etc/ld.so.cache") + programData
      + ["/etc/localtime", "/usr/share/zoneinfo", "/sys/devices/system/cpu", "/dev/urandom"]
  }

  /// The absolute paths of a list like `LD_LIBRARY_PATH`.
  private static func environment(_ name: String) -> [FilePath] {
    (Environment.bytes(name) ?? [])
      .split(separator: UInt8(ascii: ":")).map(path).filter(\.isAbsolute)
  }

  private static func path(_ bytes: some Collection<UInt8>) -> FilePath {
    FilePath(cBytes: bytes)
  }
}
