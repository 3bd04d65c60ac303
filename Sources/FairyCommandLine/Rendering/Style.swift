/// Colour on a terminal, and none elsewhere.
struct Style: Sendable {
  let isEnabled: Bool

  /// Labels and other words that step back.
  func quiet(_ text: String) -> String { wrap(text, "2") }
  /// What the eye should find first.
  func strong(_ text: String) -> String { wrap(text, "1") }
  /// Something was lost or deserves a look.
  func warning(_ text: String) -> String { wrap(text, "33") }

  private func wrap(_ text: String, _ code: String) -> String {
    isEnabled ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
