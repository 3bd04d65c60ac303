import CSandbox

/// The system calls that are refused with "operation not permitted"; `CSandbox/Refused.h` lists them.
///
/// It holds back what Landlock does not handle (sockets other than TCP, permissions, other processes),
/// and what older versions of it do not handle yet.
enum SystemCallFilter {
  /// Makes set-user-ID programs ordinary ones; without it the kernel takes neither filter nor rules.
  ///
  /// - Returns: whether the system can do it.
  static func renouncePrivileges() -> Bool { fairy_no_new_privileges() == 0 }

  /// - Parameters:
  ///   - programs: whether programs may be started.
  ///   - signals: whether signals may be sent to other processes.
  ///   - changes: whether permissions and times of open files may be set.
  /// - Returns: whether the system can do it.
  static func install(programs: Bool, signals: Bool, changes: Bool) -> Bool {
    fairy_refuse_system_calls(programs, signals, changes) == 0
  }
}
