import CSandbox
import ConverterCore

/// The system calls that a process in the sandbox may make; `CSandbox/Allowed.h` lists them, and
/// `CSandbox/SystemCalls.c` has the rules for those whose arguments matter.
///
/// It holds back what Landlock does not handle (sockets other than TCP, permissions, other processes,
/// limits), and what older versions of it do not handle yet.
enum SystemCallFilter {
  /// What a process does beyond converting files that it is handed open.
  struct Kind: OptionSet {
    let rawValue: UInt32

    static let fillsFolder = Kind(rawValue: UInt32(FAIRY_FILLS_FOLDER))
    /// It forks processes like itself.
    static let forks = Kind(rawValue: UInt32(FAIRY_FORKS))
    /// Files cannot be opened by name, because nothing else would hold back which.
    static let opensNothing = Kind(rawValue: UInt32(FAIRY_OPENS_NOTHING))
    /// It answers connections to a socket that is open already.
    static let serves = Kind(rawValue: UInt32(FAIRY_SERVES))
    /// A call that is not allowed ends the process, where it would fail otherwise.
    static let kills = Kind(rawValue: UInt32(FAIRY_KILLS))
  }

  /// The variable that makes violations fatal, for tests: a call that fails could go unnoticed.
  static let variable = "FAIRY_SANDBOX_VIOLATIONS"

  private static var isFatal: Bool {
    Environment[variable] == "kill"
  }

  /// Makes set-user-ID programs ordinary ones; without it the kernel takes neither filter nor rules.
  ///
  /// - Returns: whether the system can do it.
  static func forbidNewPrivileges() -> Bool { fairy_no_new_privileges() == 0 }

  /// Allows what a process of this kind needs, and no more, for good.
  ///
  /// - Returns: whether the system can do it.
  static func install(_ kind: Kind) -> Bool {
    fairy_allow_system_calls(kind.union(isFatal ? .kills : []).rawValue) == 0
  }
}
