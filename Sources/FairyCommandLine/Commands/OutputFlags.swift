import ArgumentParser

/// How results are printed, on every verb.
struct OutputFlags: ParsableArguments {
  @Flag(help: "JSON on standard output, one object a line.")
  var json = false

  @Option(help: ArgumentHelp("Whether lines have colours; auto: on a terminal.", valueName: "when"))
  var color = Console.Colour.auto

  var style: Style { Style(isEnabled: Console.usesColour(color)) }
}
