"""The fuzzer's program, with sanitizers or without."""
import os
import pathlib
import shutil
import subprocess
import sys

from . import places

# Swift's own undefined behaviour traps, and its compiler refuses -sanitize=undefined on Linux; C has a sanitizer for it,
# whose first finding ends the program. Of several -sanitize only the last counts. The counters of Swift's coverage are
# in sections that nothing refers to by name.
COMMON = ["-Xswiftc", "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "nostart-stop-gc"]
PLAIN = ["-Xswiftc", "-sanitize=fuzzer", "-Xcc", "-fsanitize=fuzzer-no-link"]
SANITIZED = [
    "-Xswiftc", "-sanitize=fuzzer,address", "-Xswiftc", "-DADDRESS_SANITIZER",
    "-Xcc", "-fsanitize=fuzzer-no-link,address,undefined", "-Xcc", "-fno-sanitize-recover=undefined",
    "-Xcc", "-fno-omit-frame-pointer",
]


class Build:
    def __init__(self, is_plain):
        self.is_plain = is_plain
        self.folder = places.BUILD / ("plain" if is_plain else "sanitized")
        self.program = self.folder / "release/fuzz"

    def make(self):
        command = ["swift", "build", "--scratch-path", self.folder, "-c", "release", "--product", "fuzz"]
        command += COMMON + (PLAIN if self.is_plain else SANITIZED)
        subprocess.run(command, check=True, cwd=places.ROOT, env=os.environ | {"FAIRY_FUZZ": "1"}, stdout=sys.stderr)

    def parsers(self):
        done = subprocess.run([self.program], check=True, capture_output=True, text=True, env=self.environment(None))
        return done.stdout.split()

    def environment(self, parser):
        """What the program runs in."""
        environment = dict(os.environ, SWIFT_BACKTRACE="enable=no")
        environment.pop("FAIRY_FUZZ_PARSER", None)
        if parser:
            environment["FAIRY_FUZZ_PARSER"] = parser
        symbolizer = self.symbolizer()
        address = {
            # What a library asks for and cannot get it must live without, as in a worker, whose memory is limited.
            "allocator_may_return_null": 1,
            "max_allocation_size_mb": 2048,
            # How much freed memory is watched: more finds later uses, and is held all the time.
            "quarantine_size_mb": 64,
            "detect_odr_violation": 0,
            "strict_string_checks": 1,
            "suppressions": places.SUPPRESSIONS / "address",
        }
        undefined = {"print_stacktrace": 1}
        leaks = {"suppressions": places.SUPPRESSIONS / "leaks", "print_suppressions": 0}
        if symbolizer:
            address["external_symbolizer_path"] = undefined["external_symbolizer_path"] = symbolizer
        for name, options in [("ASAN", address), ("UBSAN", undefined), ("LSAN", leaks)]:
            text = ":".join(f"{key}={value}" for key, value in options.items())
            environment[f"{name}_OPTIONS"] = ":".join(filter(None, [text, os.environ.get(f"{name}_OPTIONS")]))
        return environment

    @staticmethod
    def symbolizer():
        """That of Swift's toolchain, which knows Swift's names."""
        swift = shutil.which("swift")
        beside = pathlib.Path(swift).resolve().parent / "llvm-symbolizer" if swift else None
        return beside if beside and beside.exists() else shutil.which("llvm-symbolizer")

    @property
    def limits(self):
        """libFuzzer's limits; what is watched takes more time and memory."""
        seconds, megabytes = (10, 2048) if self.is_plain else (30, 4096)
        return [f"-timeout={seconds}", f"-rss_limit_mb={megabytes}", "-malloc_limit_mb=2048", "-max_len=65536",
                "-len_control=100"]
