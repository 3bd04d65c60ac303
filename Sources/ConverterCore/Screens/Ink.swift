/// How characters look on a terminal: attributes and one colour of ECMA-48.
package struct Ink: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  package static let bold = Ink(rawValue: 1 << 0)
  package static let faint = Ink(rawValue: 1 << 1)
  package static let underlined = Ink(rawValue: 1 << 2)
  package static let reversed = Ink(rawValue: 1 << 3)
  package static let red = Ink(rawValue: 1 << 4)
  package static let green = Ink(rawValue: 1 << 5)
  package static let yellow = Ink(rawValue: 1 << 6)
  package static let blue = Ink(rawValue: 1 << 7)
  package static let magenta = Ink(rawValue: 1 << 8)
  package static let cyan = Ink(rawValue: 1 << 9)

  /// What was searched for.
  package static let found: Ink = [.reversed, .yellow, .underlined]

  private static let codes: [(Ink, String)] = [
    (.bold, ";1"), (.faint, ";2"), (.underlined, ";4"), (.reversed, ";7"),
  ]
  private static let colours: [(Ink, String)] = [
    (.red, ";31"), (.green, ";32"), (.yellow, ";33"), (.blue, ";34"), (.magenta, ";35"),
    (.cyan, ";36"),
  ]

  /// The sequence that sets it and nothing else.
  ///
  /// - Parameter colour: whether colours are wanted; attributes always are.
  func sequence(colour: Bool) -> String {
    let parts = Self.codes + (colour ? Self.colours : [])
    return "\u{1b}[0" + parts.lazy.filter { contains($0.0) }.map(\.1).joined() + "m"
  }
}
