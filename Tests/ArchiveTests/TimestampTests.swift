import ArchiveModel
import Glibc
import TestSupport
import Testing

@Suite("Timestamps", .serialized)
struct TimestampTests {
  @Test(
    "as text",
    arguments: [
      (0, "1970-01-01T00:00:00"), (1_704_164_645, "2024-01-02T03:04:05"),
      (-1, "1969-12-31T23:59:59"),
      (951_782_400, "2000-02-29T00:00:00"), (4_102_444_800, "2100-01-01T00:00:00"),
      (253_402_300_799, "9999-12-31T23:59:59"), (-62_167_219_200, "0000-01-01T00:00:00"),
      (315_532_800, "1980-01-01T00:00:00"), (4_107_542_399, "2100-02-28T23:59:59"),
    ])
  func text(seconds: Int, text: String) {
    #expect(Timestamp(seconds: seconds).iso8601 == text + "Z")
    #expect(Timestamp(seconds: seconds, isWallClock: true).iso8601 == text)
    var zone = LocalZone()
    let short = String(text.map { $0 == "T" ? " " : $0 }.prefix(16))
    #expect(Timestamp(seconds: seconds, isWallClock: true).localText(in: &zone) == short)
  }

  @Test(
    "not as text that says another year",
    arguments: [253_402_300_800, -62_167_219_201, Int.max, Int.min])
  func outOfRange(seconds: Int) {
    var zone = LocalZone()
    #expect(Timestamp(seconds: seconds).iso8601 == nil)
    #expect(Timestamp(seconds: seconds).localText(in: &zone) == nil)
    #expect(Timestamp(seconds: seconds, isWallClock: true).localText(in: &zone) == nil)
    _ = Timestamp(seconds: seconds, isWallClock: true).systemSeconds
    _ = Timestamp(seconds: seconds, isWallClock: true).systemSeconds(in: &zone)
  }

  /// Runs `body` as if the user were there.
  private func at(_ place: String, _ body: () -> Void) {
    let before = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", place, 1)
    tzset()
    body()
    if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
    tzset()
  }

  @Test(
    "of local times are what the system takes them for",
    arguments: ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"])
  func wallClocks(place: String) {
    at(place) {
      var zone = LocalZone()
      // Every 50 minutes of a year, in which the clocks are changed twice.
      for step in 0..<10_512 {
        let seconds = 1_704_067_200 + step * 3000
        var moment = time_t(seconds)
        var clock = tm()
        localtime_r(&moment, &clock)
        let shown = seconds + Int(clock.tm_gmtoff)
        let stamp = Timestamp(seconds: shown, isWallClock: true)
        let back = stamp.systemSeconds(in: &zone)
        #expect(back == stamp.systemSeconds)
        // What is shown twice may be either time.
        var parts = clock
        parts.tm_isdst = -1
        var again = time_t(back)
        var shownAgain = tm()
        localtime_r(&again, &shownAgain)
        #expect(back + Int(shownAgain.tm_gmtoff) == shown)
      }
      #expect(Timestamp(seconds: 0, isWallClock: false).systemSeconds == 0)
    }
  }

  @Test("of local times that no clock showed are moved on")
  func gap() {
    at("Europe/Berlin") {
      // 2024-03-31 02:30, half an hour after the clocks went to 03:00.
      let stamp = Timestamp(seconds: 1_711_852_200, isWallClock: true)
      var zone = LocalZone()
      #expect(Timestamp(seconds: stamp.systemSeconds).localText(in: &zone) == "2024-03-31 03:30")
    }
  }

  @Test("a hundred thousand in no time")
  func speed() {
    var zone = LocalZone()
    var sum = 0
    let time = processorTime {
      for index in 0..<100_000 {
        let stamp = Timestamp(seconds: 1_600_000_000 + index * 600, isWallClock: true)
        sum &+= stamp.systemSeconds(in: &zone)
      }
    }
    #expect(sum > 0)
    #expect(time < .milliseconds(200))
  }
}

extension Timestamp {
  fileprivate func localText(in zone: inout LocalZone) -> String? {
    var bytes: [UInt8] = []
    return append(localTextTo: &bytes, in: &zone) ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
