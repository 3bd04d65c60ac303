import ConverterCore
import ExternalTools
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What can go wrong in a process that runs other people's decoders.
enum Misbehaviour {
  static func perform(_ words: [String], in context: ConversionContext) throws(ConversionError) {
    switch words.first {
    case "crash": crash()
    case "abort": abort()
    case "trap":
      let none: [Int] = words.count > 99 ? [1] : []
      exit(Int32(none[words.count]))
    case "exit": exit(3)
    case "fail": throw ConversionError(.damagedInput, "is damaged")
    case "print-much":
      // More than a pipe holds, so that a worker whose output nobody reads would block.
      for _ in 0..<10_000 { printError("a library prints a warning\n") }
    case "say-and-crash":
      printError("assertion failed: depth > 0\n")
      abort()
    case "hang": while true { sleep(1) }
    case "spin":
      while getpid() != 0 {}
    case "steps":
      // So many steps, of which one does what the rest says: "steps 4 2 crash".
      for step in 1...(Int(words[1]) ?? 1) {
        do throws(ConversionError) {
          try context.hazard("step \(step)") { () throws(ConversionError) in
            if words[2] == "\(step)" { try perform(Array(words.dropFirst(3)), in: context) }
          }
        } catch  where error.code == .decoderCrashed {
          context.leaveOutWords(ofPage: step, error)
        }
      }
    case "work":
      // Slow, but it says that it gets on.
      for step in 0..<30 {
        usleep(100_000)
        try context.checkpoint(Double(step) / 30)
      }
    case "grow-swift":
      var taken: [[UInt8]] = []
      while true { taken.append([UInt8](repeating: 1, count: 16 << 20)) }
    case "grow-c":
      takeAllMemory()
      abort()
    case "grow-and-fail":
      takeAllMemory()
      throw ConversionError(.damagedInput, "a library that had no memory blames the file")
    case "malformed-message":
      _ = write(0, "{\"progress\":\n", 13)
      sleep(60)
    case "close":
      // Goes on with nobody to hear it.
      close(0)
      sleep(60)
    case "message-flood":
      for _ in 0..<200_000 { _ = write(0, "{\"progress\":0.5}\n", 17) }
      sleep(60)
    case "print-flood":
      while true { printError("a library prints warnings without end\n") }
    case "late-refusal":
      _ = write(0, "{\"unfit\":{\"code\":\"usage\",\"message\":\"no\"}}\n", 45)
      sleep(60)
    case "false-result":
      let line = #"{"finished":{"input":"x","status":"planned"},"leaving":true}"# + "\n"
      _ = write(0, line, line.utf8.count)
      sleep(60)
    case "foreign-output":
      // Asks for a file that is none of its business.
      let line = #"{"wants":"/nowhere/lie.html"}"# + "\n"
      _ = write(0, line, line.utf8.count)
      sleep(60)
    case "say":
      // Whatever the order says, and nothing more.
      let line = words.dropFirst().joined(separator: " ") + "\n"
      _ = write(0, line, line.utf8.count)
      sleep(60)
    case "say-on":
      let line = words.dropFirst().joined(separator: " ") + "\n"
      _ = write(0, line, line.utf8.count)
    case "half-a-message":
      _ = write(0, "{\"progress\":", 12)
      sleep(60)
    case "endless-message":
      let text = String(repeating: "[", count: 1 << 16)
      while write(0, text, text.utf8.count) > 0 {}
    case "no-text":
      let bytes: [UInt8] = Array("{\"ready\":[\"".utf8) + [0xff, 0xfe] + Array("\"]}\n".utf8)
      _ = write(0, bytes, bytes.count)
      sleep(60)
    case "passwords":
      let words = try context.reading.passwords.all().map {
        String(decoding: $0.bytes, as: UTF8.self)
      }
      throw ConversionError(.internalError, "knows \(words) in \(getpid())")
    case "process": throw ConversionError(.internalError, "is \(getpid())")
    case "once":
      // Crashes unless it has crashed before; for workers outside the sandbox.
      guard words.count > 1, access(words[1], F_OK) != 0 else { return }
      close(open(words[1], O_CREAT | O_WRONLY, 0o600))
      crash()
    case "count":
      // Crashes each time, and leaves a byte for each; for workers outside the sandbox.
      guard words.count > 1 else { return }
      let file = open(words[1], O_CREAT | O_WRONLY | O_APPEND, 0o600)
      _ = write(file, "x", 1)
      close(file)
      crash()
    case "spawn", "turn-into", "load":
      throw ConversionError(.internalError, "refused: \(Errno(rawValue: start(words[0])))")
    case "tool":
      guard words.count > 2 else { return }
      try Self.tool(words[1], marker: words[2], in: context)
    default: break
    }
  }

  static let shell = ExternalTool("/bin/sh", package: "dash")

  /// Starts a program, becomes one, or has the dynamic loader become one.
  ///
  /// - Returns: the number of the error that stopped it.
  private static func start(_ way: String) -> Int32 {
    #if arch(x86_64)
      let loader = "/lib64/ld-linux-x86-64.so.2"
    #else
      let loader = "/lib/ld-linux-aarch64.so.1"
    #endif
    let program = way == "load" ? loader : "/bin/true"
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup("/bin/true"), nil]
    defer { for word in words { free(word) } }
    guard way == "spawn" else {
      execv(program, &words)
      return errno
    }
    var started: pid_t = 0
    return posix_spawn(&started, program, nil, nil, &words, nil)
  }

  /// Runs a program that misbehaves.
  ///
  /// - Parameter marker: it can be found by this word.
  private static func tool(
    _ conduct: String, marker: String, in context: ConversionContext
  ) throws(ConversionError) {
    let script =
      switch conduct {
      case "two-processes": "(while :; do :; done) & while :; do :; done"
      case "mute": "exec >&-; while :; do :; done"
      case "tick": "while :; do echo; done"
      default: "while :; do :; done"
      }
    if conduct == "undeclared" {
      _ = try ExternalTool("/bin/true", package: "coreutils")
        .start([], input: ToolInput(bytes: []), in: context)
    }
    var runs: [ToolRun] = []
    for _ in 0..<(conduct == "many" ? 1000 : 0) {
      runs.append(
        try shell.start(["-c", script, marker], input: ToolInput(bytes: []), in: context))
    }
    var run: ToolRun? = try shell.start(
      ["-c", script, marker], input: ToolInput(bytes: []), in: context)
    if conduct == "forgotten", let run { return context.keep(run) }
    // Until it has been seen.
    for _ in 0..<40 where ["drop", "crash"].contains(conduct) {
      usleep(50_000)
      context.sendHeartbeat()
    }
    if conduct == "crash" { crash() }
    if conduct == "drop" {
      run = nil
      for _ in 0..<60 {
        usleep(50_000)
        try context.checkpoint(0.5)
      }
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
    defer { buffer.deallocate() }
    while let run, try run.read(into: buffer, in: context) == buffer.count {}
  }

  /// As decoders do: by writing where there is nothing.
  private static func crash() {
    UnsafeMutablePointer<Int>(bitPattern: 8 * Int(getpid()))?.pointee = 1
  }

  private static func takeAllMemory() {
    var taken: [UnsafeMutableRawPointer] = []
    while let block = malloc(16 << 20) {
      memset(block, 1, 16 << 20)
      taken.append(block)
    }
    // Used, so that the compiler does not leave the allocations away.
    printError("\(taken.count) blocks\n")
  }

  private static func printError(_ words: String) {
    _ = write(STDERR_FILENO, words, words.utf8.count)
  }
}
