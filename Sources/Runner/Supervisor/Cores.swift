import CProcessShims
import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The cores that this process may keep busy.
public enum Cores {
  /// At least 1: what the scheduler allows (`taskset`, a Slurm task), and the container's share.
  public static var available: Int {
    let allowed = Int(fairy_usable_cores())
    let cores = allowed > 0 ? allowed : Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    return max(1, min(cores, quota ?? cores))
  }

  /// The processor time that the control group gets, in cores rounded up; `nil` where it is not limited.
  ///
  /// https://docs.kernel.org/admin-guide/cgroup-v2.html, `cpu.max`: "quota period" in microseconds.
  private static var quota: Int? {
    guard let file = try? FileDescriptor.open(FilePath("/sys/fs/cgroup/cpu.max"), .readOnly) else {
      return nil
    }
    defer { try? file.close() }
    let bytes = try? file.bytes(atMost: 64)
    return quota(in: String(decoding: bytes ?? [], as: UTF8.self))
  }

  static func quota(in text: String) -> Int? {
    let words = text.split { $0.isWhitespace }
    guard words.count == 2, let quota = Int(words[0]), let period = Int(words[1]),
      quota > 0, period > 0
    else { return nil }
    return (quota - 1) / period + 1
  }
}
