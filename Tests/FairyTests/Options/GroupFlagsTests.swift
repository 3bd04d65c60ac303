import ArgumentParser
import ConverterCore
import Testing

@testable import FairyCommandLine

/// A group of options that no line of the command line knows.
@Suite struct GroupFlagsTests {
  struct Tone: ConversionOptionGroup {
    var depth: Int?
    var names: [String] = []
    var isWarm = false
    var scale = Scale.major

    enum Scale: String, OptionWord { case major, minor }

    static let name = "tone"
    static let place = OptionPlace.content
    static let options: [GroupOption<Self>] = []

    static let flags: [OptionFlag] = [
      OptionFlag("depth", .number, valueName: "n", help: "How deep.", shortName: "d") {
        $1[Tone.self].depth = Int($0)
      },
      OptionFlag("warm", help: "Warm.") { options throws(ConversionError) in
        guard options[Tone.self].depth == nil else {
          throw ConversionError(.usage, "--depth and --warm contradict each other")
        }
        options[Tone.self].isWarm = true
      },
      OptionFlag("named", .text, valueName: "name", help: "Its name.", isRepeated: true) {
        text, options throws(ConversionError) in
        guard text != "none" else { throw ConversionError(.usage, "that is no name") }
        options[Tone.self].names.append(text)
      },
      OptionFlag("scale", .word(Scale.self), valueName: "scale", help: "Its scale.") {
        $1[Tone.self].scale = Scale(rawValue: $0) ?? .major
      },
      OptionFlag("secret", help: "Not shown.", isHidden: true) { $0[Tone.self].isWarm = true },
    ]

    func check() throws(ConversionError) {
      if depth == 0 { throw ConversionError(.usage, "--depth takes a number from 1") }
    }
  }

  enum Tones: GroupChoice {
    static let groups: [any ConversionOptionGroup.Type] = [Tone.self]
  }

  struct Verb: ParsableCommand {
    @OptionGroup var others: OtherFlags<Tones>
    @Flag var last = false
  }

  private static func tone(_ words: String...) throws -> Tone {
    var options = ConversionOptions()
    try Verb.parse(words).others.apply(to: &options)
    return options[Tone.self]
  }

  @Test func valuesReachTheirGroup() throws {
    let tone = try Self.tone(
      "-d", "3", "--named", "a", "--last", "--named", "b", "--scale", "minor", "--depth", "4")
    #expect(tone.depth == 4)
    #expect(tone.names == ["a", "b"])
    #expect(tone.scale == .minor)
    #expect(!tone.isWarm)
    #expect(try Self.tone("--secret").isWarm)
    #expect(try Self.tone() == Tone())
  }

  @Test(arguments: [
    (["--depth", "x"], "The value 'x' is invalid for '--depth <n>'"),
    (["--depth", "0"], "--depth takes a number from 1"),
    (["--depth", "1", "--warm"], "--depth and --warm contradict each other"),
    (["--named", "none"], "The value 'none' is invalid for '--named <name>': that is no name"),
    (
      ["--scale", "x"],
      "The value 'x' is invalid for '--scale <scale>'. Please provide one of 'major' and 'minor'."
    ),
  ])
  func wrongValues(words: [String], message: String) {
    let error = #expect(throws: (any Error).self) { try Verb.parse(words) }
    #expect(error.map { Verb.message(for: $0) } == message)
    #expect(error.map { Verb.exitCode(for: $0) } == .validationFailure)
  }

  @Test func helpListsThemUnderTheirTitle() {
    #expect(
      Verb.helpMessage(columns: 80) == """
        USAGE: verb [--depth <n>] [--warm] [--named <name> ...] [--scale <scale>] [--last]

        TONE:
          -d, --depth <n>         How deep.
          --warm                  Warm.
          --named <name>          Its name.
          --scale <scale>         Its scale. (values: major, minor)

        OPTIONS:
          --last
          -h, --help              Show help information.

        """)
  }

  /// Those that verbs name themselves are not listed twice.
  @Test func everyRegisteredGroupHasAPlaceAlready() {
    #expect(GroupsOfConversions.groups.isEmpty)
    #expect(GroupsOfViews.groups.isEmpty)
    #expect(GroupsOfFacts.groups.isEmpty)
  }

  /// The command line asks plugins for their groups without a registry.
  @Test func aPluginRegistersTheGroupsThatItLists() {
    let names = Registry.builtin().optionGroups.map { $0.name }
    #expect(Registry.builtinOptionGroups.map { $0.name } == names)
    #expect(!names.isEmpty)
  }
}
