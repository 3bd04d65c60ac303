import ArgumentParser

/// A page of the manual in mdoc(7): of the program, or of one of its verbs.
struct ManualPage {
  private let verb: VerbHelp
  private let program: VerbHelp
  private var isOfProgram: Bool { verb.name == program.name }

  init(of verb: VerbHelp, in program: VerbHelp) {
    self.verb = verb
    self.program = program
  }

  /// What `man` finds the page by: `fairy`, `fairy-convert`.
  static func name(of verb: VerbHelp, in program: VerbHelp) -> String {
    verb.name == program.name ? program.name : "\(program.name)-\(verb.name)"
  }

  var mdoc: String {
    var page = Mdoc()
    writeHead(to: &page)
    writeSynopsis(to: &page)
    writeDescription(to: &page)
    writeEnvironment(to: &page)
    writeExitStatus(to: &page)
    writeExamples(to: &page)
    writeSeeAlso(to: &page)
    return page.text
  }

  private func writeHead(to page: inout Mdoc) {
    let name = Self.name(of: verb, in: program)
    page.macro("Dd \(Fairy.date)")
    page.macro("Dt \(name.uppercased()) 1")
    page.macro("Os")
    page.macro("Sh NAME")
    page.macro("Nm \(name)")
    let first = verb.abstract.prefix(1).lowercased()
    let rest = verb.abstract.dropFirst()
    page.macro("Nd \(Mdoc.escaped(first + (rest.hasSuffix(".") ? rest.dropLast() : rest)))")
  }

  private func writeSynopsis(to page: inout Mdoc) {
    page.macro("Sh SYNOPSIS")
    page.macro(isOfProgram ? "Nm" : "Nm fairy Cm \(verb.name)")
    if isOfProgram {
      page.macro("Ar verb")
      page.macro("Op Ar argument ...")
      return
    }
    page.macro("Op Ar option ...")
    for argument in verb.arguments where argument.names.isEmpty {
      let word =
        "Ar \(Mdoc.argument(argument.value ?? ""))" + (argument.isRepeating ? " ..." : "")
      page.macro(argument.isOptional ? "Op \(word)" : word)
    }
  }

  private func writeDescription(to page: inout Mdoc) {
    page.macro("Sh DESCRIPTION")
    page.prose(verb.abstract)
    for case .prose(let prose) in verb.discussion {
      page.macro("Pp")
      page.prose(prose)
    }
    if isOfProgram { writeVerbs(to: &page) }
    writeArguments(verb.arguments.filter(\.names.isEmpty), to: &page)
    let options = verb.arguments.filter { !$0.names.isEmpty }
    writeArguments(options.filter { $0.section == nil }, to: &page)
    var sections: [String] = []
    for section in options.compactMap(\.section) where !sections.contains(section) {
      sections.append(section)
    }
    for section in sections {
      page.macro("Ss \(Mdoc.escaped(section))")
      writeArguments(options.filter { $0.section == section }, to: &page)
    }
  }

  private func writeVerbs(to page: inout Mdoc) {
    page.macro("Pp")
    page.prose("The verbs, each with a page of its own:")
    page.macro("Bl -tag -width Ds")
    for verb in program.verbs where verb.isShown {
      page.macro("It Cm \(verb.name)")
      page.prose(verb.abstract)
    }
    page.macro("El")
  }

  private func writeArguments(_ arguments: [VerbHelp.Argument], to page: inout Mdoc) {
    guard !arguments.isEmpty else { return }
    page.macro("Bl -tag -width Ds")
    for argument in arguments {
      page.macro("It \(Self.tag(of: argument))")
      page.prose(argument.explanation)
    }
    page.macro("El")
  }

  private static func tag(of argument: VerbHelp.Argument) -> String {
    let value = argument.value.map { "Ar \(Mdoc.argument($0))" }
    // The macro puts the first dash itself.
    let names = argument.names.map { "Fl \(Mdoc.argument($0.dropFirst()))" }
    return ([names.joined(separator: " , ")] + [value].compactMap(\.self))
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func writeEnvironment(to page: inout Mdoc) {
    page.macro("Sh ENVIRONMENT")
    page.macro("Bl -tag -width Ds")
    for variable in EnvironmentVariable.all {
      page.macro("It Ev \(variable.name)")
      page.prose(variable.meaning)
    }
    page.macro("El")
  }

  private func writeExitStatus(to page: inout Mdoc) {
    page.macro("Sh EXIT STATUS")
    page.macro("Bl -tag -width Ds")
    for (status, meaning) in ExitCode.meanings {
      page.macro("It \(status)")
      page.prose(meaning)
    }
    page.macro("El")
  }

  private func writeExamples(to page: inout Mdoc) {
    let examples = verb.examples
    guard !examples.isEmpty else { return }
    page.macro("Sh EXAMPLES")
    for (index, example) in examples.enumerated() {
      if let purpose = example.purpose {
        if index > 0 { page.macro("Pp") }
        page.prose(purpose.prefix(1).uppercased() + purpose.dropFirst() + ":")
      }
      page.command(example.command)
    }
  }

  private func writeSeeAlso(to page: inout Mdoc) {
    page.macro("Sh SEE ALSO")
    let names = ([program] + program.verbs.filter(\.isShown))
      .map { Self.name(of: $0, in: program) }
      .filter { $0 != Self.name(of: verb, in: program) }.sorted()
    for (index, name) in names.enumerated() {
      page.macro("Xr \(name) 1\(index < names.count - 1 ? " ," : "")")
    }
  }
}

extension VerbHelp.Argument {
  /// What it does, with the values it takes and the one it has by itself.
  fileprivate var explanation: String {
    var sentences = [abstract]
    if !values.isEmpty { sentences.append("Values: \(values.joined(separator: ", ")).") }
    if let defaultValue { sentences.append("Default: \(defaultValue).") }
    return sentences.joined(separator: " ")
  }
}
