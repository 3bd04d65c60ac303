// Enters a sandbox, then tries one thing that it is to prevent, or to let happen. The last line of
// standard output is the number of the error that stopped it, 0 if nothing did.
//
//   sandbox-probe [--sandbox POLICY] [--readable PATH] [--writable PATH] [--program PATH]
//     [--memory N] [--cpu-seconds N] [--file-size N] [--open-files N]
//     [--landlock VERSION] [--without SYSTEM-CALL-NUMBER] ATTEMPT ARGUMENT…
//
// The attempts are those of CTrespass, and
//   convert INPUT TYPE OUTPUT      converts a picture
//   list INPUT                     lists an archive and reads all of it
//   take-time-anew SECONDS TIMES   takes processor time again and again, with a new allowance each time
//   report                         says which walls are missing

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
var landlock: Int?
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
  case "--landlock": landlock = Int(value)
  case "--without": _ = trespass_without_system_call(Int32(value) ?? -1)
  default: exit(64)
  }
}
sandbox.resources = resources

let missing: [String]
do throws(ConversionError) {
  missing =
    if let landlock { try sandbox.enter(policy, landlock: landlock) } else {
      try sandbox.enter(policy)
    }
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
  for wall in missing { print(wall) }
case "convert":
  print(convert(arguments))
case "entries":
  print(list(arguments))
case "take-time-anew":
  for _ in 0..<(arguments.dropFirst().first.flatMap { Int($0) } ?? 0) {
    resources.armProcessorTime()
    _ = trespass("take-time", pointers)
  }
  print(0)
default:
  print(trespass(name, pointers))
}
