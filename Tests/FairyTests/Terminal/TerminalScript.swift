/// A program in Python that runs another on a terminal of its own, and acts as the one who sits at it.
///
///     COLUMNS ROWS ACTION… -- PROGRAM ARGUMENT…
///
/// Actions: `type:TEXT` (with `\x1b`, `\r`); `see:TEXT` waits until it was shown; `size:COLUMNSxROWS`;
/// `signal:NAME`; `stopped` waits until the program has stopped; `continue`; `wait:SECONDS`; `new` forgets what
/// was shown so far. Afterwards the program's end is waited for.
///
/// It prints a line each: the exit status (or - and the signal); whether the terminal's settings are as before;
/// whether its screen, cursor and lines are; what the terminal was sent, as Python writes it. An action that
/// waits in vain says so.
let terminalScript = #"""
  import fcntl, os, pty, select, signal, struct, sys, termios, time

  columns, rows = int(sys.argv[1]), int(sys.argv[2])
  split = sys.argv.index("--")
  actions, program = sys.argv[3:split], sys.argv[split + 1:]

  def resize(columns, rows):
      fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

  master, slave = pty.openpty()
  resize(columns, rows)
  before = termios.tcgetattr(slave)
  # A shell stands between: without one in the session nothing in it can be stopped.
  news, told = os.pipe()
  shell = os.fork()
  if shell == 0:
      os.setsid()
      fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
      signal.signal(signal.SIGTTOU, signal.SIG_IGN)
      child = os.fork()
      if child == 0:
          os.setpgid(0, 0)
          os.tcsetpgrp(slave, os.getpid())
          signal.signal(signal.SIGTTOU, signal.SIG_DFL)
          for descriptor in ((1, 2) if os.environ.get("PIPED") else (0, 1, 2)):
              os.dup2(slave, descriptor)
          os.execv(program[0], program)
      os.write(told, struct.pack("i", child))
      while True:
          _, code = os.waitpid(child, os.WUNTRACED)
          os.write(told, struct.pack("i", code))
          if not os.WIFSTOPPED(code):
              os._exit(0)
  child, = struct.unpack("i", os.read(news, 4))

  sent = b""
  seen = 0
  status = None

  def look(seconds):
      """Takes what the terminal is sent; False once the program has ended."""
      global sent, status
      ready, _, _ = select.select([master, news] if status is None else [master], [], [], seconds)
      if master in ready:
          try:
              sent += os.read(master, 65536)
          except OSError:
              pass
      if news in ready:
          code, = struct.unpack("i", os.read(news, 4))
          if os.WIFSTOPPED(code):
              return "stopped"
          status = code
      return status is None

  def until(condition, words):
      end = time.time() + 20
      while time.time() < end:
          if condition(look(0.02)):
              return
      print("waited in vain for", words, "in", sent[-3000:])
      os.kill(child, signal.SIGKILL)
      sys.exit(1)

  for action in actions:
      verb, _, words = action.partition(":")
      if verb == "type":
          os.write(master, words.encode().decode("unicode_escape").encode("latin1"))
      elif verb == "see":
          text = words.encode()
          until(lambda _: text in sent[seen:], words)
      elif verb == "new":
          seen = len(sent)
      elif verb == "size":
          resize(*map(int, words.split("x")))
      elif verb == "signal":
          os.kill(child, getattr(signal, words))
      elif verb == "stopped":
          until(lambda state: state == "stopped", "the stop")
          print("stopped", b"\x1b[?1049l" in sent[seen:], termios.tcgetattr(slave) == before)
      elif verb == "continue":
          os.kill(child, signal.SIGCONT)
      elif verb == "wait":
          end = time.time() + float(words)
          while time.time() < end:
              look(0.02)

  until(lambda _: status is not None, "the end")
  while select.select([master], [], [], 0.05)[0]:
      sent += os.read(master, 65536)
  print(os.WEXITSTATUS(status) if os.WIFEXITED(status) else "-%d" % os.WTERMSIG(status))
  print(termios.tcgetattr(slave) == before)
  def last(on, off):
      return sent.rfind(off) > sent.rfind(on)
  print(all((last(b"\x1b[?1049h", b"\x1b[?1049l"), last(b"\x1b[?25l", b"\x1b[?25h"),
             last(b"\x1b[?7l", b"\x1b[?7h"), last(b"\x1b[?2004h", b"\x1b[?2004l"))))
  print(sent)
  """#
