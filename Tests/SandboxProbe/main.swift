// Enters a sandbox, then tries one thing that it is to prevent, or to let happen. The last line of
// standard output is the number of the error that stopped it, 0 if nothing did.
//
//   sandbox-probe [--sandbox POLICY] [--readable PATH] [--writable PATH]
//     [--memory N] [--cpu-seconds N] [--file-size N] [--open-files N]
//     [--landlock VERSION] [--namespaces yes] [--violations kill] [--without SYSTEM-CALL-NUMBER]
//     ATTEMPT ARGUMENT…
//
// Landlock is used as the kernel has it, namespaces only where that is said.
//
// The attempts are those of CSandboxEscapes, and
//   convert INPUT TYPE OUTPUT      converts a picture
//   list INPUT                     lists an archive and reads all of it
//   report                         says what the system lacks

import CLazyLoading
import CSandboxEscapes
import ConverterCore
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// A call that is not allowed is to fail, not to end the probe, unless that is asked for.
unsetenv("FAIRY_SANDBOX_VIOLATIONS")
// Whoever started it may block or ignore the signal of a limit.
var signals = sigset_t()
sigemptyset(&signals)
sigaddset(&signals, SIGXCPU)
pthread_sigmask(SIG_UNBLOCK, &signals, nil)
signal(SIGXCPU, SIG_DFL)
var sandbox = Sandbox()
var resources = ResourceLimits()
var policy = Sandbox.Policy.require
var kernel = Sandbox.Kernel(landlock: .max, hasNamespaces: false)
var words = CommandLine.arguments.dropFirst()

while let word = words.first, word.hasPrefix("--"), let value = words.dropFirst().first {
  words = words.dropFirst(2)
  switch word {
  case "--sandbox": policy = Sandbox.Policy(rawValue: value) ?? .require
  case "--readable":
    if let place = try? FileDescriptor.open(value, .readOnly) { sandbox.readable.append(place) }
  case "--writable":
    if let place = try? FileDescriptor.open(value, .readOnly) { sandbox.filled.append(place) }
  case "--serves": sandbox.serves = value == "yes"
  case "--memory": resources.memory = Int(value)
  case "--cpu-seconds": resources.cpuSeconds = Int(value)
  case "--file-size": resources.fileSize = Int(value)
  case "--open-files": resources.openFiles = Int(value)
  case "--landlock": kernel.landlock = Int(value) ?? 0
  case "--namespaces": kernel.hasNamespaces = value == "yes"
  case "--violations": setenv("FAIRY_SANDBOX_VIOLATIONS", value, 1)
  case "--without": _ = hide_system_call(Int32(value) ?? -1)
  default: exit(64)
  }
}
sandbox.resources = resources

let missing: [String]
do throws(ConversionError) {
  missing = try sandbox.enter(policy, on: kernel) { fairy_lazy_open_all() }
} catch {
  print("\(error.code.rawValue): \(error.message)")
  exit(69)
}
guard let name = words.first else { exit(64) }
// Whoever turns into another program prints nothing after this.
fflush(nil)
let arguments = Array(words.dropFirst())
let pointers = arguments.map { UnsafePointer(strdup($0)) } + [nil]
switch name {
case "report":
  for lack in missing { print(lack) }
case "convert":
  print(convert(arguments))
case "entries":
  print(list(arguments))
default:
  print(attempt_escape(name, pointers))
}
