import CVectors
import Testing

/// Each form of the searches in mail against plain loops, over bytes behind which nothing can be read.
@Suite struct MailVectorTests {
  static let forms = [FAIRY_INSTRUCTIONS_BEST, FAIRY_INSTRUCTIONS_PLAIN, FAIRY_INSTRUCTIONS_AVX2]

  private func lines(
    _ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ form: fairy_instructions, room: Int
  ) -> [Int] {
    var all: [Int] = []
    var places = [UInt32](repeating: 0, count: room)
    var at = start
    repeat {
      var next = 0
      let count = fairy_mail_lines(text, at, end, form, &next, &places, room)
      all += places[..<count].map { Int($0) }
      at = next
    } while at < end
    return all
  }

  private func expected(_ text: [UInt8], _ start: Int) -> [Int] {
    text.indices.filter { place in
      place > start && text[place - 1] == 10
        && (text[place...].starts(with: "From ".utf8) || text[place...].starts(with: "--".utf8))
    }
  }

  @Test("lines at every place", arguments: ["\nFrom ", "\n--", "\n\n--b\n--", "\nFromm", "\n-F"])
  func everyPlace(_ mark: String) {
    for size in [70, 133, 200] {
      for place in 0...size {
        var text = [UInt8](repeating: 0x61, count: size)
        let end = min(size, place + mark.utf8.count)
        text.replaceSubrange(place..<end, with: mark.utf8.prefix(end - place))
        GuardedBytes.with(text) { bytes in
          for form in Self.forms {
            for start in [0, 1, 64] {
              #expect(
                lines(bytes, start, text.count, form, room: 4) == expected(text, start),
                "\(mark) at \(place) of \(text.count) from \(start)")
            }
          }
        }
      }
    }
  }

  @Test func anyText() {
    var random = SystemRandomNumberGenerator()
    let words = ["\n", "\r\n", "From ", "--", "-", "F", "From", "a", "some more text here"]
    for _ in 0..<2000 {
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        text += words[Int.random(in: words.indices, using: &random)].utf8
      }
      let start = Int.random(in: 0...text.count, using: &random)
      let either = text[start...].firstIndex { $0 == 0x46 || $0 == 0x0A } ?? text.count
      let line =
        text.indices.first {
          $0 > start && text[$0 - 1] == 0x0A && (text[$0] == 0x61 || text[$0] == 0x46)
        } ?? text.count
      GuardedBytes.with(text) { bytes in
        for form in Self.forms {
          for room in [1, 3, 100] {
            #expect(
              lines(bytes, start, text.count, form, room: room) == expected(text, start),
              "\(text) from \(start)")
          }
          #expect(fairy_find_either(bytes, start, text.count, 0x46, 0x0A, form) == either)
          #expect(fairy_find_line(bytes, start, text.count, 0x61, 0x46, form) == line)
        }
      }
    }
  }
}
