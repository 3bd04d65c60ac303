import ConverterCore
import Foundation
import TableModel
import TestSupport
import Testing

@testable import FairyCommandLine

/// The table that the other tests of options go over has all of them.
@Suite struct OptionTableTests {
  /// The options of each verb, as its definition has them: by their long names, or short ones where there are no others.
  static let options: [String: [String]] = {
    guard let dump = try? Program.fairy("--experimental-dump-help"),
      let json = try? JSONSerialization.jsonObject(with: Data(dump.output)) as? [String: Any],
      let root = json["command"] as? [String: Any],
      let verbs = root["subcommands"] as? [[String: Any]]
    else { return [:] }
    return verbs.reduce(into: [:]) { options, verb in
      let arguments = verb["arguments"] as? [[String: Any]] ?? []
      options[verb["commandName"] as? String ?? ""] = arguments.compactMap {
        ($0["preferredName"] as? [String: String])?["name"]
      }
    }
  }()

  @Test func everyVerbIsLookedAt() {
    let verbs = [
      "convert", "compress", "merge", "split", "extract", "open", "info", "why", "plan", "worker",
      "formats", "scan",
    ]
    #expect(Set(verbs).subtracting(Self.options.keys) == [])
  }

  @Test(arguments: options.keys.sorted())
  func everyOptionIsKnown(verb: String) {
    for option in Self.options[verb] ?? [] {
      #expect(OptionTable.kinds[option] != nil, "what kind of option is --\(option)?")
    }
  }

  /// What is no option any more goes from the table.
  @Test func everyEntryIsAnOption() {
    let all = Set(Self.options.values.flatMap(\.self))
    #expect(Set(OptionTable.kinds.keys).subtracting(all) == [])
  }

  /// An option that some formats go by is told by the name that it was typed under.
  @Test(arguments: Registry.builtin().optionNames)
  func everyNameIsTyped(name: ConversionOptions.Name) {
    let special: [ConversionOptions.Name: String] = [
      .quality: "quality", .rowLimit: "limit", .entries: "output",
    ]
    let word = special[name] ?? String(name.words.dropFirst(2))
    #expect(OptionTable.kinds[word] != nil, "\(name) is told as \(name.words)")
  }

  @Test func everyShorthandIsAnOption() {
    #expect(OptionDescriptor.shorthands == Set(OptionTable.settings.keys))
  }
}

extension Registry {
  /// The names of all options that only some formats go by, but for the keys of `--set`.
  var optionNames: [ConversionOptions.Name] {
    ConversionOptions.Name.common + optionGroups.flatMap { $0.names }
  }
}
