import ConverterCore
import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The terminal while a viewer has it to itself: no echo, every key at once, a screen of its own.
///
/// It belongs to the terminal, not to the process: whoever ends or stops the process would leave the shell
/// with it. So signals take it back first, those of a crash too. What the handlers touch is written before
/// they are set; they call nothing but `tcsetattr`, `write` and their like, which signals may interrupt.
enum TerminalMode {
  /// End the program: 128 and their number.
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// Go on to whoever would have heard of them.
  private static let crashing = [
    SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGXCPU,
  ]

  private static let input = Atomic<Int32>(-1)
  private static let output = Atomic<Int32>(-1)
  private static let wakeEnd = Atomic<Int32>(-1)
  /// Whether the terminal is ours at the moment.
  private static let isTaken = Atomic(false)

  private typealias Settings = UnsafeMutablePointer<termios>
  // Behind pointers: a handler may come in the middle of a call that has one of them in hand.
  /// How the terminal was: ``during(_:wake:_:)`` writes it before it sets the first handler, and all only read it then.
  nonisolated(unsafe) private static let cooked = Settings.allocate(capacity: 1)
  /// How it is meanwhile: written as early, and then only read.
  nonisolated(unsafe) private static let raw = Settings.allocate(capacity: 1)
  /// What heard of each signal before: written by the call that sets its handler, and then only read.
  nonisolated(unsafe) private static let earlier =
    UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

  /// Another screen; no cursor; no lines that wrap; pasted text told from keys.
  private static let enter: StaticString =
    "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[?2004h\u{1b}[2J"
  /// The same backwards. What came before may have been cut in the middle of a sequence: CAN ends that.
  private static let leave: StaticString =
    "\u{18}\u{1b}[?2026l\u{1b}[0m\u{1b}[?2004l\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  /// Does `body` while the terminal is the viewer's.
  ///
  /// - Parameter wake: is written to when the size changes, or when the program goes on after a stop.
  /// - Returns: `nil` when the terminal cannot be told.
  static func during<Result>(
    _ terminal: Terminal, wake: FileDescriptor, _ body: () -> Result
  ) -> Result? {
    // What is made when first used is made before a handler could be the first.
    input.store(terminal.input.rawValue, ordering: .relaxed)
    output.store(terminal.output.rawValue, ordering: .relaxed)
    wakeEnd.store(wake.rawValue, ordering: .relaxed)
    isTaken.store(false, ordering: .relaxed)
    guard unsafe tcgetattr(terminal.input.rawValue, cooked) == 0, leave.utf8CodeUnitCount > 0 else {
      return nil
    }
    unsafe raw.pointee = unsafe cooked.pointee
    // Signals stay: Ctrl-C and Ctrl-Z reach the programs before ours in a pipe, too.
    unsafe raw.pointee.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    unsafe raw.pointee.c_iflag &= ~tcflag_t(ICRNL | INLCR | IXON | ISTRIP)
    unsafe withUnsafeMutableBytes(of: &raw.pointee.c_cc) { characters in
      // A read gives what is there, and waits only where nothing is.
      unsafe characters[Int(VMIN)] = 1
      unsafe characters[Int(VTIME)] = 0
    }
    let blocked = setHandlers()
    take()
    defer {
      giveBack()
      restoreHandlers(blocked)
    }
    return OutOfMemory.during(body) { giveBack() }
  }

  private static func take() {
    unsafe tcsetattr(input.load(ordering: .relaxed), TCSAFLUSH, raw)
    isTaken.store(true, ordering: .relaxed)
    send(enter)
  }

  private static func giveBack() {
    guard isTaken.load(ordering: .relaxed) else { return }
    isTaken.store(false, ordering: .relaxed)
    send(leave)
    unsafe tcsetattr(input.load(ordering: .relaxed), TCSAFLUSH, cooked)
  }

  private static func send(_ sequence: StaticString) {
    var (start, count) = unsafe (sequence.utf8Start, sequence.utf8CodeUnitCount)
    while count > 0 {
      let written = unsafe write(output.load(ordering: .relaxed), start, count)
      guard written > 0 || errno == EINTR else { return }
      unsafe start += max(0, written)
      count -= max(0, written)
    }
  }

  // MARK: Signals

  /// - Returns: the signals that were blocked before.
  private static func setHandlers() -> sigset_t {
    for number in ending { unsafe handle(number) { number, _, _ in TerminalMode.end(number) } }
    for number in crashing {
      unsafe handle(number) { number, info, _ in
        unsafe TerminalMode.pass(number, isFault: (info?.pointee.si_code ?? 0) > 0)
      }
    }
    unsafe handle(SIGTSTP) { _, _, _ in TerminalMode.stop() }
    unsafe handle(SIGWINCH) { _, _, _ in TerminalMode.wakeUp() }
    var mine = sigset_t()
    var blocked = sigset_t()
    unsafe sigemptyset(&mine)
    // Threads of libraries for concurrency block them, and who is started by one inherits that.
    for number in ending + crashing + [SIGTSTP, SIGWINCH] { unsafe sigaddset(&mine, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &mine, &blocked)
    return blocked
  }

  private static func restoreHandlers(_ blocked: sigset_t) {
    var blocked = blocked
    unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil)
    for number in ending + crashing + [SIGTSTP, SIGWINCH] {
      unsafe sigaction(number, earlier + Int(number), nil)
    }
  }

  private typealias Handler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  private static func handle(_ number: Int32, _ handler: @escaping Handler) {
    var action = sigaction()
    #if canImport(Glibc)
      unsafe action.__sigaction_handler.sa_sigaction = unsafe handler
    #else
      action.__sigaction_u.__sa_sigaction = handler
    #endif
    // Calls are begun again: only the one that waits for keys is to notice, and is woken.
    action.sa_flags = SA_RESTART | SA_SIGINFO
    unsafe sigaction(number, &action, earlier + Int(number))
  }

  private static func end(_ number: Int32) {
    giveBack()
    _exit(128 + number)
  }

  /// Lets a crash, or the end of the time allowed, take its course.
  private static func pass(_ number: Int32, isFault: Bool) {
    giveBack()
    unsafe sigaction(number, earlier + Int(number), nil)
    // The instruction fails once more, and whoever hears of it sees where.
    if isFault, number != SIGXCPU { return }
    unblock(number)
    raise(number)
    // Nobody ended the program so far.
    signal(number, SIG_DFL)
    raise(number)
    _exit(128 + number)
  }

  private static func unblock(_ number: Int32) {
    var mine = sigset_t()
    unsafe sigemptyset(&mine)
    unsafe sigaddset(&mine, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &mine, nil)
  }

  /// Stops as the system would have, and takes the terminal again when the program goes on.
  private static func stop() {
    let code = errno
    giveBack()
    var ours = sigaction()
    var standard = sigaction()
    #if canImport(Glibc)
      unsafe standard.__sigaction_handler.sa_handler = SIG_DFL
    #else
      standard.__sigaction_u.__sa_handler = SIG_DFL
    #endif
    unsafe sigaction(SIGTSTP, &standard, &ours)
    raise(SIGTSTP)
    // It is blocked in its own handler; here the program stops until it is to go on.
    unblock(SIGTSTP)
    unsafe sigaction(SIGTSTP, &ours, nil)
    take()
    wakeUp()
    errno = code
  }

  private static func wakeUp() {
    let code = errno
    var byte: UInt8 = 1
    _ = unsafe write(wakeEnd.load(ordering: .relaxed), &byte, 1)
    errno = code
  }
}
