#!/usr/bin/env python3
"""How long it takes from a key of fairy triage until the terminal was sent the next photo.

    Benchmarks/triage-keys.py FOLDER [--fairy PROGRAM] [--term xterm-kitty] [--keys 100] [--pause 0.3]

Runs the program on a terminal of its own with an empty library, keeps photo after photo (nothing is moved), and prints the
median, the 95th percentile and the longest time in milliseconds. --pause is how long each photo is looked at: with 0 the
next key comes as soon as a photo is shown, so that those ahead may not be decoded yet. The time until the first photo
stands apart: it is decoded cold. What a terminal itself takes to show what it was sent is not measured.
"""
import argparse
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time

BEGIN, END = b"\x1b[?2026h", b"\x1b[?2026l"
RIGHT, ESCAPE = b"\x1b[C", b"\x1b"


class Terminal:
    """A program on a terminal, and the updates that it sends."""

    def __init__(self, words, columns, rows, cell, environment):
        self.sent = bytearray()
        self.child, self.master = pty.fork()
        if self.child == 0:
            size = struct.pack("HHHH", rows, columns, columns * cell[0], rows * cell[1])
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execvpe(words[0], words, environment)
        os.set_blocking(self.master, False)

    def type(self, keys):
        os.write(self.master, keys)

    def update(self, patience):
        """The next whole update; None where none comes in time, or the program has ended."""
        end = time.monotonic() + patience
        # A photo is megabytes, which a terminal gets in pieces of 4 KB: only what is new is searched.
        searched = 0
        while (place := self.sent.find(END, searched)) < 0:
            searched = max(0, len(self.sent) - len(END))
            try:
                self.sent += os.read(self.master, 1 << 20)
            except BlockingIOError:
                left = end - time.monotonic()
                if left <= 0 or not select.select([self.master], [], [], left)[0]:
                    return None
            except OSError:
                return None
        update = bytes(self.sent[:place])
        del self.sent[:place + len(END)]
        return update.partition(BEGIN)[2]

    def drain(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.update(left)


def shows_photo(update):
    """Whether an update brings a photo, or the reason why there is none."""
    if b"\x1b_Ga=T" in update or b"\x1bP" in update or b"cannot be shown" in update:
        return True
    row = update.partition(b"\x1b[2;1H")[2].partition(b"\x1b[3;1H")[0]
    return b"\x1b[0m" in row and "…".encode() not in row and len(row) > 20


def await_photo(terminal, start, patience=30):
    while (update := terminal.update(patience)) is not None:
        if shows_photo(update):
            return time.monotonic() - start
    sys.exit("no photo was shown in time")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--fairy", default="fairy")
    parser.add_argument("--term", default="xterm-kitty")
    parser.add_argument("--keys", type=int, default=100)
    parser.add_argument("--pause", type=float, default=0.3)
    parser.add_argument("--columns", type=int, default=160)
    parser.add_argument("--rows", type=int, default=48)
    parser.add_argument("--cell", default="8x16")
    chosen = parser.parse_args()
    cell = tuple(map(int, chosen.cell.split("x")))
    with tempfile.TemporaryDirectory() as scratch:
        left_out = ("NO_COLOR", "TMUX", "STY", "TERM_PROGRAM", "KITTY_WINDOW_ID", "COLUMNS")
        environment = {k: v for k, v in os.environ.items() if k not in left_out}
        environment |= {"TERM": chosen.term, "COLORTERM": "truecolor", "XDG_DATA_HOME": scratch}
        start = time.monotonic()
        words = [chosen.fairy, "triage", chosen.folder]
        terminal = Terminal(words, chosen.columns, chosen.rows, cell, environment)
        first = await_photo(terminal, start)
        # The practice of the first time is skipped: the photo gets its room.
        terminal.type(ESCAPE)
        terminal.drain(2)
        times = []
        for _ in range(chosen.keys):
            start = time.monotonic()
            terminal.type(RIGHT)
            times.append(1000 * await_photo(terminal, start))
            terminal.drain(chosen.pause)
        os.kill(terminal.child, signal.SIGTERM)
        os.waitpid(terminal.child, 0)
    times.sort()
    p95 = times[min(len(times) - 1, int(0.95 * len(times)))]
    print(
        f"first photo {1000 * first:.0f} ms; {len(times)} keys: median {times[len(times) // 2]:.1f} ms, "
        f"p95 {p95:.1f} ms, longest {times[-1]:.1f} ms")


main()
