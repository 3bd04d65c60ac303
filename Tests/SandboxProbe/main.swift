// Enters a sandbox, then tries one thing that it is to prevent. The last line of standard output is the
// number of the error that stopped it, 0 if nothing did.
//
//   sandbox-probe [--sandbox POLICY] [--readable PATH] [--writable PATH] [--program PATH]
//     [--memory N] [--cpu-seconds N] [--file-size N] [--open-files N] [--without SYSTEM-CALL-NUMBER]
//     TRESPASS ARGUMENT…

import CTrespass
import ConverterCore
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

var sandbox = Sandbox()
var resources = ResourceLimits()
var policy = Sandbox.Policy.require
var words = CommandLine.arguments.dropFirst()

while let word = words.first, word.hasPrefix("--"), let value = words.dropFirst().first {
  words = words.dropFirst(2)
  switch word {
  case "--sandbox": policy = Sandbox.Policy(rawValue: value) ?? .require
  case "--readable": sandbox.readable.append(FilePath(value))
  case "--writable": sandbox.writable.append(FilePath(value))
  case "--program": sandbox.programs.append(FilePath(value))
  case "--memory": resources.memory = Int(value)
  case "--cpu-seconds": resources.cpuSeconds = Int(value)
  case "--file-size": resources.fileSize = Int(value)
  case "--open-files": resources.openFiles = Int(value)
  case "--without": _ = trespass_without_system_call(Int32(value) ?? -1)
  default: exit(64)
  }
}
sandbox.resources = resources

do throws(ConversionError) {
  for wall in try sandbox.enter(policy) { print("missing: \(wall)") }
} catch {
  print("\(error.code.rawValue): \(error.message)")
  exit(69)
}
guard let name = words.first else { exit(0) }
// Whoever turns into another program prints nothing after this.
fflush(nil)
var arguments = words.dropFirst().map { UnsafePointer(strdup($0)) } + [nil]
print(trespass(name, &arguments))
