import CVectors

extension Parser {
  /// Every loop over bytes in all its forms, which must find the same; the first byte chooses where the bytes are cut
  /// and what is looked for.
  static let vectors = Parser(name: "vectors") { bytes in
    guard let choice = bytes.first else { return }
    // An array of its own: behind it nothing can be read.
    let text = Array(bytes.dropFirst())
    let cut = text.count * Int(choice) / 256
    findings(text, from: cut, choice)
    base64(text, cut: cut)
    let prefix = fairy_utf8_valid_prefix_plain(text, text.count)
    precondition(fairy_utf8_valid_prefix(text, text.count) == prefix, "other UTF-8")
    precondition(fairy_utf8_valid_prefix_16(text, text.count) == prefix, "other UTF-8")
    precondition(
      prefix == text.count ? String(validating: text, as: UTF8.self) != nil : prefix < text.count,
      "UTF-8 that is none")
  }

  private static let forms = [FAIRY_INSTRUCTIONS_BEST, FAIRY_INSTRUCTIONS_AVX2]

  private static func findings(_ text: [UInt8], from start: Int, _ byte: UInt8) {
    func all(_ form: fairy_instructions) -> [[Int]] {
      [
        lines(text, from: start, room: Int(byte & 3) + 1, form),
        [fairy_find_line(text, start, text.count, byte, 0x46, form)],
        [fairy_find_either(text, start, text.count, byte, 0x0A, form)],
        [fairy_base64_count(text, text.count, form)],
        [fairy_line_ends(text, text.count, form)],
      ]
    }
    let plain = all(FAIRY_INSTRUCTIONS_PLAIN)
    for form in forms { precondition(all(form) == plain, "other places") }
  }

  /// Found a few at a time.
  private static func lines(
    _ text: [UInt8], from start: Int, room: Int, _ form: fairy_instructions
  ) -> [Int] {
    var (found, next) = ([Int](), start)
    while true {
      var places = [UInt32](repeating: 0, count: room)
      let count = fairy_mail_lines(text, next, text.count, form, &next, &places, room)
      found += places[..<count].map { Int($0) }
      if next >= text.count { return found }
      precondition(count > 0, "a search that gets nowhere")
    }
  }

  private static func base64(_ text: [UInt8], cut: Int) {
    let plain = decoded([text], FAIRY_INSTRUCTIONS_PLAIN)
    for form in forms + [FAIRY_INSTRUCTIONS_PLAIN] {
      let parts = decoded([Array(text[..<cut]), Array(text[cut...])], form)
      precondition(parts == plain, "other bytes of base64")
    }
  }

  private static func decoded(_ pieces: [[UInt8]], _ form: fairy_instructions) -> [UInt8] {
    var (state, measured) = (fairy_base64_state(), fairy_base64_state())
    var bytes: [UInt8] = []
    for piece in pieces {
      var room = [UInt8](repeating: 0xAA, count: (piece.count / 4 + 1) * 3 + 32)
      let count = fairy_base64_decode(&state, piece, piece.count, &room, form)
      precondition(
        fairy_base64_measure(&measured, piece, piece.count, form) == count, "another size")
      bytes += room[..<count]
    }
    var last: [UInt8] = [0, 0]
    let count = fairy_base64_finish(&state, &last)
    return bytes + last[..<count]
  }
}
