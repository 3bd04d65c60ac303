import Foundation
import TestSupport
import Testing

/// What a decoder that is taken over by its file finds in the process that reads for `info`, `open`, `why`, `plan`
/// and `--dry-run`, and what it can do to the terminal.
@Suite(.enabled(if: Places.has(program: "clang")))
struct LookConfinementTests {
  /// A library that takes over the worker when it is about to answer.
  private func preload(_ source: String, in scratch: ScratchFolder) throws {
    try scratch.write(Array((Self.head + source).utf8), to: "hostile.c")
    let result = try Program.shell(
      "clang -shared -fPIC hostile.c -o hostile.so -ldl", in: scratch.path)
    try #require(result.status == 0, "\(result.error)")
  }

  private static let head = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/socket.h>
    #include <sys/stat.h>
    #include <unistd.h>
    static int is_worker(void) {
      char words[256] = {0};
      int file = open("/proc/self/cmdline", O_RDONLY);
      int count = file < 0 ? 0 : read(file, words, 255);
      if (file >= 0) close(file);
      return count > 0 && memmem(words, count, "--sealed", 8) != NULL;
    }
    static int worker;
    __attribute__((constructor)) static void begin(void) { worker = is_worker(); }
    static ssize_t really_write(int fd, const void *bytes, size_t count) {
      ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
      return next(fd, bytes, count);
    }
    static ssize_t really_send(int s, const struct msghdr *message, int flags) {
      ssize_t (*next)(int, const struct msghdr *, int) = dlsym(RTLD_NEXT, "sendmsg");
      return next(s, message, flags);
    }
    static ssize_t say(int s, const char *line) {
      struct iovec part = {(void *)line, strlen(line)};
      struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
      return really_send(s, &message, 0);
    }
    static int tells(const struct msghdr *m, const char *word) {
      return m->msg_iovlen > 0 && memmem(m->msg_iov[0].iov_base, m->msg_iov[0].iov_len, word, strlen(word)) != NULL;
    }

