import TestSupport
import Testing

/// A process that reads files itself holds no channel to a process that is less confined.
@Suite(.enabled(if: Places.has(program: "pgrep")))
struct RehearsalConfinementTests {
  /// Standard input keeps the process within its sandbox for as long as it is open.
  @Test(arguments: ["convert - --to png --dry-run", "plan - --to png", "info -", "open -"])
  func itHasNoChannelAndNoChild(words: String) throws {
    let scratch = try ScratchFolder()
    let result = try Program.shell(
      """
      mkfifo input
      "$FAIRY" \(words) < input > output 2>&1 &
      exec 3> input
      for try in $(seq 100); do grep -q '^Seccomp:.*2' /proc/$!/status && break; sleep 0.05; done
      grep '^Seccomp:' /proc/$!/status
      sockets() { ls -l /proc/$1/fd | grep -o 'socket:.*' | sort; }
      comm -13 <(sockets $$) <(sockets $!) | wc -l
      pgrep -c -P $!
      exec 3>&-
      wait $!
      """, in: scratch.path)
    #expect(result.lines == ["Seccomp:\t2", "0", "0"])
  }
}