    """

  /// Says what it finds, and ends the worker with it.
  private static let spy = """
    ssize_t sendmsg(int s, const struct msghdr *m, int flags) {
      if (worker && (tells(m, "\\"looked\\"") || tells(m, "\\"finished\\""))) {
        int foreign = 0, files = 0;
        unsigned long input = strtoul(getenv("LC_INPUT"), NULL, 10);
        for (int fd = 0; fd < 256; fd++) {
          struct stat status;
          if (fstat(fd, &status)) continue;
          if (S_ISREG(status.st_mode)) { files++; if (status.st_ino != input) foreign++; }
          if (S_ISDIR(status.st_mode) || isatty(fd)) foreign++;
        }
        char line[256];
        int other = open(getenv("LC_OTHER"), O_RDONLY);
        int code = errno;
        int secrets = (getenv("AWS_SECRET") != NULL) + (getenv("FAIRY_PASSWORD") != NULL);
        snprintf(line, sizeof line, "secrets %d, files %d, foreign %d, other %s, socket %s\\n", secrets, files,
                 foreign, other < 0 ? strerror(code) : "open", socket(AF_INET, SOCK_STREAM, 0) < 0 ? "none" : "open");
        really_write(2, line, strlen(line));
        abort();
      }
      return really_send(s, m, flags);
    }
    """

  @Test(arguments: [
    "info a.csv", "open a.csv", "why a.csv", "info a.csv a.csv", "plan a.csv --to json",
    "convert a.csv --to json --dry-run",
  ])
  func aWorkerHoldsItsInputAlone(words: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array("a,b\n1,2\n".utf8), to: "a.csv")
    try scratch.write(Array("other".utf8), to: "other.txt")
    try preload(Self.spy, in: scratch)
    let result = try Program.shell(
      """
      exec 8> written 9< other.txt
      export AWS_SECRET=key FAIRY_PASSWORD=secret LC_OTHER="$PWD/other.txt" LC_INPUT=$(stat -c %i a.csv) SWIFT_BACKTRACE=enable=no
      LD_PRELOAD=./hostile.so "$FAIRY" \(words)
      """, in: scratch.path)
    #expect(result.status == 70)
    #expect(
      result.error.contains(
        "crashed the decoder with SIGABRT: secrets 0, files 1, foreign 0, other "),
      "\(result.error)")
    #expect(
      !result.error.contains("open") && result.error.contains("socket none"), "\(result.error)")
  }

  @Test func aCrashCostsOneFile() throws {
    let scratch = try ScratchFolder()
    for name in ["a", "b", "c"] { try scratch.write(Array("a,b\n1,2\n".utf8), to: "\(name).csv") }
    try preload(
      """
      ssize_t sendmsg(int s, const struct msghdr *m, int flags) {
        if (worker && tells(m, "\\"looked\\"") && tells(m, "b.csv")) abort();
        return really_send(s, m, flags);
      }
      """, in: scratch)
    let result = try Program.shell(
      "SWIFT_BACKTRACE=enable=no LD_PRELOAD=./hostile.so \"$FAIRY\" why b.csv; echo $?; "
        + "SWIFT_BACKTRACE=enable=no LD_PRELOAD=./hostile.so \"$FAIRY\" info a.csv b.csv c.csv",
      in: scratch.path)
    #expect(result.status == 70)
    #expect(result.lines.filter { $0.hasSuffix(".csv") } == ["a.csv", "b.csv", "c.csv"])
    #expect(result.lines.contains("70"))
    #expect(
      result.error.split(separator: "\n").suffix(1)
        == ["fairy: b.csv: crashed the decoder with SIGABRT"])
  }

  private func onTerminal(
    _ source: String, _ actions: String, _ words: String
  ) throws -> Program.Result {
    let scratch = try ScratchFolder()
    var table = "name,age\n"
    for row in 1...300 { table += "name \(row),\(row)\n" }
    try scratch.write(Array(table.utf8), to: "a.csv")
    try scratch.write(Array(terminalScript.utf8), to: "terminal.py")
    try preload(source, in: scratch)
    return try Program.shell(
      """
      export TERM=xterm-kitty SWIFT_BACKTRACE=enable=no; unset NO_COLOR
      python3 terminal.py 60 8 \(actions) -- /usr/bin/env LD_PRELOAD=./hostile.so "$FAIRY" \(words)
      """, in: scratch.path)
  }

  private static let evil =
    #"\033]52;c;ZXZpbA==\007\033]0;title\007\033[6n\033[2J\033_Gi=1,a=q;AAAA\033\\"#

  /// Through the pipe to standard output, and through a line for standard error.
  @Test(
    .enabled(if: Places.has(program: "python3")),
    arguments: ["info a.csv", "open --view plain a.csv"])
  func linesHaveNoPowerOverTheTerminal(words: String) throws {
    let result = try onTerminal(
      """
      ssize_t write(int fd, const void *bytes, size_t count) {
        struct stat status;
        static int done;
        if (worker && !done && fd > 2 && !fstat(fd, &status) && S_ISFIFO(status.st_mode)) {
          done = 1;
          const char *evil = "evil \(Self.evil)\\n";
          really_write(fd, evil, strlen(evil));
          say(0, "{\\"note\\":\\"noted \\\\u001b]52;c;ZXZpbA==\\\\u0007\\"}\\n");
        }
        return really_write(fd, bytes, count);
      }
      """, "see:300", words)
    let sent = result.lines.last ?? ""
    #expect(sent.contains(#"evil \\u{1B}]52;c;ZXZpbA==\\u{7}\\u{1B}]0;title"#), "\(result.text)")
    #expect(sent.contains(#"noted \\u{1B}]52"#))
    for power in [#"\x1b]"#, #"\x1b[6n"#, #"\x1b[2J"#, #"\x1b_G"#, #"\x07"#] {
      #expect(!sent.contains(power), "\(power)")
    }
  }

  @Test(.enabled(if: Places.has(program: "python3")))
  func linesOfAScreenHaveNone() throws {
    let result = try onTerminal(
      """
      ssize_t sendmsg(int s, const struct msghdr *m, int flags) {
        if (worker && tells(m, "{\\"draw\\"")) {
          say(s, "{\\"draw\\":[\\"evil \\\\u001b]52;c;ZXZpbA==\\\\u0007 \\\\u001b[31mred\\"]}\\n");
          return m->msg_iov[0].iov_len;
        }
        return really_send(s, m, flags);
      }
      """, "see:evil see:red wait:0.2 type:q", "open a.csv")
    #expect(result.lines.prefix(3) == ["0", "True", "True"], "\(result.text) \(result.error)")
    let sent = result.lines.last ?? ""
    #expect(!sent.contains(#"\x1b]"#) && !sent.contains(#"\x07"#))
    #expect(sent.contains(#"\x1b[31mred"#))
  }

  /// The clipboard is filled after a key alone; who tries it otherwise is ended, and the terminal is given back.
  @Test(.enabled(if: Places.has(program: "python3")))
  func theClipboardNeedsAKey() throws {
    let result = try onTerminal(
      """
      ssize_t sendmsg(int s, const struct msghdr *m, int flags) {
        if (worker && tells(m, "{\\"event\\"")) say(s, "{\\"copy\\":\\"6576696c\\"}\\n");
        return really_send(s, m, flags);
      }
      """, "see:1049l", "open a.csv")
    #expect(result.lines.prefix(3) == ["70", "True", "True"], "\(result.text) \(result.error)")
    let sent = result.lines.last ?? ""
    #expect(!sent.contains(#"\x1b]52"#))
    #expect(sent.contains("fairy: a.csv: the worker sent an invalid message"))
  }
}
